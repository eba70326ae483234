"""Growth: one session at turn 10, at turn 1,000 and at turn 10,000; each step is set beside the one
before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count, pairwise

from bench.measure import Cost, bytes_handed_over, folders, in_rounds_async, metered
from bench.report import Finding, at_most, micros, size
from bench.stage import AnyLive, Troupe, resuming, walking_troupe

AGES = (10, 1_000, 10_000)
WINDOW = 32  # turns measured at an age: one snapshot falls into each
ROUNDS = 12
NAMES = (f"session-{number}" for number in count())


@dataclass(frozen=True, slots=True)
class Age:
    """What was measured at one age of a session."""

    turns: int
    turn: Cost
    written: float
    resumed: Cost


def findings() -> Iterator[Finding]:
    ages = asyncio.run(measured())
    for younger, older in pairwise(ages):
        step = f"turn {older.turns:,}, beside turn {younger.turns:,}"
        bound = at_most(1.3)
        yield Finding(f"wall time of {step}", older.turn.wall, younger.turn.wall, micros, bound)
        yield Finding(f"processor time of {step}", older.turn.cpu, younger.turn.cpu, micros, bound)
        yield Finding(f"bytes written by {step}", older.written, younger.written, size, bound)
        yield Finding(f"resume at {step}", older.resumed.wall, younger.resumed.wall, micros)


async def measured() -> list[Age]:
    """Each age in a file of its own, so that the database is as old as its session."""
    with folders(*(str(age) for age in AGES)) as places:
        async with AsyncExitStack() as stack:
            troupes = [await stack.enter_async_context(walking_troupe(place)) for place in places]
            cohorts = [Cohort(troupe, age) for troupe, age in zip(troupes, AGES, strict=True)]
            turns = await in_rounds_async(ROUNDS, *(cohort.window for cohort in cohorts))
            written = [await cohort.written() for cohort in cohorts]
            sessions = [await cohort.at_rest() for cohort in cohorts]
        resumed = await in_rounds_async(
            ROUNDS, *(resuming(*each) for each in zip(places, sessions, strict=True))
        )
    return [Age(*each) for each in zip(AGES, turns, written, resumed, strict=True)]


class Cohort:
    """Sessions of one age on one stage: a young one is opened anew for each window, an old one
    grows on a little.
    """

    def __init__(self, troupe: Troupe, age: int) -> None:
        self._troupe = troupe
        self._age = age
        self._old: AnyLive | None = None

    async def window(self) -> Cost:
        live = await self._come_of_age()
        with metered() as cost:
            await self._troupe.play(live, WINDOW)
        return cost.over(WINDOW)

    async def written(self) -> float:
        """Bytes a turn, over enough windows that the write-ahead log is emptied into the file
        several times.
        """
        total = 0
        for _ in range(ROUNDS):
            live = await self._come_of_age()
            before = bytes_handed_over()
            await self._troupe.play(live, WINDOW)
            total += bytes_handed_over() - before
        return total / (ROUNDS * WINDOW)

    async def at_rest(self) -> str:
        """A session of this age whose last snapshot lies as far back as it can, for resuming."""
        live = await self._come_of_age()
        await self._troupe.play(live, -(live.turns + 1) % self._troupe.stage.snapshot_every)
        return live.session

    async def _come_of_age(self) -> AnyLive:
        if self._old is None:
            live = await self._troupe.open(next(NAMES))
            await self._troupe.play(live, self._age - live.turns)
            if self._age <= WINDOW:
                return live
            self._old = live
        return self._old
