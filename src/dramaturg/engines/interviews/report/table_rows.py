"""The rows a turn adds to the readable tables, or puts in place of older ones.

Only what the turn has touched is looked up in the state after it, so a turn costs the same however
long the interview is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import to_json

from dramaturg.engines.interviews.base.graph import Concept, ConceptEdge, KnowledgeGraph, Slot
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
    SlotConfirmed,
)
from dramaturg.engines.interviews.report.turn_result import (
    InterviewRecord,
    TurnResult,
    latency_ms,
    of_kind,
    turn_result,
)
from dramaturg.kernel.values import parts_of
from dramaturg.turn.loop import exchange_rows, raised_rows, utterance_rows
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import TableRow

_RESULT = TypeAdapter(TurnResult)

# Columns of the tables that say what a value says: `edge_type=type` is its `type`.
CONCEPTS = (
    "node_id=id label node_type=type level is_terminal=terminal is_revised=revised mentions"
    " created_at_turn=turn"
)
EDGES = (
    "edge_id=id source_node_id=source target_node_id=target edge_type=type is_chain=chain"
    " closes_circle=closes skips_level=skips mentions confidence created_at_turn=turn"
    " source_utterance_id=quote.utterance source_quote=quote.text"
)
QUOTES = (
    "owner_id=id utterance_id=quote.utterance start_char=quote.start end_char=quote.end"
    " text=quote.text"
)
SLOTS = "slot_id=id slot_name=name node_type=type created_at_turn=turn"
MAPPINGS = "surface_node_id=concept canonical_slot_id=slot match similarity_score=nearness"
NODE_STATES = (
    "node_id=key label node_type=type depth=level created_at_turn focus_count last_focus_turn"
    " current_focus_streak=focus_streak last_yield_turn yield_count yield_rate edge_count=edges"
    " consecutive_same_strategy exhausted_at_turn=exhausted_at refused_at_turn=refused_at"
)


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
        *_slot_edges(record, after.graph),
        *_node_states(record, after),
        *_turn(record, timings),
    )
    return [
        *utterance_rows(session, record, "respondent", "interviewer"),
        *raised_rows(session, record),
        *exchange_rows(session, record),
        *(TableRow(each.table, {"session": session, **each.values}) for each in made),
    ]


def _columns(value: object, names: str) -> dict[str, Any]:
    pairs = (name.partition("=") for name in names.split())
    return {column: attrgetter(field or column)(value) for column, _, field in pairs}


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
            "labels": _json(concept.labels),
            "slot_id": concept.slot or None,
            "source_utterance_id": new.quote.utterance if new else None,
            "source_quote": new.quote.text if new else None,
            "embedding": new.vector if new else None,
        }
        yield TableRow("kg_nodes", {**_columns(concept, CONCEPTS), **values})


def _touched_concepts(record: InterviewRecord) -> Iterator[str]:
    for event in record.events:
        match event:
            case ConceptAdded(id) | ConceptMentioned(id) | ConceptRevised(id) | ConceptMapped(id):
                yield id
            case _:
                pass


def _renamed(
    record: InterviewRecord, known: Mapping[str, Concept | ConceptEdge | Slot], kind: str
) -> Iterator[str]:
    """What is of a type that has another name from this turn on."""
    names = {
        name for moved in of_kind(record, Moved) for name in moved.moves.get(kind, {}).values()
    }
    return (id for id, each in known.items() if each.type in names) if names else iter(())


def _edges(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    touched = (event.id for event in record.events if isinstance(event, EdgeAdded | EdgeMentioned))
    for id in _once((*touched, *_renamed(record, graph.edges, EDGE))):
        yield TableRow("kg_edges", _columns(graph.edges[id], EDGES))


def _quotes(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    """The words behind concepts and edges, numbered for each from 1 on over the whole interview."""
    kinds = (ConceptAdded, ConceptMentioned, EdgeAdded, EdgeMentioned)
    spoken = [event for event in record.events if isinstance(event, kinds)]
    to_come = Counter(event.id for event in spoken)
    for event in spoken:
        owner = graph.edges[event.id] if event.id in graph.edges else graph.concepts[event.id]
        to_come[event.id] -= 1
        place = {"number": owner.mentions - to_come[event.id], "turn": record.turn}
        yield TableRow("kg_quotes", {**_columns(event, QUOTES), **place})


def _slots(record: InterviewRecord, graph: KnowledgeGraph) -> Iterator[TableRow]:
    """Those that are new, that a concept has joined or whose type has another name; and who has
    joined which.
    """
    added = (each.id for each in of_kind(record, SlotAdded))
    joined = list(of_kind(record, ConceptMapped))
    renamed = _renamed(record, graph.slots, CONCEPT)
    confirmed = (each.slot for each in of_kind(record, SlotConfirmed))
    for id in _once((*added, *(each.slot for each in joined), *confirmed, *renamed)):
        slot = graph.slots[id]
        status = "active" if slot.active else "candidate"
        support = {"status": status, "support_count": len(slot.concepts)}
        yield TableRow("canonical_slots", {**_columns(slot, SLOTS), **support})
    for each in joined:
        values = {**_columns(each, MAPPINGS), "assigned_turn": record.turn}
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
        state = after.tracker.states[key]
        values = {
            "all_response_depths": _json(state.depths),
            "strategy_usage_count": _json(dict(state.strategy_usage)),
            "last_strategy_used": state.last_strategy or None,
            "moved_to": None,
        }
        yield TableRow("node_states", {**_columns(state, NODE_STATES), **values})
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


# ── the turn ──────────────────────────────────────────────────────────────────────────────────────


def _turn(record: InterviewRecord, timings: Mapping[str, float]) -> Iterator[TableRow]:
    """What it decided, and the pairs that it could have."""
    if record.decision is None:
        return
    directive = record.decision.directive
    for rank, pair in enumerate(directive.alternatives, 1):
        scored = {**parts_of(pair), "parts": _json(dict(pair.parts))}
        yield TableRow("scoring_history", {"turn": record.turn, "rank": rank, **scored})
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
