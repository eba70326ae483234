"""What a page shows of a session of interviews."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dramaturg.app.sessions import AnyRecord
from dramaturg.app.showing.shown import Spoken
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.state import InterviewState


@dataclass(frozen=True, slots=True)
class InterviewScene:
    """What is around the conversation, as it stands."""

    title: str
    ended: str = ""
    engine: Literal["interviews"] = "interviews"


@dataclass(frozen=True, slots=True)
class InterviewWhy:
    """What this engine has to say about a turn, beyond what every engine has."""

    engine: Literal["interviews"] = "interviews"


def title(engine: InterviewEngine) -> str:
    return engine.subject.title


def ended(engine: InterviewEngine, state: InterviewState) -> str:
    """How the session ended, in a word or two; empty while it goes on."""
    return (state.termination or "ended").replace("_", " ") if state.ended else ""


def spoken(engine: InterviewEngine, seen: InterviewState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; `seen` is the state after it."""
    if record.heard.text:
        yield Spoken(record.turn, "person", "You", record.heard.text, record.heard.at)
    if record.line:
        yield Spoken(record.turn, "program", "", record.line, record.heard.at)


def scene(engine: InterviewEngine, state: InterviewState) -> InterviewScene:
    return InterviewScene(title(engine), ended(engine, state))


def why(engine: InterviewEngine, before: InterviewState, after: InterviewState, record: AnyRecord) -> InterviewWhy:
    """`before` and `after` are the states around the turn."""
    return InterviewWhy()
