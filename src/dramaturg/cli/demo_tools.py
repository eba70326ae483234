"""The part of the demo for authors: a what if, a dry run of a migration and a walkthrough, a few
lines each.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.swap import ContentChange, find_version
from dramaturg.app.migrate.migrate import Migrations
from dramaturg.app.replay.what_if import Deciders, what_if
from dramaturg.app.walkthroughs.suite import find_suite
from dramaturg.app.walkthroughs.ways import WAYS
from dramaturg.app.wiring import App
from dramaturg.content.library import packaged
from dramaturg.engines.kit import Version
from dramaturg.engines.sims.content import sim_content
from dramaturg.turn.contract import Heard

BACKBONE = packaged() / "sims/backbones/technical.yaml"
WALKTHROUGH = packaged() / "walkthroughs/the_gate_holds.yaml"
SETTING = "backbones.technical.nodes.DEEPEN.max_turns=1"
EDITS = (('version: "1"', 'version: "2"'), ("SURFACE", "PROBLEM"))


async def ask_what_if(app: App, session: str, console: Console) -> None:
    """What the session that was played would have been with one value changed."""
    found = await what_if(app.log, session, Deciders(ContentChange(settings=(SETTING,))))
    console.print(
        Text(
            f"What if {SETTING}? {len(found.differing)} of {len(found.turns)} turns would be"
            " decided otherwise."
        )
    )
    for turn in found.differing[:1]:
        was, would = (
            f"{each.words['decision']} {each.words['next']}" for each in (turn.was, turn.would)
        )
        console.print(
            Text(f"  turn {turn.turn}: {was} -> {would} ({turn.would.reason})", style="dim")
        )


async def plan_migration(app: App, folder: Path, console: Console) -> None:
    """Somebody has only been greeted when a node of their conversation gets another name."""
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"), to="qa_lead")
    await app.sessions.turn(session, Heard("Hi."), key="demo-migrated")
    survey = await Migrations(
        app.log, app.sessions, _edited(app, folder), only=frozenset({session})
    ).survey()
    (plan,) = survey.plans
    moved = ", ".join(f"{was} -> {now}" for (_, was), (_, now) in plan.remapped)
    console.print(
        Text(f"A new version renames a node. A session that stands on it: {plan.fate}, {moved}.")
    )


def _edited(app: App, folder: Path) -> Version:
    text = BACKBONE.read_text(encoding="utf-8")
    for was, now in EDITS:
        text = text.replace(was, now)
    file = folder / BACKBONE.name
    file.write_text(text, encoding="utf-8")
    return find_version(app.library, str(file))


async def run_walkthrough(console: Console) -> None:
    async for ran in find_suite([WALKTHROUGH]).run(LOCAL_MODELS):
        outcome = "as expected" if ran.passed else "not as expected"
        console.print(
            Text(f"Walkthrough {ran.id}: {ran.turns} turns in {len(WAYS)} ways, {outcome}.")
        )
