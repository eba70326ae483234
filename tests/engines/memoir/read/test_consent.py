"""Consent is given in plain words and taken back in any."""

from __future__ import annotations

import pytest
from tests.support.ears import doing

from dramaturg.engines.memoir.read.consent import consent_in, declines
from dramaturg.turn.hearing import Act

ASKED = [
    ("Yes, go on.", True),
    ("Well, yes. I never told anyone.", True),
    ("I don't mind.", True),
    ("That's all right.", True),
    ("No. Not today.", False),
    ("I'd rather not.", False),
    ("I would rather not, if it is all the same to you.", False),
    ("Let's leave it there.", False),
    ("It was raining that morning.", None),
    ("", None),
    ("I don't know", None),
]
UNASKED = [
    ("You can ask me about that.", True),
    ("I'm ready to talk about her now.", True),
    ("I've changed my mind.", False),
    ("That's enough about that.", False),
    ("Yes, we had two cows.", None),
    ("No, it was the other house.", None),
]


@pytest.mark.parametrize(("words", "consent"), ASKED)
def test_an_answer_to_the_question_is_read(words: str, consent: bool | None) -> None:
    assert consent_in(words, True, doing()) is consent


@pytest.mark.parametrize(
    ("words", "act"),
    [("That door stays shut.", "refusal"), ("Nah.", "denial"), ("Ask the next one.", "skip")],
)
def test_a_no_in_other_words_is_heard(words: str, act: Act) -> None:
    assert consent_in(words, True, doing(act)) is False
    assert consent_in(words, False, doing(act)) is None


def test_a_yes_that_refuses_is_no_yes() -> None:
    assert consent_in("Yes, well, I would sooner not.", True, doing("refusal")) is False


@pytest.mark.parametrize(("words", "consent"), UNASKED)
def test_without_the_question_only_plain_leave_counts(words: str, consent: bool | None) -> None:
    assert consent_in(words, False, doing()) is consent


DECLINING = [
    "No, that is enough about that.",
    "Let's change the subject.",
    "I'll say no more.",
    "That's private.",
    "Could we talk about something else?",
    "I won't say any more about him.",
]
TALK = [
    "He took his hat, and then said no more about it.",
    "There was enough food for everybody.",
    "We left that house in 1950.",
    "He was in the private ward.",
    "Could we talk about the farm?",
]


@pytest.mark.parametrize("words", DECLINING)
def test_plain_words_that_leave_a_matter_are_heard(words: str) -> None:
    assert declines(words)


@pytest.mark.parametrize("words", TALK)
def test_talk_with_such_words_in_it_declines_nothing(words: str) -> None:
    assert not declines(words)
