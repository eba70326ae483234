from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dramaturg.language.breaker import Breaker


def failing(times: int, at: float = 0.0) -> Breaker:
    breaker = Breaker(limit=3, pause=10)
    for _ in range(times):
        breaker = breaker.failed(at)
    return breaker


def test_it_opens_after_so_many_failures_in_a_row() -> None:
    assert not failing(2).is_open(0)
    assert failing(3).is_open(0)
    assert failing(3).is_open(9.9)


def test_a_success_in_between_starts_the_count_again() -> None:
    assert not failing(2).succeeded().failed(0).failed(0).is_open(0)


def test_after_the_pause_one_is_let_through_and_the_others_wait() -> None:
    breaker = failing(3)
    assert not breaker.is_open(10)
    assert breaker.tried(10).is_open(10)


def test_a_probe_that_never_comes_back_does_not_hold_it_open_for_ever() -> None:
    assert not failing(3).tried(10).is_open(20)


def test_a_probe_that_succeeds_closes_it_and_one_that_fails_opens_it_again() -> None:
    probing = failing(3).tried(10)
    assert not probing.succeeded().is_open(10)
    assert probing.failed(12).is_open(21)


@given(st.lists(st.booleans()))
def test_it_is_open_exactly_when_the_last_outcomes_were_failures(outcomes: list[bool]) -> None:
    breaker = Breaker(limit=3, pause=10)
    for failed in outcomes:
        breaker = breaker.failed(0) if failed else breaker.succeeded()
    assert breaker.is_open(0) == (len(outcomes) >= 3 and all(outcomes[-3:]))
