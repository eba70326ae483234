"""The question to a model, and how what it writes is held against what was said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.engines.interviews.extraction_cases import WHY, A, F, P
from tests.engines.interviews.extraction_setup import edges, extractor, labels, source
from tests.engines.interviews.interview_setup import engine

from dramaturg.engines.interviews.asks.extraction_ask import ExtractionAsk
from dramaturg.engines.interviews.base.extraction import AnswerRead, Extraction
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
    return whole(concepts=concepts, relationships=relationships).extraction


def whole(**written: Any) -> AnswerRead:
    return ask().read(json.dumps({"concepts": (), **written}))


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
    ({**LEADS, "type": "smells_of", "source": "not splitting", "target": "low price"}, "permitted"),
    ({**LEADS, "target": "world peace"}, "neither extracted nor known"),
    ({**LEADS, "target": "the creamy texture"}, "itself"),
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


def test_an_edge_of_which_one_type_only_is_permitted_is_drawn_by_it_and_a_note_says_so() -> None:
    found = read(CREAMY, WHOLE, relationships=({**LEADS, "type": "smells_of"},))
    assert edges(found) == {("creamy texture", "leads_to", "not splitting")}
    (note,) = found.notes
    assert "drawn as 'leads_to': 'smells_of' is not permitted from" in note


def test_an_edge_whose_ends_can_only_stand_the_other_way_round_is_turned() -> None:
    jobs = engine("jobs_to_be_done").methodology.ontology
    text = "The slipping stopped with the knife I bought."
    written = {
        "concepts": [
            {"label": "slipping", "type": "pain", "quote": "The slipping"},
            {"label": "knife I bought", "type": "solution", "quote": "the knife I bought"},
        ],
        "relationships": [
            {"source": "slipping", "target": "knife I bought", "type": "relieves", "quote": text}
        ],
    }
    asked = ExtractionAsk(source(text, ontology=jobs), extractor())
    assert edges(asked.read(json.dumps(written)).extraction) == {
        ("knife I bought", "relieves", "slipping")
    }


LOOSELY = ["creamy", "a creamy texture", "The Creamy Texture", "texture"]


@pytest.mark.parametrize("label", LOOSELY)
def test_an_edge_may_name_its_ends_as_people_do(label: str) -> None:
    found = read(CREAMY, WHOLE, relationships=({**LEADS, "source": label},))
    assert edges(found) == {("creamy texture", "leads_to", "not splitting")}


def test_an_edge_is_not_turned_round_where_that_would_say_what_nobody_said() -> None:
    calm = {"label": "feeling calm", "type": P, "quote": "it's CREAMY"}
    edge = {**LEADS, "source": "feeling calm", "target": "not splitting"}
    found = read(WHOLE, calm, relationships=(edge,))
    assert edges(found) == set()
    assert f"is not permitted from {P} to {F}" in found.notes[0]


def test_what_denies_something_else_in_a_label_is_no_reason_not_to_mean_it() -> None:
    cables = {**WHOLE, "label": "hot coffee not splitting"}
    found = read(CREAMY, cables, relationships=({**LEADS, "target": "hot coffee"},))
    assert edges(found) == {("creamy texture", "leads_to", "hot coffee not splitting")}


def test_an_edge_may_go_by_the_name_of_a_concept() -> None:
    named = {**CREAMY, "name": "mouthfeel"}
    found = read(named, WHOLE, relationships=({**LEADS, "source": "mouthfeel"},))
    assert edges(found) == {("creamy texture", "leads_to", "not splitting")}


def test_an_end_that_may_be_either_of_two_concepts_is_neither() -> None:
    thick = {**CREAMY, "label": "thick texture"}
    found = read(CREAMY, thick, WHOLE, relationships=({**LEADS, "source": "texture"},))
    assert edges(found) == set()
    assert "may be 'creamy texture' or 'thick texture'" in found.notes[0]


def test_what_denies_a_concept_is_not_that_concept() -> None:
    found = read(CREAMY, WHOLE, relationships=({**LEADS, "source": "no creamy texture"},))
    assert edges(found) == set()


@pytest.mark.parametrize(
    "quote",
    ["it doesn't split in very hot coffee", "creamy ... doesn't split", "so it doesn't split."],
)
def test_a_quote_that_is_nearly_what_was_said_stands_for_what_was_said(quote: str) -> None:
    (found,) = read({**WHOLE, "quote": quote}).concepts
    assert found.quote.text in TEXT
    assert "split" in found.quote.text


def test_a_concept_keeps_the_name_that_it_was_given() -> None:
    assert [each.name for each in read({**CREAMY, "name": " good   mouthfeel "}).concepts] == [
        "good mouthfeel"
    ]


def test_words_that_refuse_are_read_with_what_they_name() -> None:
    entry = {"quote": "it doesn't split", "matter": "splitting", "covers": ["saving money", 3]}
    found = whole(refused=[entry, {**entry, "quote": "I'd rather not"}, "no"])
    (refused,) = found.refused
    assert (refused.quote.text, refused.matter, refused.covers) == (
        "it doesn't split",
        "splitting",
        ("saving money",),
    )
    assert len(found.extraction.notes) == 2


def test_what_the_words_do_is_read_and_what_is_no_act_is_not() -> None:
    assert whole(does=["pause", "sing", {}]).does == {"pause"}


@pytest.mark.parametrize(("label", "type"), [("Saving money", A), ("save money", F)])
def test_a_known_concept_keeps_its_label_and_type(label: str, type: str) -> None:
    found = read({"label": label, "type": type, "quote": "creamy"})
    assert [(each.label, each.type) for each in found.concepts] == [("saving money", F)]


def test_other_words_of_another_type_are_another_concept() -> None:
    found = read({"label": "money saved", "type": A, "quote": "creamy"})
    assert [(each.label, each.type) for each in found.concepts] == [("money saved", A)]


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
    assert "functional_consequence: saving money" in prompt.user
    assert "THE QUESTION WAS ABOUT: low price" in prompt.user
    assert "cause (so)" in prompt.user


def test_without_a_model_the_parser_answers() -> None:
    assert "creamy" in labels(ask().offline().extraction)
    assert not ask().offline().by_model
