"""Moving an interview to another version of its content: what it stands on, its names replaced, why
it cannot simply go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from dramaturg.engines.interviews.base.methodology import REVISES
from dramaturg.engines.interviews.base.renames import CONCEPT, EDGE, POINT, STRATEGY, TOPIC, moved
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.kit import Owners
from dramaturg.turn.migration import Item, Worry

__all__ = ["NAMED", "OWNER", "PLACES", "is_over", "moved", "owners", "stands_on", "worries"]

NAMED: Mapping[str, str] = {
    "methodology.ontology.concepts[type]": CONCEPT,
    "methodology.ontology.edges[type]": EDGE,
    "methodology.strategies[name]": STRATEGY,
    "methodology.custom_signals[name]": "signal",
    "guide.topics[id]": TOPIC,
    "guide.topics[id].points[id]": POINT,
}

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
