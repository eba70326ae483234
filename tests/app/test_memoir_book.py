"""A memoir of ten simulated sittings becomes a book that a family can print: all of it is told, and
leads to the words.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dramaturg.app.config.providers import LOCAL_MODELS, Uuid7
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.sessions.memoirs import Memoirs
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.simulate.run import playing_of
from dramaturg.content.library import Library, packaged
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import LineSaid
from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.book.draft import BookDraft
from dramaturg.engines.memoir.book.passages import BookSource
from dramaturg.engines.memoir.book.timeline import PERIOD_NAMES, Timeline
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.outcomes import MemoirRun, SimulatedMemoir
from dramaturg.engines.memoir.simulate import FIRST_DAY, lives_of, tell
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.story.titles import BY_PERIOD
from dramaturg.engines.memoir.teller import Life
from dramaturg.engines.memoir.voice.untold_periods import NAMES
from dramaturg.english.prose import content_words, plain, words
from dramaturg.store import open_log
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.care import taken_in
from dramaturg.turn.loop import Stage
from dramaturg.turn.ports import StoredContent

pytestmark = pytest.mark.slow

LIBRARY = Library({**KINDS, "teller": Life}, (packaged(),))
TELLERS = [("folasade_lagos", "grieving"), ("jens_thyboron", "refusing")]
SITTINGS, TURNS = 10, 6
CORE = 3
OFFLINE = Settings(model="offline", store="unused.db")


@dataclass(frozen=True)
class Told:
    """What was played, what the memoir holds of it, and the book. One passage was taken off the
    record afterwards.
    """

    records: list[MemoirRecord]
    memoir: BookSource
    book: BookDraft
    off_record: int

    def said(self, quote: TellerQuote) -> str:
        text = next(record.heard.text for record in self.records if record.turn == quote.turn)
        return text[quote.span.start : quote.span.end]


@dataclass
class Calendar:
    """A clock that says what it was set to."""

    at: float = FIRST_DAY

    def now(self) -> float:
        return self.at


@cache
def told(life_id: str, manner: str) -> Told:
    (life,) = lives_of(LIBRARY, life_id)
    content = memoir_content(LIBRARY, "origins", life.known(TURNS))
    run = MemoirRun(life.id, manner, 3, SITTINGS, TURNS)
    played = tell(run, life, content, playing_of(OFFLINE))
    with TemporaryDirectory() as folder:
        return asyncio.run(_logged(played, content, Path(folder)))


async def _logged(played: SimulatedMemoir, content: StoredContent, folder: Path) -> Told:
    """The same once more through real sessions and a real log."""
    calendar = Calendar()
    log = await open_log(str(folder / "memoir.db"), calendar)
    stage = Stage(log, OfflineVoice(), calendar, time.perf_counter, owner="test")
    sessions = Sessions(stage, LOCAL_MODELS, Uuid7())
    session, _ = await sessions.open(content)
    for record in played.records[1:]:
        calendar.at = record.heard.at
        assert await sessions.turn(session, record.heard, f"turn-{record.turn}") == record
    off_record = _somewhere(played)
    memoirs = Memoirs(log, sessions, calendar)
    await memoirs.mark(session, off_record, "off_record")
    found = Told(
        await memoirs.records(session),
        await memoirs.memoir(session),
        await memoirs.book(session),
        off_record,
    )
    await log.close()
    return found


def _somewhere(played: SimulatedMemoir) -> int:
    """A long passage in the middle."""
    turns = sorted(
        turn
        for turn, said in played.said.items()
        if said.did == "told" and len(said.text.split()) > 20
    )
    return turns[len(turns) // 2]


@pytest.fixture(scope="module", params=TELLERS, ids=[manner for _, manner in TELLERS])
def story(request: pytest.FixtureRequest) -> Told:
    return told(*request.param)


def in_order(some: tuple[str, ...], all_: tuple[str, ...]) -> bool:
    rest = iter(all_)
    return all(word in rest for word in some)


def on_timeline(timeline: Timeline) -> Iterator[tuple[TellerQuote, ...]]:
    """The words behind each thing on it."""
    yield from (entry.quotes for entry in timeline.entries)
    yield from (named.quotes for named in (*timeline.people, *timeline.places))
    yield from (correction.quotes for correction in timeline.corrections)


def test_every_sentence_leads_to_its_turn_and_its_words_stand_there_in_order(story: Told) -> None:
    assert len(story.book.sentences) > SITTINGS * 4
    for sentence in story.book.sentences:
        assert sentence.sources
        assert all(story.said(quote) == quote.span.text for quote in sentence.sources)
        if sentence.kind == "told":
            assert in_order(words(sentence.text), words(story.said(sentence.sources[0])))


def test_nothing_sensitive_refused_or_off_the_record_is_inside(story: Told) -> None:
    out = {
        passage.turn
        for passage in story.memoir.passages
        if passage.mark or passage.refused or passage.stopped or passage.level >= CORE
    }
    assert story.off_record in out
    used = {quote.turn for sentence in story.book.sentences for quote in sentence.sources}
    assert not out & (
        used | {quote.turn for quotes in on_timeline(story.book.timeline) for quote in quotes}
    )


PERIODS = " ".join((*NAMES.values(), *BY_PERIOD.values(), *PERIOD_NAMES.values()))


def test_every_chapter_has_a_title_in_told_words_or_of_a_time_of_life_and_no_two_the_same(
    story: Told,
) -> None:
    titles = [chapter.title.text for chapter in story.book.chapters]
    assert len(set(titles)) == len(titles) > 2
    for chapter in story.book.chapters:
        said = {
            word.removesuffix("'s")
            for passage in story.book.passages.values()
            for word in words(passage.text)
        }
        assert {KIN.get(word, word) for word in words(chapter.title.text)} <= {
            KIN.get(word, word) for word in said
        } | {*("and", "the", "my"), *words(PERIODS)}


def test_no_sentence_stands_in_the_book_twice(story: Told) -> None:
    told_ones = Counter(
        words(sentence.text) for sentence in story.book.sentences if sentence.kind == "told"
    )
    assert [text for text, times in told_ones.items() if times > 1] == []


def test_no_question_is_asked_twice_over_all_sittings(story: Told) -> None:
    asked = Counter(
        plain(record.line)
        for record in story.records
        if "?" in record.line and taken_in(record.percept) is None
    )
    assert [line for line, times in asked.items() if times > 1] == []


def test_the_recap_of_a_later_sitting_names_only_what_was_told_before(story: Told) -> None:
    before: set[str] = set()
    recaps = 0
    offered = content_words(PERIODS) | {"ah", "mm"}  # and what a line may begin with
    for record in story.records:
        asked = only(record, LineSaid)
        if asked and asked.purpose == "recap" and asked.template:
            recaps += 1
            assert content_words(record.line) - content_words(asked.template) - offered <= before, (
                record.line
            )
        before |= {
            KIN.get(word, word) for word in content_words(record.heard.text)
        } | content_words(record.heard.text)
    assert recaps >= SITTINGS // 2


def test_everything_on_the_timeline_is_linked_to_the_words(story: Told) -> None:
    timeline = story.book.timeline
    assert timeline.entries and timeline.people and timeline.places
    for quotes in on_timeline(timeline):
        assert quotes
        assert all(story.said(quote) == quote.span.text for quote in quotes)
