"""The knowledge graph of an interview as a page shows it, as it was after any turn: concepts,
links, slots, ladders, guide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.graph import Concept, ConceptEdge, KnowledgeGraph, Slot
from dramaturg.engines.interviews.base.state import (
    Asked,
    ConceptAdded,
    ConceptMentioned,
    EdgeAdded,
    EdgeMentioned,
    InterviewState,
)
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.knowledge.ladders import GraphLadder, ladders
from dramaturg.engines.interviews.report.turn_result import InterviewRecord, of_kind
from dramaturg.turn.engine import fold
from dramaturg.turn.tables import in_order


@dataclass(frozen=True, slots=True)
class QuoteShown:
    """Words that were said, the turn they were said in, and where in it they begin and end."""

    turn: int
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TypeShown:
    """A type of concept. `level` is its rung, where there is a ladder; a chain that gets to a
    terminal one is complete.
    """

    type: str
    title: str
    level: int | None = None
    terminal: bool = False


@dataclass(frozen=True, slots=True)
class ConceptShown:
    """Something that was spoken of. `exhaustion` is how near it is to being talked out, from 0 to
    1.
    """

    id: str
    label: str
    labels: tuple[str, ...]
    type: str
    turn: int
    mentions: int
    quotes: tuple[QuoteShown, ...]
    slot: str
    focused: int
    """How often it was asked about."""
    exhaustion: float
    exhausted: bool
    refused: bool
    revised: bool


@dataclass(frozen=True, slots=True)
class LinkShown:
    """`chain`: it is a step of a ladder."""

    id: str
    source: str
    target: str
    type: str
    turn: int
    mentions: int
    quotes: tuple[QuoteShown, ...]
    chain: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class SlotShown:
    """What several concepts have in common. It counts once enough concepts support it."""

    id: str
    name: str
    type: str
    turn: int
    concepts: tuple[str, ...]
    active: bool


@dataclass(frozen=True, slots=True)
class SlotLinkShown:
    """`support` is how many links between concepts stand behind it."""

    id: str
    source: str
    target: str
    type: str
    support: int
    links: tuple[str, ...]
    """These links."""


@dataclass(frozen=True, slots=True)
class LadderShown:
    """A chain from what is concrete to what it is for; `links[i]` leads from `concepts[i]` to the
    next.
    """

    concepts: tuple[str, ...]
    links: tuple[str, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class TopicShown:
    """A topic of the guide: whether it came up, for how many turns of how many, and how many of its
    points were spoken of.
    """

    title: str
    covered: bool
    turns: int
    budget: int
    points: int
    of_points: int
    now: bool


@dataclass(frozen=True, slots=True)
class KnowledgeShown:
    """Both graphs after turn `turn`; `last` is the last turn there is. `focus` is the concept that
    was asked about then.
    """

    turn: int
    last: int
    types: tuple[TypeShown, ...]
    concepts: tuple[ConceptShown, ...]
    links: tuple[LinkShown, ...]
    slots: tuple[SlotShown, ...]
    slot_links: tuple[SlotLinkShown, ...]
    ladders: tuple[LadderShown, ...]
    focus: str
    topics: tuple[TopicShown, ...]


def knowledge(
    engine: InterviewEngine, records: Sequence[InterviewRecord], at: int | None = None
) -> KnowledgeShown:
    """As it was after turn `at`, or as it is."""
    last = records[-1].turn
    until = [record for record in records if at is None or record.turn <= at]
    state = fold(
        engine.apply, (event for record in until for event in record.events), engine.start()
    )
    graph, quotes = state.graph, quotes_of(until)
    return KnowledgeShown(
        turn=until[-1].turn if until else 0,
        last=last,
        types=tuple(_types(engine, graph)),
        concepts=tuple(
            _concept(each, state, engine, quotes) for each in in_order(graph.concepts).values()
        ),
        links=tuple(_link(each, quotes) for each in in_order(graph.edges).values()),
        slots=tuple(map(_slot, in_order(graph.slots).values())),
        slot_links=tuple(_slot_links(graph)),
        ladders=tuple(map(_ladder, ladders(graph))),
        focus=_focus(until),
        topics=tuple(_topics(engine, state)),
    )


def quotes_of(records: Iterable[InterviewRecord]) -> Mapping[str, tuple[QuoteShown, ...]]:
    """All words behind each concept and each link, by its id, the oldest first."""
    found: dict[str, dict[QuoteShown, None]] = {}
    for record in records:
        for event in record.events:
            match event:
                case ConceptAdded(id=id, quote=quote) | ConceptMentioned(id=id, quote=quote):
                    found.setdefault(id, {})[_quote(record, quote)] = None
                case EdgeAdded(id=id, quote=quote) | EdgeMentioned(id=id, quote=quote):
                    found.setdefault(id, {})[_quote(record, quote)] = None
                case _:
                    pass
    return {id: tuple(quotes) for id, quotes in found.items()}


def _quote(record: InterviewRecord, quote: Quote) -> QuoteShown:
    return QuoteShown(record.turn, quote.text, quote.start, quote.end)


def _types(engine: InterviewEngine, graph: KnowledgeGraph) -> Iterator[TypeShown]:
    """Those of the methodology, and any that a concept has kept from an older version of it."""
    known = engine.methodology.ontology.by_type
    yield from (
        TypeShown(each.type, each.title, each.level, each.terminal) for each in known.values()
    )
    for type in sorted({each.type for each in graph.concepts.values()} - set(known)):
        yield TypeShown(type, type.replace("_", " "))


def _concept(
    concept: Concept,
    state: InterviewState,
    engine: InterviewEngine,
    quotes: Mapping[str, tuple[QuoteShown, ...]],
) -> ConceptShown:
    key, limits = state.key_of(concept.id), engine.methodology.limits
    node = state.tracker.states[key]
    return ConceptShown(
        id=concept.id,
        label=concept.label,
        labels=concept.labels,
        type=concept.type,
        turn=concept.turn,
        mentions=concept.mentions,
        quotes=quotes.get(concept.id, ()),
        slot=concept.slot,
        focused=node.focus_count,
        exhaustion=round(tracker.exhaustion_score(state.tracker, key, state.turn), 3),
        exhausted=tracker.is_exhausted(state.tracker, key, state.turn, limits.rest_turns),
        refused=node.refused_at is not None,
        revised=concept.revised,
    )


def _link(edge: ConceptEdge, quotes: Mapping[str, tuple[QuoteShown, ...]]) -> LinkShown:
    return LinkShown(
        edge.id,
        edge.source,
        edge.target,
        edge.type.replace("_", " "),
        edge.turn,
        edge.mentions,
        quotes.get(edge.id, ()),
        edge.chain,
        edge.confidence,
    )


def _slot(slot: Slot) -> SlotShown:
    return SlotShown(slot.id, slot.name, slot.type, slot.turn, slot.concepts, slot.active)


def _slot_links(graph: KnowledgeGraph) -> Iterator[SlotLinkShown]:
    behind: dict[tuple[str, str, str], list[str]] = {}
    for edge in in_order(graph.edges).values():
        ends = graph.concepts[edge.source].slot, graph.concepts[edge.target].slot, edge.type
        behind.setdefault(ends, []).append(edge.id)
    for slot in in_order(graph.slots).values():
        for key, support in in_order(slot.outgoing).items():
            target, type = key.split()
            links = tuple(behind.get((slot.id, target, type), ()))
            yield SlotLinkShown(
                f"{slot.id}-{target}-{type}",
                slot.id,
                target,
                type.replace("_", " "),
                support,
                links,
            )


def _ladder(ladder: GraphLadder) -> LadderShown:
    concepts, edges = (each.id for each in ladder.concepts), (each.id for each in ladder.edges)
    return LadderShown(tuple(concepts), tuple(edges), ladder.is_complete)


def _focus(records: Sequence[InterviewRecord]) -> str:
    return next(
        (asked.concept for record in reversed(records) for asked in of_kind(record, Asked)), ""
    )


def _topics(engine: InterviewEngine, state: InterviewState) -> Iterator[TopicShown]:
    for topic in engine.guide.topics if engine.guide else ():
        turns = state.topic_turns.get(topic.id, 0)
        spoken = sum(f"{topic.id}.{point.id}" in state.points for point in topic.points)
        covered = turns > 0 or spoken > 0
        yield TopicShown(
            topic.title,
            covered,
            turns,
            topic.turns,
            spoken,
            len(topic.points),
            topic.id == state.topic,
        )
