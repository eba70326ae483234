"""A memoir for tests: passages written down with what was heard in them, played into real records
and a real state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.ledger import HardStop, TopicEntry
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    SittingBegan,
    apply,
)
from dramaturg.engines.memoir.base.story import Mark, Period, StoryThread, TellerQuote
from dramaturg.engines.memoir.base.story_events import (
    BornLearned,
    ClaimMade,
    ClaimSuperseded,
    Mentioned,
    PassageMarked,
    ThreadContinued,
    ThreadOpened,
    WishHeard,
)
from dramaturg.engines.memoir.book.draft import BookOptions, draft
from dramaturg.engines.memoir.book.formats import FORMS, Form
from dramaturg.engines.memoir.book.passages import BookSource, book_source
from dramaturg.engines.memoir.story.wishes import wishes_in
from dramaturg.turn.contract import Heard, Percept, Settlement, TurnRecord, Verdict
from dramaturg.turn.readings import Claim, ClaimSlot, ClaimValue, Span

MARCH_3_2026 = 1_772_532_000.0
DAY = 86_400.0


@dataclass(frozen=True)
class Claimed:
    """A claim in words that stand in the passage; `corrects` is the one it supersedes."""

    id: str
    slot: ClaimSlot
    predicate: str
    value: ClaimValue
    words: str
    corrects: str = ""
    hedged: bool = False


@dataclass(frozen=True)
class Said:
    """A passage. `asked` are the teller's words, from an earlier passage, that the question before
    it took up.
    """

    text: str
    thread: str = ""
    periods: tuple[Period, ...] = ()
    mark: Mark | None = None
    level: int = 1
    emotion: float = 0.1
    refused: bool = False
    stopped: HardStop | None = None
    claims: tuple[Claimed, ...] = ()
    born: int | None = None
    asked: str = ""


@dataclass(frozen=True)
class World:
    """Who and what is named: titles of threads, people with what they are to the teller, places."""

    threads: dict[str, str]
    people: dict[str, str]
    places: tuple[str, ...] = ()


NOWHERE = World({}, {})


def memoir(
    sittings: Sequence[Sequence[Said]],
    world: World = NOWHERE,
    teller: Teller | None = None,
    id: str = "m1",
) -> BookSource:
    records = records_of(sittings, world)
    return book_source(records, state_of(records), teller or Teller(name="Margaret"), id)


def state_of(records: Sequence[MemoirRecord]) -> MemoirState:
    return reduce(apply, (event for record in records for event in record.events), MemoirState())


def records_of(sittings: Sequence[Sequence[Said]], world: World = NOWHERE) -> list[MemoirRecord]:
    records: list[MemoirRecord] = []
    earlier: list[tuple[int, str]] = []
    opened: set[str] = set()
    for number, passages in enumerate(sittings, 1):
        at = MARCH_3_2026 + (number - 1) * 21 * DAY
        records.append(
            _record(
                len(records),
                Heard(choice="sitting", at=at),
                [SittingBegan(number, at)],
                _asked(passages[0], earlier),
            )
        )
        for place, said in enumerate(passages):
            turn, following = (
                len(records),
                passages[place + 1] if place + 1 < len(passages) else None,
            )
            earlier.append((turn, said.text))
            events = [*_heard(said, turn, number, world, opened)]
            records.append(
                _record(
                    turn, Heard(said.text, at=at + 60.0 * place), events, _asked(following, earlier)
                )
            )
    return records


def _record(
    turn: int, heard: Heard, events: Iterable[MemoirEvent], asked: LineSaid
) -> MemoirRecord:
    return TurnRecord(
        turn, heard, Percept(tuple(events)), None, None, Verdict(asked.line), Settlement((asked,))
    )


def _asked(following: Said | None, earlier: Sequence[tuple[int, str]]) -> LineSaid:
    words = following.asked if following else ""
    about = [
        quote(turn, text, words) for turn, text in reversed(earlier) if words and words in text
    ][:1]
    return LineSaid("Would you like to tell more?", "ask", "invite", about=tuple(about))


def quote(turn: int, text: str, words: str) -> TellerQuote:
    return TellerQuote(turn, Span(words, text.index(words)))


def _heard(
    said: Said, turn: int, sitting: int, world: World, opened: set[str]
) -> Iterator[MemoirEvent]:
    yield PassageTold(turn, said.text)
    signals = TurnSignals(
        vagueness_score=0.1,
        emotion_score=said.emotion,
        contradiction_score=0.0,
        refusal_or_discomfort=said.refused,
        conversation_phase="narrative",
    )
    yield MemoirSignalsRead(signals, "offline")
    if said.thread and said.thread not in opened:
        opened.add(said.thread)
        yield ThreadOpened(
            StoryThread(
                said.thread,
                world.threads.get(said.thread, ""),
                "",
                (),
                (turn,),
                said.periods,
                (sitting,),
            )
        )
    elif said.thread:
        yield ThreadContinued(said.thread, turn, sitting, "", (), said.periods)
    yield from _mentioned(said.text, turn, world)
    for each in said.claims:
        claim = Claim(
            "I",
            each.predicate,
            each.slot,
            each.value,
            Span(each.words, said.text.index(each.words)),
            hedged=each.hedged,
        )
        yield ClaimMade(each.id, claim, turn)
        if each.corrects:
            yield ClaimSuperseded(each.corrects, each.id)
    if said.born:
        yield BornLearned(said.born, said.claims[0].id if said.claims else "")
    yield from map(WishHeard, wishes_in(turn, said.text))
    if said.mark:
        yield PassageMarked(turn, said.mark)
    yield Conducted(_conduct(said))


def _conduct(said: Said) -> TurnConduct:
    return TurnConduct(
        persona="EMPATHY_BASE",
        rule="default",
        tried=(),
        topic=said.thread or "t0",
        phase="narrative",
        depth_before=0,
        depth_after=said.level,
        depth_reason="",
        entry=TopicEntry(said.level),
        stopped=said.stopped,
    )


def _mentioned(text: str, turn: int, world: World) -> Iterator[MemoirEvent]:
    for name, role in world.people.items():
        for found in re.finditer(rf"\b{re.escape(name)}\b", text):
            yield Mentioned(
                "person", name.lower(), name, TellerQuote(turn, Span(found[0], found.start())), role
            )
    for name in world.places:
        for found in re.finditer(rf"\b{re.escape(name)}\b", text):
            yield Mentioned(
                "place", name.lower(), name, TellerQuote(turn, Span(found[0], found.start()))
            )


def rendered(memoir: BookSource, to: Form, options: BookOptions | None = None) -> bytes:
    return FORMS[to](draft(memoir, options))
