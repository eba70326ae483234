"""`dramaturg memoir`: what can be told of a memoir, and what can be taken out of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any, Literal

import typer
from pydantic import BaseModel, ConfigDict
from pydantic_core import to_json

from dramaturg.app.config.providers import ear, readers, syntax, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.wiring import App
from dramaturg.cli.shell import (
    AsJson,
    Yes,
    find_session,
    judge_lines,
    read_json_lines,
    says_yes,
    with_app,
    write_file,
)
from dramaturg.cli.text_layout import wrapped
from dramaturg.engines import kit_of
from dramaturg.engines.memoir.artifact_files import artifacts_of
from dramaturg.engines.memoir.audit.evaluation import evaluation_of, in_figures
from dramaturg.engines.memoir.audit.turn_audit import audit as audited
from dramaturg.engines.memoir.audit.turn_contracts import contract_of
from dramaturg.engines.memoir.book.chapter_file import read_chapters, write_chapters
from dramaturg.engines.memoir.book.draft import BookOptions
from dramaturg.engines.memoir.book.formats import FORMS, timeline_json, timeline_markdown
from dramaturg.engines.memoir.book.questions import questions_lines
from dramaturg.engines.memoir.book.selection import Reader
from dramaturg.engines.memoir.book.timeline import timeline as timeline_of
from dramaturg.engines.memoir.book.view import left_out_lines, left_out_shown
from dramaturg.engines.memoir.decide_lines import SignalLine, decide_lines
from dramaturg.engines.memoir.judge_lines import LinePlace
from dramaturg.engines.memoir.read.ways import pressed
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.turn.contract import MIGRATED

commands = typer.Typer(no_args_is_help=True, add_completion=False)

EXAMPLE = 'write one turn a line, such as {"vagueness_score": 0.2, ...}'
SAID = 'write what was said a line, such as {"said": "...", "context": "..."}'
WIDTH = 100
MARKED = {
    "sensitive": (
        "is marked as sensitive: it stays out of the book, unless the book is written"
        " --with-sensitive"
    ),
    "off_record": "is off the record: it stays out of the book",
    "family": "is for the family: it stands in the book that is written --for family",
    "wanted": "is wanted in the book, whatever else speaks against that",
    "none": "has no mark any more",
}

Memoir = Annotated[
    str,
    typer.Argument(
        help="A memoir, by the beginning of its id; the newest if left out.", metavar="MEMOIR"
    ),
]


async def _find(app: App, beginning: str) -> str:
    """The memoir whose id begins so; the newest when nothing is named."""
    if beginning:
        return await find_session(app.log, beginning)
    memoirs = await app.memoirs.all()
    if not memoirs:
        raise NotFound("there is no memoir yet: `dramaturg play memoir` begins one")
    return memoirs[0].id


@commands.command()
def decide(
    signals: Annotated[
        Path, typer.Option(help="JSON lines, the signals of one turn each; - for standard input.")
    ],
    artifacts: Annotated[
        str, typer.Option(help="Id of an interviewer's artifacts, or a folder with your own.")
    ] = "origins",
) -> None:
    """One turn contract for each line of signals, carrying the state from line to line."""
    read = read_json_lines(signals, SignalLine, EXAMPLE, whole="this line")
    _, _, governed_by = artifacts_of(library_of(Settings()), artifacts)
    for contract in decide_lines(governed_by, read):
        print(contract.model_dump_json())


class SaidLine(BaseModel):
    """What somebody said, and what was said to them just before."""

    model_config = ConfigDict(extra="forbid", strict=True)

    said: str
    context: str = ""


@commands.command()
def hear(
    file: Annotated[
        Path, typer.Option("--in", help="A file of JSON lines; standard input if left out.")
    ] = Path("-"),
) -> None:
    """What is heard in somebody's words, one JSON object for each line.

    In: {"said": "...", "context": "what was said to them just before"}; only said is needed.
    """
    for line in read_json_lines(file, SaidLine, SAID, whole="this line"):
        heard = pressed(line.said) or ear().hear(line.said, line.context)
        print(json.dumps(heard.shown(), ensure_ascii=False))


@commands.command()
def line(
    file: Annotated[
        Path, typer.Option("--in", help="A file of JSON lines; standard input if left out.")
    ] = Path("-"),
    artifacts: Annotated[
        str, typer.Option(help="Id of an interviewer's artifacts, or a folder with your own.")
    ] = "origins",
) -> None:
    """What becomes of lines that somebody would have an interviewer say, one JSON object for each.

    In: {"said": ["..."], "name": "...", "line": "..."}; only line is needed. All faults are told at
    once, exit 1.
    """
    _, _, governed_by = artifacts_of(library_of(Settings()), artifacts)
    place = LinePlace(governed_by, syntax(), readers(), ear())
    judge_lines(kit_of("memoir").lines, place, file)


@commands.command()
def audit(
    session: Memoir = "",
    turn: Annotated[int | None, typer.Option(help="This turn only.")] = None,
    words: Annotated[
        bool, typer.Option("--words/--no-words", help="With what was said, or without.")
    ] = True,
    contracts: Annotated[
        bool, typer.Option("--contracts", help="The turn contracts instead, as JSON lines.")
    ] = False,
) -> None:
    """Every turn explained: what was read, which rule won, how deep and why, what was replaced."""

    async def explained(app: App) -> str:
        id = await _find(app, session)
        records = [
            record for record in await app.memoirs.records(id) if turn in (None, record.turn)
        ]
        if not records:
            raise NotFound(f"the memoir has no turn {turn}")
        if contracts:
            said = (record for record in records if record.heard.choice != MIGRATED)
            return "\n".join(contract_of(record).model_dump_json() for record in said)
        artifacts: Any = (await app.memoirs.engine(id)).artifacts
        lines = list(audited(records, artifacts.governor, words))
        if turn is None:
            lines += in_figures(evaluation_of(records, artifacts), artifacts)
        return "\n".join(wrapped(lines, min(get_terminal_size().columns, WIDTH))).rstrip()

    print(with_app(explained))


@commands.command()
def timeline(session: Memoir = "", as_json: AsJson = False) -> None:
    """People, places, years and periods, each with the words that told of it."""

    async def laid_out(app: App) -> str:
        found = timeline_of(await app.memoirs.memoir(await _find(app, session)))
        return timeline_json(found) if as_json else timeline_markdown(found)

    print(with_app(laid_out).rstrip())


@commands.command()
def book(
    session: Memoir = "",
    to: Annotated[
        Literal["md", "html", "epub", "pdf"],
        typer.Option(help="Markdown, one web page, an e-book, or A5 pages for a printer."),
    ] = "html",
    out: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
    title: Annotated[
        str, typer.Option(help="Its title; made from the teller's name if left out.")
    ] = "",
    sensitive: Annotated[
        bool, typer.Option("--with-sensitive", help="With passages that were told in pain.")
    ] = False,
    include: Annotated[
        list[int] | None, typer.Option(help="A passage that would stay out, by its turn.")
    ] = None,
    reader: Annotated[
        Reader, typer.Option("--for", help="Whose copy it is: the family's has more.")
    ] = "everyone",
    openings: Annotated[
        bool,
        typer.Option("--openings", help="Let the model of the settings word how chapters open."),
    ] = False,
) -> None:
    """A draft of the memoir in chapters; every sentence leads to the teller's own words."""

    async def write(app: App) -> str:
        id = await _find(app, session)
        voice = voice_of(app.settings) if openings else None
        wanted = (*(("sensitive",) if sensitive else ()), *(include or ()))
        draft = await app.memoirs.book(id, BookOptions(wanted, title, reader), voice)
        file = out or Path(f"memoir-{id[:8]}.{to}")
        write_file(file, FORMS[to](draft))
        return f"Wrote {file}.\n{draft.for_teller}".rstrip()

    print(with_app(write))


