"""Folding: each step once, and snapshots at distances that grow with the session."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.turn.engine import fold, remembering
from dramaturg.turn.loop import snapshot_is_due


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Told apart by what it is, not by what it holds."""

    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    words: str


class Counting:
    def __init__(self) -> None:
        self.times = 0

    def apply(self, state: State, event: Said) -> State:
        self.times += 1
        return State((*state.said, event.words))


# ── remembering ───────────────────────────────────────────────────────────────────────────────────


def test_a_step_that_was_taken_is_known_again() -> None:
    counting = Counting()
    apply = remembering(counting.apply)
    start, events = State(), [Said("a"), Said("b")]
    first = fold(apply, events, start)
    assert fold(apply, events, start) is first
    assert first.said == ("a", "b")
    assert counting.times == 2


def test_the_same_event_in_another_state_is_another_step() -> None:
    apply = remembering(Counting().apply)
    event = Said("a")
    assert apply(apply(State(), event), event).said == ("a", "a")


def test_an_equal_state_or_event_that_is_another_is_not_mistaken_for_it() -> None:
    counting = Counting()
    apply = remembering(counting.apply)
    for _ in range(3):
        assert apply(State(("x",)), Said("a")).said == ("x", "a")
    assert counting.times == 3


def test_only_the_last_steps_are_kept() -> None:
    counting = Counting()
    apply = remembering(counting.apply, last=2)
    start, events = State(), [Said("a"), Said("b"), Said("c")]
    for event in events:
        apply(start, event)
    apply(start, events[2])
    assert counting.times == 3
    apply(start, events[0])
    assert counting.times == 4


@given(st.lists(st.text(max_size=3), max_size=40), st.integers(1, 5))
def test_remembering_changes_nothing(words: list[str], last: int) -> None:
    events = [Said(word) for word in words]
    apply = remembering(Counting().apply, last)
    again = [fold(apply, events, State()).said for _ in range(2)]
    assert again == [tuple(words)] * 2


# ── snapshots ─────────────────────────────────────────────────────────────────────────────────────


def due(turns: int, every: int = 32) -> list[int]:
    return [turn for turn in range(1, turns + 1) if snapshot_is_due(turn, every)]


def test_in_short_sessions_a_snapshot_is_due_every_so_many_turns() -> None:
    assert due(200) == [32, 64, 96, 128, 160, 192]


def test_in_long_sessions_they_are_further_apart() -> None:
    distances = {
        later - earlier for earlier, later in zip(due(10_000), due(10_000)[1:], strict=False)
    }
    assert distances == {32, 64, 128, 256, 512, 1024}


@pytest.mark.parametrize("every", [1, 2, 7, 32])
def test_never_more_than_a_quarter_of_a_session_has_to_be_folded_anew(every: int) -> None:
    last = 0
    for turn in range(1, 8_000):
        last = turn if snapshot_is_due(turn, every) else last
        assert turn - last < max(every, turn / 4 + every)


def test_all_snapshots_together_cost_no_more_than_so_much_a_turn() -> None:
    """A state grows with the session; each octave of turns writes at most as many turns' worth per
    turn as the one before.
    """
    for turns in (1_000, 10_000, 100_000):
        assert sum(due(turns)) / turns < 12 * 2
