from __future__ import annotations

import json
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import ended_if_it_hangs

from dramaturg.kernel.errors import BadInput
from dramaturg.studies.figures.saturation import Saturation, saturation, saturation_json

Held = list[tuple[str, frozenset[str]]]


def held(*interviews: str) -> Held:
    """Interviews as words of one-letter codes."""
    return [(f"R{place:03d}", frozenset(codes)) for place, codes in enumerate(interviews, 1)]


# Base (1 to 4): a b c d e f g h i j, ten codes.
# New codes from 5 on: k l | m | n | none | none.
# Runs of two: 5-6: 2 + 1 = 3, 3/10 = .3; 6-7: 1 + 1 = 2, .2; 7-8: 1 + 0 = 1, .1; 8-9: 0.
TEN = held("abcd", "cdef", "fgh", "hij", "akl", "bm", "cn", "ab", "abc")


def test_new_codes_are_those_no_earlier_interview_had() -> None:
    found = saturation(TEN)
    assert found.new == (4, 2, 2, 2, 2, 1, 1, 0, 0)
    assert found.cumulative == (4, 6, 8, 10, 12, 13, 14, 14, 14)


def test_runs_slide_by_one_and_are_measured_by_the_base() -> None:
    guest = saturation(TEN).guest
    assert guest.base_codes == 10
    assert [(run.first, run.last, run.new, run.share) for run in guest.runs] == [
        (5, 6, 3, 0.3),
        (6, 7, 2, 0.2),
        (7, 8, 1, 0.1),
        (8, 9, 0, 0.0),
    ]


@pytest.mark.parametrize(
    ("base", "run", "threshold", "reached_at"),
    [
        (4, 2, 0.05, 9),  # run 8-9 is the first at or below .05
        (4, 2, 0.1, 8),  # run 7-8 has 1/10, which is at .1
        (4, 2, 0.3, 6),  # the first run
        (4, 3, 0.1, 9),  # runs of three: 5-7: 4, 6-8: 2, 7-9: 1, and 1/10 is at .1
        (4, 3, 0.05, None),
        (5, 1, 0.05, 8),  # base of 12; 6: 1/12 = .083; 7: .083; 8: 0
    ],
)
def test_it_is_reached_when_the_first_low_run_ends(
    base: int, run: int, threshold: float, reached_at: int | None
) -> None:
    assert saturation(TEN, base=base, run=run, threshold=threshold).guest.reached_at == reached_at


def test_code_frequency_counts_interviews_the_most_frequent_first() -> None:
    frequency = saturation(held("ab", "bc", "b", "ca")).frequency
    assert list(frequency.items()) == [("b", 3), ("a", 2), ("c", 2)]


def test_chao2_adds_what_is_unseen_by_uniques_and_duplicates() -> None:
    # TEN: m = 9. Held by: a: 1 5 8 9; b: 1 6 8 9; c: 1 2 7 9; d: 1 2; f: 2 3; h: 3 4;
    # e, g, i, j, k, l, m, n in one each: Q1 = 8; d, f, h in two: Q2 = 3; S = 14.
    # Chao2 = 14 + (8/9) × 8² / (2 × 3) = 14 + 512/54 = 23.4815
    # Coverage: U = 4 + 4 + 4 + 2 × 3 + 8 = 26; 1 - (8/26) × (8 × 8) / (8 × 8 + 2 × 3) = 1 -
    # (8/26)(64/70) = 0.71868 Completeness = 14 / 23.4815 = 0.59621
    found = saturation(TEN)
    assert found.chao2 == pytest.approx(14 + 512 / 54)
    assert found.coverage == pytest.approx(1 - 8 / 26 * 64 / 70)
    assert found.completeness == pytest.approx(0.59621, abs=1e-5)


def test_chao2_is_bias_corrected_when_no_code_is_in_two_interviews() -> None:
    # m = 3, a in all three, b c d in one each: S = 4, Q1 = 3, Q2 = 0, U = 6.
    # Chao2 = 4 + (2/3) × 3 × 2 / 2 = 6; coverage = 1 - (3/6) × (2 × 2) / (2 × 2 + 2) = 1 -
    # (1/2)(4/6) = 2/3
    found = saturation(held("ab", "ac", "ad"))
    assert found.chao2 == pytest.approx(6)
    assert found.coverage == pytest.approx(2 / 3)


def test_when_every_code_came_up_twice_nothing_seems_missing() -> None:
    found = saturation(held("ab", "ab", "ab"))
    assert (found.chao2, found.coverage, found.completeness) == (2.0, 1.0, 1.0)


def test_one_interview_says_nothing_about_others() -> None:
    found = saturation(held("abc"))
    assert (found.new, found.chao2, found.coverage, found.completeness) == ((3,), None, None, None)
    assert found.enough.answer == "cannot say"
    assert found.enough.sentence == "Cannot say: of the 6 interviews it takes to judge, 1 was held."


@pytest.mark.parametrize("count", [0, 1, 4, 5, 8])
def test_interviews_without_codes_reach_nothing(count: int) -> None:
    found = saturation(held(*[""] * count))
    assert found.new == (0,) * count
    assert found.guest.reached_at is None
    assert found.coverage is None
    assert found.enough.answer == "cannot say"


def test_a_base_without_codes_measures_nothing() -> None:
    found = saturation(held("", "", "", "", "ab", "", "", ""))
    assert [run.share for run in found.guest.runs] == [None, None, None]
    assert found.guest.reached_at is None
    assert found.enough.answer == "cannot say"


# ── other orders ──────────────────────────────────────────────────────────────────────────────────


def test_orders_of_interviews_that_are_all_alike_agree() -> None:
    orders = saturation(held(*["abc"] * 10)).orders
    assert (orders.reached, orders.low, orders.median, orders.high) == (1.0, 6, 6, 6)


