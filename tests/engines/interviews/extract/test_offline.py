"""The extractor as a whole: how good it is on answers nobody looked at, how it bears odd ones, and
what it costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from tests.engines.interviews.extraction_cases import (
    HELD_OUT,
    JOBS,
    LOOKED_AT,
    MEANS_END,
    WHY,
    A,
    Case,
    F,
    P,
)
from tests.engines.interviews.extraction_setup import (
    edges,
    extracted,
    extractor,
    labels,
    source,
    source_of,
)
from tests.support.ears import WrittenEar

from dramaturg.engines.interviews.base.extraction import Extraction
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.extract.mentions import stems
from dramaturg.engines.interviews.extract.offline import Extractor, Switches
from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax

ODD = (
    "",
    "   \n\n ",
    "🙂",
    "?!?!",
    "Ich mag den Geschmack, weil er mich an früher erinnert.",
    "私は朝のコーヒーが好きです。",
    "and " * 5000,
    "I like the taste because it is good " * 550,
    "uh I-- I mean it's-- it's like uh the the price you know",
    "\u0000\u200b\ufeff weird",
)


@dataclass(frozen=True, slots=True)
class Figures:
    recall: float
    precision: float
    types: float
    edges: float


def _matches(case: Case, found: Extraction) -> Iterator[tuple[str, str]]:
    """Labels wanted and found that mean the same: half of their words in common, or very near."""
    free = labels(found)
    for wanted in case.concepts:
        match = next((label for label in free if same(wanted, label)), None)
        if match:
            free.remove(match)
            yield wanted, match


def same(one: str, other: str) -> bool:
    words = stems(one), stems(other)
    near, far = best_embedder().embed([one, other])
    return len(words[0] & words[1]) / len(words[0] | words[1]) >= 0.5 or float(near @ far) >= 0.7


def figures(cases: Sequence[Case]) -> Figures:
    matched = found = typed = wanted_edges = right_edges = 0
    for case in cases:
        extraction = extractor(case.ontology).extract(source_of(case))
        pairs = dict(_matches(case, extraction))
        types = {each.label: each.type for each in extraction.concepts}
        names = pairs | {
            label: label for label, _ in (*case.known, *((case.focus,) if case.focus else ()))
        }
        drawn = {(one, other) for one, _, other in edges(extraction)}
        matched, found = matched + len(pairs), found + len(types)
        typed += sum(case.concepts[wanted] == types[label] for wanted, label in pairs.items())
        wanted_edges += len(case.edges)
        right_edges += sum((names.get(one), names.get(other)) in drawn for one, other in case.edges)
    wanted = sum(len(case.concepts) for case in cases)
    return Figures(matched / wanted, matched / found, typed / matched, right_edges / wanted_edges)


@pytest.mark.slow
def test_answers_nobody_looked_at_give_the_concepts_a_researcher_wants() -> None:
    held_out = figures(HELD_OUT)
    print(f"\nlooked at: {figures(LOOKED_AT)}\nheld out:  {held_out}")
    assert held_out.recall >= 0.8
    assert held_out.precision >= 0.85
    assert held_out.types >= 0.65
    assert held_out.edges >= 0.7


@pytest.mark.slow
@pytest.mark.parametrize("ontology", [MEANS_END, JOBS], ids=["means_end", "jobs"])
@pytest.mark.parametrize("text", ODD, ids=lambda text: repr(text[:12]))
def test_odd_text_never_fails(text: str, ontology: Ontology) -> None:
    found = extractor(ontology).extract(source(text, ontology=ontology, known=(("price", A),)))
    assert all(
        text[each.quote.start : each.quote.end] == each.quote.text for each in found.concepts
    )


def test_the_same_answer_gives_the_same_extraction() -> None:
    fresh = Extractor(MEANS_END, best_embedder(), best_syntax(), WrittenEar())
    text = source("It's cheap and quiet, so I sleep better.")
    assert fresh.extract(text) == extractor().extract(text)


def test_without_names_labels_are_the_words_as_said() -> None:
    assert labels(extracted("The texture is really creamy.", Switches(naming=False))) == [
        "texture is really creamy"
    ]


def test_asked_why_the_answer_lies_higher_than_the_focus() -> None:
    assert extracted("Quiet evenings.").concepts[0].type == A
    assert (
        extracted("Quiet evenings.", focus=("saving time", F), strategy=WHY).concepts[0].type == P
    )


def test_there_are_concepts_without_a_parser_and_without_a_model() -> None:
    plain = Extractor(MEANS_END, HashingEmbedder(), RuleSyntax(), WrittenEar())
    assert "creamy texture" in labels(
        plain.extract(source("I like the creamy texture and the low price."))
    )
