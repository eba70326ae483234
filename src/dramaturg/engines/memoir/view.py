"""What a page shows of a memoir: the sitting as it stands, what may be answered with one press, and
the story so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.memoir.audit.turn_audit import PURPOSES
from dramaturg.engines.memoir.base.signals import ConversationPhase
from dramaturg.engines.memoir.base.state import MemoirState, Purpose, SittingEnd
from dramaturg.engines.memoir.base.story import Mark, Story
from dramaturg.engines.memoir.book.timeline import PERIOD_NAMES
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.forget.forget import STAND_IN
from dramaturg.engines.memoir.perceive import LEFT
from dramaturg.engines.memoir.why import MemoirWhy, level_name, why
from dramaturg.turn.contract import REMOVED, AnyRecord
from dramaturg.turn.tables import in_order
from dramaturg.turn.view import Spoken

__all__ = ["MemoirScene", "MemoirWhy", "ended", "scene", "spoken", "title", "why"]

TAKEN_OUT = "What was said here was removed."
ENDINGS: Mapping[SittingEnd, str] = {
    "farewell": "said goodbye",
    "stop_requested": "stopped",
    "acute_distress": "stopped with care",
    "self_harm": "stopped with care",
}


@dataclass(frozen=True, slots=True)
class Ways:
    """What a press of a button says for the teller, in words that the interviewer understands."""

    skip: str = "I would rather not answer that. Let us go on with something else."
    lighter: str = "Let us talk about something lighter instead."
    stop: str = "I would like to stop here for today, please."
    consent: str = "Yes, you may ask me about it."
    not_now: str = "Not now, please. Another time."
    never: str = "No, please don't ask me about that again."


@dataclass(frozen=True, slots=True)
class TopicTold:
    """Something that was told of, and in which turns. `left_alone`: only the teller may come back
    to it.
    """

    id: str
    title: str
    periods: tuple[str, ...]
    turns: tuple[int, ...]
    left_alone: bool = False


@dataclass(frozen=True, slots=True)
class NamedTold:
    """Somebody or some place that was named, and in which turns."""

    name: str
    role: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LooseEndTold:
    """Words that promised more, and the turn in which they were said."""

    turn: int
    words: str


@dataclass(frozen=True, slots=True)
class PassageMark:
    turn: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class MemoirScene:
    """A sitting as it stands, and the story so far.

    `consent_about` is the topic the teller is being asked leave for, if they are. `sideways`: the
    last line offered to leave the matter. `guidance` is what somebody in danger needs to read. A
    sitting that is only left is over after `open_until`.
    """

    title: str
    ended: str
    teller: str
    sitting: int
    began_at: float
    told: int
    open_until: float
    phase: ConversationPhase
    purpose: Purpose
    purpose_told: str
    depth: int
    depth_name: str
    consent_about: str = ""
    sideways: bool = False
    guidance: str = ""
    topics: tuple[TopicTold, ...] = ()
    people: tuple[NamedTold, ...] = ()
    places: tuple[NamedTold, ...] = ()
    loose_ends: tuple[LooseEndTold, ...] = ()
    marks: tuple[PassageMark, ...] = ()
    ways: Ways = Ways()
    engine: Literal["memoir"] = "memoir"


def title(engine: MemoirEngine) -> str:
    return f"The story of {engine.teller.name}" if engine.teller.name else "A life story"


def ended(engine: MemoirEngine, state: MemoirState) -> str:
    """How the sitting ended, in a word or two; empty while it goes on."""
    return ENDINGS[state.ended] if state.ended else ""


def spoken(engine: MemoirEngine, seen: MemoirState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; what was removed is told as removed."""
    heard, name = record.heard, engine.teller.name or "You"
    if heard.choice == REMOVED:
        yield Spoken(record.turn, "person", name, TAKEN_OUT, heard.at, removed=True)
    elif heard.text:
        yield Spoken(record.turn, "person", name, heard.text, heard.at)
    if record.line and record.line != STAND_IN:
        yield Spoken(record.turn, "program", "Interviewer", record.line, heard.at)


def scene(engine: MemoirEngine, state: MemoirState) -> MemoirScene:
    story = state.story
    return MemoirScene(
        title=title(engine),
        ended=ended(engine, state),
        teller=engine.teller.name,
        sitting=state.sitting,
        began_at=state.began_at,
        told=state.told,
        open_until=state.told_at + LEFT if state.told_at else 0.0,
        phase=state.phase,
        purpose=state.purpose,
        purpose_told=PURPOSES[state.purpose],
        depth=state.ledger.level,
        depth_name=level_name(engine, state.ledger.level),
        consent_about=_consent_about(state),
        sideways=_offers_to_leave(engine, state),
        guidance=(
            engine.artifacts.crisis.words_for(engine.teller.country)
            if state.ended == "self_harm"
            else ""
        ),
        topics=tuple(_topics(story)),
        people=tuple(_named(story, "person")),
        places=tuple(_named(story, "place")),
        loose_ends=tuple(_loose_ends(story)),
        marks=tuple(PassageMark(int(turn), mark) for turn, mark in in_order(story.marks).items()),
    )


def _consent_about(state: MemoirState) -> str:
    if state.purpose != "consent":
        return ""
    thread = state.story.thread(state.ledger.topic)
    return thread.title if thread else "this"


def _offers_to_leave(engine: MemoirEngine, state: MemoirState) -> bool:
    high = engine.artifacts.router.thresholds.EMOTION_THRESHOLD
    return (
        state.purpose == "ask" and state.signals is not None and state.signals.emotion_score >= high
    )


def _topics(story: Story) -> Iterator[TopicTold]:
    for thread in in_order(story.threads).values():
        periods = tuple(PERIOD_NAMES[period] for period in thread.periods)
        yield TopicTold(thread.id, thread.title, periods, thread.turns, thread.left_alone)


def _named(story: Story, kind: Literal["person", "place"]) -> Iterator[NamedTold]:
    for mention in in_order(story.mentions).values():
        if mention.kind == kind:
            yield NamedTold(
                mention.name,
                mention.role,
                tuple(dict.fromkeys(quote.turn for quote in mention.quotes)),
            )


def _loose_ends(story: Story) -> Iterator[LooseEndTold]:
    for end in in_order(story.loose_ends).values():
        if not end.taken_up:
            yield LooseEndTold(end.quote.turn, end.quote.span.text)
