"""What a page shows of a memoir: the sitting as it stands, what may be answered with one press, and
the story so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from dramaturg.content.library import Library
from dramaturg.engines.memoir.audit.turn_audit import PURPOSES
from dramaturg.engines.memoir.base.signals import ConversationPhase
from dramaturg.engines.memoir.base.state import MemoirState, Purpose, SittingEnd
from dramaturg.engines.memoir.base.story import Mark, Story
from dramaturg.engines.memoir.base.story_events import PassageMarked
from dramaturg.engines.memoir.book.passages import book_source
from dramaturg.engines.memoir.book.timeline import PERIOD_NAMES
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.forget.forget import STAND_IN
from dramaturg.engines.memoir.perceive import LEFT, SITTING, is_over
from dramaturg.engines.memoir.read.ways import WAYS, Ways
from dramaturg.engines.memoir.why import MEANINGS, MemoirWhy, level_name, why, why_words
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.care import CALM, CareState
from dramaturg.turn.contract import REMOVED, AnyRecord, Heard
from dramaturg.turn.tables import in_order
from dramaturg.turn.view import (
    AnswerOption,
    Command,
    EngineView,
    Remove,
    Spoken,
    TextBlock,
    TypedOutcome,
    WholeSession,
)

MANNERS = "You may skip anything, step sideways, or stop, at any time."
TELL_ON = "Go on with whatever you like."
TAKEN_OUT = "What was said here was removed."
ENDINGS: Mapping[SittingEnd, str] = {
    "farewell": "said goodbye",
    "stop_requested": "stopped",
    "acute_distress": "stopped with care",
    "self_harm": "stopped with care",
    "danger": "stopped with care",
}


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
    care: CareState = CALM
    topics: tuple[TopicTold, ...] = ()
    people: tuple[NamedTold, ...] = ()
    places: tuple[NamedTold, ...] = ()
    loose_ends: tuple[LooseEndTold, ...] = ()
    marks: tuple[PassageMark, ...] = ()
    ways: Ways = WAYS
    engine: Literal["memoir"] = "memoir"


def title(engine: MemoirEngine) -> str:
    return f"The story of {engine.teller.name}" if engine.teller.name else "A life story"


def ended(engine: MemoirEngine, state: MemoirState) -> str:
    """How the sitting ended, in a word or two; empty while it goes on."""
    return ENDINGS[state.ended] if state.ended and not state.care.is_open else ""


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
        care=state.care,
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


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def options(engine: MemoirEngine, state: MemoirState, to: str | None) -> tuple[AnswerOption, ...]:
    """Where leave is asked: to give it, to put it off, or to refuse it for good."""
    if state.purpose != "consent":
        return ()
    answers = (WAYS.consent, WAYS.not_now, WAYS.never)
    return tuple(
        AnswerOption(key, text, Heard(text)) for key, text in zip("abc", answers, strict=True)
    )


def opening(engine: MemoirEngine, state: MemoirState) -> Iterator[TextBlock]:
    began = datetime.fromtimestamp(state.began_at, UTC)
    yield TextBlock((MANNERS,), f"Sitting {state.sitting}, {began:%d %B %Y}")


def current(engine: MemoirEngine, state: MemoirState) -> Iterator[TextBlock]:
    """A question that was removed leaves the teller free."""
    if state.question == STAND_IN:
        yield TextBlock((TELL_ON,))


def beside(engine: MemoirEngine, seen: MemoirState, record: AnyRecord) -> Iterator[TextBlock]:
    """What became of a passage that was marked."""
    for event in record.events:
        if isinstance(event, PassageMarked) and event.mark == "off_record":
            back = f"dramaturg memoir mark SESSION {event.turn} none"
            yield TextBlock(
                (f"Passage {event.turn} stays out of the book. To have it back: {back}",)
            )


def closing(standing: WholeSession) -> Iterator[TextBlock]:
    yield TextBlock((f"For the book so far: dramaturg memoir book {standing.session}",))


def _resume(engine: MemoirEngine, state: MemoirState, now: float) -> Heard | None:
    return Heard(choice=SITTING) if is_over(state, now) and state.told else None


def _last_passage(standing: WholeSession) -> int:
    """The turn of what was told last and is still there."""
    passages = book_source(standing.records, standing.state).passages
    turn = next((each.turn for each in reversed(passages) if each.text), None)
    if turn is None:
        raise BadInput("Nothing was told yet.")
    return turn


def _off(standing: WholeSession, typed: str) -> TypedOutcome:
    return Heard(choice=f"mark:{_last_passage(standing)}:off_record")


def _story(standing: WholeSession, typed: str) -> TextBlock:
    """Topics, people and places, as they were told of."""
    shown = scene(standing.engine, standing.state)
    lines = []
    for topic in shown.topics:
        periods = f" ({', '.join(topic.periods)})" if topic.periods else ""
        count = len(topic.turns)
        lines.append(f"{topic.title}{periods}: {count} passage{'s' * (count != 1)}")
    for called, named in (("people", shown.people), ("places", shown.places)):
        lines += [f"{called}: {', '.join(each.name for each in named)}"] if named else []
    return TextBlock(tuple(lines) or ("Nothing yet.",))


def _chat_models(library: Library) -> dict[str, dict[str, str]]:
    return {entry.id: {"artifacts": entry.id} for entry in library.entries("router_policy")}


VIEW = EngineView(
    MemoirScene,
    MemoirWhy,
    title,
    ended,
    scene,
    why,
    spoken=spoken,
    beside=beside,
    options=options,
    opening=opening,
    current=current,
    closing=closing,
    resume=_resume,
    why_words=why_words,
    meaning=lambda engine, record: lambda name: MEANINGS.get(name, ""),
    chat_models=_chat_models,
    last_cue="SittingEnded",
    hint="Tell what you like, as you like. Besides that:",
    commands=(
        Command("skip", "leave this question", lambda standing, typed: Heard(WAYS.skip)),
        Command("aside", "something lighter, or something else", lambda *_: Heard(WAYS.lighter)),
        Command("off", "leave the last passage out of the book", _off),
        Command(
            "forget",
            "delete the last passage for good",
            lambda standing, typed: Remove(_last_passage(standing)),
        ),
        Command("story", "what was understood so far", _story),
        Command("end", "stop for today", lambda standing, typed: Heard(WAYS.stop)),
    ),
)
