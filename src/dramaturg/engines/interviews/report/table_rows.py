"""The rows a turn adds to the readable tables, or puts in place of older ones.

Only what the turn has touched is looked up in the state after it, so a turn costs the same however
long the interview is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import to_json

from dramaturg.engines.interviews.base.graph import Concept, Edge, KnowledgeGraph, Slot
from dramaturg.engines.interviews.base.renames import CONCEPT, EDGE
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    ConceptMapped,
    ConceptMentioned,
    ConceptRevised,
    EdgeAdded,
    EdgeMentioned,
    Exhausted,
    InterviewState,
    Rested,
    SignalsRead,
    SlotAdded,
)
from dramaturg.engines.interviews.base.tracker import NodeState
from dramaturg.engines.interviews.report.turn_result import (
    InterviewRecord,
    TurnResult,
    latency_ms,
    of_kind,
    turn_result,
)
from dramaturg.kernel.values import parts_of
from dramaturg.turn.loop import exchange_rows, utterance_rows
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import TableRow

_RESULT = TypeAdapter(TurnResult)


def rows(
    session: str, record: InterviewRecord, after: InterviewState, timings: Mapping[str, float]
) -> list[TableRow]:
    """`after` is the state that the turn led to; `timings` are the seconds of its steps
    and stages.
    """
    made = (
        *_concepts(record, after.graph),
        *_edges(record, after.graph),
        *_quotes(record, after.graph),
        *_slots(record, after.graph),
        *_mappings(record),
        *_slot_edges(record, after.graph),
        *_node_states(record, after),
        *_scores(record),
        *_turn(record, timings),
    )
    return [
        *utterance_rows(session, record, "respondent", "interviewer"),
        *exchange_rows(session, record),
        *(TableRow(each.table, {"session": session, **each.values}) for each in made),
    ]


def _json(value: Any) -> str:
    return to_json(value).decode()


def _once(ids: Iterable[str]) -> dict[str, None]:
    """Each of them once, in order."""
    return dict.fromkeys(ids)


# ── the graph ─────────────────────────────────────────────────────────────────────────────────────


def _concepts(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    added = {each.id: each for each in of_kind(record, ConceptAdded)}
    for id in _once((*_touched_concepts(record), *_renamed(record, graph.concepts, CONCEPT))):
        concept, new = graph.concepts[id], added.get(id)
        values = {
            "node_id": id,
            "label": concept.label,
            "node_type": concept.type,
            "labels": _json(concept.labels),
            "level": concept.level,
            "is_terminal": concept.terminal,
            "is_revised": concept.revised,
            "mentions": concept.mentions,
            "slot_id": concept.slot or None,
            "created_at_turn": concept.turn,
            "source_utterance_id": new.quote.utterance if new else None,
            "source_quote": new.quote.text if new else None,
            "embedding": new.vector if new else None,
        }
        yield TableRow("kg_nodes", values)


def _touched_concepts(record: InterviewRecord) -> Iterator[str]:
    for event in record.events:
        match event:
            case ConceptAdded(id) | ConceptMentioned(id) | ConceptRevised(id) | ConceptMapped(id):
                yield id
            case _:
                pass


def _renamed(
    record: InterviewRecord, known: Mapping[str, Concept | Edge | Slot], kind: str
) -> Iterator[str]:
    """What is of a type that has another name from this turn on."""
    names = {
        name for moved in of_kind(record, Moved) for name in moved.moves.get(kind, {}).values()
    }
    return (id for id, each in known.items() if each.type in names) if names else iter(())


def _edges(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    touched = (event.id for event in record.events if isinstance(event, EdgeAdded | EdgeMentioned))
    for id in _once((*touched, *_renamed(record, graph.edges, EDGE))):
        edge = graph.edges[id]
        values = {
            "edge_id": id,
            "source_node_id": edge.source,
            "target_node_id": edge.target,
            "edge_type": edge.type,
            "is_chain": edge.chain,
            "closes_circle": edge.closes,
            "skips_level": edge.skips,
            "mentions": edge.mentions,
            "confidence": edge.confidence,
            "created_at_turn": edge.turn,
            "source_utterance_id": edge.quote.utterance,
            "source_quote": edge.quote.text,
        }
        yield TableRow("kg_edges", values)


def _quotes(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    """The words behind concepts and edges, numbered for each from 1 on over the whole interview."""
    kinds = (ConceptAdded, ConceptMentioned, EdgeAdded, EdgeMentioned)
    spoken = [event for event in record.events if isinstance(event, kinds)]
    to_come = Counter(event.id for event in spoken)
    for event in spoken:
        owner = graph.edges[event.id] if event.id in graph.edges else graph.concepts[event.id]
        to_come[event.id] -= 1
        values = {
            "owner_id": event.id,
            "number": owner.mentions - to_come[event.id],
            "turn": record.turn,
            "utterance_id": event.quote.utterance,
            "start_char": event.quote.start,
            "end_char": event.quote.end,
            "text": event.quote.text,
        }
        yield TableRow("kg_quotes", values)


def _slots(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    added, joined = (
        (each.id for each in of_kind(record, SlotAdded)),
        (each.slot for each in of_kind(record, ConceptMapped)),
    )
    for id in _once((*added, *joined, *_renamed(record, graph.slots, CONCEPT))):
        slot = graph.slots[id]
        values = {
            "slot_id": id,
            "slot_name": slot.name,
            "node_type": slot.type,
            "status": "active" if slot.active else "candidate",
            "support_count": len(slot.concepts),
            "created_at_turn": slot.turn,
        }
        yield TableRow("canonical_slots", values)


def _mappings(record: InterviewRecord) -> Iterator[TableRow]:
    for each in of_kind(record, ConceptMapped):
        values = {
            "surface_node_id": each.concept,
            "canonical_slot_id": each.slot,
            "match": each.match,
            "similarity_score": each.nearness,
            "assigned_turn": record.turn,
        }
        yield TableRow("surface_to_slot_mapping", values)


def _slot_edges(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    """A new edge adds to the one between its slots, and a concept that finds its slot brings all
    its edges.
    """
    moved = (graph.concepts[each.concept] for each in of_kind(record, ConceptMapped))
    brought = (edge for concept in moved for edge in (*concept.outgoing, *concept.incoming))
    for id in _once((*(each.id for each in of_kind(record, EdgeAdded)), *brought)):
        edge = graph.edges[id]
        source, target = graph.concepts[edge.source].slot, graph.concepts[edge.target].slot
        if source and target and source != target:
            values = {
                "source_slot_id": source,
                "target_slot_id": target,
                "edge_type": edge.type,
                "support_count": graph.slots[source].outgoing[f"{target} {edge.type}"],
            }
            yield TableRow("canonical_edges", values)


# ── what became of each concept ───────────────────────────────────────────────────────────────────


def _node_states(record: InterviewRecord, after: InterviewState) -> Iterator[TableRow]:
    for key in _once(_touched_keys(record, after)):
        yield TableRow("node_states", _node_state(after.tracker.states[key]))
    added = {each.id for each in of_kind(record, ConceptAdded)}
    for each in of_kind(record, ConceptMapped):
        if each.concept not in added:
            yield TableRow("node_states", {"node_id": each.concept, "moved_to": each.slot})


def _touched_keys(record: InterviewRecord, after: InterviewState) -> Iterator[str]:
    """Also what was asked about before this turn, and what is asked about now: the two newest of
    the focuses.
    """
    yield from (after.key_of(id) for id in _touched_concepts(record))
    for edge in of_kind(record, EdgeAdded):
        yield after.key_of(edge.source)
        yield after.key_of(edge.target)
    yield from (event.key for event in record.events if isinstance(event, Exhausted | Rested))
    yield from (key for read in of_kind(record, SignalsRead) for key in read.spared)
    yield from filter(None, after.tracker.focuses[-2:])


def _node_state(state: NodeState) -> dict[str, Any]:
    return {
        "node_id": state.key,
        "label": state.label,
        "node_type": state.type,
        "depth": state.level,
        "created_at_turn": state.created_at_turn,
        "focus_count": state.focus_count,
        "last_focus_turn": state.last_focus_turn,
        "current_focus_streak": state.focus_streak,
        "last_yield_turn": state.last_yield_turn,
        "yield_count": state.yield_count,
        "yield_rate": state.yield_rate,
        "all_response_depths": _json(state.depths),
        "edge_count": state.edges,
        "strategy_usage_count": _json(dict(state.strategy_usage)),
        "last_strategy_used": state.last_strategy or None,
        "consecutive_same_strategy": state.consecutive_same_strategy,
        "exhausted_at_turn": state.exhausted_at,
        "refused_at_turn": state.refused_at,
        "moved_to": None,
    }


# ── the turn ──────────────────────────────────────────────────────────────────────────────────────


def _scores(record: InterviewRecord) -> Iterator[TableRow]:
    for rank, pair in enumerate(
        record.decision.directive.alternatives if record.decision else (), 1
    ):
        values = {
            "turn": record.turn,
            "rank": rank,
            "strategy": pair.strategy,
            "node_id": pair.node_id,
            "score": pair.score,
            "multiplier": pair.multiplier,
            "bonus": pair.bonus,
            "parts": _json(dict(pair.parts)),
        }
        yield TableRow("scoring_history", values)


def _turn(record: InterviewRecord, timings: Mapping[str, float]) -> Iterator[TableRow]:
    if record.decision is None:
        return
    directive = record.decision.directive
    values = {
        "turn": record.turn,
        "phase": directive.phase,
        "strategy": directive.strategy or None,
        "focus": directive.focus or None,
        "should_continue": directive.continues,
        "termination_reason": directive.termination,
        **parts_of(directive.velocity),
        "latency_ms": latency_ms(timings),
        "result": _RESULT.dump_json(turn_result(record, timings)).decode(),
    }
    yield TableRow("interview_turns", values)
