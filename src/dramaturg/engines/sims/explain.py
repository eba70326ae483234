"""A recorded turn of a sim in a few words, and the same turn decided anew by another version of the
scenario or a backbone.
"""

from __future__ import annotations

from dataclasses import replace

from dramaturg.engines.sims.base.state import DecisionTaken, SimEvent, SimState, TurnedTo, Walked
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.engines.sims.perceive import understood
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.contract import Percept
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import TurnChoice, Undecidable

WORDS = ("person", "node", "decision", "next", "say", "relationship")
COUNTED = ("node", "decision", "next", "relationship")
PLACE = "node"
PLAIN: tuple[str, ...] = ("node", "decision", "next")
ENDING: tuple[str, tuple[str, ...]] = ("decision", ("close",))
CARRIED_ALONG = True


def choice(seen: SimState, record: SimRecord) -> TurnChoice:
    """Who was talked to, where, what was decided there, where it leads, what was to be said, and
    how the two got on.
    """
    if record.decision is None:
        return TurnChoice(reason=record.settlement.reason)
    directive = record.decision.directive
    walked = next((event for event in record.settlement.events if isinstance(event, Walked)), None)
    words = {
        "person": seen.person,
        "node": directive.node,
        "decision": walked.decision if walked else directive.purpose,
        "next": walked.pointer.current_node if walked else "",
        "say": ", ".join((*directive.say, *directive.reveal)),
        "relationship": str(record.percept.facts.get("relationship", "")),
    }
    reasons = dict.fromkeys((record.decision.reason, record.settlement.reason))
    return TurnChoice({name: word for name, word in words.items() if word}, "; ".join(reasons))


def redecided(engine: SimEngine, state: SimState, record: SimRecord) -> SimRecord:
    """The turn decided from its recorded readings and report; `state` is the one before it. Raises
    Undecidable.
    """
    assert record.draft is not None  # only a turn with a decision is decided anew
    percept = _perceived(engine, state, record)
    seen = fold(engine.apply, percept.events, state)
    decision = engine.decide(seen, percept)
    settlement = engine.settle(seen, percept, decision, record.draft, record.verdict)
    return replace(record, percept=percept, decision=decision, settlement=settlement)


def _perceived(engine: SimEngine, state: SimState, record: SimRecord) -> Percept[SimEvent]:
    if any(isinstance(event, DecisionTaken) for event in record.percept.events):
        return record.percept
    turned = next((event for event in record.percept.events if isinstance(event, TurnedTo)), None)
    person = turned.person if turned else state.person
    if person not in engine.parts:
        raise Undecidable(
            TurnChoice(
                {"person": person, "decision": "no such person"}, f"nobody here is called {person}"
            )
        )
    if person in state.conversations:
        part = engine.parts[person]
        pointer = state.conversations[person].pointer
        words = {"person": part.person.id, "node": pointer.current_node}
        if pointer.current_node not in part.graph.by_id:
            reason = f"{part.backbone.id} has no node {pointer.current_node} for {part.person.id}"
            raise Undecidable(TurnChoice({**words, "decision": "no such node"}, reason))
        if pointer.armed and pointer.current_node not in part.pivots:
            reason = f"{pointer.current_node} gives {part.person.id} no pointed question to ask"
            raise Undecidable(TurnChoice({**words, "decision": "no such question"}, reason))
    try:
        found = understood(
            state, record.heard, record.percept.readings, engine.parts, engine.thresholds
        )
        return replace(found, ear=record.percept.ear)
    except BadInput as error:
        node = state.conversations[person].pointer.current_node
        raise Undecidable(
            TurnChoice({"person": person, "node": node, "decision": "not offered"}, str(error))
        ) from error
