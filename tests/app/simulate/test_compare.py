"""Comparing in pairs: an interval covers what it should, equal is equal, and too little is not
told.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.app.simulate import compare as comparing
from dramaturg.app.simulate.compare import FEWEST, compare, interval
from dramaturg.engines.simulation import AnyResult, Result

DRAWS, PAIRS, SHIFT = 400, 20, 0.5


def results(*values: float | None, name: str = "points") -> list[AnyResult]:
    return [
        Result("game", "finished", False, 1, {} if value is None else {name: value}, (), None)
        for value in values
    ]


@settings(max_examples=25)
@given(values=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), seed=st.integers(0, 99))
def test_what_is_the_same_has_an_interval_of_exactly_nothing(
    values: list[float], seed: int
) -> None:
    (found,) = compare(results(*values), results(*values), seed)
    assert (found.interval.mean, found.higher, found.lower, found.equal) == (0, 0, 0, len(values))
    assert (found.interval.low, found.interval.high) == (
        (0, 0) if len(values) >= FEWEST else (None, None)
    )


@pytest.mark.parametrize("noise", ["normal", "lopsided"])
def test_a_known_shift_is_covered_by_about_95_of_100_intervals(noise: str) -> None:
    covered = 0
    for draw in range(DRAWS):
        chance = np.random.default_rng(draw)
        people, moods = chance.normal(0, 3, PAIRS), chance.exponential(1, PAIRS) - 1
        more = SHIFT + (chance.normal(0, 1, PAIRS) if noise == "normal" else moods)
        (found,) = compare(results(*people), results(*people + more), draw)
        assert found.interval.low is not None and found.interval.high is not None
        covered += found.interval.low <= SHIFT <= found.interval.high
    assert 0.91 < covered / DRAWS < 0.985


def test_pairs_tell_what_the_same_people_unpaired_would_not() -> None:
    chance = np.random.default_rng(1)
    people = chance.normal(0, 10, 40)
    (paired,) = compare(results(*people), results(*people + 0.5 + chance.normal(0, 0.2, 40)))
    (shuffled,) = compare(results(*people), results(*np.roll(people, 7) + 0.5))
    assert paired.in_words == "B is higher"
    assert shuffled.in_words == "no difference can be told"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ([-1.0, -2.0, -1.0, -3.0, -1.0, -2.0], "B is lower"),
        ([1.0, -1.0, 1.0, -1.0, 1.0, -1.0], "no difference can be told"),
        ([0.0] * 6, "all pairs equal"),
        ([1.0] * 4, "too few pairs"),
    ],
)
def test_a_difference_is_told_in_words(more: list[float], told: str) -> None:
    (found,) = compare(results(*[0.0] * len(more)), results(*more))
    assert found.in_words == told


def test_only_pairs_in_which_both_have_a_figure_are_compared() -> None:
    (found,) = compare(results(1.0, None, 3.0, 4.0), results(2.0, 9.0, None, 3.0))
    assert (found.a, found.b, found.interval.number, found.higher, found.lower) == (
        2.5,
        2.5,
        2,
        1,
        1,
    )
    assert compare(results(1.0), results(1.0, name="moves")) == ()


def test_what_a_machine_takes_is_not_compared() -> None:
    assert (
        compare(results(1.0, name="seconds_per_turn"), results(2.0, name="seconds_per_turn")) == ()
    )


def test_the_same_seed_gives_the_same_interval_however_much_is_drawn_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = list(np.random.default_rng(3).normal(0, 1, 30))
    at_once = interval(values, seed=5)
    monkeypatch.setattr(comparing, "AT_ONCE", 700)
    assert interval(values, seed=5) == at_once
    assert interval(values, seed=6) != at_once
