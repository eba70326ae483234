"""A recorded turn of a memoir in a few words, and the same turn decided anew by another version of
the artifacts.
"""

from __future__ import annotations

from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import Conducted, LineSaid, MemoirState
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.kernel.values import replace
from dramaturg.turn.contract import Verdict
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import TurnChoice, Undecidable

WORDS = ("purpose", "persona", "depth", "tactic", "loop", "safety")
COUNTED = WORDS
PLACE = ""
PLAIN: tuple[str, ...] = ()
ENDING: tuple[str, tuple[str, ...]] = ("purpose", ("farewell", "stop", "care"))
CARRIED_ALONG = False


def choice(seen: MemoirState, record: MemoirRecord) -> TurnChoice:
    """What the line was for, who spoke it, how deep, by which tactic, at which step of a loop, and
    what safety asked for.
    """
    conducted, asked = only(record, Conducted), only(record, LineSaid)
    if record.decision is None or conducted is None or asked is None:
        return TurnChoice(reason=record.settlement.reason)
    conduct = conducted.conduct
    words = {
        "purpose": asked.purpose,
        "persona": conduct.persona,
        "depth": str(conduct.depth_after),
        "tactic": asked.tactic,
        "loop": conduct.loop_state or "",
        "safety": "" if conduct.safety_action == "none" else conduct.safety_action,
    }
    return TurnChoice({name: word for name, word in words.items() if word}, _reason(record))


def redecided(engine: MemoirEngine, state: MemoirState, record: MemoirRecord) -> MemoirRecord:
    """The turn decided from its recorded readings; `state` is the one before it. Raises
    Undecidable.

    The recorded line is checked again only where it would have been asked for again: otherwise
    nobody knows the line.
    """
    assert record.draft is not None  # only a turn with a decision is decided anew
    seen = fold(engine.apply, record.percept.events, state)
    loop = seen.ledger.loop
    machine = (
        engine.policy.conductor.machines.get(loop.machine) if loop and not loop.spent else None
    )
    if loop and machine and loop.state not in machine.states:
        step = f"{loop.machine}.{loop.state}"
        raise Undecidable(
            TurnChoice(
                {"loop": step, "purpose": "no such step"},
                f"{loop.machine} has no step {loop.state}",
            )
        )
    decision = engine.decide(seen, record.percept)
    asked_for = record.decision is not None and decision.directive == record.decision.directive
    verdict = (
        engine.check(seen, decision, record.draft) if asked_for else Verdict(record.draft.line)
    )
    settlement = engine.settle(seen, record.percept, decision, record.draft, verdict)
    return replace(record, decision=decision, verdict=verdict, settlement=settlement)


def _reason(record: MemoirRecord) -> str:
    broken = ", ".join(override.rule for override in record.verdict.overrides)
    return record.settlement.reason + (f"; the line was replaced: {broken}" if broken else "")
