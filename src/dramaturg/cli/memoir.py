"""The `dramaturg memoir` commands. Nothing heavy is imported until a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

memoir = typer.Typer(
    no_args_is_help=True,
    help="Memoirs: why each turn went as it did, the timeline, the book, and forgetting.",
)

Session = Annotated[
    str,
    typer.Argument(
        help="A memoir, by the beginning of its id; the newest if left out.", metavar="MEMOIR"
    ),
]
Artifacts = Annotated[
    str, typer.Option(help="Id of an interviewer's artifacts, or a folder with your own.")
]


@memoir.command("decide")
def decide(
    signals: Annotated[
        Path, typer.Option(help="JSON lines, the signals of one turn each; - for standard input.")
    ],
    artifacts: Artifacts = "origins",
) -> None:
    """One turn contract for each line of signals, carrying the state from line to line."""
    from dramaturg.cli.memoir_decide import run_decide

    run_decide(signals, artifacts)


@memoir.command("audit")
def audit(
    session: Session = "",
    turn: Annotated[int | None, typer.Option(help="This turn only.")] = None,
    words: Annotated[
        bool, typer.Option("--words/--no-words", help="With what was said, or without.")
    ] = True,
    contracts: Annotated[
        bool, typer.Option("--contracts", help="The turn contracts instead, as JSON lines.")
    ] = False,
) -> None:
    """Every turn explained: what was read, which rule won, how deep and why, what was replaced."""
    from dramaturg.cli.memoir_output import run_audit

    run_audit(session, turn, words, contracts)


@memoir.command("timeline")
def timeline(
    session: Session = "",
    json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
) -> None:
    """People, places, years and periods, each with the words that told of it."""
    from dramaturg.cli.memoir_output import run_timeline

    run_timeline(session, json)


@memoir.command("book")
def book(
    session: Session = "",
    to: Annotated[
        Literal["md", "html", "epub"], typer.Option(help="Markdown, one web page, or an e-book.")
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
    openings: Annotated[
        bool,
        typer.Option("--openings", help="Let the model of the settings word how chapters open."),
    ] = False,
) -> None:
    """A draft of the memoir in chapters; every sentence leads to the teller's own words."""
    from dramaturg.cli.memoir_output import BookWish, run_book

    wanted = (*(("sensitive",) if sensitive else ()), *(include or ()))
    run_book(session, BookWish(to, out, wanted, title, openings))


@memoir.command("mark")
def mark(
    session: Session,
    passage: Annotated[
        int, typer.Argument(help="The passage, by its turn as `memoir audit` tells it.")
    ],
    mark: Annotated[
        Literal["sensitive", "off_record", "none"], typer.Argument(help="none takes a mark away.")
    ],
) -> None:
    """Leave a passage out of the book, or take it in again."""
    from dramaturg.cli.memoir_output import run_mark

    run_mark(session, passage, mark)


@memoir.command("forget")
def forget(
    session: Session,
    passage: Annotated[int | None, typer.Option(help="This passage, by its turn.")] = None,
    topic: Annotated[str | None, typer.Option(help="Everything of this topic, such as t3.")] = None,
    sitting: Annotated[int | None, typer.Option(help="This whole sitting.")] = None,
    everything: Annotated[bool, typer.Option("--everything", help="The whole memoir.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask again.")] = False,
) -> None:
    """Delete a passage, a topic, a sitting or everything, for good: from the log, the tables and
    all later exports.
    """
    from dramaturg.cli.memoir_output import run_forget

    run_forget(session, passage, topic, sitting, everything, yes)
