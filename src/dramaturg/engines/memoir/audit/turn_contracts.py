"""The turn contract and the telemetry of a turn, made from its record (seed 003, Turn Output
Contract and Logging).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dramaturg.engines.memoir.base.artifacts import SafetyAction
from dramaturg.engines.memoir.base.ledger import FIRST_TOPIC
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import Conducted, LineSaid
from dramaturg.engines.memoir.base.turn_contract import TurnContract
from dramaturg.engines.memoir.safety.metrics import metrics_of
from dramaturg.kernel.conditions import Value
from dramaturg.turn.care import CareTaken, taken_in


def contract_of(record: MemoirRecord) -> TurnContract:
    """What every turn must return. The opening of a memoir has one too."""
    conducted, asked = only(record, Conducted), only(record, LineSaid)
    if conducted is None:
        taken = taken_in(record.percept)
        return TurnContract(
            persona_used="SAFETY_FALLBACK" if taken else "EMPATHY_BASE",
            topic_id=FIRST_TOPIC,
            conversation_phase="warmup",
            depth_level_before=0,
            depth_level_after=0,
            tactic_used=f"care_{taken.speech}" if taken else asked.tactic if asked else "open",
            loop_state=None,
            safety_action=_action(taken) if taken else "none",
            metrics=metrics_of(record.line),
            response_text=record.line,
        )
    conduct = conducted.conduct
    return TurnContract(
        persona_used=conduct.persona,
        topic_id=conduct.topic,
        conversation_phase=conduct.phase,
        depth_level_before=conduct.depth_before,
        depth_level_after=conduct.depth_after,
        tactic_used=asked.tactic if asked else "",
        loop_state=conduct.loop_state,
        safety_action=conduct.safety_action,
        metrics=metrics_of(record.line),
        response_text=record.line,
    )


def _action(taken: CareTaken) -> SafetyAction:
    """Nothing is asked about the story in any turn of care; whoever is stopped for is not led back
    to it.
    """
    return "redirect" if taken.stage in ("calm", "checking") else "stop"


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What must be logged of a turn; no word that anybody said."""

    winning_rule: str
    signals: Mapping[str, Value]
    depth_before: int
    depth_after: int
    depth_reason: str
    safety_action: str
    triggers: tuple[str, ...]
    overrides: tuple[str, ...]
    loop_steps: int
    response_tokens: int
    question_count: int
    question_tokens_mean: float


def telemetry_of(record: MemoirRecord) -> Telemetry | None:
    """None for the opening and for turns of care, where the engine decided nothing."""
    conducted = only(record, Conducted)
    if conducted is None or record.decision is None:
        return None
    conduct, metrics = conducted.conduct, metrics_of(record.line)
    return Telemetry(
        winning_rule=conduct.rule,
        signals=record.decision.directive.signals.facts,
        depth_before=conduct.depth_before,
        depth_after=conduct.depth_after,
        depth_reason=conduct.depth_reason,
        safety_action=conduct.safety_action,
        triggers=conduct.triggers,
        overrides=tuple(dict.fromkeys(override.rule for override in record.verdict.overrides)),
        loop_steps=conduct.loop.steps if conduct.loop and conduct.loop_state else 0,
        response_tokens=metrics.response_tokens,
        question_count=metrics.question_count,
        question_tokens_mean=metrics.question_tokens_mean,
    )
