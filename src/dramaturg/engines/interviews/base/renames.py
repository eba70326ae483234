"""The state of an interview in the names of another version of its content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from immutables import Map

from dramaturg.engines.interviews.base.graph import KnowledgeGraph, Slot
from dramaturg.engines.interviews.base.tracker import NodeState, Tracker
from dramaturg.engines.interviews.base.vectors import Rows
from dramaturg.kernel.values import replace
from dramaturg.turn.migration import Moves, renaming

if TYPE_CHECKING:
    from dramaturg.engines.interviews.base.state import InterviewState

CONCEPT, EDGE, STRATEGY, TOPIC, POINT = "concept type", "edge type", "strategy", "topic", "point"

Name = Callable[[str], str]


def moved(state: InterviewState, moves: Moves) -> InterviewState:
    """The state in the names of another version. What is gone keeps its name."""
    if not any(moves.values()):
        return state
    strategy, topic = renaming(moves, STRATEGY), renaming(moves, TOPIC)
    return replace(
        state,
        graph=_graph(state.graph, renaming(moves, CONCEPT), renaming(moves, EDGE)),
        tracker=_tracker(state.tracker, renaming(moves, CONCEPT), strategy),
        strategies=tuple(map(strategy, state.strategies)),
        yields={strategy(name): value for name, value in state.yields.items()},
        topic=topic(state.topic),
        topic_turns=_added_up(state.topic_turns, topic),
        points=tuple(dict.fromkeys(_point(name, moves, topic) for name in state.points)),
        topic_of=Map({concept: topic(name) for concept, name in state.topic_of.items()}),
    )


def _point(name: str, moves: Moves, topic: Name) -> str:
    """A session writes `topic.point`, the content `topic/point`; a topic takes its points along."""
    of, _, own = name.partition(".")
    now = moves.get(POINT, {}).get(f"{of}/{own}")
    return now.replace("/", ".") if now else f"{topic(of)}.{own}"


def _added_up(counts: Mapping[str, int], name: Name) -> dict[str, int]:
    """Two that have become one are counted together."""
    found = Counter[str]()
    for was, count in counts.items():
        found[name(was)] += count
    return dict(found)


def _graph(graph: KnowledgeGraph, type: Name, edge: Name) -> KnowledgeGraph:
    concepts = {id: replace(each, type=type(each.type)) for id, each in graph.concepts.items()}
    return replace(
        graph,
        concepts=Map(concepts),
        edges=Map({id: replace(each, type=edge(each.type)) for id, each in graph.edges.items()}),
        slots=Map({id: _slot(each, type, edge) for id, each in graph.slots.items()}),
        labels=_spelled(graph.labels, type),
        slot_names=_spelled(graph.slot_names, type),
        concept_vectors=_rows(graph.concept_vectors, type),
        slot_vectors=_rows(graph.slot_vectors, type),
        chain_types=tuple(dict.fromkeys(map(edge, graph.chain_types))),
    )


def _slot(slot: Slot, type: Name, edge: Name) -> Slot:
    """Its edges are kept as `slot type`."""

    def led(key: str) -> str:
        other, _, by = key.partition(" ")
        return f"{other} {edge(by)}"

    outgoing, incoming = Map(_added_up(slot.outgoing, led)), dict.fromkeys(map(led, slot.incoming))
    return replace(slot, type=type(slot.type), outgoing=outgoing, incoming=tuple(incoming))


def _spelled(names: Mapping[str, str], type: Name) -> Map[str, str]:
    """By `type label`; of two that are spelled alike now, the older stays the one that is found."""
    found: dict[str, str] = {}
    for key, id in sorted(names.items(), key=lambda entry: (len(entry[1]), entry[1])):
        kind, _, label = key.partition(" ")
        found.setdefault(f"{type(kind)} {label}", id)
    return Map(found)


def _rows(vectors: Mapping[str, Rows], type: Name) -> Map[str, Rows]:
    found: dict[str, Rows] = {}
    for kind, rows in sorted(vectors.items()):
        joined = found.get(type(kind))
        if joined is None:
            joined = rows
        else:
            for id, vector in zip(rows.ids, rows.matrix, strict=True):
                joined = joined.with_row(id, vector)
        found[type(kind)] = joined
    return Map(found)


def _tracker(tracker: Tracker, type: Name, strategy: Name) -> Tracker:
    def renamed(node: NodeState) -> NodeState:
        return replace(
            node,
            type=type(node.type),
            strategy_usage=_added_up(node.strategy_usage, strategy),
            last_strategy=strategy(node.last_strategy),
        )

    return replace(
        tracker, states=Map({key: renamed(node) for key, node in tracker.states.items()})
    )
