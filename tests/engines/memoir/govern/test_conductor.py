"""Conducting a turn: router, governor and machine together, from ledger to ledger."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts, signals

from dramaturg.engines.memoir.base.conduct import TurnConduct, after, held_back
from dramaturg.engines.memoir.base.ledger import Ledger
from dramaturg.engines.memoir.govern.conductor import Conductor

LEADS: dict[str, Any] = {"user_initiated_elaboration": True}
STOPS = [
    ({"stop_requested": True}, "stop_requested"),
    ({"self_harm": True}, "self_harm"),
    ({"emotion_score": 0.9}, "acute_distress"),
    ({"self_harm": True, "stop_requested": True, "emotion_score": 1.0}, "self_harm"),
]


def test_with_elaboration_and_consent_a_topic_comes_to_its_core_in_three_turns() -> None:
    turns, _ = _conducted([LEADS, LEADS, {"consent": True, **LEADS}])
    assert [turn.depth_after for turn in turns] == [1, 2, 3]


def test_without_consent_a_topic_never_comes_to_its_core() -> None:
    turns, _ = _conducted([LEADS] * 12)
    assert max(turn.depth_after for turn in turns) == 2


@pytest.mark.parametrize(("told", "why"), STOPS)
def test_a_hard_stop_stops_and_nothing_is_probed_after_it(told: dict[str, Any], why: str) -> None:
    turns, ledger = _conducted(
        [LEADS, LEADS, told, LEADS, {"vagueness_score": 0.9}, {"consent": True, **LEADS}]
    )
    stopped = turns[2:]
    assert ledger.stopped == why
    assert {
        (turn.persona, turn.depth_after, turn.safety_action, turn.loop_state) for turn in stopped
    } == {("SAFETY_FALLBACK", 0, "stop", None)}
    assert [turn.triggers for turn in stopped] == [(why,), *[(f"{why} earlier",)] * 3]


def test_a_refusal_deescalates_names_its_trigger_and_steps_back() -> None:
    turns, _ = _conducted([LEADS, LEADS, {"refusal_or_discomfort": True}])
    refused = turns[-1]
    assert (refused.persona, refused.safety_action, refused.depth_before, refused.depth_after) == (
        "SAFETY_FALLBACK",
        "deescalate",
        2,
        1,
    )
    assert refused.triggers == ("refusal_or_discomfort",)


@pytest.mark.parametrize(
    ("emotion", "offered"), [(0.5999, False), (0.6, True), (0.8999, True), (0.9, True)]
)
@pytest.mark.parametrize(
    "told", [{}, {"contradiction_score": 1.0}, {"refusal_or_discomfort": True}]
)
def test_a_step_sideways_is_offered_whenever_emotion_is_high(
    emotion: float, offered: bool, told: dict[str, Any]
) -> None:
    (turn,), _ = _conducted([{"emotion_score": emotion, **told}])
    assert turn.sideways is offered


def test_a_spent_machine_gives_way_to_another_style_until_its_rule_no_longer_wins() -> None:
    vague: dict[str, Any] = {"vagueness_score": 0.8}
    turns, _ = _conducted([vague, vague, vague, vague, {}, vague])
    assert [turn.persona for turn in turns] == [
        *["PRECISION_NARROW"] * 2,
        *["EMPATHY_BASE"] * 3,
        "PRECISION_NARROW",
    ]
    assert [turn.loop_state for turn in turns] == [
        "precision_narrowing.one_moment",
        "precision_narrowing.one_detail",
        "precision_narrowing.fallback",
        None,
        None,
        "precision_narrowing.one_moment",
    ]
    assert turns[2].triggers == ("precision_narrowing used its steps",)


def test_a_refusal_that_changes_the_topic_takes_back_consent_to_the_one_before() -> None:
    agreed: dict[str, Any] = {"consent": True, "topic_id": "war", **LEADS}
    _, ledger = _conducted([agreed, {"refusal_or_discomfort": True, "topic_id": "farm"}])
    assert ledger.entry("war").consent is None


def test_consent_to_one_topic_stands_while_another_is_talked_about() -> None:
    _, ledger = _conducted([{"consent": True, "topic_id": "war"}, {"topic_id": "farm"}])
    assert ledger.entry("war").consent == 1
    assert ledger.entry("farm").consent is None


def test_without_a_topic_the_last_one_goes_on() -> None:
    turns, _ = _conducted([{}, {"topic_id": "farm"}, {}])
    assert [turn.topic for turn in turns] == ["t0", "farm", "farm"]


def test_a_line_that_was_replaced_takes_nothing_deeper_and_spends_no_escalation() -> None:
    ledger = Ledger()
    rose = Conductor(artifacts()).conduct(ledger, signals(**LEADS))
    held = held_back(rose)
    assert (rose.depth_after, held.depth_after) == (1, 0)
    assert (held.persona, held.safety_action) == ("SAFETY_FALLBACK", "override")
    assert after(ledger, held).entry("t0").escalations == 0


def test_a_stop_stays_a_stop_when_its_line_is_replaced() -> None:
    stopped = Conductor(artifacts()).conduct(Ledger(), signals(stop_requested=True))
    assert held_back(stopped).safety_action == "stop"


def _conducted(told: list[dict[str, Any]]) -> tuple[list[TurnConduct], Ledger]:
    conductor, ledger, turns = Conductor(artifacts()), Ledger(), []
    for each in told:
        turns.append(conductor.conduct(ledger, signals(**each)))
        ledger = after(ledger, turns[-1])
    return turns, ledger
