"""What an answer brings to the graph: new concepts, old ones in the same or in other words, and
edges that may be drawn.
"""

from __future__ import annotations

import pytest
from tests.engines.interviews.ladder import ONTOLOGY, answer

from dramaturg.engines.interviews.base.extraction import Extraction
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    ConceptMentioned,
    ConceptRevised,
    EdgeAdded,
    EdgeLeftOut,
    EdgeMentioned,
    InterviewEvent,
    InterviewState,
    apply,
)
from dramaturg.engines.interviews.knowledge.graph_update import Dedupe, graph_update, shared_letters
from dramaturg.language.embedder import best_embedder
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.engine import fold

EXACT_ONLY = Dedupe(similar=False)
ONE_TURN = Dedupe(across_turns=False)


def update(
    state: InterviewState,
    said: Extraction,
    switches: Dedupe = Dedupe(),  # noqa: B008
) -> tuple[InterviewEvent, ...]:
    return graph_update(state, said, ONTOLOGY, best_embedder(), best_syntax(), switches)


def after(*answers: Extraction) -> InterviewState:
    state = InterviewState()
    for said in answers:
        state = fold(apply, update(state, said), state)
    return state


def labels_of(state: InterviewState) -> list[str]:
    return [
        state.graph.concepts[f"c{number + 1}"].label for number in range(len(state.graph.concepts))
    ]


# ── concepts ──────────────────────────────────────────────────────────────────────────────────────


SAME = [
    ("creamy texture", "Creamy  Texture", "exact"),
    ("café crème", "cafe creme", "exact"),
    ("warm drink", "the warm drinks", "lemma"),
    ("feeling awake", "feel awake", "lemma"),
    ("my morning routine", "morning routine", "lemma"),
    (
        "environmental friendliness of packaging",
        "environmental friendlines of packaging",
        "characters",
    ),
    ("saving money", "saving cash", "meaning"),
    ("being healthy", "staying healthy", "meaning"),
]


@pytest.mark.parametrize(("first", "second", "match"), SAME)
def test_what_was_said_before_is_found_again(first: str, second: str, match: str) -> None:
    (event,) = update(after(answer(f"consequence: {first}")), answer(f"consequence: {second}"))
    assert isinstance(event, ConceptMentioned)
    assert (event.id, event.label, event.match) == ("c1", second, match)
    assert 0.75 < event.nearness <= 1


APART = [
    ("trusting the brand", "not trusting the brand"),
    ("can rely on it", "can't rely on it"),
    ("more free time", "less free time"),
    ("reliable delivery every single day", "unreliable delivery every single day"),
    (
        "reliable delivery of the weekly vegetable box on Monday mornings",
        "unreliable delivery of the weekly vegetable box on Monday mornings",
    ),
    ("two cups a day", "three cups a day"),
    ("waking up early", "waking up late"),
    ("wasting food at home", "avoid wasting food at home"),
    ("creamy texture", "nice packaging"),
]


@pytest.mark.parametrize(("first", "second"), APART)
def test_contraries_and_strangers_stay_apart(first: str, second: str) -> None:
    assert labels_of(after(answer(f"consequence: {first}"), answer(f"consequence: {second}"))) == [
        first,
        second,
    ]


def test_the_same_words_of_another_type_are_another_concept() -> None:
    state = after(answer("attribute: freedom; value: freedom"))
    assert [concept.type for concept in state.graph.newest(2)] == ["value", "attribute"]


def test_two_concepts_of_one_answer_may_be_one() -> None:
    added, mentioned = update(InterviewState(), answer("value: inner calm; value: inner calmness"))
    assert isinstance(added, ConceptAdded)
    assert isinstance(mentioned, ConceptMentioned)
    assert mentioned.id == added.id


def test_small_steps_never_lead_from_one_thing_to_another() -> None:
    """Each label is near to the one before it; only the first label of a concept counts, so the
    last begins anew.
    """
    state = after(
        *(
            answer(f"consequence: {label}")
            for label in ("saving money", "saving cash", "having cash")
        )
    )
    assert labels_of(state) == ["saving money", "having cash"]


def test_a_label_by_which_a_concept_was_once_recognised_is_known_from_then_on() -> None:
    (event,) = update(
        after(answer("value: saving money"), answer("value: saving cash")),
        answer("value: saving cash"),
    )
    assert isinstance(event, ConceptMentioned)
    assert (event.id, event.match) == ("c1", "exact")


def test_a_concept_carries_its_rung_and_whether_it_ends_a_chain() -> None:
    first, second = update(InterviewState(), answer("attribute: foam; value: calm"))
    assert isinstance(first, ConceptAdded)
    assert isinstance(second, ConceptAdded)
    assert [(event.id, event.level, event.terminal) for event in (first, second)] == [
        ("c1", 1, False),
        ("c2", 3, True),
    ]