@commands.command()
def chapters(
    session: Memoir = "",
    file: Annotated[
        Path | None, typer.Option("--from", help="Arrange the book as this file says.")
    ] = None,
) -> None:
    """The chapters of the book as YAML: move its lines, change titles, cut, join, and give it back
    with --from.
    """

    async def shown(app: App) -> str:
        id = await _find(app, session)
        if file:
            await app.memoirs.arrange(id, read_chapters(file.read_text(encoding="utf-8")))
        return write_chapters(await app.memoirs.memoir(id))

    print(with_app(shown).rstrip())


@commands.command()
def left_out(session: Memoir = "", as_json: AsJson = False) -> None:
    """What stays out of the book, and why. `memoir mark` takes it in."""

    async def listed(app: App) -> str:
        found = left_out_shown(await app.memoirs.memoir(await _find(app, session)))
        return to_json(found).decode() if as_json else "\n".join(left_out_lines(found))

    print(with_app(listed).rstrip())


@commands.command()
def mark(
    session: Memoir,
    passage: Annotated[
        int, typer.Argument(help="The passage, by its turn as `memoir audit` tells it.")
    ],
    mark: Annotated[
        Literal["sensitive", "off_record", "family", "wanted", "none"],
        typer.Argument(help="wanted takes a passage in for good; none takes a mark away."),
    ],
) -> None:
    """Leave a passage out of the book, or take it in again."""

    async def put(app: App) -> None:
        wanted = None if mark == "none" else mark
        await app.memoirs.mark(await _find(app, session), passage, wanted)

    with_app(put)
    print(f"Passage {passage} {MARKED[mark]}.")


