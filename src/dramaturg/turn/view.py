"""What a page shows of a session: its head, what was said, the scene as it stands, and why a turn
went as it did.

The values here are the same for every engine; `scene` and `of_engine` are each engine's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from dramaturg.kernel.conditions import Value

EngineName = Literal["sims", "interviews", "memoir", "games"]

NOTICE = (
    "You are talking with a program, not a person. What you say is kept until it is deleted. "
    "You may leave out anything, and stop at any time."
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of the conversation. `name` is who said it, as the page names them; a program's line
    has a role too, if any.
    """

    turn: int
    by: Literal["person", "program"]
    name: str
    text: str
    at: float
    role: str = ""
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A session in a list. `ended` is how it ended, in a word or two; empty while it goes on."""

    id: str
    engine: EngineName
    content_id: str
    content_version: str
    title: str
    model: str
    turns: int
    opened_at: float
    updated_at: float
    ended: str = ""
    study: str = ""
    """The study that it belongs to, if any."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A fact that was read, and what it means in a sentence. `share` tells itself: it runs from 0
    to 1, and is no count.
    """

    name: str
    value: Value
    about: str = ""
    share: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "share", isinstance(self.value, float) and 0 <= self.value <= 1)


@dataclass(frozen=True, slots=True)
class Replaced:
    """What the check did to a draft."""

    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a model, and what it cost."""

    ask: str
    role: str
    model: str
    tokens_in: int
    tokens_out: int
    estimated: bool
    cost: float | None
    seconds: float
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class WhyShown:
    """Why a turn went as it did, for every engine alike."""

    turn: int
    engine: EngineName
    heard: str
    line: str
    reason: str
    outcome: str
    """What the turn led to, in the words of the settlement."""
    alternatives: tuple[str, ...] = ()
    signals: tuple[Signal, ...] = ()
    source: str = ""
    """Who wrote the line: model, retry or offline."""
    draft: str = ""
    """What was drafted, where the check replaced it."""
    replaced: tuple[Replaced, ...] = ()
    repairs: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
