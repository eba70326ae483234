"""Slots: concepts that mean the same come together, contraries do not, and what has no proper name
waits.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.engines.interviews.ladder import ONTOLOGY, answer

from dramaturg.engines.interviews.base.state import (
    Answered,
    ConceptMapped,
    InterviewEvent,
    InterviewState,
    SlotAdded,
    apply,
)
from dramaturg.engines.interviews.knowledge.graph_update import Dedupe, graph_update
from dramaturg.engines.interviews.knowledge.slots import NO_PROPOSALS, discover_slots, unmapped
from dramaturg.language.embedder import best_embedder
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.engine import fold

EVERY_LABEL = Dedupe(similar=False)  # so that slots, not dedupe, bring them together


def heard(state: InterviewState, concepts: str) -> InterviewState:
    said = graph_update(
        state, answer(concepts), ONTOLOGY, best_embedder(), best_syntax(), EVERY_LABEL
    )
    return fold(apply, (Answered(state.turn + 1, "u", ""), *said), state)


def discover(
    state: InterviewState, proposals: Mapping[str, str] = NO_PROPOSALS
) -> tuple[InterviewEvent, ...]:
    return discover_slots(state, ONTOLOGY, best_embedder(), best_syntax(), 2, proposals)


def after(*answers: str) -> InterviewState:
    state = InterviewState()
    for concepts in answers:
        state = heard(state, concepts)
        state = fold(apply, discover(state), state)
    return state


def slots_of(state: InterviewState) -> dict[str, list[str]]:
    return {
        slot.name: [state.graph.concepts[id].label for id in slot.concepts]
        for slot in state.graph.slots.values()
    }


def test_a_concept_founds_a_slot_under_its_name() -> None:
    added, mapped = discover(heard(InterviewState(), "consequence: saving money"))
    assert isinstance(added, SlotAdded)
    assert (added.id, added.name, added.type) == ("s1", "saving money", "consequence")
    assert mapped == ConceptMapped("c1", "s1", "new", 1.0, 2)


@pytest.mark.parametrize(
    ("first", "second", "match"),
    [
        ("saving money", "saving cash", "meaning"),
        ("better sleep", "sleeping better at night", "meaning"),
        ("warm drinks", "warm drink", "lemma"),
    ],
)
def test_what_means_the_same_comes_together(first: str, second: str, match: str) -> None:
    state = heard(after(f"consequence: {first}"), f"consequence: {second}")
    (event,) = discover(state)
    assert isinstance(event, ConceptMapped)
    assert (event.slot, event.match) == ("s1", match)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("more free time", "less free time"),
        ("trusting the brand", "not trusting the brand"),
        ("better sleep", "warm drinks"),
    ],
)
def test_contraries_and_strangers_found_slots_of_their_own(first: str, second: str) -> None:
    assert slots_of(after(f"consequence: {first}; consequence: {second}")) == {
        first: [first],
        second: [second],
    }


def test_the_same_said_as_another_type_joins_the_slot_that_is_there() -> None:
    state = after("attribute: freedom; value: freedom")
    assert [(slot.name, slot.type) for slot in state.graph.slots.values()] == [
        ("freedom", "attribute")
    ]
    assert state.graph.mapped == 2


def test_concepts_of_one_answer_may_share_a_slot() -> None:
    assert slots_of(after("consequence: saving money; consequence: saving cash")) == {
        "saving money": ["saving money", "saving cash"]
    }


def test_what_has_no_proper_name_waits_until_a_slot_lies_near() -> None:
    waiting = after("consequence: I can save some money.")
    assert [concept.label for concept in unmapped(waiting)] == ["I can save some money."]
    assert slots_of(waiting) == {}
    found = after(
        "consequence: I can save some money.", "consequence: saving money", "attribute: foam"
    )
    assert sorted(slots_of(found)["saving money"]) == ["I can save some money.", "saving money"]
    assert not unmapped(found)


def test_nothing_is_looked_for_when_every_concept_has_its_slot() -> None:
    assert discover(after("consequence: saving money")) == ()


def test_a_type_may_ask_for_more_support() -> None:
    *_, event = discover(heard(InterviewState(), "value: inner calm"))
    assert isinstance(event, ConceptMapped)
    assert event.support == 3


def test_a_proposed_name_founds_a_slot_and_is_looked_up_from_then_on() -> None:
    first = heard(InterviewState(), "consequence: I get to bed with an easy mind")
    state = fold(apply, discover(first, {"c1": "peace of mind"}), first)
    assert slots_of(state) == {"peace of mind": ["I get to bed with an easy mind"]}
    assert (
        state.graph.slot_vectors["consequence"].nearest(
            best_embedder().embed(["peace of mind"])[0]
        )[0][1]
        > 0.99
    )
    (event,) = discover(heard(state, "consequence: no brooding"), {"c2": "Peace of mind"})
    assert isinstance(event, ConceptMapped)
    assert (event.slot, event.match) == ("s1", "proposed")


@pytest.mark.parametrize(
    ("there", "given"),
    [
        ("wooden handle", "plastic handle"),
        ("saving money", "saving time"),
        ("glass bottle", "plastic bottle"),
    ],
)
def test_a_name_that_a_model_gave_is_not_overruled_for_lying_near_another(
    there: str, given: str
) -> None:
    first = heard(InterviewState(), "attribute: one thing")
    state = heard(fold(apply, discover(first, {"c1": there}), first), "attribute: another thing")
    assert slots_of(fold(apply, discover(state, {"c2": given}), state)) == {
        there: ["one thing"],
        given: ["another thing"],
    }


def test_the_same_name_in_other_forms_or_another_order_is_one_slot() -> None:
    first = heard(InterviewState(), "attribute: one thing")
    state = heard(
        fold(apply, discover(first, {"c1": "handles of wood"}), first), "attribute: another thing"
    )
    (event,) = discover(state, {"c2": "wood handle"})
    assert isinstance(event, ConceptMapped)
    assert (event.slot, event.match) == ("s1", "proposed")


OAT_MILK = "; ".join(
    f"attribute: oat milk {word}"
    for word in ("taste", "price", "brand", "packaging", "shelf life", "sugar", "advert")
)


def test_the_subject_that_all_share_brings_nothing_together() -> None:
    assert all(len(labels) == 1 for labels in slots_of(after(OAT_MILK)).values())


def test_slots_are_the_same_however_often_they_are_discovered() -> None:
    state = heard(
        after("consequence: saving money"), "consequence: saving cash; consequence: better sleep"
    )
    assert discover(state) == discover(state)