def test_orders_that_never_get_there_count_as_later_than_any() -> None:
    # every interview has a code of its own: every run has 2 new codes of 4, always .5
    orders = saturation(held(*"abcdefgh")).orders
    assert (orders.reached, orders.low, orders.median, orders.high) == (0.0, None, None, None)


def test_a_late_outlier_is_late_in_few_orders() -> None:
    # One interview of eight has two codes of its own, the others all have a b. Base codes are 2, or
    # 4 if it is in the base. In the base (half of the orders): nothing new after, reached at 6.
    # Otherwise it stands at 5, 6, 7 or 8, and runs with it have 2/2: at 5: run 5-6 is high, 6-7 is
    # low: 7. At 6: 5-6 and 6-7 high, 7-8 low: 8. At 7 or 8: run 5-6 is low: 6. So 6 in 6/8 of the
    # orders, 7 in 1/8, 8 in 1/8.
    orders = saturation(held(*["ab"] * 7, "abyz"), orders=4000).orders
    assert (orders.reached, orders.low, orders.median, orders.high) == (1.0, 6, 6, 8)


def test_the_same_seed_gives_the_same_orders() -> None:
    assert saturation(TEN, seed=3).orders == saturation(TEN, seed=3).orders


def naive_reached(interviews: Held, base: int, run: int, threshold: float) -> int | None:
    first = frozenset[str]().union(*(codes for _, codes in interviews[:base]))
    for start in range(base, len(interviews) - run + 1):
        before = frozenset[str]().union(*(codes for _, codes in interviews[:start]))
        new = (
            frozenset[str]().union(*(codes for _, codes in interviews[start : start + run]))
            - before
        )
        if first and len(new) / len(first) <= threshold:
            return start + run
    return None


CODES = st.frozensets(st.sampled_from("abcdefghij"), max_size=4)


@given(
    st.lists(CODES, max_size=14),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from([0.0, 0.05, 0.2, 0.5]),
)
def test_it_is_reached_where_the_procedure_done_by_sets_says(
    codes: list[frozenset[str]], base: int, run: int, threshold: float
) -> None:
    interviews = [(str(place), each) for place, each in enumerate(codes)]
    found = saturation(interviews, base, run, threshold, orders=3)
    assert found.guest.reached_at == naive_reached(interviews, base, run, threshold)


@given(st.lists(CODES, min_size=2, max_size=14))
def test_estimates_stay_within_their_bounds(codes: list[frozenset[str]]) -> None:
    found = saturation([(str(place), each) for place, each in enumerate(codes)], orders=3)
    assert found.chao2 is not None
    assert found.chao2 >= len(found.frequency)
    assert found.coverage is None or 0 <= found.coverage <= 1
    json.dumps(saturation_json(found), allow_nan=False)


# ── enough? ───────────────────────────────────────────────────────────────────────────────────────


def test_enough_when_nothing_new_comes_and_what_is_said_is_covered() -> None:
    enough = saturation(held("ab", "bc", "ac", "abc", "ab", "bc")).enough
    assert enough.answer == "yes"
    assert enough.sentence == (
        "Yes, after 6 interviews: the first run of 2 with at most 5% new codes ended with interview 6; the newest 2 brought 0 "
        "new codes (0% of the base's); the codes cover about 100% of what would be said (90% wanted)."
    )


def test_not_enough_when_new_codes_came_back_after_it_was_reached() -> None:
    enough = saturation(held("ab", "bc", "ac", "abc", "ab", "bc", "abxyz")).enough
    assert enough.answer == "not yet"
    assert [reason.holds for reason in enough.reasons] == [True, False, False]
    assert "the newest 2 brought 3 new codes (100% of the base's)" in enough.sentence


def test_not_enough_while_many_codes_came_up_only_once() -> None:
    # reached, and nothing new since; but e g i j k l m n were said once each
    enough = saturation(TEN).enough
    assert (enough.answer, [reason.holds for reason in enough.reasons]) == (
        "not yet",
        [True, True, False],
    )


def test_impossible_settings_are_refused_all_at_once() -> None:
    with pytest.raises(BadInput) as told:
        saturation(TEN, base=0, run=0, threshold=5)
    assert len(str(told.value).splitlines()) == 3


def test_the_json_is_as_documented() -> None:
    found = saturation_json(saturation(TEN))
    assert list(found) == [
        "new", "cumulative", "guest", "chao2", "coverage", "completeness", "runs", "orders", "frequency", "enough",
    ]  # fmt: skip
    assert found["guest"] == {"base": 4, "run": 2, "threshold": 0.05, "reached_at": 9}
    assert found["runs"][0] == {"first": 5, "last": 6, "new": 3, "share": 0.3}


def many(interviews: int, codes: int) -> Saturation:
    chance = np.random.default_rng(1)
    often = chance.random(codes) ** 3
    given = [
        (str(place), frozenset(str(code) for code in np.flatnonzero(chance.random(codes) < often)))
        for place in range(interviews)
    ]
    return saturation(given)


@pytest.mark.slow
def test_a_thousand_interviews_with_five_hundred_codes_are_no_trouble() -> None:
    with ended_if_it_hangs():
        assert many(1000, 500).orders.reached is not None


def test_many_orders_take_no_more_memory_than_few() -> None:
    interviews = [
        (f"R{place:03d}", frozenset({f"{place}", f"{place // 2}"})) for place in range(200)
    ]
    few, lots = (most_memory(interviews, orders) for orders in (20, 400))
    assert lots < 1.5 * few


def most_memory(interviews: Held, orders: int) -> int:
    tracemalloc.start()
    saturation(interviews, orders=orders)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most
