"""The figures of a study as a page shows them: matrix, value map and codes, with the words behind
each.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from dramaturg.app.studies.code_decisions import decision_in_words, find_code
from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import Alike, Code, Join, Ref
from dramaturg.studies.by_method.common import SourcedQuote
from dramaturg.studies.figures.cutoffs import Cutoff, CutoffRule, RuleName
from dramaturg.studies.figures.matrix import Count, Relations
from dramaturg.studies.figures.matrix_table import MatrixFigures
from dramaturg.studies.figures.measures import Measure
from dramaturg.studies.figures.saturation import StudySaturation
from dramaturg.studies.figures.value_map import DroppedEdge, MapEdge
from dramaturg.studies.findings import StudyFindings

MOST_ALIKE = 12


@dataclass(frozen=True, slots=True)
class CodeName:
    """A code by what it is called. `rung` counts from 1, the most concrete; 0 where the method has
    none.
    """

    id: str
    name: str
    kind: str = ""
    rung: int = 0
    respondents: int = 0


@dataclass(frozen=True, slots=True)
class CellShown:
    """`text` is both counts at once: 10.06 is ten directly and six indirectly."""

    source: str
    target: str
    direct: int
    indirect: int
    text: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueMapShown:
    """The hierarchical value map at cut-off `k`; `chosen` is the rule it follows, or that it was
    given.
    """

    k: int
    chosen: RuleName | Literal["given"]
    edges: tuple[MapEdge, ...]
    dropped: tuple[DroppedEdge, ...]


@dataclass(frozen=True, slots=True)
class MatrixShown:
    """The implication matrix with all that is read from it: rows lead to columns."""

    respondents: int
    ladders: int
    count: Count
    relations: Relations
    codes: tuple[CodeName, ...]
    cells: tuple[CellShown, ...]
    measures: tuple[Measure, ...]
    cutoffs: tuple[Cutoff, ...]
    rules: tuple[CutoffRule, ...]
    map: ValueMapShown


@dataclass(frozen=True, slots=True)
class WordsShown:
    """What somebody said, and where it stands."""

    respondent: str
    turn: int
    text: str
    session: str


@dataclass(frozen=True, slots=True)
class WordsBehind:
    """The words behind a step or a code. A step that nobody took at once is told by the words for
    its two ends.
    """

    title: str
    by: tuple[str, ...]
    words: tuple[WordsShown, ...]
    in_one_step: bool = True


@dataclass(frozen=True, slots=True)
class IdeaShown:
    """An idea of one respondent, and why it belongs to its code."""

    ref: str
    label: str
    join: Join
    nearness: float


@dataclass(frozen=True, slots=True)
class CodeShown:
    id: str
    name: str
    kind: str
    respondents: int
    mentions: int
    description: str
    memo: str
    ideas: tuple[IdeaShown, ...]


@dataclass(frozen=True, slots=True)
class DecisionShown:
    number: int
    told: str
    undone: bool


@dataclass(frozen=True, slots=True)
class CodesShown:
    """The code book, the most supported first; what may be the same; and what was decided."""

    codes: tuple[CodeShown, ...]
    alike: tuple[Alike, ...]
    decisions: tuple[DecisionShown, ...]


# ── matrix and map ────────────────────────────────────────────────────────────────────────────────


def matrix_of(figures: MatrixFigures, names: Iterable[CodeName] | None = None) -> MatrixShown:
    """`names` says what codes are called; without it they go by their ids."""
    matrix = figures.matrix
    return MatrixShown(
        respondents=matrix.respondents,
        ladders=matrix.ladders,
        count=matrix.count,
        relations=figures.relations,
        codes=(
            tuple(CodeName(code, code) for code in matrix.codes) if names is None else tuple(names)
        ),
        cells=tuple(
            CellShown(cell.source, cell.target, cell.direct, cell.indirect, cell.text, cell.by)
            for cell in matrix.cells.values()
        ),
        measures=figures.measures,
        cutoffs=figures.cutoffs,
        rules=figures.rules,
        map=ValueMapShown(figures.map.k, figures.chosen, figures.map.edges, figures.map.dropped),
    )


def matrix_of_study(findings: StudyFindings) -> MatrixShown:
    names, types = findings.names, findings.context.methodology.ontology.by_type

    def named(code: Code) -> CodeName:
        rung = types[code.type].level if code.type in types else 0
        return CodeName(code.id, names[code.id], _kind(code, findings), rung or 0, code.support)

    codes = (findings.book.codes[code] for code in findings.figures.matrix.codes)
    return matrix_of(findings.figures, map(named, codes))


def _kind(code: Code, findings: StudyFindings) -> str:
    kind = findings.context.methodology.ontology.by_type.get(code.type)
    return kind.title if kind else code.type.replace("_", " ")


def saturation_of_study(findings: StudyFindings) -> StudySaturation:
    """With codes by name."""
    names, found = findings.names, findings.saturation
    return replace(found, frequency={names[code]: count for code, count in found.frequency.items()})


# ── words ─────────────────────────────────────────────────────────────────────────────────────────


def words_behind(findings: StudyFindings, code: str, leads_to: str | None = None) -> WordsBehind:
    """Of a code, or of a step from one code to another. Raises NotFound."""
    names, first = findings.names, find_code(findings.book, code)
    if leads_to is None:
        by = tuple(dict.fromkeys(ref.respondent for ref in first.ideas))
        return WordsBehind(names[first.id], by, _said(findings, _of_code(findings, first.id)))
    second = find_code(findings.book, leads_to)
    cell = findings.figures.matrix.cells.get((first.id, second.id))
    words = findings.words_of(first.id, second.id)
    ends = [*_of_code(findings, first.id), *_of_code(findings, second.id)]
    return WordsBehind(
        title=f"{names[first.id]} → {names[second.id]}",
        by=cell.by if cell else (),
        words=_said(
            findings, words or (each for each in ends if cell and each.respondent in cell.by)
        ),
        in_one_step=bool(words),
    )


def _of_code(findings: StudyFindings, code: str) -> tuple[SourcedQuote, ...]:
    support = findings.support.get(code)
    return support.quotes if support else ()


def _said(findings: StudyFindings, words: Iterable[SourcedQuote]) -> tuple[WordsShown, ...]:
    session = {each.respondent: each.session for each in findings.held}
    found = (
        WordsShown(each.respondent, each.turn, each.text, session.get(each.respondent, ""))
        for each in words
    )
    return tuple(dict.fromkeys(found))


# ── codes ─────────────────────────────────────────────────────────────────────────────────────────


def codes_of(findings: StudyFindings) -> CodesShown:
    book, names = findings.book, findings.names

    def idea(ref: Ref) -> IdeaShown:
        each = book.joined[ref]
        return IdeaShown(f"{ref.respondent}/{ref.idea}", each.label, each.join, each.nearness)

    return CodesShown(
        codes=tuple(
            CodeShown(
                id=code.id,
                name=names[code.id],
                kind=_kind(code, findings),
                respondents=code.support,
                mentions=code.mentions,
                description=code.description,
                memo=code.memo,
                ideas=tuple(map(idea, code.ideas)),
            )
            for code in book.ranked
        ),
        alike=book.alike[:MOST_ALIKE],
        decisions=tuple(
            DecisionShown(each.number, decision_in_words(each.decision, book), each.undone)
            for each in findings.context.state.decisions
        ),
    )
