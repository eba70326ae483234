"""`dramaturg sim`: decisions from reports alone, what is heard in a learner's words, what a person
may say, and a session looked back on.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from dramaturg.app.config.providers import ear, embedder, syntax
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.views.sims import debriefed
from dramaturg.app.wiring import App
from dramaturg.cli.shell import (
    AsJson,
    SessionId,
    find_session,
    judge_lines,
    read_json_lines,
    with_app,
)
from dramaturg.engines import kit_of
from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.content import sim_part
from dramaturg.engines.sims.debrief import Debrief, debrief_text
from dramaturg.engines.sims.hear_lines import SaidLine, heard, require_node
from dramaturg.engines.sims.judge_lines import LinePlace
from dramaturg.engines.sims.perceive import PersonReader
from dramaturg.engines.sims.walk import WalkLine, WalkReport
from dramaturg.engines.sims.walk import walk as walked

commands = typer.Typer(no_args_is_help=True, add_completion=False)

EXAMPLE = 'write one exchange a line, such as {"node_satisfied": true}'
SAID = 'write what was said a line, such as {"said": "..."}'
Scenario = Annotated[str, typer.Argument(help="Id of a scenario, such as launch_decision.")]
Npc = Annotated[str, typer.Option("--npc", help="Id of the person.")]
AtNode = Annotated[
    str, typer.Option("--node", help="Where the conversation stands, such as DECISIVE.")
]
InFile = Annotated[
    Path, typer.Option("--in", help="A file of JSON lines; standard input if left out.")
]


@commands.command()
def walk(
    scenario: Scenario,
    npc: Npc,
    reports: Annotated[
        Path, typer.Option(help="One exchange a line, as JSON; - for standard input.")
    ],
    table: Annotated[bool, typer.Option(help="A table instead of JSON lines.")] = False,
) -> None:
    """One decision a line from reports alone: turn, node, decision, next, reason, commands.

    When reports go on after the end, every decision is printed, and then the fault; exit 1.
    """
    part = sim_part(library_of(Settings()), scenario, npc)
    decided = walked(part, read_json_lines(reports, WalkReport, EXAMPLE, "{}: field required"))
    lines: list[WalkLine] = []
    try:
        for line in decided:
            lines.append(line)
            if not table:
                print(json.dumps(asdict(line), ensure_ascii=False))
    finally:
        if table:
            Console().print(_table(lines))


@commands.command()
def hear(scenario: Scenario, npc: Npc, node: AtNode, file: InFile = Path("-")) -> None:
    """What a person hears in a learner's words, one JSON object for each line.

    In: {"said": "..."}. What decides the case counts as told. All faults are told at once, exit 1.
    """
    part = sim_part(library_of(Settings()), scenario, npc)
    require_node(part, node)
    lines = read_json_lines(file, SaidLine, SAID, whole="this line")
    reader = PersonReader(part, embedder(), ear())
    for line in lines:
        print(json.dumps(heard(line.said, reader, node), ensure_ascii=False))


@commands.command()
def line(scenario: Scenario, npc: Npc, node: AtNode, file: InFile = Path("-")) -> None:
    """What becomes of lines that somebody would have this person say, one JSON object for each.

    In: {"heard": "...", "line": "..."}. All faults are told at once, exit 1.
    """
    part = sim_part(library_of(Settings()), scenario, npc)
    require_node(part, node)
    judge_lines(kit_of("sims").lines, LinePlace(part, node, LineCheck(embedder(), syntax())), file)


@commands.command()
def debrief(session: SessionId, as_json: AsJson = False) -> None:
    """What was heard, acknowledged or missed in a session, with the turn behind every claim."""

    async def looked_back(app: App) -> Debrief:
        return await debriefed(app.sessions, await find_session(app.log, session))

    found = with_app(looked_back)
    print(
        json.dumps(asdict(found), ensure_ascii=False, indent=2) if as_json else debrief_text(found)
    )


def _table(lines: list[WalkLine]) -> Table:
    table = Table("turn", "node", "decision", "next", "reason", "commands", "relationship")
    for line in lines:
        relationship = f"{line.relationship:+d} {line.state}"
        words = (line.node, line.decision, line.next, line.reason, "\n".join(line.commands))
        table.add_row(str(line.turn), *words, relationship)
    return table
