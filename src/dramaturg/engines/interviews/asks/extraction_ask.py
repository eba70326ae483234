"""Asking what an answer holds: one structured question, its answer held against what was really
said, and the parser's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dramaturg.engines.interviews.asks.prompt_parts import (
    head_and_tail,
    list_form,
    listed,
    object_form,
)
from dramaturg.engines.interviews.base.extraction import (
    ExtractedConcept,
    ExtractedRelationship,
    Extraction,
    Known,
    Quote,
    Source,
)
from dramaturg.engines.interviews.base.methodology import REVISES, ConceptType, EdgeType, Ontology
from dramaturg.engines.interviews.extract.mentions import stems
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.english.quotes import find
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt

MOST = 12  # concepts taken from one answer
LABELS = 30  # existing concepts that are named (seed 004, path 13)
HINTS = 8
LONGEST_LABEL = 80
SHOWN = 60  # characters of what a note is about
LONGEST_ANSWER, CUT = 6000, "\n[...]\n"  # characters shown: head and tail
MOST_TOKENS = 1500


@dataclass(frozen=True)
class ExtractionAsk(Ask[Extraction]):
    """Concepts and relationships of one answer (stage 3)."""

    name: ClassVar[str] = "interviews.extraction"
    role: ClassVar[Role] = "extract"

    source: Source
    extractor: Extractor

    def prompt(self) -> Prompt:
        ontology = self.source.ontology
        words = (system(ontology), user(self.source))
        return Prompt(self.name, self.role, *words, form(ontology), max_tokens=MOST_TOKENS)

    def read(self, text: str) -> Extraction:
        found = object_in(text)
        if "concepts" not in found:
            raise Unreadable("it has no list of concepts; write an empty one if there are none.")
        for key in ("concepts", "relationships"):
            if not isinstance(found.setdefault(key, []), list):
                raise Unreadable(f"{key} is not a list.")
        reader = _Reader(self.source)
        kept = reader.concepts(found["concepts"])
        edges = reader.relationships(found["relationships"], kept)
        return Extraction(kept, edges, tuple(reader.notes))

    def offline(self) -> Extraction:
        return self.extractor.extract(self.source)


# ── the answer ────────────────────────────────────────────────────────────────────────────────────


class _LeftOut(Exception):
    """Something written that does not hold; the text says why."""


class _Reader:
    """Keeps what holds; `notes` tell what does not, and why."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._known = {stems(each.label): each for each in known_to(source)}
        self.notes: list[str] = []

    def concepts(self, written: Sequence[Any]) -> tuple[ExtractedConcept, ...]:
        if len(written) > MOST:
            left = len(written) - MOST
            self.notes.append(f"{left} concepts left out: {MOST} of one answer are enough")
        kept: dict[str, ExtractedConcept] = {}
        for each in written[:MOST]:
            try:
                concept = self._concept(_object_of(each))
                kept.setdefault(concept.label, concept)
            except _LeftOut as why:
                self.notes.append(f"concept {_shortly(each, 'label')} left out: {why}")
        return tuple(kept.values())

    def _concept(self, written: Mapping[str, Any]) -> ExtractedConcept:
        label, type = _words(written, "label")[:LONGEST_LABEL], _words(written, "type")
        if not label:
            raise _LeftOut("it has no label")
        before = self._known.get(stems(label))
        if before:
            label, type = before.label, before.type
        if type not in self._source.ontology.by_type:
            raise _LeftOut(f"{type!r} is no type of this ontology")
        return ExtractedConcept(label, type, self._quote(written), _confidence(written))

    def relationships(
        self, written: Sequence[Any], concepts: Iterable[ExtractedConcept]
    ) -> tuple[ExtractedRelationship, ...]:
        ends = self._known | {stems(each.label): Known(each.label, each.type) for each in concepts}
        kept: dict[tuple[str, str, str], ExtractedRelationship] = {}
        for each in written[: MOST * 2]:
            try:
                found = self._relationship(_object_of(each), ends)
                kept.setdefault((found.source, found.target, found.type), found)
            except _LeftOut as why:
                self.notes.append(f"edge {_shortly(each, 'source', 'target')} left out: {why}")
        return tuple(kept.values())

    def _relationship(
        self, written: Mapping[str, Any], ends: Mapping[frozenset[str], Known]
    ) -> ExtractedRelationship:
        source, target = (_end(_words(written, end), ends) for end in ("source", "target"))
        type = _words(written, "type")
        if source.label == target.label:
            raise _LeftOut("it leads to itself")
        if type != REVISES and not self._source.ontology.permits(type, source.type, target.type):
            raise _LeftOut(f"{type!r} is not permitted from {source.type} to {target.type}")
        quote, confidence = self._quote(written), _confidence(written)
        return ExtractedRelationship(source.label, target.label, type, quote, confidence)

    def _quote(self, written: Mapping[str, Any]) -> Quote:
        quoted = _words(written, "quote")
        span = find(quoted, self._source.text)
        if span is None:
            raise _LeftOut(f"{quoted[:SHOWN]!r} was never said")
        return Quote(self._source.utterance, *span, self._source.text[slice(*span)])


