"""Hearing: what a simulated respondent takes a question to be after, and which facts it reaches."""

from __future__ import annotations

from typing import cast

import pytest

from dramaturg.app.config.providers import embedder
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.question_matching import CLEARLY, Hearing, Wish, linked

NADIA = cast(
    Profile, Library({"profile": Profile}, (packaged(),)).get("profile", "nadia_oat_milk").document
)
SUBJECT = "oat milk in coffee"


@pytest.fixture(scope="module")
def hearing() -> Hearing:
    return Hearing(NADIA, embedder(), SUBJECT)


WISHES: list[tuple[str, Wish]] = [
    ("What makes the foam important to you?", "reasons"),
    ("Why does that matter?", "reasons"),
    ("What does having it give you?", "reasons"),
    ("How was that for you?", "reasons"),
    ("Suppose you had to do without the foam. How would you take it?", "reasons"),
    ("Tell me about a time when you ran out.", "occasion"),
    ("Could you walk me through the last morning?", "occasion"),
    ("What happened next?", "next"),
    ("How did things go on from there, and what came of it?", "next"),
    ("What led up to that?", "before"),
    ("What is it about the foam that you like?", "grounds"),
    ("By what do you recognise good foam?", "grounds"),
    ("What would be the opposite of patient?", "contrast"),
    ("How do the two compare?", "contrast"),
    ("Could you tell me more about the price?", "plain"),
    ("What do you mean by proper?", "plain"),
]


@pytest.mark.parametrize(("question", "wish"), WISHES)
def test_a_question_tells_by_its_words_what_it_is_after(
    hearing: Hearing, question: str, wish: Wish
) -> None:
    assert hearing.understand(question, ["froths"]).wish == wish


def test_a_question_starts_from_the_told_fact_that_it_names(hearing: Hearing) -> None:
    assert (
        hearing.understand("What does the foam give you?", ["froths", "dearer"]).start == "froths"
    )


def test_a_question_starts_from_the_words_that_it_quotes(hearing: Hearing) -> None:
    question = 'You said "two pounds a carton". What about the foam?'
    assert hearing.understand(question, ["dearer", "froths"]).start == "dearer"


def test_a_question_that_only_points_starts_from_what_was_told_last(hearing: Hearing) -> None:
    assert hearing.understand("Why is that?", ["froths", "dearer"]).start == "dearer"


def test_before_anything_was_told_no_question_starts_anywhere(hearing: Hearing) -> None:
    assert hearing.understand("Why is that?", []).start is None


@pytest.mark.parametrize(
    "question",
    [
        "What else comes to mind?",
        "What do you notice about oat milk in coffee?",
        "Is there anything else?",
    ],
)
def test_a_question_about_the_subject_or_about_something_else_is_about_everything(
    hearing: Hearing, question: str
) -> None:
    assert hearing.understand(question, ["froths"]).about_everything


def test_a_question_that_names_what_was_told_is_not_about_everything(hearing: Hearing) -> None:
    assert not hearing.understand(
        "What else comes to mind about the foam?", ["froths"]
    ).about_everything


def test_naming_the_subject_reaches_no_fact_in_particular(hearing: Hearing) -> None:
    near = hearing.understand("How is oat milk in coffee for you?", []).near
    assert max(near.values()) < CLEARLY


def test_a_question_reaches_what_it_names_in_other_words(hearing: Hearing) -> None:
    near = hearing.understand("How does it affect your digestion?", []).near
    assert max(near, key=lambda name: near[name]) == "belly_calm"


def test_reasons_lead_on_and_grounds_lead_back() -> None:
    assert linked(NADIA, "feels_like_a_treat", "reasons")[0] == "ten_minutes_mine"
    assert linked(NADIA, "feels_like_a_treat", "grounds")[0] == "froths"


@pytest.mark.parametrize(
    "odd",
    ["", "?", "🙂🙂", "¿Por qué te gusta?", "why " * 5000, "I-- I mean, uh, why, uh, that", '"""'],
)
def test_no_question_is_too_odd_to_be_heard(hearing: Hearing, odd: str) -> None:
    assert hearing.understand(odd, ["froths"]).near.keys() == NADIA.by_id.keys()
