"""The values a turn is made of, in the order they come to be: heard, percept, decision, draft,
verdict, settlement, record.

All are frozen. `E` is an engine's union of events, `D` its directive, `R` what a speaker reports
beside its line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field

from dramaturg.kernel.conditions import Value
from dramaturg.languages.detect import ENGLISH

E = TypeVar("E")
D = TypeVar("D")
R = TypeVar("R")

EDITION = 2
"""Raised when the same words would be read, spoken or decided otherwise than before. What an
earlier edition read and spoke is taken as it stands when its turns are replayed.
"""

Role = Literal["extract", "read", "speak"]
Source = Literal["model", "retry", "offline"]
BrokenOff = Literal["", "too long", "refused"]
"""Why an answer is not whole: it reached its limit, or the model would not give it."""

REMOVED = "removed"
"""The choice that a turn has whose words were removed from the log."""

MIGRATED = "migrated"
"""The choice that a turn has in which nothing was said: from it on, the session goes by another
version of its content.
"""


@dataclass(frozen=True, slots=True)
class SessionLanguage:
    """The language that a conversation is held in. One that was `chosen` stays; one that was found
    in what somebody writes gives way to the next that they write in.
    """

    code: str = ENGLISH
    chosen: bool = False


IN_ENGLISH = SessionLanguage()


@dataclass(frozen=True, slots=True)
class Heard:
    """What reached us from the person: words, or a choice among offered options, perhaps turned to
    somebody in the scene. `language` is the one they chose to talk in, when they opened it.
    """

    text: str = ""
    choice: str | None = None
    to: str | None = None
    at: float = 0.0
    # left out where none was chosen, so that what was stored before replays to the letter
    language: Annotated[str, Field(exclude_if=lambda language: not language)] = ""


@dataclass(frozen=True, slots=True)
class Percept(Generic[E]):
    """What was read from it: events to fold into the state before deciding, the facts and readings
    behind them, and which ear heard the words, where one did. `both` holds what the ear and what a
    model read, where a model was asked.
    """

    events: tuple[E, ...] = ()
    facts: Mapping[str, Value] = field(default_factory=dict)
    readings: Mapping[str, float] = field(default_factory=dict)
    # left out where there is none, so that what was stored before the ear replays to the letter
    ear: Annotated[str, Field(exclude_if=lambda ear: not ear)] = ""
    both: Annotated[
        Mapping[str, tuple[float | None, float]], Field(exclude_if=lambda both: not both)
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision(Generic[D]):
    """What this turn is for, why, and what else it could have been."""

    directive: D
    reason: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft(Generic[R]):
    """A line somebody wants to say, what they report beside it, and who wrote it, in which
    language.
    """

    line: str
    report: R
    source: Source
    repairs: tuple[str, ...] = ()
    language: Annotated[str, Field(exclude_if=lambda language: language == ENGLISH)] = ENGLISH


@dataclass(frozen=True, slots=True)
class Override:
    """A rule that a draft broke, and what was done about it."""

    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The line that may be said. `unjudged` are the rules that were not asked, since they know
    another language only.
    """

    line: str
    overrides: tuple[Override, ...] = ()
    unjudged: Annotated[tuple[str, ...], Field(exclude_if=lambda rules: not rules)] = ()


@dataclass(frozen=True, slots=True)
class Translated:
    """Authored words, and what was said in their place; nothing, where nobody could translate them
    in time and they were said as they are. `kept`: they had been translated before.
    """

    text: str
    said: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Cue:
    """Something the listener's side should do besides showing the line: offer options, hand over a
    document, end.
    """

    command: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settlement(Generic[E]):
    """How the turn ends: what has happened, in events, and what the other side is told to do."""

    events: tuple[E, ...]
    cues: tuple[Cue, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question to a voice and what came back: a reply, a failure, or neither, where there is no
    model.

    The prompt is not kept: it can be made again, and its digest proves it. `streamed`: somebody was
    listening while it came. `partial`: what had come before a failure, where it matters because it
    was listened to.
    """

    ask: str
    role: Role
    prompt_digest: str
    reply: str | None
    failure: str | None = None
    fault: str | None = None
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    cost: float | None = None
    seconds: float = 0.0
    streamed: bool = False
    partial: str = ""
    # left out where they say nothing, so that what was stored before them replays to the letter
    tokens_cached: Annotated[int, Field(exclude_if=lambda tokens: not tokens)] = 0
    broken_off: Annotated[BrokenOff, Field(exclude_if=lambda why: not why)] = ""


@dataclass(frozen=True, slots=True)
class Opening(Generic[E]):
    """How a session begins, before anyone was heard."""

    events: tuple[E, ...]
    line: str = ""
    cues: tuple[Cue, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnRecord(Generic[E, D, R]):
    """One turn, whole. Folding the events of all records gives the state; replaying them gives the
    same records.
    """

    turn: int
    heard: Heard
    percept: Percept[E]
    decision: Decision[D] | None
    draft: Draft[R] | None
    verdict: Verdict
    settlement: Settlement[E]
    exchanges: tuple[Exchange, ...] = ()
    # the first edition did not write its number
    edition: Annotated[int, Field(exclude_if=lambda edition: edition == 1)] = 1
    language: Annotated[SessionLanguage, Field(exclude_if=lambda held: held == IN_ENGLISH)] = (
        IN_ENGLISH
    )
    translated: Annotated[tuple[Translated, ...], Field(exclude_if=lambda texts: not texts)] = ()

    @property
    def line(self) -> str:
        return self.verdict.line

    @property
    def events(self) -> tuple[E, ...]:
        return self.percept.events + self.settlement.events


AnyRecord = TurnRecord[Any, Any, Any]
"""For those above the engines, who ask none for its own values."""