def _end(label: str, ends: Mapping[frozenset[str], Known]) -> Known:
    end = ends.get(stems(label))
    if end is None:
        raise _LeftOut(f"{label[:SHOWN]!r} is neither extracted nor known")
    return end


def _object_of(written: Any) -> Mapping[str, Any]:
    if not isinstance(written, dict):
        raise _LeftOut("it is no object")
    return written


def _shortly(written: Any, *keys: str) -> str:
    if not isinstance(written, dict):
        return repr(written)[:SHOWN]
    return " to ".join(repr(_words(written, key)[:SHOWN]) for key in keys)


def known_to(source: Source) -> tuple[Known, ...]:
    """What was known before the answer, the focus included."""
    focus = (source.focus,) if source.focus else ()
    return tuple(dict.fromkeys((*focus, *source.known)))


def _words(written: Mapping[str, Any], key: str) -> str:
    value = written.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _confidence(written: Mapping[str, Any]) -> float:
    value = written.get("confidence")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return min(1.0, max(0.0, float(value))) if value is not None and is_number else 1.0


# ── the question ──────────────────────────────────────────────────────────────────────────────────


def form(ontology: Ontology) -> dict[str, Any]:
    """The JSON Schema of an answer."""
    words, share = {"type": "string"}, {"type": "number"}
    types = {"enum": list(ontology.by_type)}
    edges = {"enum": [*ontology.edge_by_type, REVISES]}
    concept = {"label": words, "type": types, "quote": words, "confidence": share}
    edge = {"source": words, "target": words, "type": edges, "quote": words, "confidence": share}
    return object_form({"concepts": list_form(concept), "relationships": list_form(edge)})


def system(ontology: Ontology) -> str:
    """What holds for every answer of a methodology, so that a provider can cache it."""
    criteria = ontology.extractability_criteria
    examples = (
        f'"{each.text}": {each.source} -[{each.type}]-> {each.target}'
        for each in ontology.relationship_examples
    )
    sections = (
        _TASK,
        listed("TYPES OF CONCEPTS", map(_type, ontology.concepts)),
        listed("PERMITTED RELATIONSHIPS", [*map(_edge, ontology.edges), _REVISES]),
        (
            f"NAMING\n{ontology.concept_naming_convention.strip()}\nAt most six words, small"
            " letters, no leading article or pronoun."
        ),
        listed("GUIDELINES", ontology.extraction_guidelines),
        listed("EXTRACT", criteria.extract),
        listed("DO NOT EXTRACT", criteria.skip),
        listed("EXAMPLES OF RELATIONSHIPS", examples),
        _FORM,
    )
    return "\n\n".join(sections)


def _type(concept: ConceptType) -> str:
    level = f" (level {concept.level})" if concept.level else ""
    examples = "; ".join(concept.examples)
    return f"{concept.type}{level}: {concept.description.strip()} For example: {examples}."


def _edge(edge: EdgeType) -> str:
    permitted = ", ".join(f"{one} to {other}" for one, other in edge.permitted)
    return f"{edge.type}: {edge.description.strip()} Only {permitted}."


def user(source: Source) -> str:
    """What holds for this answer alone."""
    focus = source.focus
    known = (f"{each.label} ({each.type})" for each in source.known[:LABELS])
    sections = (
        f"SUBJECT: {source.subject.title}",
        f"QUESTION: {source.question}",
        f"THE QUESTION WAS ABOUT: {focus.label} ({focus.type})" if focus else "",
        listed("EXISTING CONCEPTS (reference but don't re-extract)", known),
        listed("STRUCTURE OF THE ANSWER", _hints(source)),
        f"ANSWER\n{head_and_tail(source.text, LONGEST_ANSWER, CUT)}",
    )
    return "\n\n".join(filter(None, sections))


def _hints(source: Source) -> Iterator[str]:
    for relation in source.hints.relations[:HINTS]:
        quoted = json.dumps([relation.source.text, relation.target.text], ensure_ascii=False)
        yield f"{relation.kind} ({relation.marker}), from the first to the second: {quoted}"
    for frame in source.hints.frames[:HINTS]:
        roles = ", ".join(f"{role}={span.text}" for role, span in frame.roles.items())
        yield f"{'not ' if frame.negated else ''}{frame.lemma}: {roles}"


_TASK = (
    "You read one answer of a research interview and write down the concepts in it and how they are"
    " related, for a\nknowledge graph that researchers analyse. Code checks all of it against the"
    " answer; what was not said is thrown away."
)

_REVISES = (
    f"{REVISES}: the respondent takes back an existing concept; from what is said now to what is"
    " taken back. Any types."
)

_FORM = """Answer with one JSON object of the given schema and nothing else.
- `quote`: the words of the answer it stands on, copied exactly.
- `source` and `target`: labels of concepts you extract or of existing concepts. Connect to \
existing concepts where the answer
  does, above all to the one the question was about.
- An answer that says nothing has no concepts: leave both lists empty. At most 12 concepts; one \
idea is one concept."""
