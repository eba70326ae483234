"""What tests of extraction share: the real parser, embedder and readers, and a source made of few
words.
"""

from __future__ import annotations

from functools import cache

from tests.engines.interviews.extraction_cases import MEANS_END, Case, subject
from tests.support.ears import WrittenEar

from dramaturg.app.config.providers import readers
from dramaturg.engines.interviews.base.extraction import (
    AnswerSource,
    Extraction,
    Hints,
    KnownConcept,
)
from dramaturg.engines.interviews.base.methodology import Ontology, Strategy
from dramaturg.engines.interviews.extract.offline import ALL_ON, Extractor, Switches
from dramaturg.language.embedder import best_embedder
from dramaturg.language.syntax import best_syntax


@cache
def _extractor(ontology: int, switches: Switches) -> Extractor:
    return Extractor(_ONTOLOGIES[ontology], best_embedder(), best_syntax(), WrittenEar(), switches)


_ONTOLOGIES: dict[int, Ontology] = {}


def extractor(ontology: Ontology = MEANS_END, switches: Switches = ALL_ON) -> Extractor:
    _ONTOLOGIES[id(ontology)] = ontology
    return _extractor(id(ontology), switches)


def source(
    text: str,
    question: str = "What do you like about it?",
    ontology: Ontology = MEANS_END,
    about: str = "the subject",
    focus: tuple[str, str] | None = None,
    strategy: Strategy | None = None,
    known: tuple[tuple[str, str], ...] = (),
    corrects: bool = False,
) -> AnswerSource:
    return AnswerSource(
        utterance="u1",
        text=text,
        question=question,
        subject=subject(about),
        ontology=ontology,
        focus=KnownConcept(*focus) if focus else None,
        strategy=strategy,
        known=tuple(KnownConcept(*each) for each in known),
        hints=Hints(readers().relations(text), readers().frames(text)),
        corrects=corrects,
    )


def source_of(case: Case) -> AnswerSource:
    return source(
        case.answer, case.question, case.ontology, case.about, case.focus, case.strategy, case.known
    )


def extracted(text: str, switches: Switches = ALL_ON, **told: object) -> Extraction:
    found = source(text, **told)  # type: ignore[arg-type]  # the keywords of source()
    return extractor(found.ontology, switches).extract(found)


def labels(found: Extraction) -> list[str]:
    return [concept.label for concept in found.concepts]


def edges(found: Extraction) -> set[tuple[str, str, str]]:
    return {(edge.source, edge.type, edge.target) for edge in found.relationships}
