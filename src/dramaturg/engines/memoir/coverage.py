"""Coverage of a memoir: the routes, styles, machines' states, tactics and depth levels there are,
and those a turn reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dramaturg.content.library import Library
from dramaturg.engines.kit import Version
from dramaturg.engines.memoir.base.artifacts import Artifacts
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind
from dramaturg.engines.memoir.base.state import Conducted, LineSaid, MemoirState
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.decide import RESTING
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.govern.machines import FALLBACK
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent


def things(engine: MemoirEngine) -> tuple[Item, ...]:
    artifacts = engine.artifacts
    tactics = (tactic.name for persona in artifacts.personas.personas for tactic in persona.tactics)
    return (
        *(("route", rule.name) for rule in artifacts.router.rules),
        *(("persona", persona.name) for persona in artifacts.personas.personas),
        *(("machine state", state) for state in _states(artifacts)),
        *(("tactic", tactic) for tactic in dict.fromkeys(tactics)),
        *(("depth level", name) for name in _levels(artifacts).values()),
    )


def used(engine: MemoirEngine, seen: MemoirState, record: MemoirRecord) -> Iterator[Item]:
    """What a turn reached: how it was conducted in the end, and what was said. Where nothing is
    asked, nothing was routed.
    """
    for asked in of_kind(record, LineSaid):
        yield "tactic", asked.tactic
    for conduct in (event.conduct for event in of_kind(record, Conducted)):
        yield "persona", conduct.persona
        yield "depth level", _levels(engine.artifacts)[conduct.depth_after]
        if record.decision and record.decision.directive.purpose not in RESTING:
            yield "route", conduct.rule
        if conduct.loop_state:
            yield "machine state", conduct.loop_state


def _states(artifacts: Artifacts) -> Iterator[str]:
    for machine in artifacts.machines.machines:
        yield from (f"{machine.name}.{state.name}" for state in machine.states)
        yield f"{machine.name}.{FALLBACK}"


def _levels(artifacts: Artifacts) -> dict[int, str]:
    return {each.level: f"{each.level} {each.name}" for each in artifacts.governor.levels}


# ── what a version is put together to ─────────────────────────────────────────────────────────────


def contents(library: Library, version: Version, name: str) -> Iterator[StoredContent]:
    place = Path(name)
    yield memoir_content(library, str(place.parent) if place.is_file() else name)


def belongs(version: Version, item: Item) -> bool:
    return True
