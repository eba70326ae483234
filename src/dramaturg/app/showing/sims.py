"""What a page shows of a session of sims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dramaturg.app.sessions import AnyRecord
from dramaturg.app.showing.shown import Spoken
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.state import SimState


@dataclass(frozen=True, slots=True)
class SimScene:
    """What is around the conversation, as it stands."""

    title: str
    ended: str = ""
    engine: Literal["sims"] = "sims"


@dataclass(frozen=True, slots=True)
class SimWhy:
    """What this engine has to say about a turn, beyond what every engine has."""

    engine: Literal["sims"] = "sims"


def title(engine: SimEngine) -> str:
    return engine.scenario.title


def ended(engine: SimEngine, state: SimState) -> str:
    """How the session ended, in a word or two; empty while it goes on."""
    return "decided" if state.decision else ""


def spoken(engine: SimEngine, seen: SimState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; `seen` is the state after it."""
    if record.heard.text:
        yield Spoken(record.turn, "person", "You", record.heard.text, record.heard.at)
    if record.line:
        yield Spoken(record.turn, "program", "", record.line, record.heard.at)


def scene(engine: SimEngine, state: SimState) -> SimScene:
    return SimScene(title(engine), ended(engine, state))


def why(engine: SimEngine, before: SimState, after: SimState, record: AnyRecord) -> SimWhy:
    """`before` and `after` are the states around the turn."""
    return SimWhy()
