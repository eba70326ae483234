"""What the moment forbids or demands: high feelings, refusal, the end, depth, repetition,
danger.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.safety.talk import directive, rules, seen

from dramaturg.app.config.providers import syntax
from dramaturg.engines.memoir.base.state import LineSaid, apply
from dramaturg.engines.memoir.safety.line_check import breaches

REFUSED: dict[str, Any] = {"refusal_or_discomfort": True}
STOPPED: dict[str, Any] = {"purpose": "stop", "stop_requested": True}


def test_when_feelings_run_high_a_line_must_offer_a_way_out() -> None:
    assert "step_sideways_missing" in rules("What was the wedding like?", emotion_score=0.7)
    assert (
        rules(
            "What was the wedding like? We can also talk about something else.", emotion_score=0.7
        )
        == set()
    )


@pytest.mark.parametrize(
    "offer",
    [
        "Or we can take a little break.",
        "We can change the subject if you like.",
        "You don't have to answer.",
    ],
)
def test_a_way_out_may_be_offered_in_other_words_than_ours(offer: str) -> None:
    assert "step_sideways_missing" not in rules(
        f"What was the wedding like? {offer}", emotion_score=0.7
    )


@pytest.mark.parametrize(
    "line",
    [
        "What happened then?",
        "Tell me how it went on.",
        "Go on.",
        "I wonder what came next.",
        "Who was there",
    ],
)
def test_after_a_stop_nothing_is_asked(line: str) -> None:
    assert "probing_after_stop" in rules(line, **STOPPED)


def test_after_a_stop_a_goodbye_and_another_time_are_fine() -> None:
    assert rules("We stop here. Thank you. We can go on another time.", **STOPPED) == set()


@pytest.mark.parametrize(
    "line",
    [
        "What happened then?",
        "Would you like to tell me a little more about it?",
        "What did your brother do?",
        "Would you rather begin with your brother?",
        "Tell me only the beginning.",
        "We will come back to your brother later.",
    ],
)
def test_after_a_refusal_nothing_is_asked_about_what_was_refused(line: str) -> None:
    moment = seen(asked="What did your brother do that night?")
    found = breaches(line, moment, directive(**REFUSED), {}, artifacts(), syntax())
    assert "probing_after_refusal" in {breach.rule for breach in found}


@pytest.mark.parametrize(
    "line",
    [
        "What would you like to talk about instead?",
        "We can leave it there, or turn to something else.",
    ],
)
def test_after_a_refusal_a_choice_may_be_offered(line: str) -> None:
    assert rules(line, **REFUSED) == set()


@pytest.mark.parametrize(
    ("depth", "line", "allowed"),
    [
        (0, "What did you feel at the wedding?", False),
        (1, "What did the wedding mean to you?", False),
        (2, "What did the wedding mean to you?", True),
        (1, "What was the wedding like?", True),
        (2, "How did your brother die?", False),
        (3, "How did your brother die?", True),
    ],
)
def test_a_line_asks_no_deeper_than_the_turn_allows(depth: int, line: str, allowed: bool) -> None:
    told = ("My brother did die at the mill, after the wedding.",)
    assert ("deeper_than_allowed" not in rules(line, told=told, depth=depth)) is allowed


def test_when_leave_is_asked_for_the_matter_may_be_named() -> None:
    told = ("My brother did die at the mill.",)
    line = "Would you like to tell how your brother did die, or shall we leave it?"
    assert "deeper_than_allowed" in rules(line, told=told, depth=2)
    assert "deeper_than_allowed" not in rules(line, told=told, depth=2, purpose="consent")


def test_a_line_is_not_said_twice_in_a_sitting() -> None:
    line = "What was the wedding like?"
    before = apply(seen(), LineSaid(line, "ask", "follow_the_thread"))
    again = breaches(line, before, directive(), {}, artifacts(), syntax())
    assert [breach.rule for breach in again] == ["said_before"]


def test_where_somebody_may_be_in_danger_the_guidance_is_said_word_for_word() -> None:
    guidance = artifacts().crisis.default
    danger: dict[str, Any] = {"purpose": "care", "self_harm": True}
    assert rules(f"I am glad you told me. {guidance}", **danger) == set()
    assert rules(guidance, **danger) == set()
    assert "guidance_missing" in rules("I am glad you told me. We stop here.", **danger)
    assert "probing_after_stop" in rules(f"What happened? {guidance}", **danger)
