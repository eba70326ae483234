"""Stages: timed while a turn is played, untouched otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from dramaturg.turn.stopwatch import Stopwatch, stage


def ticking() -> Callable[[], float]:
    """A clock that is a second further whenever it is looked at."""
    seconds = iter(range(1_000))
    return lambda: float(next(seconds))


@stage("Doubling")
def double(number: int, *, plus: int = 0) -> int:
    """Twice as much."""
    if number < 0:
        raise ValueError("less than nothing")
    return number * 2 + plus


@stage("Waiting")
async def wait(number: int) -> int:
    await asyncio.sleep(0)
    return double(number)


def test_a_stage_gives_what_its_function_gives_and_keeps_its_name() -> None:
    assert double(2, plus=1) == 5
    assert (double.__name__, double.__doc__) == ("double", "Twice as much.")


def test_without_a_watch_nothing_is_timed() -> None:
    watch = Stopwatch(ticking())
    double(1)
    assert watch.seconds == {}


def test_a_running_watch_times_every_stage() -> None:
    watch = Stopwatch(ticking())
    with watch.running():
        assert double(3) == 6
    assert watch.seconds == {"Doubling": 1.0}
    double(1)
    assert watch.seconds == {"Doubling": 1.0}


def test_a_stage_that_is_gone_through_twice_counts_twice() -> None:
    watch = Stopwatch(ticking())
    with watch.running():
        double(1)
        double(1)
    assert watch.seconds == {"Doubling": 2.0}


async def test_an_asynchronous_stage_holds_the_time_of_those_within() -> None:
    watch = Stopwatch(ticking())
    with watch.running():
        assert await wait(2) == 4
    assert watch.seconds == {"Doubling": 1.0, "Waiting": 3.0}


def test_a_stage_that_fails_is_timed_and_the_watch_is_put_away() -> None:
    watch = Stopwatch(ticking())
    with pytest.raises(ValueError, match="less than nothing"), watch.running():
        double(-1)
    assert watch.seconds == {"Doubling": 1.0}
    double(1)
    assert watch.seconds == {"Doubling": 1.0}


async def test_turns_side_by_side_have_a_watch_each() -> None:
    async def turn(times: int) -> dict[str, float]:
        watch = Stopwatch(ticking())
        with watch.running():
            for _ in range(times):
                await wait(1)
        return watch.seconds

    seconds = await asyncio.gather(turn(1), turn(3))
    assert [each["Doubling"] for each in seconds] == [1.0, 3.0]
