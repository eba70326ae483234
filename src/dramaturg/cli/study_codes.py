"""`dramaturg study codes`, `merge`, `split`, `rename`, `undo`, `import`, `agreement`: what the analyst sees and decides."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from dramaturg.app.material import Material, with_material
from dramaturg.app.wiring import App
from dramaturg.cli.open_study import of_study
from dramaturg.cli.opened import with_app
from dramaturg.cli.study_agreement import print_agreement, read_coding
from dramaturg.engines.interviews.study.coding.agreement import Agreement, Coding, Unit, agreement
from dramaturg.engines.interviews.study.coding.codes import (
    Code,
    CodeBook,
    CodedInterview,
    CodeRenamed,
    CodesImported,
    CodesMerged,
    CodeSplit,
    CodingDecision,
    Ref,
)
from dramaturg.engines.interviews.study.evidence import Testimony
from dramaturg.engines.interviews.study.qdpx.code_books import read_codebook
from dramaturg.engines.interviews.study.qdpx.project import unlike_names
from dramaturg.engines.interviews.study.qdpx.second_coder import read_codings
from dramaturg.engines.interviews.study.state import Decided, StudyState
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean

MOST_ALIKE = 12


def run_codes(name: str, joined: str | None, as_json: bool) -> None:
    state, book = of_study(name, lambda material: (material.matter.state, material.book()))
    if as_json:
        print(json.dumps(_as_json(book, state), ensure_ascii=False, indent=2))
    else:
        console = Console(highlight=False)
        console.print(_joined(book, _find(book, joined)) if joined else _codes(book))
        for line in (*(() if joined else _alike(book)), *_decisions(book, state)):
            console.print(line, markup=False)


def run_merge(name: str, into: str, other: str) -> None:
    def decision(book: CodeBook) -> CodingDecision:
        first, second = _find(book, into), _find(book, other)
        if first.id == second.id:
            raise BadInput(f"{into} and {other} are the same code already")
        return CodesMerged(_an_idea(book, first), _an_idea(book, second))

    _decide(name, decision, f"“{other}” is part of “{into}” now")


def run_split(name: str, code: str, ideas: Sequence[str]) -> None:
    def decision(book: CodeBook) -> CodingDecision:
        known = _find(book, code)
        leaving = tuple(_ref(idea) for idea in ideas)
        if strangers := [f"{ref.respondent}/{ref.idea}" for ref in leaving if ref not in known.ideas]:
            verb = "is no idea" if len(strangers) == 1 else "are no ideas"
            raise NotFound(
                f"{' and '.join(strangers)} {verb} of “{code}”; see `dramaturg study codes {name} --joined {known.id}`"
            )
        if len(set(leaving)) == len(known.ideas):
            raise BadInput(f"these are all ideas of “{code}”: leave some in it")
        return CodeSplit(leaving)

    _decide(name, decision, f"{' and '.join(ideas)} left “{code}” for a code of their own")


def run_rename(name: str, code: str, to: str) -> None:
    new = to.strip()
    if not new:
        raise BadInput("give the code a name")
    _decide(name, lambda book: CodeRenamed(_an_idea(book, _find(book, code)), new), f"“{code}” is called “{new}” now")


def run_undo(name: str, number: int) -> None:
    async def work(app: App) -> None:
        await app.studies.undo(await app.studies.find(name), number)

    with_app(work)
    print(f"Decision {number} is taken back.")


def run_import(name: str, file: Path) -> None:
    def read(material: Material) -> CodesImported:
        return CodesImported(read_codebook(file, material.matter.methodology.ontology))

    _note(name, read, f"The codes of {file.name} take part from now on")


def run_agreement(name: str, file: Path, coder: str, as_json: bool) -> None:
    print_agreement(of_study(name, lambda material: _agreement(material, file, coder)), as_json)


# ── deciding ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _decide(name: str, decision: Callable[[CodeBook], CodingDecision], told: str) -> None:
    _note(name, lambda material: decision(material.book()), told)


def _note(name: str, decide: Callable[[Material], CodingDecision], told: str) -> None:
    async def work(app: App) -> int:
        study = await app.studies.find(name)
        return await app.studies.decide(study, await with_material(app, study, decide))

    number = with_app(work)
    print(f"{told} (decision {number}; `dramaturg study undo {name} {number}` takes it back).")


def _find(book: CodeBook, name: str) -> Code:
    if name in book.codes:
        return book.codes[name]
    same = [code for code in book.codes.values() if code.name.casefold() == name.casefold()]
    if len(same) == 1:
        return same[0]
    if same:
        raise BadInput(f"several codes are called {name!r}: give an id, {' or '.join(code.id for code in same)}")
    raise NotFound(f"there is no code {name!r}. {did_you_mean(name, [code.name for code in book.codes.values()])}".strip())


def _an_idea(book: CodeBook, code: Code) -> Ref:
    """To name the code by: one that is called like it, so that whoever reads the decision knows which was meant."""
    if not code.ideas:
        raise BadInput(f"nobody has spoken of {code.name!r} yet")
    return next((ref for ref in code.ideas if book.joined[ref].label == code.name), code.ideas[0])


def _ref(text: str) -> Ref:
    respondent, _, idea = text.partition("/")
    if not idea:
        raise BadInput(f"{text!r} names no idea: write respondent/idea, such as R003/s4")
    return Ref(respondent, idea)


# ── showing ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _codes(book: CodeBook) -> Table:
    table = Table("id", "code", "type", "respondents", "mentions", box=None, pad_edge=False)
    for code in sorted(book.codes.values(), key=lambda each: (-each.support, -each.mentions)):
        table.add_row(code.id, Text(code.name), code.type, str(code.support), str(code.mentions))
    return table


def _joined(book: CodeBook, code: Code) -> Table:
    table = Table("idea", "said as", "joined by", "nearness", box=None, pad_edge=False)
    for ref in code.ideas:
        each = book.joined[ref]
        table.add_row(f"{ref.respondent}/{ref.idea}", Text(each.label), each.join, f"{each.nearness:.2f}")
    return table


def _alike(book: CodeBook) -> Iterator[str]:
    if book.alike:
        yield "\nNear one another; `dramaturg study merge` makes one of two:"
    for each in book.alike[:MOST_ALIKE]:
        one, other = book.codes[each.code], book.codes[each.other]
        yield f"  {each.nearness:.2f}  {one.id} {one.name}  ·  {other.id} {other.name}"


def _decisions(book: CodeBook, state: StudyState) -> Iterator[str]:
    if state.decisions:
        yield "\nDecisions:"
    for each in state.decisions:
        yield f"  {each.number}. {_told(each, book)}{' (taken back)' if each.undone else ''}"


def _told(decided: Decided, book: CodeBook) -> str:
    def name(ref: Ref) -> str:
        return f"“{book.joined[ref].label}” of {ref.respondent}" if ref in book.joined else f"an idea of {ref.respondent}"

    match decided.decision:
        case CodesMerged(into, other):
            return f"the code of {name(other)} merged into that of {name(into)}"
        case CodeSplit(ideas):
            return f"split off: {', '.join(name(ref) for ref in ideas)}"
        case CodeRenamed(idea, new):
            return f"the code of {name(idea)} renamed to “{new}”"
        case CodesImported(codes):
            return f"{len(codes)} codes imported"


def _as_json(book: CodeBook, state: StudyState) -> dict[str, object]:
    return {
        "codes": [
            asdict(code) | {"ideas": [f"{ref.respondent}/{ref.idea}" for ref in code.ideas]} for code in book.codes.values()
        ],
        "joined": [
            {
                "idea": f"{ref.respondent}/{ref.idea}",
                "label": each.label,
                "code": each.code,
                "by": each.join,
                "nearness": each.nearness,
            }
            for ref, each in book.joined.items()
        ],
        "alike": [asdict(each) for each in book.alike],
        "decisions": [asdict(each) for each in state.decisions],
    }


# ── agreeing ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _agreement(material: Material, file: Path, coder: str) -> Agreement:
    book = material.book()
    names = unlike_names(book)
    ours = Coding({unit: codes for interview in material.coded(book) for unit, codes in _answers(interview, names).items()})
    theirs = _from_project(material, file, coder) if file.suffix.lower() == ".qdpx" else read_coding(file)
    return agreement(ours, theirs.over(ours.codes))


def _answers(interview: CodedInterview, names: Mapping[str, str]) -> dict[Unit, frozenset[str]]:
    """By answer: the codes whose words stand in it, by the names they are exported under."""
    said = {turn: set[str]() for turn in _turns(interview.testimony)}
    for idea in interview.testimony.ideas:
        for words in idea.words:
            said[words.turn].add(names[interview.code_of[idea.id]])
    return {Unit(interview.testimony.respondent, turn): frozenset(names) for turn, names in said.items()}


def _from_project(material: Material, file: Path, coder: str) -> Coding:
    second, study = read_codings(file, coder), material.matter.study
    codes: dict[Unit, set[str]] = {}
    for testimony in material.read():
        if second.has(study, testimony.respondent):
            codes |= {Unit(testimony.respondent, turn): set() for turn in _turns(testimony)}
            for respondent, turn, code in second.coded(study, testimony):
                codes[Unit(respondent, turn)].add(code)
    return Coding({unit: frozenset(names) for unit, names in codes.items()})


def _turns(testimony: Testimony) -> Iterator[int]:
    return (line.turn for line in testimony.lines if line.speaker == "respondent")
