"""`dramaturg study codes`, `merge`, `split`, `rename`, `undo`, `import`, `agreement`: what the
analyst sees and decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dramaturg.app.studies.code_decisions import (
    Words,
    decision_in_words,
    find_code,
    memo_on,
    merging,
    recoding,
    renaming,
    require_kind,
    splitting,
)
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.studies.second_coding import agreement_with
from dramaturg.app.wiring import App
from dramaturg.cli.open_study import of_study
from dramaturg.cli.shell import with_app
from dramaturg.cli.study_agreement import print_agreement
from dramaturg.cli.study_options import CodeName, Json, Open
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.codes import Code, CodeBook, CodesImported, CodingDecision
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.qdpx.code_books import read_codebook

commands = typer.Typer(add_completion=False)


MOST_ALIKE = 12


@commands.command("codes")
def run_codes(
    name: Open,
    joined: Annotated[
        str | None, typer.Option(help="A code: what was joined to it, by whom and why.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The codes of all interviews with the respondents behind them, and the analyst's decisions."""
    state, book = of_study(name, lambda material: (material.context.state, material.book()))
    if as_json:
        print(json.dumps(_as_json(book, state), ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False)
    console.print(_joined(book, find_code(book, joined)) if joined else _codes(book))
    for line in _notes(book, state, with_alike=not joined):
        console.print(line, markup=False)


@commands.command("merge")
def run_merge(name: Open, into: CodeName, other: CodeName) -> None:
    """Make the second code part of the first."""
    _decide(name, lambda book: merging(book, into, other), f"“{other}” is part of “{into}” now")


@commands.command("split")
def run_split(
    name: Open,
    code: CodeName,
    ideas: Annotated[
        list[str],
        typer.Argument(help="What leaves it: respondent/idea as `study codes --joined` tells it."),
    ],
) -> None:
    """Let some ideas leave a code and be one of their own."""
    _decide(
        name,
        lambda book: splitting(book, code, ideas),
        f"{' and '.join(ideas)} left “{code}” for a code of their own",
    )


@commands.command("rename")
def run_rename(
    name: Open, code: CodeName, to: Annotated[str, typer.Argument(help="Its new name.")]
) -> None:
    """Give a code another name."""
    _decide(name, lambda book: renaming(book, code, to), f"“{code}” is called “{to.strip()}” now")


@commands.command("code")
def run_code(
    name: Open,
    place: Annotated[
        str, typer.Argument(help="Respondent and turn, such as R003/12.", metavar="PLACE")
    ],
    words: Annotated[str, typer.Argument(help="Words of that answer, as they stand there.")],
    code: Annotated[str, typer.Argument(help="A code by id or name, or the name of a new one.")],
    kind: Annotated[
        str, typer.Option(help="Makes a new code of this kind, where there is none of the name.")
    ] = "",
) -> None:
    """Give words of a transcript a code, in place of whatever they had."""
    respondent, _, turn = place.partition("/")
    if not turn.isdecimal():
        raise BadInput(f"{place!r} is no place: write respondent/turn, such as R003/12")
    wanted = Words(respondent, int(turn), words, code, kind)

    def decide(material: StudyMaterial) -> CodingDecision:
        if kind:
            require_kind(material, kind)
        return recoding(material.book(), material.read(), wanted)

    _note(name, decide, f"These words of {respondent} are “{code}” now")


@commands.command("memo")
def run_memo(
    name: Open,
    code: CodeName,
    text: Annotated[str, typer.Argument(help="What you think of it; '' takes a memo away.")],
) -> None:
    """Write a memo on a code: it stands in `study codes`, the report and the exports."""
    _decide(name, lambda book: memo_on(book, code, text), f"The memo on “{code}” is kept")


@commands.command("undo")
def run_undo(
    name: Open,
    number: Annotated[int, typer.Argument(help="Of the decision, as `study codes` tells it.")],
) -> None:
    """Take back a decision about codes."""

    async def work(app: App) -> None:
        await app.studies.undo(await app.studies.find(name), number)

    with_app(work)
    print(f"Decision {number} is taken back.")


@commands.command("import")
def run_import(
    name: Open, file: Annotated[Path, typer.Argument(help="A .qdpx or .qdc file.")]
) -> None:
    """Take over the code book of another program; ideas of the same name or meaning join
    its codes.
    """

    def read(material: StudyMaterial) -> CodesImported:
        return CodesImported(read_codebook(file, material.context.methodology.ontology))

    _note(name, read, f"The codes of {file.name} take part from now on")


@commands.command("agreement")
def run_agreement(
    name: Open,
    file: Annotated[
        Path, typer.Argument(help="A second coder's codes: CSV (interview, turn, code) or .qdpx.")
    ],
    coder: Annotated[str, typer.Option(help="Whose codings of a .qdpx with several coders.")] = "",
    as_json: Json = False,
) -> None:
    """How far a second coder agrees: Cohen's kappa and Krippendorff's alpha by code."""
    print_agreement(of_study(name, lambda material: agreement_with(material, file, coder)), as_json)


# ── deciding ──────────────────────────────────────────────────────────────────────────────────────


def _decide(name: str, decision: Callable[[CodeBook], CodingDecision], what: str) -> None:
    _note(name, lambda material: decision(material.book()), what)


def _note(name: str, decide: Callable[[StudyMaterial], CodingDecision], what: str) -> None:
    async def work(app: App) -> int:
        study = await app.studies.find(name)
        return await app.studies.decide(study, await with_material(app.studies, study, decide))

    number = with_app(work)
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
    if memos := [code for code in book.ranked if code.memo]:
        yield "\nMemos:"
        yield from (f"  {code.id} {code.name}: {code.memo}" for code in memos)
    if state.decisions:
        yield "\nDecisions:"
    for each in state.decisions:
        back = " (taken back)" if each.undone else ""
        yield f"  {each.number}. {decision_in_words(each.decision, book)}{back}"


def _as_json(book: CodeBook, state: StudyState) -> dict[str, object]:
    return {
        "codes": [
            asdict(code) | {"ideas": [f"{ref.respondent}/{ref.idea}" for ref in code.ideas]}
            for code in book.codes.values()
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
