"""The interviewer's voice without a model."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from tests.engines.interviews.question_setup import after, asker, deciding, methodology

from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase
from dramaturg.engines.interviews.questions.templates import USUAL, invitations, rendered

WORDING = asker().wording


def test_a_template_is_filled_with_what_the_respondent_said() -> None:
    first = next(WORDING.candidates(after(), deciding().directive))
    assert first.question.startswith("You mentioned the creamy texture.")


def test_a_template_that_needs_what_is_not_known_is_left_out() -> None:
    assert rendered("How does {focus} go with {other}?", {"focus": QuestionPhrase("foam")}) == ""


def test_a_verb_agrees_with_several_things() -> None:
    rooms = {"focus": QuestionPhrase("small rooms", plural=True)}
    assert rendered("What does {focus} do for you?", rooms) == "What do small rooms do for you?"
    assert rendered("{focus} is where?", rooms) == "Small rooms are where?"


def test_templates_take_turns() -> None:
    once, again = after(), after(["What is it like?"])
    firsts = [
        next(WORDING.candidates(state, deciding().directive)).template for state in (once, again)
    ]
    assert firsts == list(methodology().by_name["ladder_up"].templates[:2])


def test_nothing_that_was_asked_is_offered_again() -> None:
    first = next(WORDING.candidates(after(), deciding().directive)).question
    asked_before = after([f"I see. {first}"])
    assert first not in [
        each.question for each in WORDING.candidates(asked_before, deciding().directive)
    ]


def test_after_the_strategy_come_others_about_the_same_concept_then_the_subject_then_invitations() -> (
    None
):
    templates = [each.template for each in WORDING.candidates(after(), deciding().directive)]
    own = methodology().by_name["ladder_up"].templates
    others = {
        each
        for strategy in methodology().strategies
        if strategy.about == "focus"
        for each in strategy.templates
    }
    order = [
        0 if each in own else 1 if each in others else 2 if each in USUAL.broad else 3
        for each in templates
    ]
    assert order == sorted(order)
    assert set(order) == {0, 1, 2, 3}


def test_a_topic_of_the_guide_brings_its_own_question() -> None:
    directive = deciding(topic="first").directive
    assert (
        next(asker(guided=True).wording.candidates(after(), directive)).question
        == "How did your first cup come about?"
    )


def test_questions_never_run_out() -> None:
    asked = list(islice(invitations(0), 60))
    assert WORDING.invitation(after(asked)) not in asked


# ── around the question ───────────────────────────────────────────────────────────────────────────


def test_a_refusal_is_accepted_before_anything_else_is_asked() -> None:
    assert WORDING.acknowledgement(after(), deciding(refusal=True).directive) in USUAL.after_refusal


def test_what_was_hard_to_say_is_thanked_for() -> None:
    assert (
        WORDING.acknowledgement(after(), deciding(emotion=0.8, valence=0.1).directive)
        in USUAL.after_feeling
    )


def test_joy_is_not_met_as_grief() -> None:
    assert (
        WORDING.acknowledgement(after(), deciding(emotion=0.8, valence=0.9).directive)
        not in USUAL.after_feeling
    )


@pytest.mark.parametrize(("refusal", "emotion"), [(False, 0.3), (True, 0.3), (False, 0.9)])
def test_acknowledgements_are_never_the_same_twice_in_a_row(refusal: bool, emotion: float) -> None:
    said: list[str] = []
    asked: list[str] = []
    for number in range(40):
        words = WORDING.acknowledgement(
            after(asked, f"It is nice, number {number}."),
            deciding(refusal=refusal, emotion=emotion, valence=0.1).directive,
        )
        said.append(words)
        asked.append(f"{words} What about {number}?".strip())
    assert all(one != other for one, other in pairwise(said) if one)
    if not refusal and emotion < 0.5:
        assert 8 <= sum(map(bool, said)) <= 24


@pytest.mark.parametrize("answer", ["No.", "", "What do you mean by that question?"])
def test_where_nothing_was_told_nothing_is_acknowledged(answer: str) -> None:
    told = [
        WORDING.acknowledgement(after(["x"] * number, answer), deciding().directive)
        for number in range(20)
    ]
    assert set(told) == {""}


def test_the_last_words_thank_say_goodbye_or_care() -> None:
    state = after()
    assert WORDING.farewell(state, deciding("thank").directive) in methodology().thanks
    assert (
        WORDING.farewell(state, deciding("care", termination="user_stop").directive)
        in USUAL.goodbyes
    )
    assert (
        WORDING.farewell(state, deciding("care", termination="safety_stop").directive) == USUAL.care
    )
