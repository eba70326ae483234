"""What a page shows of a session of memoir."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dramaturg.app.sessions import AnyRecord
from dramaturg.app.showing.shown import Spoken
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.state import MemoirState


@dataclass(frozen=True, slots=True)
class MemoirScene:
    """What is around the conversation, as it stands."""

    title: str
    ended: str = ""
    engine: Literal["memoir"] = "memoir"


@dataclass(frozen=True, slots=True)
class MemoirWhy:
    """What this engine has to say about a turn, beyond what every engine has."""

    engine: Literal["memoir"] = "memoir"


def title(engine: MemoirEngine) -> str:
    return f"The story of {engine.teller.name}" if engine.teller.name else "A life story"


def ended(engine: MemoirEngine, state: MemoirState) -> str:
    """How the session ended, in a word or two; empty while it goes on."""
    return (state.ended or "").replace("_", " ")


def spoken(engine: MemoirEngine, seen: MemoirState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; `seen` is the state after it."""
    if record.heard.text:
        yield Spoken(record.turn, "person", "You", record.heard.text, record.heard.at)
    if record.line:
        yield Spoken(record.turn, "program", "", record.line, record.heard.at)


def scene(engine: MemoirEngine, state: MemoirState) -> MemoirScene:
    return MemoirScene(title(engine), ended(engine, state))


def why(engine: MemoirEngine, before: MemoirState, after: MemoirState, record: AnyRecord) -> MemoirWhy:
    """`before` and `after` are the states around the turn."""
    return MemoirWhy()
