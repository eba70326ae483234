"""What is taken from an answer: concepts and relationships, each with the words it stands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from dramaturg.engines.interviews.base.methodology import Ontology, Strategy, Subject
from dramaturg.turn.hearing import Act
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
    """`name` is what a model calls it together with all that means the same."""

    label: str
    type: str
    quote: Quote
    confidence: float = 1.0
    name: Annotated[str, Field(exclude_if=lambda name: not name)] = ""


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
class Refused:
    """Words with which somebody would rather not speak of something, as a model heard them:
    `matter` names it, and `covers` are labels of what was said of it before.
    """

    quote: Quote
    matter: str = ""
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerRead:
    """What was found in an answer, and by whom; a model tells besides which words refuse, and what
    the words do.
    """

    extraction: Extraction
    refused: tuple[Refused, ...] = ()
    does: frozenset[Act] = frozenset()
    by_model: bool = False


@dataclass(frozen=True, slots=True)
class KnownConcept:
    """A concept from before that an answer may be about again. `name` is that of its slot, `also`
    are other labels it was known by.
    """

    label: str
    type: str
    name: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hints:
    """What the parser says of the answer's structure (stage 2.5)."""

    relations: Sequence[Relation] = ()
    frames: Sequence[Frame] = ()


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """One answer, and everything that helps to understand it.

    `text` has blanks for what the ear takes for untold, `said` is all of it. `focus` is what the
    question was about and `strategy` how it was asked; `known` holds up to 30 recent concepts and
    the focus's neighbours, newest first, and `names` slots beside theirs that may be
    meant. `corrects`: something said before is taken back.
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
    said: str = ""
    names: tuple[KnownConcept, ...] = ()

    @property
    def whole(self) -> str:
        return self.said or self.text
