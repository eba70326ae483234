"""Deciding what to ask: what may be asked about, what is left alone, what is returned to, and when
a question is the last.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engines.interviews.interview_setup import (
    READINGS,
    answered,
    asked,
    attribute,
    decided,
    opened,
    rules,
    rules_with,
)
from tests.engines.interviews.short_ladder import methodology

from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.state import (
    ConceptRevised,
    Exhausted,
    InterviewEvent,
    InterviewState,
    Rested,
    apply,
)
from dramaturg.engines.interviews.decide import candidates, decide
from dramaturg.turn.contract import Percept
from dramaturg.turn.engine import fold


def begun(concepts: int = 3) -> InterviewState:
    """One answer that brought so many concepts."""
    return answered(opened(), *(attribute(number) for number in range(1, concepts + 1)))


def widened(label: str = "") -> InterviewState:
    """Asked for more, and told one thing more: time to go into it."""
    return answered(asked(asked(begun(5), "", "elicit"), "", "elicit"), attribute(6, label))


def stalled(turns: int = 3, concepts: int = 3) -> InterviewState:
    """Asked about c1 so often in a row, with shallow answers that brought nothing."""
    state = asked(begun(concepts))
    state = answered(state, depth="shallow")
    for _ in range(turns):
        state = answered(asked(state, "c1"), depth="shallow")
    return state


def settled(seen: InterviewState, directive: InterviewDirective) -> InterviewState:
    """The state with what the decision found exhausted or rested."""
    events: list[InterviewEvent] = [
        *map(Rested, directive.rested),
        *map(Exhausted, directive.exhausted),
    ]
    return fold(apply, events, seen)


def may_be_asked(seen: InterviewState) -> list[str]:
    directive = decided(seen).directive
    return candidates(seen, directive.exhausted, directive.rested, rules())


# ── what may be asked about ───────────────────────────────────────────────────────────────────────


def test_the_newest_comes_first() -> None:
    assert may_be_asked(begun()) == ["c3", "c2", "c1"]


def test_what_was_refused_is_not_asked_about() -> None:
    seen = answered(asked(begun(), "c2"), depth="shallow", spared=("c2",))
    assert may_be_asked(seen) == ["c3", "c1"]


def test_what_was_taken_back_is_not_asked_about() -> None:
    seen = answered(asked(begun(), "c3"), ConceptRevised("c2", "c3"))
    assert may_be_asked(seen) == ["c3", "c1"]


def test_what_was_refused_or_taken_back_is_not_set_beside_the_focus_either() -> None:
    seen = answered(asked(widened(), "c5"), ConceptRevised("c2", "c3"), spared=("c4",), news=True)
    directive = decided(seen).directive
    assert directive.concept
    assert not {"c2", "c4"} & {directive.concept, *directive.others}


def test_nothing_is_asked_about_four_times_in_a_row() -> None:
    seen = begun()
    for _ in range(3):
        assert "c1" in may_be_asked(seen)
        seen = answered(asked(seen, "c1"), news=True)
    assert "c1" not in may_be_asked(seen)
    assert "c1" in may_be_asked(answered(asked(seen, "c2")))


def test_no_strategy_is_used_four_times_in_a_row() -> None:
    seen = begun(6)
    for number in (1, 2, 3):
        seen = answered(asked(seen, f"c{number}", "clarify"), news=True)
    strategies = {pair.strategy for pair in decided(seen).directive.alternatives}
    assert "clarify" not in strategies
    assert "clarify" in {
        pair.strategy
        for pair in decided(answered(asked(seen, "c4", "ground"))).directive.alternatives
    }


def test_somebody_tired_is_not_asked_twice_in_the_same_way() -> None:
    seen = widened()
    for number, strategy in enumerate(("clarify", "ground", "absence", "clarify", "connect"), 1):
        seen = answered(asked(seen, f"c{number}", strategy), depth="shallow", news=True)
    directive = decided(seen).directive
    assert directive.signals["llm.global_response_trend"] == "fatigued"
    assert "connect" not in {pair.strategy for pair in directive.alternatives}
    lively = seen
    for strategy in ("ground", "connect"):
        lively = answered(asked(lively, "c6", strategy), depth="deep", news=True)
    assert "connect" in {pair.strategy for pair in decided(lively).directive.alternatives}


def test_with_nothing_to_ask_about_the_subject_remains() -> None:
    directive = decided(answered(opened())).directive
    assert (directive.purpose, directive.focus, directive.strategy) == ("ask", "", "elicit")


def test_when_everything_was_refused_the_subject_remains() -> None:
    seen = answered(asked(begun(2), "c1"), spared=("c1", "c2"))
    directive = decided(seen).directive
    assert (directive.purpose, directive.focus) == ("ask", "")
    assert all(not pair.node_id for pair in directive.alternatives)


# ── exhausted and rested ──────────────────────────────────────────────────────────────────────────


def test_what_brings_nothing_any_more_is_exhausted_and_left() -> None:
    directive = decided(stalled()).directive
    assert directive.exhausted == ("c1",)
    assert directive.focus != "c1"


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (stalled(turns=1), "asked about once only"),
        (
            answered(asked(answered(asked(begun(), "c1"), depth="shallow"), "c1"), depth="shallow"),
            "two turns without yield",
        ),
        (
            answered(
                asked(answered(asked(stalled(turns=1), "c1"), depth="deep"), "c1"), depth="deep"
            ),
            "deep answers",
        ),
        (
            answered(asked(stalled(turns=2), "c1"), depth="shallow", news=True),
            "it has just yielded",
        ),
    ],
)
def test_all_four_signs_of_exhaustion_must_be_there(seen: InterviewState, why: str) -> None:
    assert decided(seen).directive.exhausted == (), why


def test_exhaustion_holds_while_others_are_asked_about() -> None:
    seen = stalled()
    seen = settled(seen, decided(seen).directive)
    for key in ("c2", "c3", "c2"):
        seen = answered(asked(seen, key), depth="deep", news=True)
        assert "c1" not in may_be_asked(seen)


def test_after_five_turns_of_rest_it_may_be_asked_about_again() -> None:
    seen = stalled()
    last = seen.turn - 1
    seen = settled(seen, decided(seen).directive)
    returned: list[int] = []
    for key in ("c2", "c3", "c3", "c2", "c2", "c3"):
        seen = answered(asked(seen, key), depth="deep", news=True)
        directive = decided(seen).directive
        seen = settled(seen, directive)
        returned += [seen.turn] if directive.rested == ("c1",) else []
        assert ("c1" in may_be_asked(seen)) == (seen.turn >= last + 5)
    assert returned == [last + 5]


def test_what_yields_again_is_no_longer_exhausted() -> None:
    seen = apply(begun(), Exhausted("c1"))
    assert "c1" not in may_be_asked(seen)
    assert "c1" in may_be_asked(answered(asked(seen, "c1"), news=True))


def test_going_to_and_fro_between_two_sets_the_others_free() -> None:
    seen = apply(begun(4), Exhausted("c4"))
    for key in ("c1", "c2", "c1"):
        seen = answered(asked(seen, key), news=True)
    assert decided(seen).directive.rested == ()
    seen = answered(asked(seen, "c2"), news=True)
    assert decided(seen).directive.rested == ("c4",)


def test_going_to_and_fro_does_not_set_free_the_two_at_hand() -> None:
    seen = begun(4)
    for key in ("c1", "c2", "c1", "c2"):
        seen = answered(asked(seen, key), news=True)
    seen = fold(apply, (Exhausted("c1"), Exhausted("c4")), seen)
    assert decided(seen).directive.rested == ("c4",)


def test_when_all_are_exhausted_they_may_be_asked_about_after_all() -> None:
    seen = fold(apply, map(Exhausted, ("c1", "c2", "c3")), begun())
    assert may_be_asked(seen) == ["c3", "c2", "c1"]


# ── what a decision tells ─────────────────────────────────────────────────────────────────────────


def test_a_decision_is_a_pure_function_of_what_was_seen() -> None:
    seen = stalled()
    assert decided(seen) == decided(seen)


def test_every_strategy_that_was_weighed_is_told_with_its_parts() -> None:
    directive = decided(begun(8)).directive
    told = {pair.strategy for pair in directive.alternatives}
    weighed = {
        each.name
        for each in rules().methodology.strategies
        if not each.ends_interview and not each.valid_when
    }
    assert weighed <= told
    for pair in directive.alternatives:
        assert pair.score == pytest.approx(sum(pair.parts.values()) * pair.multiplier + pair.bonus)


def test_the_best_pair_is_the_one_that_is_chosen() -> None:
    directive = decided(widened()).directive
    best = max(directive.alternatives, key=lambda pair: pair.score)
    assert (directive.strategy, directive.focus) == (best.strategy, best.node_id)
    assert directive.node_signals[directive.focus]["graph.node.is_new"] is True


def test_the_reason_names_the_strategy_the_concept_and_the_strongest_parts() -> None:
    decision = decided(widened("creamy texture"))
    assert decision.reason.startswith(f"{decision.directive.strategy} on 'creamy texture' at ")
    (strongest,) = sorted(
        decision.directive.alternatives[0].parts.items(), key=lambda part: -abs(part[1])
    )[:1]
    assert strongest[0] in decision.reason


def test_a_signal_that_cannot_be_read_is_left_out_and_named() -> None:
    readings = {name: value for name, value in READINGS.items() if name != "valence"}
    directive = decide(begun(), Percept((), {}, readings), rules()).directive
    assert "llm.valence" not in directive.signals
    assert "llm.valence" in directive.degraded
    assert directive.purpose == "ask"


# ── the last question ─────────────────────────────────────────────────────────────────────────────


def after_turns(turns: int) -> InterviewState:
    seen = begun(6)
    for turn in range(2, turns + 1):
        seen = answered(
            asked(seen, f"c{turn % 6 + 1}", ("ladder_up", "clarify", "ground")[turn % 3]), news=True
        )
    return seen


def test_the_question_before_the_last_answer_is_the_closing_one() -> None:
    before, closing, over = (
        decided(after_turns(turns), rules(max_turns=8)).directive for turns in (6, 7, 8)
    )
    assert before.purpose == "ask"
    assert (closing.purpose, closing.strategy, closing.termination, closing.continues) == (
        "close",
        "close",
        "max_turns_reached",
        True,
    )
    assert (over.purpose, over.strategy, over.focus, over.continues) == ("thank", "", "", False)
    assert over.termination == "max_turns_reached"


CLOSES_WITH_TIME = rules_with(
    methodology("meta.interview_progress: 1.0", "meta.interview_progress: 20.0")
)


@pytest.mark.parametrize(("turns", "purpose"), [(3, "ask"), (11, "ask"), (12, "close")])
def test_the_closing_strategy_has_its_time_in_the_late_phase_only(turns: int, purpose: str) -> None:
    seen = begun(4)
    for turn in range(2, turns + 1):
        seen = answered(asked(seen, f"c{turn % 4 + 1}", ("why", "widen")[turn % 2]), news=True)
    directive = decided(_as_features(seen), CLOSES_WITH_TIME).directive
    assert directive.purpose == purpose
    assert directive.termination == ("close_strategy" if purpose == "close" else None)


def _as_features(seen: InterviewState) -> InterviewState:
    """The same state in the short ladder's types."""
    concepts, states = seen.graph.concepts, seen.tracker.states
    for id, concept in concepts.items():
        concepts = concepts.set(id, replace(concept, type="feature"))
        states = states.set(id, replace(states[id], type="feature"))
    return replace(
        seen,
        graph=replace(seen.graph, concepts=concepts),
        tracker=replace(seen.tracker, states=states),
    )


def test_the_reason_of_an_ending_is_told() -> None:
    assert (
        decided(after_turns(7), rules(max_turns=8)).reason == "the last question: max_turns_reached"
    )
    assert decided(after_turns(3), self_harm=0.95).reason == "the interview ends: safety_stop"


def test_in_danger_the_purpose_is_care() -> None:
    directive = decided(after_turns(3), self_harm=0.95).directive
    assert (directive.purpose, directive.termination, directive.continues) == (
        "care",
        "safety_stop",
        False,
    )
