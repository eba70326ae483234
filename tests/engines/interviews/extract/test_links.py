"""Edges: within an answer, back to what was asked about, and what takes something back."""

from __future__ import annotations

from tests.engines.interviews.extraction_cases import JOBS, MEANS_END, WHAT, WHY, A, F, P, T
from tests.engines.interviews.extraction_setup import edges, extracted, labels, source

from dramaturg.engines.interviews.base.extraction import ExtractedConcept, KnownConcept, Quote
from dramaturg.engines.interviews.extract.links import ConceptLink, PhrasePlace, drawn, heard
from dramaturg.engines.interviews.extract.mentions import mentions
from dramaturg.engines.interviews.extract.offline import Switches
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.hearing import Lead

CHEAP = "It's cheap, so I can save money."


def test_a_relation_in_the_answer_becomes_an_edge() -> None:
    assert edges(extracted(CHEAP)) == {("cheap", "leads_to", "save money")}


def test_without_structure_there_is_no_such_edge() -> None:
    assert edges(extracted(CHEAP, Switches(srl=False))) == set()


def test_asked_why_the_focus_leads_to_the_answer() -> None:
    found = extracted("I feel less stressed.", focus=("saving time", F), strategy=WHY)
    assert edges(found) == {("saving time", "leads_to", "feel less stressed")}


def test_asked_what_gives_it_the_answer_leads_to_the_focus() -> None:
    found = extracted("The thick soles.", focus=("dry feet", F), strategy=WHAT)
    assert edges(found) == {("thick soles", "leads_to", "dry feet")}


def test_cross_turn_off_draws_nothing_to_the_focus() -> None:
    found = extracted(
        "I feel less stressed.", Switches(cross_turn=False), focus=("saving time", F), strategy=WHY
    )
    assert edges(found) == set()


def test_a_chain_in_the_answer_is_joined_to_the_focus_at_its_beginning() -> None:
    found = extracted(
        "It saves money, so I feel less worried.", focus=("low price", A), strategy=WHY
    )
    assert edges(found) == {
        ("low price", "leads_to", "saves money"),
        ("saves money", "leads_to", "feel less worried"),
    }


def test_what_was_named_before_keeps_its_label_and_type() -> None:
    found = extracted("The prices are low, so we save money.", known=(("low price", P),))
    assert ("low price", P) in [(each.label, each.type) for each in found.concepts]


def test_a_correction_revises_what_was_said() -> None:
    found = extracted(
        "No, it's not the price. It's the smell.", known=(("price", A),), corrects=True
    )
    assert edges(found) == {("smell", "revises", "price")}
    assert labels(found) == ["smell"]


def test_said_but_really_revises_too() -> None:
    found = extracted(
        "I said the price matters, but really it's the ingredients.",
        known=(("price", A),),
        corrects=True,
    )
    assert ("ingredients", "revises", "price") in edges(found)


def test_a_known_thing_denied_without_a_correction_revises_nothing() -> None:
    found = extracted("They do not print the price on the box.", known=(("price", A),))
    assert not [edge for edge in found.relationships if edge.type == "revises"]


def test_what_stands_side_by_side_is_not_joined_for_that() -> None:
    assert edges(extracted("It is recyclable and I feel less guilty.")) == set()


def test_what_the_ear_hears_leading_on_becomes_an_edge_where_it_is_sure() -> None:
    said = source("It is recyclable and I feel less guilty.")
    places = [PhrasePlace(6, 16, 1.0, 0), PhrasePlace(23, 39, 1.0, 0)]
    sure, unsure = ([*heard(said, places, [Lead(0, 1, chance)])] for chance in (0.9, 0.5))
    assert [(each.source, each.target) for each in sure] == [(0, 1)]
    assert unsure == []


def test_because_is_never_turned_round() -> None:
    text = source("I feel proud because it is cheap.")
    concepts = [ExtractedConcept(type, type, Quote("u1", 0, 3, "one")) for type in (P, A)]
    assert (
        list(drawn(text, [ConceptLink(0, 1, ("leads_to",), 0, 9, 0.8, "marked")], concepts)) == []
    )


def test_an_answer_that_lies_lower_than_asked_for_is_not_drawn_backwards() -> None:
    concepts = [ExtractedConcept(A, A, Quote("u1", 0, 3, "one"))]
    asked = ConceptLink(KnownConcept("feeling proud", P), 0, ("leads_to",), 0, 3, 0.7, "asked")
    assert list(drawn(source("one"), [asked], concepts)) == []


def _drawn(
    one: str, other: str, ontology: object = MEANS_END, edge: str = "leads_to"
) -> list[tuple[str, str, str]]:
    text = source("one other", ontology=JOBS if ontology is JOBS else MEANS_END)
    concepts = [ExtractedConcept(type, type, Quote("u1", 0, 3, "one")) for type in (one, other)]
    return [
        (found.source, found.type, found.target)
        for found in drawn(text, [ConceptLink(0, 1, (edge,), 0, 9, 0.8)], concepts)
    ]


def test_an_edge_the_types_forbid_is_tried_the_other_way_round() -> None:
    assert _drawn(P, A) == [(A, "leads_to", P)]


def test_then_as_another_edge() -> None:
    assert _drawn("context", "job", JOBS, "serves") == [("context", "triggers", "job")]


def test_else_there_is_none() -> None:
    assert _drawn(A, T) == []
    assert _drawn("context", "gain", JOBS, "serves") == []


def test_a_label_without_a_word_is_never_named_again() -> None:
    assert mentions((KnownConcept("?!", "attribute"),), best_syntax().read("It tastes good.")) == ()
