"""What a page shows of a session of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dramaturg.app.sessions import AnyRecord
from dramaturg.app.showing.shown import Spoken
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.games.state import GameState


@dataclass(frozen=True, slots=True)
class GameScene:
    """What is around the conversation, as it stands."""

    title: str
    ended: str = ""
    engine: Literal["games"] = "games"


@dataclass(frozen=True, slots=True)
class GameWhy:
    """What this engine has to say about a turn, beyond what every engine has."""

    engine: Literal["games"] = "games"


def title(engine: GameEngine) -> str:
    return engine.blueprint.title


def ended(engine: GameEngine, state: GameState) -> str:
    """How the session ended, in a word or two; empty while it goes on."""
    return "finished" if state.phase == "finished" else ""


def spoken(engine: GameEngine, seen: GameState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; `seen` is the state after it."""
    if record.heard.text:
        yield Spoken(record.turn, "person", "You", record.heard.text, record.heard.at)
    if record.line:
        yield Spoken(record.turn, "program", "", record.line, record.heard.at)


def scene(engine: GameEngine, state: GameState) -> GameScene:
    return GameScene(title(engine), ended(engine, state))


def why(engine: GameEngine, before: GameState, after: GameState, record: AnyRecord) -> GameWhy:
    """`before` and `after` are the states around the turn."""
    return GameWhy()
