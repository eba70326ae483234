"""Slot discovery: concepts that mean the same in other words come together in a slot, and new ones
found a slot of their own.

A slot is founded under a name that keeps to the methodology's convention; what has no such name
waits until a slot lies near.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dramaturg.engines.interviews.base.graph import Concept, KnowledgeGraph, Slot
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.base.state import (
    ConceptMapped,
    InterviewEvent,
    InterviewState,
    Match,
    SlotAdded,
    SlotConfirmed,
    apply,
)
from dramaturg.engines.interviews.base.vectors import Rows, Vector, packed
from dramaturg.engines.interviews.extract.concept_names import is_name
from dramaturg.engines.interviews.extract.mentions import stems
from dramaturg.engines.interviews.knowledge.similarity import same_point
from dramaturg.engines.interviews.knowledge.spellings import by_lemma, spelling
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import Embedder, Syntax

NO_PROPOSALS: Mapping[str, str] = MappingProxyType({})
BY_NAME: tuple[Match, Match] = ("exact", "lemma")


def discover_slots(
    state: InterviewState,
    ontology: Ontology,
    embedder: Embedder,
    syntax: Syntax,
    min_support: int,
    proposals: Mapping[str, str] = NO_PROPOSALS,
) -> tuple[InterviewEvent, ...]:
    """Slots for the concepts that have none, in events. `proposals` are the names that a model
    gave, by concept: they are kept, and only joined where the words are the same.
    """
    waiting = unmapped(state)
    names = {concept.id: proposals.get(concept.id, concept.label) for concept in waiting}
    lemmas = by_lemma(list(dict.fromkeys(names.values())), syntax)
    events: list[InterviewEvent] = []
    seen = state
    for concept in waiting:
        name = names[concept.id]
        named = _Named(concept, name, lemmas[name], concept.id in proposals)
        support = ontology.by_type[concept.type].support or min_support
        found = list(_slot(seen.graph, named, ontology, embedder, support))
        events += found
        seen = fold(apply, found, seen)
    confirmed = (SlotConfirmed(id) for id in _said_again(seen))
    return (*events, *confirmed)


def _said_again(state: InterviewState) -> list[str]:
    """The slots that are not active yet, and of which this answer and an earlier one spoke."""
    touched = (state.graph.slots[key] for key in state.tracker.active if key in state.graph.slots)
    candidates = (slot for slot in touched if not slot.active)
    return [slot.id for slot in candidates if _is_said_again(state, slot)]


def _is_said_again(state: InterviewState, slot: Slot) -> bool:
    quotes = (each for id in slot.concepts for each in state.graph.concepts[id].quotes)
    answers = {each.utterance for each in quotes}
    return len(answers) > 1 and state.utterance in answers


def unmapped(state: InterviewState) -> list[Concept]:
    """Concepts without a slot, the oldest first: those that came with this answer, and those
    touched not too long ago.
    """
    concepts = state.graph.concepts
    # whatever has a slot goes by the slot's key
    waiting = [key for key in state.tracker.active if key in concepts]
    return [concepts[id] for id in sorted(waiting, key=lambda key: (len(key), key))]


@dataclass(frozen=True, slots=True)
class _Named:
    """A concept and the name it is to be known by: its label, or what a model proposed."""

    concept: Concept
    name: str
    lemmas: str
    proposed: bool

    @property
    def keys(self) -> tuple[str, ...]:
        names = (self.name, self.lemmas)
        return tuple(dict.fromkeys(spelling(self.concept.type, name) for name in names))

    def vector(self, graph: KnowledgeGraph, embedder: Embedder) -> Vector:
        own = graph.concept_vectors.get(self.concept.type, Rows()).vector(self.concept.id)
        return embedder.embed([self.name])[0] if own is None or self.proposed else own


def _slot(
    graph: KnowledgeGraph, named: _Named, ontology: Ontology, embedder: Embedder, support: int
) -> Iterator[InterviewEvent]:
    """The concept's slot, if it finds one or may found one."""
    concept = named.concept
    if known := _called(graph, named, ontology):
        by = "proposed" if named.proposed else known[1]
        yield ConceptMapped(concept.id, known[0], by, 1.0, support)
        return
    vector = named.vector(graph, embedder)
    near = _same_stems(graph, named) if named.proposed else _near(graph, named, vector, embedder)
    if near:
        by = "proposed" if named.proposed else "meaning"
        yield ConceptMapped(concept.id, near[0], by, near[1], support)
    elif named.proposed or is_name(named.name):
        id = f"s{len(graph.slots) + 1}"
        yield SlotAdded(id, named.name, concept.type, named.keys, packed(vector))
        yield ConceptMapped(concept.id, id, "new", 1.0, support)


def _called(graph: KnowledgeGraph, named: _Named, ontology: Ontology) -> tuple[str, Match] | None:
    """The slot of that name: of its own type, else of another that code found. What a model named
    is of the type that it gave.
    """
    others = [each.type for each in ontology.concepts if each.type != named.concept.type]
    types = [named.concept.type, *(() if named.proposed else others)]
    for name, match in zip((named.name, named.lemmas), BY_NAME, strict=True):
        for type in types:
            if slot := graph.slot_names.get(spelling(type, name)):
                return slot, match
    return None


def _same_stems(graph: KnowledgeGraph, named: _Named) -> tuple[str, float] | None:
    """The slot whose name has the same words in other forms or another order."""
    rows, wanted = graph.slot_vectors.get(named.concept.type, Rows()), stems(named.name)
    same = (id for id in rows.ids if stems(graph.slots[id].name) == wanted)
    return next(((id, 1.0) for id in same), None)


def _near(
    graph: KnowledgeGraph, named: _Named, vector: Vector, embedder: Embedder
) -> tuple[str, float] | None:
    """The nearest slot that means the same, and how near it lies. Types are guessed, meaning is
    measured: slots of any type are looked at, those of its own first.
    """
    own = graph.slot_vectors.get(named.concept.type, Rows())
    others = (rows for _, rows in sorted(graph.slot_vectors.items()) if rows is not own)
    for rows in (own, *others):
        for id, nearness in rows.nearest(vector):
            if nearness < embedder.thresholds.same_concept:
                break
            if same_point(named.name, graph.slots[id].name, embedder):
                return id, nearness
    return None