def test_switched_off_only_the_same_letters_are_the_same() -> None:
    state = after(answer("value: saving money"))
    assert isinstance(update(state, answer("value: saving cash"), EXACT_ONLY)[0], ConceptAdded)
    assert isinstance(update(state, answer("value: save money"), EXACT_ONLY)[0], ConceptAdded)
    assert isinstance(update(state, answer("value: Saving money"), EXACT_ONLY)[0], ConceptMentioned)


@pytest.mark.parametrize(
    "label", ["☕️", "自由", "uh, I-- I mean", "x" * 20_000, "the", "...", "a\n\nb"]
)
def test_odd_labels_are_concepts_like_others(label: str) -> None:
    state = after(Extraction(answer(f"value: {label}").concepts), answer(f"value: {label}"))
    assert labels_of(state) == [label]


# ── edges ─────────────────────────────────────────────────────────────────────────────────────────


def test_an_edge_knows_whether_it_is_a_step_and_whether_it_skips_a_rung() -> None:
    said = answer(
        "attribute: foam; consequence: good start; value: calm", "foam > good start", "foam > calm"
    )
    step, skip = update(InterviewState(), said)[3:]
    assert isinstance(step, EdgeAdded)
    assert isinstance(skip, EdgeAdded)
    assert (step.id, step.source, step.target, step.chain, step.skips) == (
        "e1",
        "c1",
        "c2",
        True,
        False,
    )
    assert (skip.id, skip.chain, skip.skips) == ("e2", True, True)


def test_an_edge_leads_to_what_was_said_turns_ago() -> None:
    before = after(answer("attribute: foam"), answer("attribute: cup"))
    *_, edge = update(before, answer("consequence: good start", "foam > good start"))
    assert isinstance(edge, EdgeAdded)
    assert (edge.source, edge.target) == ("c1", "c3")
    *_, left_out = update(before, answer("consequence: good start", "foam > good start"), ONE_TURN)
    assert isinstance(left_out, EdgeLeftOut)


def test_an_end_is_found_by_another_of_its_names_and_by_its_lemmas() -> None:
    before = after(
        answer("attribute: warm drink; consequence: saving money"),
        answer("consequence: saving cash"),
    )
    *_, edge = update(before, answer("", "warm drinks > saving cash"))
    assert isinstance(edge, EdgeAdded)
    assert (edge.source, edge.target) == ("c1", "c2")


def test_of_two_concepts_with_one_name_the_edge_takes_the_one_it_may() -> None:
    before = after(answer("value: freedom; consequence: freedom; attribute: bike"))
    *_, edge = update(before, answer("consequence: fresh air", "freedom > fresh air"))
    assert isinstance(edge, EdgeAdded)
    assert edge.source == "c2"


def test_the_answers_own_concept_goes_before_an_older_one() -> None:
    before = after(answer("attribute: freedom; attribute: bike"))
    *_, edge = update(
        before, answer("consequence: freedom; consequence: fresh air", "freedom > fresh air")
    )
    assert isinstance(edge, EdgeAdded)
    assert edge.source == "c3"


def test_an_edge_that_is_there_is_mentioned_again() -> None:
    said = answer("attribute: foam; value: calm", "foam > calm")
    *_, event = update(after(said), said)
    assert isinstance(event, EdgeMentioned)
    assert event.id == "e1"


def test_a_revision_takes_back_what_was_said_before() -> None:
    before = after(answer("value: calm"))
    said = answer("value: great excitement", "great excitement revises calm")
    *_, edge, revised = update(before, said)
    assert isinstance(edge, EdgeAdded)
    assert (edge.type, edge.chain, edge.source, edge.target) == ("revises", False, "c2", "c1")
    assert revised == ConceptRevised("c1", by="c2")
    assert fold(apply, update(before, said), before).graph.concepts["c1"].revised


@pytest.mark.parametrize(
    ("relationship", "reason"),
    [
        ("calm > foam", "leads_to does not lead from value to attribute"),
        ("foam > thunder", "nobody knows a concept called 'thunder'"),
        ("foam > foam", "a concept does not lead to itself"),
        ("foam likes calm", "likes does not lead from attribute to value"),
        ("foam revises calm", "revises does not lead from attribute to value"),
    ],
)
def test_an_edge_that_cannot_be_drawn_is_left_out_with_its_reason(
    relationship: str, reason: str
) -> None:
    *_, event = update(InterviewState(), answer("attribute: foam; value: calm", relationship))
    assert isinstance(event, EdgeLeftOut)
    assert event.reason == reason


def test_an_empty_answer_changes_nothing() -> None:
    assert update(after(answer("value: calm")), Extraction()) == ()


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [("foam", "foam", 1.0), ("foam", "xyz", 0.0), ("", "", 0.0), ("ab", "abc", 0.25)],
)
def test_letters_are_compared_by_groups_of_three(one: str, other: str, share: float) -> None:
    assert shared_letters(one, other) == pytest.approx(share)
