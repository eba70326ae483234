from __future__ import annotations

import pytest

from dramaturg.kernel.conditions import Value, parse
from dramaturg.kernel.errors import ContentError
from dramaturg.kernel.routing import Rule, Tried, route, rule_faults

MEMOIR = (
    Rule("safety", parse("refusal_or_discomfort or emotion_score >= 0.9"), "SAFETY_FALLBACK"),
    Rule("contradiction", parse("contradiction_score >= 0.6"), "LOGIC_CLARIFY"),
    Rule("emotion", parse("emotion_score >= 0.6"), "EMPATHY_EXPAND"),
    Rule("vagueness", parse("vagueness_score >= 0.6"), "PRECISION_NARROW"),
    Rule("default", parse("true"), "EMPATHY_BASE"),
)


def turn(**signals: Value) -> dict[str, Value]:
    quiet: dict[str, Value] = {
        "refusal_or_discomfort": False,
        "emotion_score": 0.1,
        "contradiction_score": 0.0,
        "vagueness_score": 0.0,
    }
    return quiet | signals


@pytest.mark.parametrize(
    ("facts", "to"),
    [
        (turn(), "EMPATHY_BASE"),
        (turn(vagueness_score=0.6), "PRECISION_NARROW"),
        (turn(vagueness_score=1.0, emotion_score=0.7), "EMPATHY_EXPAND"),
        (turn(contradiction_score=0.9, emotion_score=0.7), "LOGIC_CLARIFY"),
        (turn(contradiction_score=0.9, emotion_score=0.95), "SAFETY_FALLBACK"),
        (turn(contradiction_score=0.9, refusal_or_discomfort=True), "SAFETY_FALLBACK"),
    ],
)
def test_the_first_rule_that_holds_wins(facts: dict[str, Value], to: str) -> None:
    assert route(MEMOIR, facts).rule.to == to


def test_every_rule_before_the_winner_tells_why_it_did_not_hold() -> None:
    routed = route(MEMOIR, turn(emotion_score=0.7))
    assert routed.tried == (
        Tried(
            "safety",
            "not refusal_or_discomfort or emotion_score >= 0.9: emotion_score is 0.7, refusal_or_discomfort is False",
        ),
        Tried("contradiction", "not contradiction_score >= 0.6: contradiction_score is 0.0"),
    )


def test_an_absent_fact_is_named_absent() -> None:
    assert route(MEMOIR, {}).tried[1].reason.endswith("contradiction_score is absent")


def test_rules_with_a_default_at_the_end_have_no_fault() -> None:
    assert rule_faults(MEMOIR) == ()


def test_rules_without_a_default_are_a_fault_and_may_find_nothing() -> None:
    (fault,) = rule_faults(MEMOIR[:-1])
    assert fault.code == "route-without-default"
    with pytest.raises(ContentError, match="route-without-default"):
        route(MEMOIR[:-1], turn())


def test_a_rule_behind_one_that_always_holds_is_never_reached() -> None:
    rules = (MEMOIR[0], MEMOIR[-1], *MEMOIR[1:3])
    assert [(fault.code, fault.path) for fault in rule_faults(rules)] == [
        ("route-shadowed", (2,)),
        ("route-shadowed", (3,)),
    ]
