"""`dramaturg interview`: strategies ranked from signals alone, what is heard in an answer, what an
interviewer may say, and an interview written up.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from dramaturg.app.config.providers import ear, embedder, readers, syntax
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.views.write_up import write_up
from dramaturg.app.wiring import App
from dramaturg.care.policy import WITHOUT_COUNTRY
from dramaturg.cli.shell import (
    SessionId,
    find_session,
    judge_lines,
    read_json_lines,
    read_text,
    with_app,
)
from dramaturg.engines import kit_of
from dramaturg.engines.interviews.content import subject_of
from dramaturg.engines.interviews.hear_lines import SaidLine, heard
from dramaturg.engines.interviews.judge_lines import LinePlace
from dramaturg.engines.interviews.perceive import AnswerTools
from dramaturg.engines.interviews.questions.guard import Guard
from dramaturg.engines.interviews.rank import EXAMPLE, find_methodology, read_situation
from dramaturg.engines.interviews.rank import rank as ranked
from dramaturg.kernel.errors import BadInput

commands = typer.Typer(no_args_is_help=True, add_completion=False)

SAID = 'write one answer a line, such as {"said": "..."}'
KEYS = ("strategy", "node_id", "score", "parts", "multiplier", "bonus")


MethodologyName = Annotated[
    str, typer.Argument(help="Id of a methodology, such as means_end_chain, or a YAML file.")
]
About = Annotated[
    str, typer.Option("--about", help="Id of a subject, or the subject itself in words.")
]
InFile = Annotated[
    Path, typer.Option("--in", help="A file of JSON lines; standard input if left out.")
]


@commands.command()
def rank(
    methodology: MethodologyName,
    signals: Annotated[
        Path,
        typer.Option(
            help="Signals of the interview and of its concepts, as JSON; - for standard input."
        ),
    ],
) -> None:
    """Every strategy on every concept with its score and the parts of it, best first, one JSON
    object a line.

    In: {"global": {"signal": value}, "nodes": {"concept": {"signal": value}}, "phase": "mid",
    "history": ["strategy"]}; only nodes is needed. All faults are told at once, exit 1.
    """
    found = find_methodology(library_of(Settings()), methodology).document
    try:
        situation = read_situation(_json(signals), found)
    except BadInput as error:
        faults = (f"{signals}: {fault}" for fault in str(error).splitlines())
        raise BadInput("\n".join(faults)) from error
    for pair in ranked(found, situation):
        values = asdict(pair)
        print(json.dumps({key: values[key] for key in KEYS}, ensure_ascii=False))


@commands.command()
def hear(methodology: MethodologyName, about: About, file: InFile = Path("-")) -> None:
    """What is heard in each answer and taken from it, one JSON object a line.

    In: {"said": "...", "question": "what was asked"}; only said is needed. All faults are told at
    once, exit 1.
    """
    library = library_of(Settings())
    found, subject = find_methodology(library, methodology).document, subject_of(library, about)
    lines = read_json_lines(file, SaidLine, SAID, whole="this line")
    tools = AnswerTools(
        found, subject, None, embedder(), syntax(), readers(), ear(), WITHOUT_COUNTRY
    )
    for line in lines:
        print(json.dumps(heard(line, tools), ensure_ascii=False))


@commands.command()
def line(methodology: MethodologyName, about: About, file: InFile = Path("-")) -> None:
    """What becomes of lines that somebody would have an interviewer say, one JSON object for each.

    In: {"questions": ["..."], "answers": ["..."], "line": "..."}; only line is needed. All faults
    are told at once, exit 1.
    """
    library = library_of(Settings())
    found, subject = find_methodology(library, methodology).document, subject_of(library, about)
    guard = Guard(readers(), found, syntax(), embedder(), ear())
    judge_lines(kit_of("interviews").lines, LinePlace(subject, guard, ear()), file)


@commands.command()
def report(
    session: SessionId,
    out: Annotated[
        Path | None, typer.Option(help="The folder to write; named after the session if left out.")
    ] = None,
) -> None:
    """Write an interview up: transcript, report, and the knowledge graph as pictures."""

    async def write(app: App) -> list[Path]:
        id = await find_session(app.log, session)
        return await write_up(app.sessions, id, out or Path(f"interview-{id}"))

    for file in with_app(write):
        print(f"Wrote {file}.")


def _json(path: Path) -> Any:
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is not JSON; write it like {EXAMPLE}") from error
