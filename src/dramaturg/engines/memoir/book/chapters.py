"""Chapters: what was told, put into the order of the life. Long threads have a chapter of their
own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dramaturg.engines.memoir.base.story import PERIODS, Period
from dramaturg.engines.memoir.book.dates import BY_AGE, Dating, period_told
from dramaturg.engines.memoir.book.passages import BookPassage, BookSource
from dramaturg.engines.memoir.book.sentences import PAST, DraftSentence
from dramaturg.engines.memoir.story.extract import periods_in
from dramaturg.english.prose import table, words
from dramaturg.kernel.values import replace

LONG_THREAD = 8
"""From how many passages on a thread has a chapter of its own."""
OF_ONE_TIME = 0.7
"""How much of it must be of one period."""
MOST_OF_ALL = 0.75
"""A thread that is more than this of the book is no chapter of it."""
FEWEST_PRESENT = 2
MOST_PAST = 0.34
"""How many sentences of a passage say how things are now, and which share may say how they were."""
PRESENT = table("is are am i'm he's she's it's we're they're has have do does go goes now live")
THIN_CHAPTER = 3
"""Fewer passages than this go to a neighbouring chapter."""
SOMEBODY = table("he she they him his her their them hers theirs")
POINTING = SOMEBODY | table("that's it")
POINTS_TO_ITSELF = (("it", "was"), ("it", "is"))


@dataclass(frozen=True, slots=True)
class PassageInBook:
    """A passage that goes into the book: its sentences, and the years that they name."""

    passage: BookPassage
    sentences: tuple[DraftSentence, ...]
    datings: tuple[Dating, ...]


@dataclass(frozen=True, slots=True)
class ChapterPart:
    """Tellings of one thread that follow one another in a chapter."""

    thread: str
    tellings: tuple[PassageInBook, ...]


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """A chapter as planned: its periods and its parts. `own`: it is about one thread. `title` is
    what somebody called it.
    """

    periods: tuple[Period, ...]
    parts: tuple[ChapterPart, ...]
    own: bool = False
    title: str = ""

    @property
    def tellings(self) -> tuple[PassageInBook, ...]:
        return tuple(telling for part in self.parts for telling in part.tellings)


@dataclass(frozen=True, slots=True)
class Placed:
    """A telling and where in the life it belongs, as far as anything tells."""

    telling: PassageInBook
    period: Period | None
    year: int

    @property
    def thread(self) -> str:
        return self.telling.passage.thread

    @property
    def turn(self) -> int:
        return self.telling.passage.turn

    @property
    def order(self) -> tuple[int, int, int]:
        return _rank(self.period), self.year, self.turn


def chapters(memoir: BookSource, tellings: Sequence[PassageInBook]) -> tuple[ChapterPlan, ...]:
    """All tellings, each once, in chapters in the order of the life; what has no time
    comes last.
    """
    placed = _placed(memoir, tellings)
    by_thread: dict[str, list[Placed]] = {}
    for each in placed:
        by_thread.setdefault(each.thread, []).append(each)
    own = {
        thread: found
        for thread, found in by_thread.items()
        if thread and _is_of_one_time(found) and len(found) < MOST_OF_ALL * len(placed)
    }
    rest = [each for each in placed if each.thread not in own]
    plans = [(_order_of(found), _own(found)) for found in own.values()]
    plans += [(_order_of(found), plan) for found, plan in _by_period(rest)]
    return tuple(plan for _, plan in sorted(plans, key=lambda each: each[0]))


def _order_of(found: Sequence[Placed]) -> tuple[int, int, int]:
    years = [each.year for each in found if each.year]
    return (min(_rank(each.period) for each in found), min(years, default=0), found[0].turn)


def _is_of_one_time(found: Sequence[Placed]) -> bool:
    """A long thread that keeps to one part of the life. One that goes through all of it is told
    where it belongs.
    """
    times = Counter(each.period for each in found)
    return len(found) >= LONG_THREAD and times.most_common(1)[0][1] >= OF_ONE_TIME * len(found)


# ── where in the life ─────────────────────────────────────────────────────────────────────────────


def _placed(memoir: BookSource, tellings: Sequence[PassageInBook]) -> list[Placed]:
    """Who tells on stays in the same time until they say another one."""
    placed: list[Placed] = []
    for telling in tellings:
        last = placed[-1] if placed and _is_of_one_sitting(placed[-1].telling, telling) else None
        placed.append(_place(memoir, telling, last))
    # what begins a sitting and names no time is of the time that comes up next in it
    for at in range(len(placed) - 2, -1, -1):
        here, after = placed[at], placed[at + 1]
        if here.period is None and _is_of_one_sitting(here.telling, after.telling):
            placed[at] = Placed(here.telling, after.period, after.year)
    return [
        each
        if each.period
        else Placed(each.telling, _period_of_thread(memoir, each.thread), each.year)
        for each in placed
    ]


def _is_of_one_sitting(one: PassageInBook, other: PassageInBook) -> bool:
    return one.passage.sitting == other.passage.sitting


def _place(memoir: BookSource, telling: PassageInBook, last: Placed | None) -> Placed:
    if last and _means_somebody(last.telling, telling):
        return Placed(telling, last.period, last.year)
    year = next((dating.year for dating in telling.datings), None)
    if year is None and is_of_now(telling):
        return Placed(telling, "now", 0)
    period = period_told(memoir, _as_printed(memoir, telling), telling.datings)
    if last and year is None and (_goes_on(last, telling) or not _may_leap(last, telling, period)):
        period = last.period
    if year is not None or last is None:
        return Placed(telling, period, year or 0)
    return Placed(telling, period, last.year if period == last.period else 0)


def _as_printed(memoir: BookSource, telling: PassageInBook) -> BookPassage:
    """Without times of life that only words tell which are not in the book: `my grandchildren would
    not like it`.
    """
    passage, told = telling.passage, " ".join(each.text for each in telling.sentences)
    lost = {*periods_in(passage.text, memoir.born)} - {*periods_in(told, memoir.born)}
    return replace(passage, periods=tuple(each for each in passage.periods if each not in lost))


def _may_leap(last: Placed, telling: PassageInBook, period: Period | None) -> bool:
    """Whether words for a time of life are believed without a year: they are where something else
    is spoken of, and where the life goes on from what was just told.
    """
    if last.period is None or period == "now":
        return True
    if period is None or telling.passage.thread != last.thread:
        return period is not None
    goes_on = period in BY_AGE and last.period in BY_AGE
    return goes_on and BY_AGE.index(period) - BY_AGE.index(last.period) in (0, 1)


def is_of_now(telling: PassageInBook) -> bool:
    """Told of how things are: hardly a sentence of what was."""
    past = sum(_is_past(sentence.text) for sentence in telling.sentences)
    now = sum(_is_present(sentence.text) for sentence in telling.sentences)
    return now >= FEWEST_PRESENT and past <= MOST_PAST * len(telling.sentences)


def _is_past(sentence: str) -> bool:
    return any(word in PAST or (len(word) > 4 and word.endswith("ed")) for word in words(sentence))


def _is_present(sentence: str) -> bool:
    return not PRESENT.isdisjoint(words(sentence)) and not _is_past(sentence)


def _means_somebody(last: PassageInBook, telling: PassageInBook) -> bool:
    """`She said` means who was spoken of just before, whatever the thread and the time."""
    return (
        telling.passage.turn - last.passage.turn == 1
        and words(telling.sentences[0].text)[0] in SOMEBODY
    )


def _goes_on(last: Placed, telling: PassageInBook) -> bool:
    """The words point back: `that's where`."""
    said = words(telling.sentences[0].text)
    return (
        telling.passage.turn - last.turn <= 2
        and said[0] in POINTING
        and said[:2] not in POINTS_TO_ITSELF
    )


def _period_of_thread(memoir: BookSource, thread: str) -> Period | None:
    known = memoir.threads.get(thread)
    return known.periods[0] if known and known.periods else None


# ── in the order of the life ──────────────────────────────────────────────────────────────────────


def _own(found: Sequence[Placed]) -> ChapterPlan:
    times = Counter(each.period for each in found if each.period)
    period = times.most_common(1)[0][0] if times else None
    return ChapterPlan((period,) if period else (), _parts(found), own=True)


def _by_period(placed: Sequence[Placed]) -> Iterator[tuple[Sequence[Placed], ChapterPlan]]:
    """A chapter for each period; thin ones together with the one before, and with the one after
    where there is none.
    """
    ordered = sorted(placed, key=lambda each: each.order)
    groups: list[list[Placed]] = []
    for _, same in groupby(ordered, key=lambda each: each.period):
        found = list(same)
        if groups and found[0].period and min(len(found), len(groups[-1])) < THIN_CHAPTER:
            groups[-1] += found
        else:
            groups.append(found)
    for group in groups:
        periods = tuple(dict.fromkeys(each.period for each in group if each.period))
        yield group, ChapterPlan(periods, _parts(group))


def _parts(found: Sequence[Placed]) -> tuple[ChapterPart, ...]:
    """By years; a thread is not torn apart for a year that another names in between."""
    ordered = sorted(found, key=lambda each: each.order)
    return tuple(
        ChapterPart(thread, tuple(each.telling for each in same))
        for thread, same in groupby(ordered, key=lambda each: each.thread)
    )


_RANKS: Mapping[Period, int] = {period: rank for rank, period in enumerate(PERIODS)}


def _rank(period: Period | None) -> int:
    return _RANKS[period] if period else len(PERIODS)
