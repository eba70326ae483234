"""Rules and limits in plain words, for those who read an audit and not a policy."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dramaturg.kernel.governor import HeldBack

LIMITS: Mapping[str, str] = {
    "refusal": "the teller refused, or was not at ease",
    "hard_stop": "the talk was stopped",
    "gate": "the teller neither told more by themselves nor gave leave",
    "twice_in_a_row": "it went deeper the turn before",
    "escalations_used": "the topic was taken deeper as often as it may be",
    "stepping_back": "a follow-up had used its steps",
    "sensitive_budget": "the budget of the topic is used up",
    "budget_without_consent": "no deeper without leave",
}
"""The limits that bind; those of a policy are told by their condition."""

_SIGNS = {">=": "at least", "<=": "at most", ">": "above", "<": "below", "==": "is", "!=": "is not"}
_SIGN = re.compile(r">=|<=|==|!=|>|<")
_SCORE = re.compile(r"_score\b")


def plain(name: str) -> str:
    """A name of the code as words: `refusal_or_discomfort`."""
    return name.replace("_", " ")


def plain_condition(condition: str) -> str:
    """`emotion_score >= 0.6` is `emotion at least 0.6`."""
    return plain(_SCORE.sub("", _SIGN.sub(lambda sign: _SIGNS[sign[0]], condition)))


def plain_tried(tried: str) -> str:
    """Why a rule before the winning one was passed over; the scores that it looked at are told
    elsewhere.
    """
    rule, _, reason = tried.partition(": not ")
    return f"not “{rule}”, which needs {plain_condition(reason.partition(': ')[0])}"


def plain_held(held: HeldBack) -> str:
    """A limit that held depth back, in plain words."""
    return f"{plain(held.limit)}: {LIMITS.get(held.limit) or plain_condition(held.reason)}"
