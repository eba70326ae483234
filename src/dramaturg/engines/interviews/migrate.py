"""Moving an interview to another version of its content: what it stands on, its names replaced, why
it cannot simply go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from immutables import Map

from dramaturg.engines.interviews.methodology import REVISES
from dramaturg.engines.kit import Owners
from dramaturg.kernel.values import replace
from dramaturg.turn.tools import Item, Moves, Worry, renaming

if TYPE_CHECKING:
    from dramaturg.engines.interviews.engine import InterviewEngine
    from dramaturg.engines.interviews.knowledge.graph import KnowledgeGraph, Slot
    from dramaturg.engines.interviews.knowledge.vectors import Rows
    from dramaturg.engines.interviews.state import InterviewState
    from dramaturg.engines.interviews.tracker import NodeState, Tracker

CONCEPT, EDGE, STRATEGY, TOPIC, POINT = "concept type", "edge type", "strategy", "topic", "point"

NAMED: Mapping[str, str] = {
    "methodology.ontology.concepts[type]": CONCEPT,
    "methodology.ontology.edges[type]": EDGE,
    "methodology.strategies[name]": STRATEGY,
    "methodology.custom_signals[name]": "signal",
    "guide.topics[id]": TOPIC,
    "guide.topics[id].points[id]": POINT,
}

Name = Callable[[str], str]

OWNER = ""
PLACES: Mapping[str, str] = {}


def owners(body: Mapping[str, Any]) -> Owners:
    """None: a session names everything as its content does."""
    return {}


def is_over(state: InterviewState) -> bool:
    return state.ended


def stands_on(state: InterviewState) -> tuple[Item, ...]:
    """The types of what was spoken of, and the topic at hand. Strategies, edges and earlier topics
    lie behind it.
    """
    types = sorted({concept.type for concept in state.graph.concepts.values()})
    return (*((CONCEPT, type) for type in types), *(((TOPIC, state.topic),) if state.topic else ()))


# ── names replaced ────────────────────────────────────────────────────────────────────────────────


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
    return replace(
        graph,
        concepts=Map(
            {id: replace(each, type=type(each.type)) for id, each in graph.concepts.items()}
        ),
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

    outgoing = Map(_added_up(slot.outgoing, led))
    return replace(
        slot,
        type=type(slot.type),
        outgoing=outgoing,
        incoming=tuple(dict.fromkeys(map(led, slot.incoming))),
    )


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
        before = found.get(type(kind))
        found[type(kind)] = rows if before is None else _joined(before, rows)
    return Map(found)


def _joined(rows: Rows, more: Rows) -> Rows:
    for id, vector in zip(more.ids, more.matrix, strict=True):
        rows = rows.with_row(id, vector)
    return rows


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


# ── worries ───────────────────────────────────────────────────────────────────────────────────────


def worries(engine: InterviewEngine, state: InterviewState) -> tuple[Worry, ...]:
    """Why the interview cannot simply go on with this engine."""
    if state.ended:
        return ()
    return (
        *_concepts(engine, state),
        *_edges(engine, state),
        *_topics(engine, state),
        *_turns(engine, state),
    )


def _concepts(engine: InterviewEngine, state: InterviewState) -> Iterator[Worry]:
    """Concepts of a type that is not there, or that stands on another rung now than when they were
    spoken of.
    """
    known = engine.methodology.ontology.by_type
    places = Counter(
        (each.type, each.level, each.terminal) for each in state.graph.concepts.values()
    )
    for (type, level, terminal), count in sorted(places.items(), key=str):
        now = known.get(type)
        told = f"the interview has {count} concept{'s' * (count != 1)} of it"
        if now is None:
            yield Worry(
                "gone", f"there is no type {type}, and {told}", (CONCEPT, type), tuple(known)
            )
        elif (now.level, now.terminal) != (level, terminal):
            yield Worry(
                "other-rung",
                f"{type} has another level or ends chains otherwise, and {told}",
                (CONCEPT, type),
            )


def _edges(engine: InterviewEngine, state: InterviewState) -> Iterator[Worry]:
    """Edges of a type that is not there, or that makes chains now and did not then, or the other
    way round.
    """
    known = engine.methodology.ontology.edge_by_type
    kinds = {
        (edge.type, edge.chain or edge.closes)
        for edge in state.graph.edges.values()
        if edge.type != REVISES
    }
    for type, chained in sorted(kinds):
        if type not in known:
            yield Worry(
                "unknown-edge",
                f"there is no edge {type}, by which this interview has linked",
                (EDGE, type),
                tuple(known),
            )
        elif known[type].chain != chained:
            yield Worry(
                "other-chains",
                f"{type} made {'' if chained else 'no '}chains until now",
                (EDGE, type),
            )


def _topics(engine: InterviewEngine, state: InterviewState) -> Iterator[Worry]:
    topics = tuple(topic.id for topic in engine.guide.topics) if engine.guide else ()
    if state.topic and state.topic not in topics:
        yield Worry(
            "gone",
            f"the interview is at the topic {state.topic}, which the guide does not have",
            (TOPIC, state.topic),
            topics,
        )


def _turns(engine: InterviewEngine, state: InterviewState) -> Iterator[Worry]:
    if state.turn >= engine.max_turns:
        message = (
            f"{state.turn} answers were given, and the limit is {engine.max_turns}: it would end"
            " with the next"
        )
        yield Worry("over-already", message, ("limit", "max_turns"))
