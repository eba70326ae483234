"""A guess in a few words, and decided anew."""

from __future__ import annotations

from dataclasses import replace

from tests.fifth_engine.engine import RiddleEngine, RiddleRecord, RiddleState

from dramaturg.turn.engine import fold
from dramaturg.turn.migration import TurnChoice

WORDS = ("riddle", "verdict")
COUNTED = ("verdict",)
PLACE = "riddle"
PLAIN: tuple[str, ...] = ("riddle",)
ENDING: tuple[str, tuple[str, ...]] = ("verdict", ("over",))
CARRIED_ALONG = True


def choice(seen: RiddleState, record: RiddleRecord) -> TurnChoice:
    if record.decision is None:
        return TurnChoice(reason=record.settlement.reason)
    words = {"riddle": seen.at, "verdict": record.decision.directive}
    return TurnChoice(words, record.decision.reason)


def redecided(engine: RiddleEngine, state: RiddleState, record: RiddleRecord) -> RiddleRecord:
    assert record.draft is not None
    seen = fold(engine.apply, record.percept.events, state)
    decision = engine.decide(seen, record.percept)
    settlement = engine.settle(seen, record.percept, decision, record.draft, record.verdict)
    return replace(record, decision=decision, settlement=settlement)
