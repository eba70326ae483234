"""Rules and limits in plain words."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.audit.policy_words import (
    LIMITS,
    plain_condition,
    plain_held,
    plain_tried,
)
from dramaturg.engines.memoir.govern.governor import BINDING
from dramaturg.kernel.governor import HeldBack

CONDITIONS = [
    ("emotion_score >= 0.6", "emotion at least 0.6"),
    (
        "refusal_or_discomfort or emotion_score >= 0.9",
        "refusal or discomfort or emotion at least 0.9",
    ),
    ("conversation_phase == warmup", "conversation phase is warmup"),
    ("not consent_given and vagueness_score < 0.5", "not consent given and vagueness below 0.5"),
]


@pytest.mark.parametrize(("condition", "words"), CONDITIONS)
def test_a_condition_is_told_without_signs_and_underscores(condition: str, words: str) -> None:
    assert plain_condition(condition) == words


def test_a_rule_that_was_passed_over_is_told_by_what_it_needs() -> None:
    tried = "emotion: not emotion_score >= 0.6: emotion_score is 0.2762"
    assert plain_tried(tried) == "not “emotion”, which needs emotion at least 0.6"


def test_every_binding_limit_has_plain_words() -> None:
    assert [limit.name for limit in BINDING if limit.name not in LIMITS] == []


def test_a_limit_of_a_policy_is_told_by_its_condition() -> None:
    assert (
        plain_held(HeldBack("warming_up", 1, "conversation_phase == warmup"))
        == "warming up: conversation phase is warmup"
    )
