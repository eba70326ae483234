"""Graph update: what an answer brought becomes concepts and edges of the graph, and what was said
before is found again.

A concept is compared with all of the session: by its letters, by its lemmas, by groups of letters,
by its meaning. It is always compared with the label a concept was first known by, so that small
steps never lead from one thing to quite another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from dramaturg.engines.interviews.base.extraction import (
    ExtractedConcept,
    ExtractedRelationship,
    Extraction,
)
from dramaturg.engines.interviews.base.graph import KnowledgeGraph
from dramaturg.engines.interviews.base.methodology import REVISES, Ontology
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    ConceptMentioned,
    ConceptRevised,
    EdgeAdded,
    EdgeLeftOut,
    EdgeMentioned,
    InterviewEvent,
    InterviewState,
    Match,
    apply,
)
from dramaturg.engines.interviews.base.vectors import Rows, packed, unpacked
from dramaturg.engines.interviews.extract.mentions import stems
from dramaturg.engines.interviews.knowledge.similarity import same_point
from dramaturg.engines.interviews.knowledge.spellings import by_lemma, spelling
from dramaturg.english.contraries import contrary
from dramaturg.english.prose import plain
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import Embedder, Syntax

SAME_LETTERS = 0.9  # shared groups of three letters


@dataclass(frozen=True, slots=True)
class Dedupe:
    """What may be switched off to see what it is good for."""

    similar: bool = True
    """Labels count as the same not only by their letters."""
    across_turns: bool = True
    """Edges may lead to concepts of earlier answers."""


ALL_ON = Dedupe()


@dataclass(frozen=True, slots=True)
class Same:
    """A concept that is there already, and how it was recognised."""

    id: str
    match: Match
    nearness: float = 1.0


def graph_update(
    state: InterviewState,
    extraction: Extraction,
    ontology: Ontology,
    embedder: Embedder,
    syntax: Syntax,
    switches: Dedupe = ALL_ON,
) -> tuple[InterviewEvent, ...]:
    """What the extraction does to the graph, in events: first its concepts, then its
    relationships.
    """
    events: list[InterviewEvent] = []
    seen = state
    names: dict[str, str] = {}
    for read in _read(state.graph, extraction.concepts, embedder, syntax):
        same = _same(seen.graph, read, embedder, switches, names)
        if same:
            events.append(read.mentioned(same))
        else:
            events.append(new := _added(seen.graph, read, ontology))
            names[new.id] = read.extracted.name
        seen = apply(seen, events[-1])
    came = (each.id for each in events if isinstance(each, ConceptAdded | ConceptMentioned))
    known = _Known(ontology, frozenset(came), syntax, switches.across_turns)
    for relationship in extraction.relationships:
        drawn = _edge(seen.graph, relationship, known)
        events += drawn
        seen = fold(apply, drawn, seen)
    return tuple(events)


# ── concepts ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Read:
    """An extracted concept. If nobody has used its label before: the label by its lemmas, and its
    vector.
    """

    extracted: ExtractedConcept
    lemmas: str = ""
    vector: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        labels = filter(None, (self.extracted.label, self.lemmas))
        return tuple(dict.fromkeys(spelling(self.extracted.type, label) for label in labels))

    def mentioned(self, same: Same) -> ConceptMentioned:
        label, quote = self.extracted.label, self.extracted.quote
        return ConceptMentioned(same.id, label, quote, self.keys, same.match, same.nearness)


def _read(
    graph: KnowledgeGraph, concepts: Sequence[ExtractedConcept], embedder: Embedder, syntax: Syntax
) -> Iterator[_Read]:
    """Each concept once, where the same words gave the same label twice."""
    once = {(each.type, plain(each.label), each.quote): each for each in concepts}.values()
    unheard = (each for each in once if spelling(each.type, each.label) not in graph.labels)
    new = list(dict.fromkeys(each.label for each in unheard))
    lemmas = by_lemma(new, syntax)
    vectors = dict(zip(new, map(packed, embedder.embed(new)), strict=True)) if new else {}
    return (_Read(each, lemmas.get(each.label, ""), vectors.get(each.label, "")) for each in once)


def _added(graph: KnowledgeGraph, read: _Read, ontology: Ontology) -> ConceptAdded:
    extracted, kind = read.extracted, ontology.by_type[read.extracted.type]
    return ConceptAdded(
        id=f"c{len(graph.concepts) + 1}",
        label=extracted.label,
        type=extracted.type,
        quote=extracted.quote,
        keys=read.keys,
        vector=read.vector,
        level=kind.level,
        terminal=kind.terminal,
    )


def _same(
    graph: KnowledgeGraph,
    read: _Read,
    embedder: Embedder,
    switches: Dedupe,
    names: Mapping[str, str],
) -> Same | None:
    """The concept of the session that this is, if there is one. What a model named otherwise (this
    answer's `names` are by concept) is not the same for its meaning.
    """
    by_letters, by_lemmas = read.keys[0], read.keys[-1]
    if by_letters in graph.labels:
        return Same(graph.labels[by_letters], "exact")
    if not switches.similar:
        return None
    if by_lemmas in graph.labels:
        return Same(graph.labels[by_lemmas], "lemma")
    rows = graph.concept_vectors.get(read.extracted.type, Rows())
    nearest, label = rows.nearest(unpacked(read.vector)), read.extracted.label
    near = [(id, nearness, graph.concepts[id].label) for id, nearness in nearest]
    alike = [each for each in near if not _named_apart(graph, read, each[0], names)]
    return _same_letters(label, near) or _same_meaning(label, alike, embedder)


def _named_apart(graph: KnowledgeGraph, read: _Read, id: str, names: Mapping[str, str]) -> bool:
    slot = graph.concepts[id].slot
    name = names.get(id) or (graph.slots[slot].name if slot else "")
    return bool(read.extracted.name and name) and stems(read.extracted.name) != stems(name)


Near = Sequence[tuple[str, float, str]]


def _same_letters(label: str, near: Near) -> Same | None:
    """A slip of the pen: hardly a letter differs, and not the one that matters."""
    for id, _, other in near:
        share = shared_letters(label, other)
        if share >= SAME_LETTERS and not contrary(label, other):
            return Same(id, "characters", round(share, 4))
    return None


def _same_meaning(label: str, near: Near, embedder: Embedder) -> Same | None:
    for id, nearness, other in near:
        if nearness >= embedder.thresholds.duplicate and same_point(label, other, embedder):
            return Same(id, "meaning", nearness)
    return None


def shared_letters(one: str, other: str) -> float:
    """Of all groups of three letters in either label, the part that is in both."""
    left, right = _threes(one), _threes(other)
    return len(left & right) / max(1, len(left | right))


@lru_cache(maxsize=8192)
def _threes(label: str) -> frozenset[str]:
    text = f" {plain(label)} "
    return frozenset(text[start : start + 3] for start in range(len(text) - 2))


# ── edges ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Known:
    """Where the ends of a relationship are looked for: among the answer's concepts, then in the
    whole session.
    """

    ontology: Ontology
    answer: frozenset[str]
    syntax: Syntax
    across_turns: bool

    def ends(self, graph: KnowledgeGraph, label: str) -> list[str]:
        """Every concept of that label, whatever its type, the answer's first."""
        found = self._called(graph, label)
        return found or self._called(graph, by_lemma([label], self.syntax)[label])

    def _called(self, graph: KnowledgeGraph, label: str) -> list[str]:
        kinds = self.ontology.concepts
        found = [graph.labels.get(spelling(kind.type, label), "") for kind in kinds]
        here = [id for id in found if id in self.answer]
        return here + [id for id in found if id and id not in here] if self.across_turns else here

    def permits(self, graph: KnowledgeGraph, type: str, source: str, target: str) -> bool:
        one, other = graph.concepts[source].type, graph.concepts[target].type
        return one == other if type == REVISES else self.ontology.permits(type, one, other)


def _edge(
    graph: KnowledgeGraph, said: ExtractedRelationship, known: _Known
) -> list[InterviewEvent]:
    sources, targets = known.ends(graph, said.source), known.ends(graph, said.target)
    for label, ends in ((said.source, sources), (said.target, targets)):
        if not ends:
            return [_left_out(said, f"nobody knows a concept called {label!r}")]
    pairs = [(source, target) for source, target in product(sources, targets) if source != target]
    if not pairs:
        return [_left_out(said, "a concept does not lead to itself")]
    for source, target in pairs:
        if known.permits(graph, said.type, source, target):
            return _drawn(graph, said, source, target, known.ontology)
    one, other = (graph.concepts[id].type for id in pairs[0])
    return [_left_out(said, f"{said.type} does not lead from {one} to {other}")]


def _left_out(said: ExtractedRelationship, reason: str) -> EdgeLeftOut:
    return EdgeLeftOut(said.source, said.target, said.type, reason)


def _drawn(
    graph: KnowledgeGraph, said: ExtractedRelationship, source: str, target: str, ontology: Ontology
) -> list[InterviewEvent]:
    there = graph.edge_between(source, target, said.type)
    if there:
        return [EdgeMentioned(there.id, said.quote)]
    id = f"e{len(graph.edges) + 1}"
    if said.type == REVISES:
        chain = skips = False
    else:
        skips = ontology.skips(graph.concepts[source].type, graph.concepts[target].type)
        chain = ontology.edge_by_type[said.type].chain
    edge = EdgeAdded(id, source, target, said.type, said.quote, chain, skips, said.confidence)
    return [edge, ConceptRevised(target, by=source)] if said.type == REVISES else [edge]
