"""Codes: what is the same in many interviews under one name, with the respondents behind it.

An idea joins a code by its name, by its lemmas or by what it means; every joining is listed with
its reason. The analyst merges, splits and renames; these decisions are kept as events, refer to
ideas, and can be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.kernel.values import replace
from dramaturg.studies.base.evidence import InterviewEvidence

Join = Literal["exact", "lemma", "meaning", "new", "analyst", "imported"]


class Ref(NamedTuple):
    """An idea of a respondent. A code is named by any idea it holds, so that no decision holds
    anybody's words.
    """

    respondent: str
    idea: str


# ── what the analyst decides ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class CodesMerged:
    """The code of the second idea becomes part of the code of the first."""

    into: Ref
    other: Ref
    kind: Literal["codes_merged"] = "codes_merged"


@dataclass(frozen=True, slots=True)
class CodeSplit:
    """These ideas leave their code and are one of their own."""

    ideas: tuple[Ref, ...]
    kind: Literal["code_split"] = "code_split"


@dataclass(frozen=True, slots=True)
class CodeRenamed:
    idea: Ref
    name: str
    kind: Literal["code_renamed"] = "code_renamed"


@dataclass(frozen=True, slots=True)
class CodesImported:
    """A code book from elsewhere: by id (`i1` and so on), name and description. Ideas of the same
    name or meaning join.
    """

    codes: tuple[ImportedCode, ...]
    kind: Literal["codes_imported"] = "codes_imported"


@dataclass(frozen=True, slots=True)
class ImportedCode:
    id: str
    name: str
    type: str = ""
    description: str = ""


class Span(NamedTuple):
    """Words of an answer: from character `start` to `end` of what a respondent said in a turn."""

    respondent: str
    turn: int
    start: int
    end: int

    @property
    def ref(self) -> Ref:
        """The idea that these words are once somebody has coded them."""
        return Ref(self.respondent, f"w{self.turn}-{self.start}-{self.end}")


@dataclass(frozen=True, slots=True)
class SpanCoded:
    """These words have the code of the idea `into`, or a new one called `name`, and no other.
    `type` is the code's.
    """

    span: Span
    type: str
    into: Ref | None = None
    name: str = ""
    kind: Literal["span_coded"] = "span_coded"


@dataclass(frozen=True, slots=True)
class MemoWritten:
    """What the analyst thinks of the code of an idea. Without text, an earlier memo is gone."""

    idea: Ref
    text: str
    kind: Literal["memo_written"] = "memo_written"


CodingDecision = Annotated[
    CodesMerged | CodeSplit | CodeRenamed | CodesImported | SpanCoded | MemoWritten,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class IdeaSummary:
    """What a code book keeps of an idea."""

    label: str
    type: str
    mentions: int


# ── what comes of it ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Joined:
    """Why an idea belongs to its code."""

    idea: Ref
    label: str
    code: str
    join: Join
    nearness: float = 1.0


@dataclass(frozen=True, slots=True)
class Code:
    """`support` counts respondents, `mentions` how often it was said in all. `type` is what most of
    its ideas are.
    """

    id: str
    name: str
    type: str
    ideas: tuple[Ref, ...] = ()
    support: int = 0
    mentions: int = 0
    description: str = ""
    memo: str = ""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two codes that lie near one another: the analyst may want to merge them."""

    code: str
    other: str
    nearness: float


@dataclass(frozen=True, slots=True)
class CodeBook:
    """All codes of a study, by id, in the order they came up, and which of them may be the same,
    the nearest first.
    """

    codes: Mapping[str, Code] = field(default_factory=dict)
    joined: Mapping[Ref, Joined] = field(default_factory=dict)
    alike: tuple[Alike, ...] = ()

    def code_of(self, ref: Ref) -> str:
        return self.joined[ref].code

    @property
    def ranked(self) -> list[Code]:
        """What most respondents speak of first."""
        return sorted(self.codes.values(), key=lambda code: (-code.support, -code.mentions))


@dataclass(frozen=True, slots=True)
class CodedInterview:
    """An interview beside the code of each of its ideas."""

    evidence: InterviewEvidence
    code_of: Mapping[str, str]


def coded(
    evidence: InterviewEvidence, book: CodeBook, ontology: Ontology | None = None
) -> CodedInterview:
    """With an ontology, no step of a ladder goes down: what most ideas of a code are says on which
    rung it stands, better than one answer.
    """
    code_of = {idea.id: book.code_of(Ref(evidence.respondent, idea.id)) for idea in evidence.ideas}
    if ontology is None:
        return CodedInterview(evidence, code_of)
    level = {each.type: each.level or 0 for each in ontology.concepts}

    def rung(idea: str) -> int:
        return level.get(book.codes[code_of[idea]].type, 0)

    links = (
        replace(link, chain=link.chain and rung(link.source) <= rung(link.target))
        for link in evidence.links
    )
    return CodedInterview(replace(evidence, links=tuple(links)), code_of)


Decisions = Sequence[CodingDecision]
