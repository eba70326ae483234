"""`dramaturg demo`: a simulated learner plays a sim from greeting to handover, and the walk is shown and replayed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from dramaturg.app.checking import check
from dramaturg.app.learners import AttentiveLearner
from dramaturg.app.productions import sim_content
from dramaturg.app.sessions import AnyRecord
from dramaturg.app.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.play import show_document, show_line, show_scene
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.state import Walked
from dramaturg.turn.contract import Cue, Heard

MOST_TURNS = 40

NEXT = """Now you (the command is .venv/bin/dramaturg):
  dramaturg play sim launch_decision    talk to Maya; /why explains each turn
  dramaturg play sim --npc guide        or ask the guide first
  dramaturg check                       prove everything that can be played
  dramaturg sessions list               then: sessions show ID, replay ID
With a model: DRAMATURG_MODEL=openai:gpt-5 OPENAI_API_KEY=... dramaturg play sim"""


def run_demo() -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_demo(Path(folder)))


async def _demo(folder: Path) -> None:
    console = Console(highlight=False)
    console.print(Rule("A sim, played by a simulated learner: no model, no key"))
    async with open_app(Settings(store=str(folder / "demo.db"), model="offline")) as app:
        session, records = await play_through(app, console)
        console.print(Rule("The walk: the speaker speaks, the walker decides"))
        show_walk(console, records)
        console.print(Rule("Proof and replay"))
        await _prove(app, session, console)
    console.print(Rule())
    console.print(NEXT)


async def play_through(app: App, console: Console) -> tuple[str, list[AnyRecord]]:
    """One whole conversation, shown as it goes."""
    session, opening = await app.sessions.open(sim_content(app.library, "launch_decision"), to="qa_lead")
    show_scene(console, opening.settlement.cues)
    engine: SimEngine = (await app.sessions.live(session)).engine  # type: ignore[assignment]  # a scenario is played by sims
    person = engine.scenario.person("qa_lead")
    learner, line, cues = AttentiveLearner(), "", opening.settlement.cues
    records: list[AnyRecord] = []
    while (heard := learner.answer(line, cues)) is not None and len(records) < MOST_TURNS:
        console.print(Text(f"you › {heard.text or chosen(heard, cues)}", style="cyan"))
        record = await app.sessions.turn(session, heard, key=f"demo-{len(records)}")
        records.append(record)
        line, cues = record.line, record.settlement.cues
        show_line(console, person.name, person.role, line)
    for cue in cues:
        if cue.command == "AI_EndConversation":
            show_document(console, engine, cue.data["document"])
    return session, records


def chosen(heard: Heard, cues: tuple[Cue, ...]) -> str:
    options = next(cue.data["options"] for cue in cues if cue.command == "AI_PivotMoment")
    return next(f"{option['id']}) {option['text']}" for option in options if option["id"] == heard.choice)


def show_walk(console: Console, records: list[AnyRecord]) -> None:
    table = Table("exchange", "node", "decision", "next", "reason")
    walked = [(record, event) for record in records for event in record.settlement.events if isinstance(event, Walked)]
    for record, event in walked:
        reason = record.settlement.reason
        table.add_row(str(len(event.pointer.node_history)), event.node, event.decision, event.pointer.current_node, reason)
    console.print(table)


async def _prove(app: App, session: str, console: Console) -> None:
    report = await asyncio.to_thread(check, [])
    held = sum(proof.holds for proof in report.proofs)
    console.print(f"{held} of {len(report.proofs)} proofs hold over every state these conversations can reach.")
    replayed = [turn async for turn in app.sessions.replay(session)]
    same = sum(turn.same for turn in replayed)
    console.print(f"{same} of {len(replayed)} turns replay to the same record, to the letter.")
