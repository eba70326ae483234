"""`dramaturg interview`: strategies ranked from signals alone, what is heard in an answer, and an
interview written up.
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
from dramaturg.cli.shell import SessionId, find_session, read_json_lines, read_text, with_app
from dramaturg.engines.interviews.content import subject_of
from dramaturg.engines.interviews.hear_lines import SaidLine, heard
from dramaturg.engines.interviews.perceive import AnswerTools
from dramaturg.engines.interviews.rank import EXAMPLE, find_methodology, read_situation
from dramaturg.engines.interviews.rank import rank as ranked
from dramaturg.kernel.errors import BadInput

commands = typer.Typer(no_args_is_help=True, add_completion=False)

SAID = 'write one answer a line, such as {"said": "..."}'
KEYS = ("strategy", "node_id", "score", "parts", "multiplier", "bonus")


@commands.command()
def rank(
    methodology: Annotated[
        str, typer.Argument(help="Id of a methodology, such as means_end_chain, or a YAML file.")
    ],
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
def hear(
    methodology: Annotated[
        str, typer.Argument(help="Id of a methodology, such as means_end_chain, or a YAML file.")
    ],
    about: Annotated[str, typer.Option(help="Id of a subject, or the subject itself in words.")],
    file: Annotated[
        Path, typer.Option("--in", help="A file of JSON lines; standard input if left out.")
    ] = Path("-"),
) -> None:
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
