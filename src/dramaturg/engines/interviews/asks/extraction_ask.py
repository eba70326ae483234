"""Asking what an answer holds: its concepts with the names they go by, how they are related, and
what is refused in it; without a model, the parser's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from dramaturg.engines.interviews.asks.extraction_reader import DOES, MOST, ExtractionReader
from dramaturg.engines.interviews.asks.prompt_parts import (
    head_and_tail,
    list_form,
    listed,
    object_form,
)
from dramaturg.engines.interviews.base.extraction import (
    AnswerRead,
    AnswerSource,
    Extraction,
    KnownConcept,
)
from dramaturg.engines.interviews.base.methodology import REVISES, ConceptType, EdgeType, Ontology
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt

HINTS = 4
EXAMPLES = 8  # of each type
LONGEST_ANSWER, CUT = 6000, "\n[...]\n"  # characters shown: head and tail
MOST_TOKENS = 2_000
UNTOLD = "the answer tells nothing of the matter: nothing was taken from it"


@dataclass(frozen=True)
class ExtractionAsk(Ask[AnswerRead]):
    """Concepts and relationships of one answer (stage 3), and their slots' names (stage 4.5)."""

    name: ClassVar[str] = "interviews.extraction"
    role: ClassVar[Role] = "extract"

    source: AnswerSource
    extractor: Extractor

    def prompt(self) -> Prompt:
        ontology = self.source.ontology
        words = (system(ontology), user(self.source))
        return Prompt(self.name, self.role, *words, form(ontology), max_tokens=MOST_TOKENS)

    def read(self, text: str) -> AnswerRead:
        found = object_in(text)
        if "concepts" not in found:
            raise Unreadable("it has no list of concepts; write an empty one if there are none.")
        for key in ("concepts", "relationships", "refused", "does"):
            if not isinstance(found.setdefault(key, []), list):
                raise Unreadable(f"{key} is not a list.")
        return ExtractionReader(self.source).read(found)

    def offline(self) -> AnswerRead:
        """Of what is told, and nothing else: who would rather not speak of something is not taken
        at a word that slipped in with it.
        """
        if not self.source.text.strip():
            return AnswerRead(Extraction(notes=(UNTOLD,)))
        return AnswerRead(self.extractor.extract(self.source))


# ── the question ──────────────────────────────────────────────────────────────────────────────────


def form(ontology: Ontology) -> dict[str, Any]:
    """The JSON Schema of an answer."""
    words = {"type": "string"}
    types = {"enum": list(ontology.by_type)}
    edges = {"enum": [*ontology.edge_by_type, REVISES]}
    concept = {"label": words, "type": types, "name": words, "quote": words}
    edge = {"source": words, "target": words, "type": edges, "quote": words}
    refusal = {"quote": words, "matter": words, "covers": {"type": "array", "items": words}}
    lists = {"concepts": concept, "relationships": edge, "refused": refusal}
    does = {"type": "array", "items": {"enum": list(DOES)}}
    return object_form({**{name: list_form(each) for name, each in lists.items()}, "does": does})


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
        _NAMES,
        _REFUSED,
        listed(_DOES, (f"{act}: the respondent {what}" for act, what in DOES.items())),
        _FORM,
    )
    return "\n\n".join(sections)


def _type(concept: ConceptType) -> str:
    level = f" (level {concept.level})" if concept.level else ""
    examples = "; ".join(concept.examples[:EXAMPLES])
    return f"{concept.type}{level}: {concept.description.strip()} For example: {examples}."


def _edge(edge: EdgeType) -> str:
    permitted = ", ".join(f"{one} to {other}" for one, other in edge.permitted)
    return f"{edge.type}: {edge.description.strip()} Only {permitted}."


def user(source: AnswerSource) -> str:
    """What holds for this answer alone."""
    focus = source.focus
    sections = (
        listed("KNOWN CONCEPTS, each with its name in brackets", _by_type(source, source.known)),
        listed("FURTHER NAMES IN USE", _by_type(source, source.names)),
        f"QUESTION: {source.question}",
        f"THE QUESTION WAS ABOUT: {focus.label} ({focus.type})" if focus else "",
        listed("STRUCTURE OF THE ANSWER", _hints(source)),
        f"ANSWER\n{head_and_tail(source.whole, LONGEST_ANSWER, CUT)}",
    )
    return "\n\n".join(filter(None, sections))


def _by_type(source: AnswerSource, concepts: tuple[KnownConcept, ...]) -> Iterator[str]:
    for type in source.ontology.by_type:
        if labels := [_known(each) for each in concepts if each.type == type]:
            yield f"{type}: {'; '.join(labels)}"


def _known(each: KnownConcept) -> str:
    return f"{each.label} [{each.name}]" if each.name and each.label != each.name else each.label


def _hints(source: AnswerSource) -> Iterator[str]:
    for relation in source.hints.relations[:HINTS]:
        quoted = json.dumps([relation.source.text, relation.target.text], ensure_ascii=False)
        yield f"{relation.kind} ({relation.marker}), from the first to the second: {quoted}"
    for frame in source.hints.frames[:HINTS]:
        roles = ", ".join(f"{role}={span.text}" for role, span in frame.roles.items())
        yield f"{'not ' if frame.negated else ''}{frame.lemma}: {roles}"


_TASK = (
    "You write down the concepts in an answer and how they are related, for a knowledge graph that"
    " researchers analyse.\nWhat was not said is thrown away."
)

_REVISES = (
    f"{REVISES}: the respondent takes back a known concept; from what is said now to what is taken"
    " back. Both of one type."
)

_NAMES = """\
NAME OF A CONCEPT (`name`)
Respondents say the same thing in many ways; the name says which concepts are one thing.
- If a name that is in use means the same, of the same type, give exactly that name.
- Otherwise a new one, general enough that other people's words for it would fit, never so general \
that different things fall
  together. Good and bad, more and less, having and lacking, one kind and another stay apart."""

_REFUSED = """\
WHAT IS REFUSED (`refused`)
Where the respondent would rather not speak of something now: `quote` the words with which they \
say so, `matter` the words that
name it (empty if they only say "that"), `covers` the labels of known concepts that it is about. \
Take nothing from those words, and
everything else from the answer. A factual no, not knowing and a change of subject refuse nothing."""

_DOES = """\
WHAT THE WORDS DO (`does`)
All that hold of these, in words meant for the interviewer and now. Of most answers none does."""

_FORM = f"""Answer with one JSON object of the given schema.
- `quote`: the words of the answer it stands on, copied exactly.
- `label`: in the respondent's words. Where the answer comes back to a known concept, use its \
label again.
- `source` and `target`: labels of concepts you extract or of known ones. Connect to known ones \
where the answer does, above all
  to the one the question was about.
- An answer that says nothing has empty lists. At most {MOST} concepts; one idea is one concept."""
