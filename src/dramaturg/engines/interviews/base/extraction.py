"""What is taken from an answer: concepts and relationships, each with the words it stands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dramaturg.engines.interviews.base.methodology import Ontology, Strategy, Subject
from dramaturg.turn.readings import Frame, Relation


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of an utterance: `utterance` is its id, `start` and `end` count characters."""

    utterance: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ExtractedConcept:
    label: str
    type: str
    quote: Quote
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class ExtractedRelationship:
    """An edge between two labels: of this answer, or known from before."""

    source: str
    target: str
    type: str
    quote: Quote
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Extraction:
    """`notes` tell what was left out and why: a type the ontology does not have, a quote that was
    never said.
    """

    concepts: tuple[ExtractedConcept, ...] = ()
    relationships: tuple[ExtractedRelationship, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownConcept:
    """A concept from before that an answer may be about again."""

    label: str
    type: str


@dataclass(frozen=True, slots=True)
class Hints:
    """What the parser says of the answer's structure (stage 2.5)."""

    relations: Sequence[Relation] = ()
    frames: Sequence[Frame] = ()


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """One answer, and everything that helps to understand it.

    `focus` is what the question was about and `strategy` how it was asked; `known` holds up to 30
    recent concepts and the focus's neighbours, newest first. `corrects`: something said before is
    taken back.
    """

    utterance: str
    text: str
    question: str
    subject: Subject
    ontology: Ontology
    focus: KnownConcept | None = None
    strategy: Strategy | None = None
    known: tuple[KnownConcept, ...] = ()
    hints: Hints = Hints()
    corrects: bool = False
