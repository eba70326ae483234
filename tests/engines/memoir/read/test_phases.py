"""The phase of a sitting follows its turns, what was told of a life, and a goodbye."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.base.ledger import Ledger
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import PERIODS, Story
from dramaturg.engines.memoir.read.phases import phase_of

TURNS = 20


def at(told: int, sitting: int = 1, level: int = 0, periods: int = 0) -> MemoirState:
    return MemoirState(
        sitting=sitting,
        told=told,
        ledger=Ledger(level=level),
        story=Story(periods=PERIODS[:periods]),
    )


@pytest.mark.parametrize(
    ("seen", "phase"),
    [
        (at(1), "warmup"),
        (at(3), "warmup"),
        (at(4), "narrative"),
        (at(1, sitting=2), "warmup"),
        (at(2, sitting=2), "narrative"),
        (at(8, level=1), "narrative"),
        (at(8, level=2), "depth"),
        (at(3, level=2), "warmup"),
        (at(14), "narrative"),
        (at(15), "reflection"),
        (at(10, periods=7), "reflection"),
        (at(10, periods=6), "narrative"),
        (at(9, periods=9), "narrative"),
        (at(18), "reflection"),
        (at(19), "close"),
        (MemoirState(sitting=1, told=5, purpose="close"), "close"),
    ],
)
def test_where_a_sitting_stands(seen: MemoirState, phase: str) -> None:
    assert phase_of(seen, False, TURNS) == phase


def test_a_goodbye_brings_the_close() -> None:
    assert phase_of(at(6), True, TURNS) == "close"
