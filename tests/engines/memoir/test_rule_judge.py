"""The judge of memoirs: every rule has turns that break it, and a well-led sitting breaks none."""

from __future__ import annotations

from typing import Any

import pytest

from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.turn_contract import Metrics, TurnContract
from dramaturg.engines.memoir.rule_judge import RULES, JudgedTurn, violations

SIDEWAYS = "That sounds hard. We can leave it there, if you like."


def turn(depth: tuple[int, int] = (1, 1), **changed: Any) -> JudgedTurn:
    """A plain turn with something changed: of the contract, of the signals, or the number of the
    sitting.
    """
    signals = TurnSignals(
        vagueness_score=changed.pop("vagueness", 0.1),
        emotion_score=changed.pop("emotion", 0.1),
        contradiction_score=changed.pop("contradiction", 0.1),
        refusal_or_discomfort=changed.pop("refusal", False),
        conversation_phase="narrative",
        user_initiated_elaboration=changed.pop("elaboration", False),
        consent=changed.pop("consent", None),
        stop_requested=changed.pop("stop", False),
        self_harm=changed.pop("self_harm", False),
    )
    questions = changed.pop("questions", 1)
    sitting = changed.pop("sitting", 1)
    plain: dict[str, Any] = {
        "persona_used": "EMPATHY_BASE",
        "topic_id": "t1",
        "conversation_phase": "narrative",
        "depth_level_before": depth[0],
        "depth_level_after": depth[1],
        "tactic_used": "ask",
        "loop_state": None,
        "safety_action": "none",
        "response_text": "What was it like?",
    }
    metrics = Metrics(response_tokens=4, question_count=questions, question_tokens_mean=4)
    return JudgedTurn(1, TurnContract(**(plain | changed), metrics=metrics), signals, sitting)


def stop(**changed: Any) -> JudgedTurn:
    depth = changed.pop("depth", (1, 0))
    said = {"questions": 0, "persona_used": "SAFETY_FALLBACK", "safety_action": "stop"}
    return turn(depth, **(said | changed))


def narrow(topic: str = "t1") -> JudgedTurn:
    state = "precision_narrowing.scene"
    return turn(vagueness=0.7, persona_used="PRECISION_NARROW", loop_state=state, topic_id=topic)


UP: dict[str, Any] = {"elaboration": True}
BREAKING: dict[str, tuple[JudgedTurn, ...]] = {
    "more than one level": (turn((0, 2), **UP),),
    "deeper after a refusal": (turn((0, 1), refusal=True, persona_used="SAFETY_FALLBACK", **UP),),
    "deeper twice in a row": (turn((0, 1), **UP), turn((1, 2), consent=True)),
    "deeper without elaboration or consent": (turn((0, 1)),),
    "deeper while stepping back": (turn((0, 1), safety_action="redirect", **UP),),
    "core without consent": (turn((3, 3)),),
    "beyond the budget": (turn((0, 1), **UP), turn((1, 2), **UP), turn((2, 1)), turn((1, 2), **UP)),
    "too many steps": (narrow(), narrow(), narrow()),
    "no hard stop": (turn((1, 0), self_harm=True, persona_used="SAFETY_FALLBACK", questions=0),),
    "depth after a hard stop": (stop(depth=(1, 1), emotion=0.95),),
    "a question after a hard stop": (stop(stop=True), stop(questions=1)),
    "no step sideways": (turn(emotion=0.7, persona_used="EMPATHY_EXPAND"),),
    "another style": (turn(vagueness=0.7, persona_used="LOGIC_CLARIFY"),),
    "several questions": (turn(questions=2),),
    "nothing said": (turn(response_text=" "),),
}
FINE: dict[str, tuple[JudgedTurn, ...]] = {
    "two rises with elaboration": (turn((0, 1), **UP), turn((1, 2), **UP)),
    "the core with consent, a third rise": (
        turn((0, 1), **UP),
        turn((1, 2), **UP),
        turn((2, 2)),
        turn((2, 3), consent=True),
    ),
    "two steps, another topic, two steps": (narrow(), narrow(), narrow("t2"), narrow("t2")),
    "a sitting after one that was stopped": (stop(stop=True), turn(sitting=2)),
    "high emotion with a step sideways": (
        turn(emotion=0.7, persona_used="EMPATHY_EXPAND", response_text=SIDEWAYS),
    ),
    "a machine's fallback": (turn(vagueness=0.7),),
    "a line that was replaced": (
        turn(vagueness=0.7, persona_used="SAFETY_FALLBACK", safety_action="override"),
    ),
}


def broken(turns: tuple[JudgedTurn, ...]) -> set[str]:
    return {found.partition(",")[0] for found in violations(turns)}


@pytest.mark.parametrize("rule", RULES)
def test_a_broken_rule_is_named_and_no_other(rule: str) -> None:
    assert broken(BREAKING[rule]) == {rule}


@pytest.mark.parametrize("case", FINE)
def test_what_the_seed_allows_breaks_nothing(case: str) -> None:
    assert broken(FINE[case]) == set()


def test_consent_is_gone_after_a_refusal() -> None:
    refused = turn((3, 2), refusal=True, persona_used="SAFETY_FALLBACK")
    turns = (turn((2, 3), consent=True), refused, turn((2, 3), **UP))
    assert broken(turns) == {"core without consent"}
