"""`dramaturg study codes`, `merge`, `split`, `rename`, `undo`, `import`, `agreement`: what the
analyst sees and decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from dramaturg.app.studies.code_decisions import (
    decision_in_words,
    find_code,
    merging,
    renaming,
    splitting,
)
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.wiring import App
from dramaturg.cli.open_study import in_app, of_study
from dramaturg.cli.study_agreement import print_agreement, read_coding
from dramaturg.studies.base.codes import Code, CodeBook, CodesImported, CodingDecision, Ref
from dramaturg.studies.base.evidence import InterviewEvidence
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.coding.agreement import Agreement, CodedAnswer, Coding, agreement, coding
from dramaturg.studies.qdpx.code_books import read_codebook
from dramaturg.studies.qdpx.project import unlike_names
from dramaturg.studies.qdpx.second_coder import read_codings

MOST_ALIKE = 12


def run_codes(name: str, joined: str | None, as_json: bool) -> None:
    state, book = of_study(name, lambda material: (material.context.state, material.book()))
    if as_json:
        print(json.dumps(_as_json(book, state), ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False)
    console.print(_joined(book, find_code(book, joined)) if joined else _codes(book))
    for line in _notes(book, state, with_alike=not joined):
        console.print(line, markup=False)


def run_merge(name: str, into: str, other: str) -> None:
    _decide(name, lambda book: merging(book, into, other), f"“{other}” is part of “{into}” now")


def run_split(name: str, code: str, ideas: Sequence[str]) -> None:
    what = f"{' and '.join(ideas)} left “{code}” for a code of their own"
    _decide(name, lambda book: splitting(book, code, ideas), what)


def run_rename(name: str, code: str, to: str) -> None:
    _decide(name, lambda book: renaming(book, code, to), f"“{code}” is called “{to.strip()}” now")


@in_app
async def run_undo(app: App, name: str, number: int) -> None:
    await app.studies.undo(await app.studies.find(name), number)
    print(f"Decision {number} is taken back.")


def run_import(name: str, file: Path) -> None:
    def read(material: StudyMaterial) -> CodesImported:
        return CodesImported(read_codebook(file, material.context.methodology.ontology))

    _note(name, read, f"The codes of {file.name} take part from now on")


def run_agreement(name: str, file: Path, coder: str, as_json: bool) -> None:
    print_agreement(of_study(name, lambda material: _agreement(material, file, coder)), as_json)


# ── deciding ──────────────────────────────────────────────────────────────────────────────────────


def _decide(name: str, decision: Callable[[CodeBook], CodingDecision], what: str) -> None:
    _note(name, lambda material: decision(material.book()), what)


@in_app
async def _note(
    app: App, name: str, decide: Callable[[StudyMaterial], CodingDecision], what: str
) -> None:
    study = await app.studies.find(name)
    decision = await with_material(app.studies, study, decide)
    number = await app.studies.decide(study, decision)
    print(f"{what} (decision {number}; `dramaturg study undo {name} {number}` takes it back).")


# ── showing ───────────────────────────────────────────────────────────────────────────────────────


def _codes(book: CodeBook) -> Table:
    table = Table("id", "code", "type", "respondents", "mentions", box=None, pad_edge=False)
    for code in book.ranked:
        table.add_row(code.id, Text(code.name), code.type, str(code.support), str(code.mentions))
    return table


def _joined(book: CodeBook, code: Code) -> Table:
    table = Table("idea", "said as", "joined by", "nearness", box=None, pad_edge=False)
    for ref in code.ideas:
        each = book.joined[ref]
        table.add_row(
            f"{ref.respondent}/{ref.idea}", Text(each.label), each.join, f"{each.nearness:.2f}"
        )
    return table


def _notes(book: CodeBook, state: StudyState, with_alike: bool) -> Iterator[str]:
    """Codes that may be the same, and what was decided."""
    if book.alike and with_alike:
        yield "\nNear one another; `dramaturg study merge` makes one of two:"
        for near in book.alike[:MOST_ALIKE]:
            one, other = book.codes[near.code], book.codes[near.other]
            yield f"  {near.nearness:.2f}  {one.id} {one.name}  ·  {other.id} {other.name}"
    if state.decisions:
        yield "\nDecisions:"
    for each in state.decisions:
        back = " (taken back)" if each.undone else ""
        yield f"  {each.number}. {decision_in_words(each.decision, book)}{back}"


def _as_json(book: CodeBook, state: StudyState) -> dict[str, object]:
    def ref(of: Ref) -> str:
        return f"{of.respondent}/{of.idea}"

    codes = book.codes.values()
    return {
        "codes": [asdict(code) | {"ideas": list(map(ref, code.ideas))} for code in codes],
        "joined": [
            {"idea": ref(idea), "label": each.label, "code": each.code}
            | {"by": each.join, "nearness": each.nearness}
            for idea, each in book.joined.items()
        ],
        "alike": [asdict(each) for each in book.alike],
        "decisions": [asdict(each) for each in state.decisions],
    }


# ── agreeing ──────────────────────────────────────────────────────────────────────────────────────


def _agreement(material: StudyMaterial, file: Path, coder: str) -> Agreement:
    book = material.book()
    names = unlike_names(book)
    ours: dict[CodedAnswer, set[str]] = {}
    for interview in material.coded(book):
        ours |= _answers(interview.evidence)
        for idea in interview.evidence.ideas:
            for words in idea.words:
                answer = CodedAnswer(interview.evidence.respondent, words.turn)
                ours[answer].add(names[interview.code_of[idea.id]])
    from_project = file.suffix.lower() == ".qdpx"
    theirs = _from_project(material, file, coder) if from_project else read_coding(file)
    return agreement(coding(ours), theirs.over(ours))


def _answers(evidence: InterviewEvidence) -> dict[CodedAnswer, set[str]]:
    """All answers of an interview, nothing coded in them yet."""
    turns = (line.turn for line in evidence.lines if line.speaker == "respondent")
    return {CodedAnswer(evidence.respondent, turn): set() for turn in turns}


def _from_project(material: StudyMaterial, file: Path, coder: str) -> Coding:
    second, study = read_codings(file, coder), material.context.study
    codes: dict[CodedAnswer, set[str]] = {}
    for evidence in material.read():
        if second.has(study, evidence.respondent):
            codes |= _answers(evidence)
            for respondent, turn, code in second.coded(study, evidence):
                codes[CodedAnswer(respondent, turn)].add(code)
    return coding(codes)