@commands.command()
def ask(
    question: Annotated[str, typer.Argument(help="What you would like to know, one question.")],
    by: Annotated[str, typer.Option("--from", help="Who asks, as the teller is told: Poppy.")],
    session: Annotated[
        str, typer.Option("--memoir", help="By the beginning of its id; the newest if left out.")
    ] = "",
) -> None:
    """Leave a question for the teller. It is put once, when it fits, and they are told who asks."""

    async def leave(app: App) -> str:
        await app.memoirs.ask(await _find(app, session), question, by)
        return "It is kept, and put when it fits. `memoir asked` shows what is answered."

    print(with_app(leave))


@commands.command()
def asked(session: Memoir = "", as_json: AsJson = False) -> None:
    """What others asked, whether it was put, and what was answered."""

    async def listed(app: App) -> str:
        found = await app.memoirs.asked(await _find(app, session))
        return to_json(found).decode() if as_json else "\n".join(questions_lines(found))

    print(with_app(listed))


@commands.command()
def forget(
    session: Memoir,
    passage: Annotated[int | None, typer.Option(help="This passage, by its turn.")] = None,
    topic: Annotated[str | None, typer.Option(help="Everything of this topic, such as t3.")] = None,
    sitting: Annotated[int | None, typer.Option(help="This whole sitting.")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="The whole memoir.")] = False,
    yes: Yes = False,
) -> None:
    """Delete a passage, a topic, a sitting or everything, for good: from the log, the tables and
    all later exports.
    """

    async def remove(app: App) -> str:
        id = await _find(app, session)
        if not (yes or await _sure(id, everything)):
            return "Nothing was removed."
        if not everything:
            removal = await app.memoirs.forget(id, passage=passage, topic=topic, sitting=sitting)
            return str(removal)
        if (passage, topic, sitting) != (None, None, None):
            raise BadInput("say what is to be removed: everything, or a part, not both")
        await app.memoirs.delete(id)
        return (
            "The memoir was removed. Books and timelines that were written out before still have"
            " it."
        )

    print(with_app(remove))


async def _sure(session: str, everything: bool) -> bool:
    what = "the whole memoir" if everything else "this"
    if not sys.stdin.isatty():
        raise BadInput("this cannot be undone: say --yes to do it without being asked")
    return await says_yes(f"Remove {what} from {session} for good? It cannot be undone.")
