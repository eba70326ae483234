"""Links: which of the things said lead to which, within an answer and back to what was said before;
and the edges they become.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from dramaturg.engines.interviews.base.extraction import (
    AnswerSource,
    ExtractedConcept,
    ExtractedRelationship,
    KnownConcept,
    Quote,
)
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.extract.mentions import KnownMention
from dramaturg.turn.hearing import Lead
from dramaturg.turn.readings import RelationKind, Span

MOST_OF_ONE = 3  # links that one relation or one question draws
TOLD = 0.5  # confidence in one thing having come before the next
CLEAR, OF_EAR = 0.6, 0.8  # how sure the ear must be of a link, and how far it is believed
BORNE = 0.8  # in a quality being of what it is said of
OPPOSED = 0.6  # in two qualities being opposites that "but" stands between
ASKED = 0.7  # in an answer answering what was asked
# how far an edge is trusted that the types allow only the other way round, or as another edge
TURNED = 0.8

BACKWARD = "_by"
OPPOSITE = "opposite"
BUT = re.compile(r"(?i)\b(?:but|whereas|while|unlike|instead|the other)\b")

End = int | KnownConcept
"""A concept of this answer, by its number, or one known from before."""


@dataclass(frozen=True, slots=True)
class PhrasePlace:
    """Where a concept of this answer stands, and how much it says."""

    start: int
    end: int
    weight: float
    sentence: int
    told: bool = False


Ground = Literal["marked", "asked", "heard", "borne"]
"""What a link stands on: a word such as 'because', the question, what the ear hears, or that one
is said of the other.
"""


@dataclass(frozen=True, slots=True)
class ConceptLink:
    """`edges` are the edge types it may become, the best first."""

    source: End
    target: End
    edges: tuple[str, ...]
    start: int
    end: int
    confidence: float
    ground: Ground = "borne"


# ── within the answer ─────────────────────────────────────────────────────────────────────────────


def related(
    source: AnswerSource, places: Sequence[PhrasePlace], mentions: Sequence[KnownMention]
) -> Iterator[ConceptLink]:
    """What the marked relations of the answer connect."""
    for relation in source.hints.relations:
        edges = edges_for(source.ontology, relation.kind)
        span = (
            min(relation.source.start, relation.target.start),
            max(relation.source.end, relation.target.end),
        )
        ends = (
            _ends(relation.source, places, mentions, last=True),
            _ends(relation.target, places, mentions),
        )
        for one, other in _crossed(*ends) if edges else ():
            yield directed(ConceptLink(one, other, edges, *span, relation.confidence, "marked"))


def directed(link: ConceptLink) -> ConceptLink:
    """An edge such as caused_by leads from the effect to the cause."""
    if not link.edges[0].endswith(BACKWARD):
        return link
    return replace(link, source=link.target, target=link.source)


def told(source: AnswerSource, places: Sequence[PhrasePlace]) -> Iterator[ConceptLink]:
    """What is told is told in its order."""
    edges = edges_for(source.ontology, "before")
    deeds = [number for number, place in enumerate(places) if place.told]
    for one, other in pairwise(deeds) if edges else ():
        yield ConceptLink(one, other, edges, places[one].start, places[other].end, TOLD, "marked")


def edges_for(ontology: Ontology, kind: RelationKind) -> tuple[str, ...]:
    """The edge types such a relation makes, those that name it first; chain edges where
    none does.
    """
    named = tuple(edge.type for edge in ontology.edges if kind in edge.relations)
    return named or tuple(edge.type for edge in ontology.edges if edge.chain and kind != "before")


def _ends(
    span: Span, places: Sequence[PhrasePlace], mentions: Sequence[KnownMention], last: bool = False
) -> Sequence[End]:
    def inside(each: PhrasePlace | KnownMention) -> bool:
        shared = min(each.end, span.end) - max(each.start, span.start)
        return 2 * shared >= min(each.end - each.start, span.end - span.start)

    numbers = [number for number, place in enumerate(places) if inside(place)]
    if numbers:
        return numbers[-2:] if last else numbers[:2]
    return [mention.known for mention in mentions if inside(mention)][:1]


def _crossed(sources: Sequence[End], targets: Sequence[End]) -> list[tuple[End, End]]:
    """Every source to the first target, the first source to every other."""
    pairs = [(each, targets[0]) for each in sources if targets] + [
        (sources[0], each) for each in targets[1:] if sources
    ]
    return [pair for pair in pairs if pair[0] != pair[1]][:MOST_OF_ONE]


# ── back to what was asked about ──────────────────────────────────────────────────────────────────


def asked(
    source: AnswerSource, places: Sequence[PhrasePlace], numbers: Iterable[int]
) -> Iterator[ConceptLink]:
    """What the question drew between what it was about and these concepts of the answer, those that
    say most.
    """
    heaviest = sorted(numbers, key=lambda number: (-places[number].weight, number))[:MOST_OF_ONE]
    if source.strategy is None or source.focus is None:
        return
    for draws in source.strategy.draws:
        for number in heaviest:
            ends: tuple[End, End] = (source.focus, number)
            if draws.direction != "focus_to_answer":
                ends = (number, source.focus)
            span = places[number].start, places[number].end
            yield ConceptLink(*ends, (draws.edge,), *span, ASKED, "asked")


def nearest(source: AnswerSource, count: int, within: Iterable[ConceptLink]) -> list[int]:
    """The concepts that a question leads to first: those that nothing else in the answer
    leads to.
    """
    onward = any(
        draws.direction == "focus_to_answer"
        for draws in (source.strategy.draws if source.strategy else ())
    )
    led_to = {link.target if onward else link.source for link in within}
    return [number for number in range(count) if number not in led_to]


# ── as edges ──────────────────────────────────────────────────────────────────────────────────────


def best_of_each(links: Iterable[ConceptLink]) -> tuple[ConceptLink, ...]:
    """Each pair once, as the surest of its links has it."""
    best: dict[frozenset[End], ConceptLink] = {}
    for link in links:
        pair = frozenset((link.source, link.target))
        if pair not in best or best[pair].confidence < link.confidence:
            best[pair] = link
    return tuple(best.values())


def drawn(
    source: AnswerSource, links: Iterable[ConceptLink], concepts: Sequence[ExtractedConcept]
) -> Iterator[ExtractedRelationship]:
    """The edges that the ontology permits, one for each pair of labels."""
    seen: set[frozenset[str]] = set()
    for link in links:
        one, other = _at(link.source, concepts), _at(link.target, concepts)
        found = _permitted(source.ontology, link, one.type, other.type)
        pair = frozenset((one.label, other.label))
        if found is None or len(pair) < 2 or pair in seen:
            continue
        seen.add(pair)
        edge, turned, trust = found
        ends = (other, one) if turned else (one, other)
        quote = Quote(source.utterance, link.start, link.end, source.text[link.start : link.end])
        sure = round(link.confidence * trust, 3)
        yield ExtractedRelationship(ends[0].label, ends[1].label, edge, quote, sure)


def _at(end: End, concepts: Sequence[ExtractedConcept]) -> KnownConcept:
    return KnownConcept(concepts[end].label, concepts[end].type) if isinstance(end, int) else end


def borne(
    source: AnswerSource, places: Sequence[PhrasePlace], bearers: Mapping[int, int]
) -> Iterator[ConceptLink]:
    """The one that a quality is said of has it. `bearers` tells for a concept which other
    bears it.
    """
    edges = _likely_edges(source.ontology)[:1]
    for number, bearer in bearers.items():
        start = min(places[number].start, places[bearer].start)
        end = max(places[number].end, places[bearer].end)
        yield ConceptLink(bearer, number, edges, start, end, BORNE)


def opposed(source: AnswerSource, places: Sequence[PhrasePlace]) -> Iterator[ConceptLink]:
    """'She is patient, but he is always in a hurry', where the ontology knows opposites."""
    edges = tuple(edge.type for edge in source.ontology.edges if edge.type.startswith(OPPOSITE))
    for one, other in pairwise(range(len(places))):
        near = places[other].sentence - places[one].sentence <= 1
        if (
            edges
            and near
            and BUT.search(source.text, places[one].end, max(places[one].end, places[other].start))
        ):
            yield ConceptLink(one, other, edges, places[one].start, places[other].end, OPPOSED)


def heard(
    source: AnswerSource, places: Sequence[PhrasePlace], leads: Iterable[Lead]
) -> Iterator[ConceptLink]:
    """What the ear hears leading to what, where it is sure enough."""
    edges = _likely_edges(source.ontology)
    for each in leads:
        if each.chance < CLEAR or not edges:
            continue
        ends = sorted((each.source, each.target))
        span = places[ends[0]].start, places[ends[1]].end
        yield directed(
            ConceptLink(each.source, each.target, edges, *span, OF_EAR * each.chance, "heard")
        )


def _likely_edges(ontology: Ontology) -> tuple[str, ...]:
    """The edges that may be drawn without being said in so many words, steps of a chain first."""
    chain = [edge.type for edge in ontology.edges if edge.chain]
    return (*chain, *(edge.type for edge in ontology.edges if edge.relations and not edge.chain))


def _permitted(
    ontology: Ontology, link: ConceptLink, source: str, target: str
) -> tuple[str, bool, float] | None:
    """As it was drawn; else the other way round, if neither words nor question tell which way; else
    as another edge.
    """
    others = [edge for edge in _likely_edges(ontology) if edge not in link.edges]
    tries = [
        (edge, turned)
        for group in (link.edges, others)
        for turned in (False, True)
        for edge in group
    ]
    for edge, turned in tries:
        turnable = link.ground == "borne" and "before" not in ontology.edge_by_type[edge].relations
        if (turnable or not turned) and ontology.permits(
            edge, *((target, source) if turned else (source, target))
        ):
            as_drawn = edge in link.edges and not turned
            return edge, turned, 1.0 if as_drawn else TURNED
    return None
