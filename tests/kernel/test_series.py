from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.series import ewma, plateau, share, streak

numbers = st.floats(-1e6, 1e6)
alphas = st.floats(0.01, 1.0)


def test_the_smoothed_mean_starts_at_the_first_value() -> None:
    assert ewma([0.8], 0.4) == 0.8
    assert ewma([1.0, 0.0], 0.4) == pytest.approx(0.6)
    assert ewma([1.0, 0.0, 0.0], 0.5) == 0.25


def test_no_values_have_no_mean() -> None:
    assert ewma([], 0.4) is None


@pytest.mark.parametrize("alpha", [0.0, -0.1, 1.1, float("nan")])
def test_a_weight_outside_its_bounds_is_refused(alpha: float) -> None:
    with pytest.raises(BadInput, match="alpha"):
        ewma([1.0], alpha)


@given(st.lists(numbers, min_size=1), alphas)
def test_the_smoothed_mean_stays_among_its_values(values: list[float], alpha: float) -> None:
    smoothed = ewma(values, alpha)
    assert smoothed is not None
    assert min(values) - 1e-6 <= smoothed <= max(values) + 1e-6


@given(numbers, st.integers(1, 20), alphas)
def test_a_level_series_is_its_own_mean(value: float, length: int, alpha: float) -> None:
    assert ewma([value] * length, alpha) == value


def test_a_streak_counts_from_the_end() -> None:
    assert streak(["deepen", "clarify", "deepen", "deepen"]) == 2
    assert streak([4, 1, 2, 2], lambda depth: depth <= 2) == 3
    assert streak([1, 1, 4], lambda depth: depth <= 2) == 0
    assert streak([]) == 0


@given(st.lists(st.booleans()))
def test_a_streak_is_broken_by_what_stands_before_it(values: list[bool]) -> None:
    run = streak(values, bool)
    assert all(values[len(values) - run :])
    assert run == len(values) or not values[-run - 1]


def test_a_plateau_needs_a_whole_window_within_the_tolerance() -> None:
    assert plateau([1, 3, 3, 3], window=3)
    assert not plateau([3, 3], window=3)
    assert not plateau([1, 3, 3, 4], window=3)
    assert plateau([1, 3, 3, 4], window=3, tolerance=1)


def test_a_plateau_over_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="window"):
        plateau([1.0], window=0)


@given(st.lists(numbers, min_size=1), st.integers(1, 5), st.floats(0, 10), st.floats(0, 10))
def test_more_tolerance_never_ends_a_plateau(
    values: list[float], window: int, tolerance: float, more: float
) -> None:
    assert not plateau(values, window, tolerance) or plateau(values, window, tolerance + more)


def test_a_share_is_the_part_that_fulfils() -> None:
    assert share(["surface", "deep", "shallow"], lambda depth: depth != "deep") == pytest.approx(
        2 / 3
    )
    assert share([], bool) == 0.0


@given(st.lists(st.booleans(), min_size=1))
def test_shares_of_opposites_make_a_whole(values: list[bool]) -> None:
    assert share(values, bool) + share(values, lambda value: not value) == pytest.approx(1.0)
