"""Periods of a life as the interviewer names them, and which of them has hardly been told."""

from __future__ import annotations

import time
from collections.abc import Mapping

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import PERIODS, Period

NAMES: Mapping[Period, str] = {
    "childhood": "your childhood",
    "youth": "your teenage years",
    "early_adulthood": "your first years as a grown-up",
    "family": "the home you made later on",
    "work": "your working life",
    "middle_years": "the middle of your life",
    "later_years": "the more recent years",
}
REACHED_AT: Mapping[Period, int] = {
    "early_adulthood": 18,
    "work": 18,
    "family": 20,
    "middle_years": 45,
    "later_years": 65,
}
AT_LENGTH = 10  # passages


def told_of(seen: MemoirState) -> Mapping[Period, int]:
    """How many passages tell of each period."""
    told = dict.fromkeys(PERIODS, 0)
    for thread in seen.story.threads.values():
        for period in thread.periods:
            told[period] += len(thread.turns)
    return told


def current(seen: MemoirState, topic: str) -> tuple[Period, ...]:
    """Of what is being told now."""
    thread = seen.story.thread(topic)
    return thread.periods if thread else ()


def untold(
    seen: MemoirState, teller: Teller, besides: tuple[Period, ...] = ()
) -> tuple[Period, ...]:
    """Those that were not told at length and can be there: the least told first, in the order of a
    life.
    """
    told, age = told_of(seen), _age(seen, teller)
    open_ones = (
        each
        for each in PERIODS
        if told[each] < AT_LENGTH and each not in besides and REACHED_AT.get(each, 0) <= age
    )
    return tuple(sorted(open_ones, key=lambda period: told[period]))


def _age(seen: MemoirState, teller: Teller) -> int:
    born = seen.story.born or teller.born
    if born is None or not seen.began_at:
        return max(REACHED_AT.values())
    return time.gmtime(seen.began_at).tm_year - born
