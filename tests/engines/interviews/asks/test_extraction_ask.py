"""The question to a model, and how what it writes is held against what was said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.engines.interviews.extraction_cases import WHY, A, F
from tests.engines.interviews.extraction_setup import edges, extractor, labels, source

from dramaturg.engines.interviews.asks.extraction_ask import ExtractionAsk
from dramaturg.engines.interviews.base.extraction import Extraction
from dramaturg.turn.asks import Unreadable

TEXT = "It’s creamy, so it doesn't split in hot coffee."
CREAMY = {"label": "creamy texture", "type": A, "quote": "it's CREAMY"}
WHOLE = {"label": "not splitting", "type": F, "quote": "doesn't split"}
LEADS = {"source": "creamy texture", "target": "not splitting", "type": "leads_to", "quote": TEXT}


def ask(text: str = TEXT) -> ExtractionAsk:
    return ExtractionAsk(
        source(text, focus=("low price", A), strategy=WHY, known=(("saving money", F),)),
        extractor(),
    )


def read(*concepts: Any, relationships: tuple[Any, ...] = ()) -> Extraction:
    return ask().read(json.dumps({"concepts": concepts, "relationships": relationships}))


def test_what_holds_is_kept_with_its_exact_words() -> None:
    found = read(CREAMY, WHOLE, relationships=(LEADS,))
    assert labels(found) == ["creamy texture", "not splitting"]
    assert edges(found) == {("creamy texture", "leads_to", "not splitting")}
    assert found.concepts[0].quote.text == "It’s creamy"
    assert found.notes == ()


LEFT_OUT = [
    ({**CREAMY, "type": "flavour"}, "no type"),
    ({**CREAMY, "quote": "it is delicious"}, "never said"),
    ({**CREAMY, "label": ""}, "no label"),
    ("creamy", "no object"),
]


@pytest.mark.parametrize(("concept", "why"), LEFT_OUT)
def test_a_concept_that_does_not_hold_is_left_out_with_a_note(concept: object, why: str) -> None:
    found = read(concept, WHOLE)
    assert labels(found) == ["not splitting"]
    assert len(found.notes) == 1
    assert why in found.notes[0]


EDGES_LEFT_OUT = [
    ({**LEADS, "type": "smells_of"}, "not permitted"),
    ({**LEADS, "source": "not splitting", "target": "creamy texture"}, "not permitted"),
    ({**LEADS, "target": "world peace"}, "neither extracted nor known"),
    ({**LEADS, "target": "creamy texture"}, "itself"),
    ({**LEADS, "quote": "because I say so"}, "never said"),
]


@pytest.mark.parametrize(("edge", "why"), EDGES_LEFT_OUT)
def test_an_edge_that_does_not_hold_is_left_out_with_a_note(edge: object, why: str) -> None:
    found = read(CREAMY, WHOLE, relationships=(edge,))
    assert edges(found) == set()
    assert why in found.notes[0]


def test_edges_may_lead_to_what_was_known_and_to_the_focus() -> None:
    further = (
        {**LEADS, "target": "saving money"},
        {**LEADS, "source": "low price"},
        {**LEADS, "target": "low price", "type": "revises"},
    )
    assert len(edges(read(CREAMY, WHOLE, relationships=further))) == 3


def test_a_known_concept_keeps_its_label_and_type() -> None:
    found = read({"label": "Save money", "type": A, "quote": "creamy"})
    assert [(each.label, each.type) for each in found.concepts] == [("saving money", F)]


def test_no_more_than_twelve_concepts_are_kept() -> None:
    found = read(*({**CREAMY, "label": f"texture number {number}"} for number in range(15)))
    assert len(found.concepts) == 12
    assert "3 concepts left out" in found.notes[0]


@pytest.mark.parametrize(
    "text",
    ["", "It is creamy.", "[]", '{"concepts": 3}', '{"concepts": [', '{"relationships": {}}'],
)
def test_what_cannot_be_read_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        ask().read(text)


def test_the_system_part_is_the_same_for_every_answer_and_the_user_part_is_not() -> None:
    one, other = ask().prompt(), ask("I like it.").prompt()
    assert one.system == other.system
    assert one.user != other.user


def test_the_prompt_names_types_existing_concepts_focus_and_structure() -> None:
    prompt = ask().prompt()
    assert "functional_consequence (level 2)" in prompt.system
    assert "saving money (functional_consequence)" in prompt.user
    assert "THE QUESTION WAS ABOUT: low price" in prompt.user
    assert "cause (so)" in prompt.user


def test_without_a_model_the_parser_answers() -> None:
    assert "creamy" in labels(ask().offline())
