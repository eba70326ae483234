"""The interviewer's voice without a model."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise

import pytest
from tests.engines.interviews.question_setup import after, asker, deciding, methodology

from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.state import (
    Answered,
    AnswerHeard,
    Asked,
    ConceptMentioned,
    InterviewState,
    SignalsRead,
    apply,
)
from dramaturg.engines.interviews.questions.clauses import clauses
from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase
from dramaturg.engines.interviews.questions.templates import USUAL, invitations, rendered
from dramaturg.language.syntax import best_syntax

WORDING = asker().wording


def asked_about(answer: str, *before: str) -> list[str]:
    """What could be asked next, about the concept that this answer spoke of."""
    state = after(before, answer)
    heard = AnswerHeard("ear", clauses=clauses(answer, "", best_syntax(), None))
    concept = state.graph.concepts["c1"]
    state = apply(state, Answered(state.turn, state.utterance, answer))
    mention = ConceptMentioned(
        "c1", concept.label, Quote(state.utterance, 0, len(answer), answer), (), "exact"
    )
    state = apply(apply(state, mention), SignalsRead("moderate", "offline", heard=heard))
    return [each.question for each in WORDING.candidates(state, deciding().directive)]


SPOONS = "I used to have two spoons, and one of them went missing."


def test_after_an_answer_that_told_more_the_respondents_clause_is_given_back() -> None:
    first, *_ = asked_about(SPOONS)
    assert first == (
        "You said you used to have two spoons, and one of them went missing."
        " What does that mean for you?"
    )


def test_after_a_short_answer_nothing_is_given_back() -> None:
    first, second, *_ = asked_about("It saves me time.")
    assert first == "What does that mean for you?"
    assert second == "You said it saves you time. What does that mean for you?"


def test_a_clause_is_not_given_back_each_time() -> None:
    lines = ("You said you like it. How do you mean?", "You told me you left. What happened?")
    first, *_ = asked_about(SPOONS, *lines)
    assert first == "What does that mean for you?"


def test_what_was_said_earlier_is_named_as_such() -> None:
    state = after(["What comes to mind?"], "I send money to my mother.")
    heard = AnswerHeard("ear", clauses=clauses(state.answer, "", best_syntax(), None))
    state = apply(state, Answered(1, "u1", state.answer))
    state = apply(state, SignalsRead("moderate", "offline", heard=heard))
    state = apply(state, Asked("How do you mean?", "ask", "clarify"))
    state = apply(state, Answered(2, "u2", "No idea."))
    state = apply(state, SignalsRead("surface", "offline", heard=AnswerHeard("ear")))
    first = next(WORDING.candidates(state, deciding().directive)).question
    assert first.endswith(" What does that mean for you?")
    assert "you send money to your mother" in first
    assert any(word in first for word in ("Earlier", "earlier", "go back", "Going back", "ago"))


def test_a_question_is_put_differently_after_it_was_not_understood() -> None:
    directive = replace(deciding().directive, purpose="again")
    words = WORDING.acknowledgement(after(["What follows?"]), directive)
    assert words in USUAL.plainer and words.startswith("Sorry")


@pytest.mark.parametrize(
    ("answer", "corrected", "expected"),
    [
        ("No, I said the second week.", "the second week", "Thank you, the second week then."),
        ("Not March, January.", "January", "Thank you, January then."),
        ("No, I said it was worse.", "it was worse", USUAL.corrected),
    ],
)
def test_a_correction_is_taken(answer: str, corrected: str, expected: str) -> None:
    heard = AnswerHeard("ear", does=("correction",), corrected=corrected)
    state = apply(after((), answer), SignalsRead("moderate", "offline", heard=heard))
    assert WORDING.acknowledgement(state, deciding().directive) == expected


def test_somebody_who_has_had_enough_is_met_in_one_sentence_or_two() -> None:
    heard = AnswerHeard("ear", annoyed=True)
    state = apply(
        after((), "You asked me that already."), SignalsRead("surface", "offline", heard=heard)
    )
    assert WORDING.acknowledgement(state, deciding().directive) in USUAL.after_complaint


def test_it_is_summed_up_in_the_respondents_own_clauses() -> None:
    state = InterviewState()
    told = (
        "I love my kids more than anything.",
        "My boss hates the new machine.",
        "I'm afraid of losing the house.",
    )
    for turn, text in enumerate(told, 1):
        heard = AnswerHeard("ear", clauses=clauses(text, "", best_syntax(), None))
        state = apply(state, Answered(turn, f"u{turn}", text))
        state = apply(state, SignalsRead("deep", "offline", heard=heard))
    assert [each.given for each in state.to_sum_up] == [
        "you love your kids more than anything",
        "your boss hates the new machine",
        "you're afraid of losing the house",
    ]
    summed = "; ".join(each.given for each in state.to_sum_up[:2])
    line = f"So far I've understood this: {summed}; and {state.to_sum_up[2].given}. Is that right?"
    assert apply(state, Asked(line, "ask", "reflect")).to_sum_up == ()


def test_a_template_that_needs_what_is_not_known_is_left_out() -> None:
    assert rendered("How does {focus} go with {other}?", {"focus": QuestionPhrase("foam")}) == ""


def test_a_verb_agrees_with_several_things() -> None:
    rooms = {"focus": QuestionPhrase("small rooms", plural=True)}
    assert rendered("What does {focus} do for you?", rooms) == "What do small rooms do for you?"
    assert rendered("{focus} is where?", rooms) == "Small rooms are where?"


def test_no_template_is_used_twice() -> None:
    first, *_ = asked_about("It saves me time.")
    assert first == methodology().by_name["ladder_up"].templates[0]
    second, *others = asked_about("It saves me time.", f"You said it is cheap. {first}")
    assert second == methodology().by_name["ladder_up"].templates[1]
    assert not any(line.endswith(first) for line in others)


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
        0
        if each in own
        else 1
        if each in others
        else 2
        if each in USUAL.probes
        else 3
        if each in USUAL.broad
        else 4
        for each in templates
    ]
    assert order == sorted(order)
    assert set(order) == {0, 1, 2, 3, 4}


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
