"""Going on or not: the person comes first, then what was agreed, then whether anything is still to
be learned.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engines.interviews.interview_setup import answered, asked, attribute, opened
from tests.engines.interviews.random_graphs import QUOTE

from dramaturg.engines.interviews.base.methodology import Limits
from dramaturg.engines.interviews.base.state import (
    AnswerHeard,
    Asked,
    ConceptRevised,
    EdgeAdded,
    Exhausted,
    InterviewState,
    Measured,
    Termination,
    Velocity,
    apply,
)
from dramaturg.engines.interviews.strategy.continuation import finished, stopped
from dramaturg.engines.interviews.strategy.saturation import InterviewSaturation
from dramaturg.turn.readings import Depth

FRESH, FULL = InterviewSaturation(0.2, 0.2), InterviewSaturation(0.95, 0.95)
LIMITS = Limits()
LONG = "So my brother stopped going there, " + "and then he told everybody about it " * 5


def heard(text: str = "Fine.", turns: int = 1) -> InterviewState:
    """So many answers, the last of them not yet replied to."""
    state = opened()
    for _ in range(turns - 1):
        state = asked(answered(state))
    return answered(state, text=text)


# ── here and now ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "readings", "ending"),
    [
        ("I'd like to stop.", {"stop": 0.7}, "user_stop"),
        ("I might stop taking it.", {"stop": 0.69}, None),
        ("I won't answer that, let me go.", {"stop": 0.96, "refusal": 0.99}, "user_stop"),
        (LONG, {"stop": 0.94}, None),
        (LONG, {"stop": 0.95}, "user_stop"),
        ("I want to die.", {"self_harm": 0.9}, "safety_stop"),
        ("It kills me.", {"self_harm": 0.89}, None),
        ("I want to die, let me stop.", {"self_harm": 0.95, "stop": 0.9}, "safety_stop"),
        ("Please stop.", {"self_harm": 0.91, "stop": 0.99}, "user_stop"),
        ("Fine.", {}, None),
    ],
)
def test_a_person_in_danger_or_who_wants_to_leave_ends_it(
    text: str, readings: dict[str, float], ending: Termination | None
) -> None:
    assert stopped(heard(text), readings, 20) == ending


@pytest.mark.parametrize(
    ("by_ear", "ending"),
    [
        (AnswerHeard("ear", does=("stop",)), "user_stop"),
        (AnswerHeard("ear", does=("goodbye",)), "user_stop"),
        (AnswerHeard("ear", danger="medical", care="stop"), "safety_stop"),
        (AnswerHeard("ear", danger="abuse", care="stop", does=("stop",)), "safety_stop"),
        (AnswerHeard("ear", danger="self_harm", care="check"), None),
        (AnswerHeard("ear", does=("refusal", "skip", "pause", "repair")), None),
        (AnswerHeard("ear"), None),
    ],
)
def test_where_an_ear_heard_it_nothing_else_decides(
    by_ear: AnswerHeard, ending: Termination | None
) -> None:
    state = replace(heard(LONG), heard=by_ear)
    assert stopped(state, {"stop": 1.0, "self_harm": 1.0}, 20) == ending


def test_the_last_turn_that_was_agreed_on_ends_it() -> None:
    assert [stopped(heard(turns=turns), {}, 5) for turns in (4, 5)] == [None, "max_turns_reached"]


@pytest.mark.parametrize("because", ["graph_saturated", "quality_degraded", "close_strategy"])
def test_the_answer_to_a_closing_question_ends_it_for_the_reason_it_was_the_last(
    because: Termination,
) -> None:
    state = answered(
        apply(heard(), Asked("What would you add?", "close", "close", because=because))
    )
    assert stopped(state, {}, 20) == because


# ── enough ────────────────────────────────────────────────────────────────────────────────────────


def going(turns: int, depth: Depth, news: bool) -> InterviewState:
    """Turns that are all alike, after a first rich one."""
    state = asked(answered(opened(), *(attribute(number) for number in range(1, 9)), depth="deep"))
    for turn in range(2, turns + 1):
        state = answered(state, depth=depth, news=news)
        state = apply(state, Measured(Velocity(), state.graph.longest))
        state = asked(state, f"c{turn % 8 + 1}")
    return state


def test_shallow_answers_that_bring_nothing_end_it() -> None:
    endings = [finished(going(turns, "shallow", news=False), FRESH, LIMITS) for turns in (6, 7)]
    assert endings == [None, "quality_degraded"]


def test_shallow_answers_that_bring_something_do_not_end_it() -> None:
    assert finished(going(19, "shallow", news=True), FRESH, LIMITS) is None


def test_deep_answers_that_bring_nothing_are_not_shallow_ones() -> None:
    assert finished(going(11, "deep", news=False), FRESH, LIMITS) is None


def test_nobody_is_sent_away_for_short_answers_before_the_fifth_turn() -> None:
    hasty = Limits(shallow_turns=2)
    assert [finished(going(turns, "surface", news=False), FRESH, hasty) for turns in (3, 4, 5)] == [
        None,
        None,
        "quality_degraded",
    ]


@pytest.mark.parametrize(("turns", "ending"), [(11, None), (12, "theoretical_saturation")])
def test_saturation_ends_nothing_before_the_minimum_of_turns(
    turns: int, ending: Termination | None
) -> None:
    assert finished(going(turns, "deep", news=True), FULL, LIMITS) == ending


def test_both_graphs_must_be_saturated() -> None:
    assert finished(going(15, "deep", news=True), InterviewSaturation(0.95, 0.6), LIMITS) is None


def test_without_any_slot_the_surface_alone_tells_saturation() -> None:
    assert (
        finished(going(15, "deep", news=True), InterviewSaturation(0.95, 0.0), LIMITS)
        == "theoretical_saturation"
    )


@pytest.mark.parametrize(("turns", "ending"), [(11, None), (12, "graph_saturated")])
def test_a_graph_that_has_stopped_growing_ends_it_after_the_minimum_of_turns(
    turns: int, ending: Termination | None
) -> None:
    state = replace(going(turns, "deep", news=False), longest=())
    assert finished(state, FRESH, LIMITS) == ending


def test_chains_that_grow_no_longer_end_it_when_nothing_new_is_told_beside_them() -> None:
    assert finished(going(12, "deep", news=False), FRESH, LIMITS) == "depth_plateau"
    assert finished(going(12, "deep", news=True), FRESH, LIMITS) is None


def test_a_longer_chain_is_no_plateau() -> None:
    longer = apply(
        going(12, "deep", news=False), EdgeAdded("e1", "c1", "c2", "leads_to", QUOTE, chain=True)
    )
    assert finished(longer, FRESH, LIMITS) == "graph_saturated"


def exhausted(turns: int, *keys: str) -> InterviewState:
    state = asked(answered(opened(), attribute(1), attribute(2)))
    for turn in range(turns - 1):
        state = asked(answered(state, depth="deep", news=True), f"c{turn % 2 + 1}")
    for key in keys:
        state = apply(state, Exhausted(key))
    return state


@pytest.mark.parametrize(
    ("keys", "ending"), [(("c1", "c2"), "all_nodes_exhausted"), (("c1",), None), ((), None)]
)
def test_it_ends_when_everything_is_exhausted(
    keys: tuple[str, ...], ending: Termination | None
) -> None:
    assert finished(exhausted(13, *keys), FRESH, LIMITS) == ending


def test_what_was_refused_or_taken_back_need_not_be_exhausted() -> None:
    refused = answered(exhausted(13, "c1"), depth="deep", news=True, spared=("c2",))
    assert finished(apply(refused, Exhausted("c1")), FRESH, LIMITS) == "all_nodes_exhausted"
    revised = apply(exhausted(13, "c1"), ConceptRevised("c2", "c1"))
    assert finished(revised, FRESH, LIMITS) == "all_nodes_exhausted"
