"""Chapters: what was told, put into the order of the life. Long threads have a chapter of their
own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from dramaturg.engines.memoir.base.story import PERIODS, Period
from dramaturg.engines.memoir.book.dates import Dating, period_told
from dramaturg.engines.memoir.book.passages import BookPassage, BookSource
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.english.prose import table, words

T = TypeVar("T")

LONG_THREAD = 8
"""From how many passages on a thread has a chapter of its own."""
OF_ONE_TIME = 0.7
"""How much of it must be of one period."""
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


@dataclass(frozen=True)
class PassageRun:
    """Tellings that follow one another on one thread: they are never torn apart."""

    tellings: tuple[PassageInBook, ...]
    period: Period | None

    @property
    def thread(self) -> str:
        return self.tellings[0].passage.thread

    @property
    def sitting(self) -> int:
        return self.tellings[0].passage.sitting

    @property
    def turn(self) -> int:
        return self.tellings[0].passage.turn

    @cached_property
    def year(self) -> int | None:
        return next((dating.year for telling in self.tellings for dating in telling.datings), None)


@dataclass(frozen=True, slots=True)
class ChapterPart:
    """The runs of one thread within a chapter, in the order of the life."""

    thread: str
    runs: tuple[PassageRun, ...]

    @property
    def tellings(self) -> tuple[PassageInBook, ...]:
        return tuple(telling for run in self.runs for telling in run.tellings)


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """A chapter as planned: its periods and its parts. `own`: it is about one thread."""

    periods: tuple[Period, ...]
    parts: tuple[ChapterPart, ...]
    own: bool = False

    @property
    def tellings(self) -> tuple[PassageInBook, ...]:
        return tuple(telling for part in self.parts for telling in part.tellings)


def chapters(memoir: BookSource, tellings: Sequence[PassageInBook]) -> tuple[ChapterPlan, ...]:
    """All tellings, each once, in chapters in the order of the life; what has no time
    comes last.
    """
    runs = _runs(memoir, tellings)
    by_thread: dict[str, list[PassageRun]] = {}
    for run in runs:
        by_thread.setdefault(run.thread, []).append(run)
    own = [
        _own(thread, found)
        for thread, found in by_thread.items()
        if thread and _is_of_one_time(found)
    ]
    taken = {part.thread for plan in own for part in plan.parts}
    return tuple(
        sorted((*own, *_by_period([run for run in runs if run.thread not in taken])), key=_place)
    )


def _is_of_one_time(runs: Sequence[PassageRun]) -> bool:
    """A long thread that keeps to one part of the life. One that goes through all of it is told
    where it belongs.
    """
    times = Counter(run.period for run in runs for _ in run.tellings)
    return sum(times.values()) >= LONG_THREAD and times.most_common(1)[0][1] >= OF_ONE_TIME * sum(
        times.values()
    )


# ── runs ──────────────────────────────────────────────────────────────────────────────────────────


def _runs(memoir: BookSource, tellings: Sequence[PassageInBook]) -> list[PassageRun]:
    """A thread goes on within a sitting until something else is spoken of or another time
    begins.
    """
    runs: list[PassageRun] = []
    for telling in tellings:
        period = period_told(memoir, telling.passage, telling.datings)
        last = runs[-1] if runs and runs[-1].sitting == telling.passage.sitting else None
        if last and (
            _means_somebody(last, telling)
            or (period in (None, last.period) and _goes_on(last, telling))
        ):
            runs[-1] = PassageRun((*last.tellings, telling), last.period)
        else:
            carried = last.period if last else _period_of_thread(memoir, telling.passage.thread)
            runs.append(PassageRun((telling,), period or carried))
    # what begins a sitting and names no time is of the time that comes up next in it
    placed: list[PassageRun] = []
    for run in reversed(runs):
        after = placed[-1] if placed and placed[-1].sitting == run.sitting else None
        placed.append(
            run if run.period or after is None else PassageRun(run.tellings, after.period)
        )
    return placed[::-1]


def _means_somebody(run: PassageRun, telling: PassageInBook) -> bool:
    """`She said` means who was spoken of just before, whatever the thread and the time."""
    return (
        telling.passage.turn - run.tellings[-1].passage.turn == 1
        and words(telling.sentences[0].text)[0] in SOMEBODY
    )


def _goes_on(run: PassageRun, telling: PassageInBook) -> bool:
    """The thread is the same, or the words point back: `that's where`."""
    last, said = run.tellings[-1].passage, words(telling.sentences[0].text)
    points_back = (
        telling.passage.turn - last.turn <= 2
        and said[0] in POINTING
        and said[:2] not in POINTS_TO_ITSELF
    )
    return points_back or (bool(telling.passage.thread) and last.thread == telling.passage.thread)


def _period_of_thread(memoir: BookSource, thread: str) -> Period | None:
    known = memoir.threads.get(thread)
    return known.periods[0] if known and known.periods else None


# ── in the order of the life ──────────────────────────────────────────────────────────────────────


def _own(thread: str, runs: Sequence[PassageRun]) -> ChapterPlan:
    times = Counter(run.period for run in runs if run.period for _ in run.tellings)
    period = times.most_common(1)[0][0] if times else None
    return ChapterPlan(
        (period,) if period else (), (ChapterPart(thread, _in_life_order(runs)),), own=True
    )


def _by_period(runs: Sequence[PassageRun]) -> list[ChapterPlan]:
    """A chapter for each period; thin ones together with the one before, and with the one after
    where there is none.
    """
    ordered = sorted(runs, key=lambda run: (_rank(run.period), run.turn))
    plans: list[ChapterPlan] = []
    for period, found in groupby(ordered, key=lambda run: run.period):
        plan = ChapterPlan((period,) if period else (), _parts(list(found)))
        if (
            plans
            and plan.periods
            and min(len(plan.tellings), len(plans[-1].tellings)) < THIN_CHAPTER
        ):
            plans[-1] = ChapterPlan(
                (*plans[-1].periods, *plan.periods), (*plans[-1].parts, *plan.parts)
            )
        else:
            plans.append(plan)
    return plans


def _parts(runs: Sequence[PassageRun]) -> tuple[ChapterPart, ...]:
    by_thread: dict[str, list[PassageRun]] = {}
    for run in runs:
        by_thread.setdefault(run.thread, []).append(run)
    parts = [ChapterPart(thread, _in_life_order(found)) for thread, found in by_thread.items()]
    return tuple(
        _by_year(parts, lambda part: next((run.year for run in part.runs if run.year), None))
    )


def _in_life_order(runs: Sequence[PassageRun]) -> tuple[PassageRun, ...]:
    """A thread by periods, then by years."""
    ordered = sorted(runs, key=lambda run: (_rank(run.period), run.turn))
    by_period = (list(found) for _, found in groupby(ordered, key=lambda run: run.period))
    return tuple(run for found in by_period for run in _by_year(found, lambda run: run.year))


def _by_year(items: Sequence[T], year_of: Callable[[T], int | None]) -> list[T]:
    """By year where it is known; what has none stays behind what it was told after."""
    years: list[int] = []
    for item in items:
        years.append(year_of(item) or (years[-1] if years else 0))
    return [
        items[place] for place in sorted(range(len(items)), key=lambda place: (years[place], place))
    ]


def _place(plan: ChapterPlan) -> tuple[int, int, int]:
    years = [run.year for part in plan.parts for run in part.runs if run.year]
    return (
        _rank(plan.periods[0] if plan.periods else None),
        min(years, default=0),
        plan.tellings[0].passage.turn,
    )


_RANKS: Mapping[Period, int] = {period: rank for rank, period in enumerate(PERIODS)}


def _rank(period: Period | None) -> int:
    return _RANKS[period] if period else len(PERIODS)
