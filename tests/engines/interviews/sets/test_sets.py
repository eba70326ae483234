"""The blind set keeps to the methodologies, and its scorer counts as a reader would."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest
from tests.engines.interviews.sets.score import (
    COLUMNS,
    Answer,
    Edge,
    answers,
    counted,
    methodology,
    pairs,
    shares,
    stems,
)

from dramaturg.engines.interviews.base.extraction import (
    ExtractedConcept,
    ExtractedRelationship,
    Extraction,
    KnownConcept,
    Quote,
)

ANSWERS = answers()
METHODOLOGIES = sorted({each.methodology for each in ANSWERS})
QUOTE = Quote("u1", 0, 4, "Soft")
SCARF = Answer(
    methodology="means_end_chain",
    subject="a scarf",
    question="What does the soft wool do for you?",
    strategy="ladder_up",
    focus=KnownConcept("soft wool", "attribute"),
    text="My neck stays warm, so I feel calm.",
    concepts=(
        KnownConcept("warm neck", "functional_consequence"),
        KnownConcept("feeling calm", "psychosocial_consequence"),
    ),
    edges=(
        Edge("soft wool", "warm neck", "leads_to"),
        Edge("warm neck", "feeling calm", "leads_to"),
    ),
)


def taken(concepts: tuple[KnownConcept, ...], edges: tuple[Edge, ...]) -> Extraction:
    return Extraction(
        tuple(ExtractedConcept(each.label, each.type, QUOTE) for each in concepts),
        tuple(ExtractedRelationship(*edge, QUOTE) for edge in edges),
    )


def scored(concepts: tuple[KnownConcept, ...], edges: tuple[Edge, ...] = ()) -> dict[str, float]:
    return dict(zip(COLUMNS, shares(counted(SCARF, taken(concepts, edges))), strict=True))


@pytest.mark.parametrize("id", METHODOLOGIES)
def test_every_type_edge_and_strategy_is_known_to_its_methodology(id: str) -> None:
    method = methodology(id)
    for each in (each for each in ANSWERS if each.methodology == id):
        ends = (*each.concepts, *((each.focus,) if each.focus else ()))
        types = {known.label: known.type for known in ends}
        assert each.strategy is None or each.strategy in method.by_name
        assert set(types.values()) <= set(method.ontology.by_type)
        assert len(types) == len(ends)
        assert all(
            method.ontology.permits(edge.type, types[edge.source], types[edge.target])
            for edge in each.edges
        )


def test_each_methodology_has_twenty_answers_on_twelve_subjects_or_more() -> None:
    assert set(Counter(each.methodology for each in ANSWERS).values()) == {20}
    subjects = Counter(id for id, _ in {(each.methodology, each.subject) for each in ANSWERS})
    assert len(subjects) == 6
    assert min(subjects.values()) >= 12


def test_answers_are_as_long_as_people_make_them() -> None:
    lengths = [len(each.text.split()) for each in ANSWERS]
    assert 5 <= min(lengths) < max(lengths) <= 90
    assert 25 <= median(lengths) <= 35


@pytest.mark.slow
def test_at_least_half_the_words_of_every_concept_were_said() -> None:
    unsaid = sum(
        2 * len(stems(known.label) & stems(each.text)) < len(stems(known.label))
        for each in ANSWERS
        for known in each.concepts
    )
    assert unsaid == 0  # a number and not the labels: the set stays unseen


def test_taking_what_the_coder_took_is_right_throughout() -> None:
    assert set(scored(SCARF.concepts, SCARF.edges).values()) == {1.0}


def test_a_concept_too_many_costs_precision_only() -> None:
    found = scored((*SCARF.concepts, KnownConcept("bus timetable", "attribute")), SCARF.edges)
    assert found["label precision"] == pytest.approx(2 / 3)
    assert found["label recall"] == found["edge precision"] == 1


def test_the_focus_taken_again_is_no_concept_too_many() -> None:
    assert scored((*SCARF.concepts, KnownConcept("soft wool", "attribute")))["label precision"] == 1


def test_a_wrong_type_costs_type_accuracy_only() -> None:
    found = scored((SCARF.concepts[0], KnownConcept("feeling calm", "terminal_value")), SCARF.edges)
    assert found["type accuracy"] == 0.5
    assert found["label recall"] == found["edge recall"] == 1


def test_an_edge_the_wrong_way_round_is_wrong() -> None:
    found = scored(
        SCARF.concepts,
        (Edge("soft wool", "warm neck", "leads_to"), Edge("feeling calm", "warm neck", "leads_to")),
    )
    assert found["edge recall"] == found["edge precision"] == 0.5


def test_an_edge_counts_only_where_both_its_ends_were_found() -> None:
    found = scored(SCARF.concepts[:1], (Edge("soft wool", "warm neck", "leads_to"),))
    assert found["edge recall"] == 1


def test_two_found_labels_never_stand_for_one_of_the_coders() -> None:
    assert pairs(["warm neck"], ["neck warm in winter", "warm neck"]) == {"warm neck": "warm neck"}
