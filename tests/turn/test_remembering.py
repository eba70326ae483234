"""Steps that were taken lately are known again, and lead where they led before."""

from __future__ import annotations

from dramaturg.turn.engine import fold, remembering


class Counting:
    """Adds, and counts how often it was asked to."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, state: tuple[int, ...], event: str) -> tuple[int, ...]:
        self.times += 1
        return (*state, len(event))


EVENTS = ("one", "three", "eleven")


def test_the_same_events_on_the_same_state_are_applied_once_and_give_the_same_state() -> None:
    adding = Counting()
    apply, start = remembering(adding), tuple[int, ...]((0,))
    assert fold(apply, EVENTS, start) is fold(apply, EVENTS, start) == (0, 3, 5, 6)
    assert adding.times == len(EVENTS)


def test_another_state_is_not_mistaken_for_an_equal_one_s_neighbour() -> None:
    apply = remembering(Counting())
    states = [(number,) for number in range(1000)]
    assert [apply(state, "one") for state in states] == [(number, 3) for number in range(1000)]


def test_only_the_last_steps_are_kept() -> None:
    adding = Counting()
    apply, start = remembering(adding, last=2), tuple[int, ...]((0,))
    for event in (*EVENTS, EVENTS[0]):
        apply(start, event)
    assert adding.times == 4
    apply(start, EVENTS[0])
    assert adding.times == 4
