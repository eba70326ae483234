"""Spoken words are made readable without a word that was not said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.engines.memoir.book.clean_speech import cleaned, is_english
from dramaturg.english.prose import words

CASES = {
    "Well, I was born in Leeds.": "I was born in Leeds.",
    "So, uh, we went to the mill.": "So we went to the mill.",
    "It was, um, a cold house.": "It was a cold house.",
    "and um we walked home": "And we walked home.",
    "I-- I mean, we had nothing.": "We had nothing.",
    "He was-- he was a tall man.": "He was a tall man.",
    "We lived in-- no, in Bradford then.": "We lived in Bradford then.",
    "It wa- was the the best day.": "It was the best day.",
    "I, I never saw him again.": "I never saw him again.",
    "It was it was raining.": "It was raining.",
    "His sons and I, and I alone, stood there.": "His sons and I, and I alone, stood there.",
    "She was, you know, a proper lady.": "She was a proper lady.",
    "She was a proper lady, you know.": "She was a proper lady.",
    "You know the house by the bridge.": "You know the house by the bridge.",
    "Oh yes, we had a garden.": "We had a garden.",
    "Well I never went back.": "I never went back.",
    "As I told you, he drove the bus.": "He drove the bus.",
    "It was 1950-- no, 1951.": "It was 1950— no, 1951.",
    "It was a very, very long road.": "It was a very, very long road.",
    "The house-- it burned.": "The house— it burned.",
    "“Come in,” she said": "“Come in,” she said.",
    "uh, um.": "",
    "": "",
}


@pytest.mark.parametrize(("said", "written"), CASES.items())
def test_what_was_spoken_is_written_down(said: str, written: str) -> None:
    assert cleaned(said) == written


def is_subsequence(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    rest = iter(many)
    return all(word in rest for word in few)


PIECES = "I we uh um, well, so you know, -- I-- the the wa- was no, and— mean, like, yes. 1951 é 家 🙂 … «ja»"
SPEECH = st.lists(st.sampled_from(PIECES.split(" ")), max_size=40).map(" ".join)


@given(SPEECH | st.text(max_size=200))
def test_cleaning_adds_no_word_and_keeps_the_order(said: str) -> None:
    assert is_subsequence(words(cleaned(said)), words(said))


@given(SPEECH)
def test_what_was_cleaned_has_a_capital_and_an_end(said: str) -> None:
    text = cleaned(said)
    assert not text or text.rstrip("\"'”’)]»")[-1] in ".!?…"


@pytest.mark.parametrize(
    "odd",
    [
        "I-- " * 5_000,
        "uh, " * 5_000,
        "you know, " * 2_000,
        "the " * 5_000,
        "-" * 20_000,
        "well, " * 4_000,
    ],
)
def test_twenty_thousand_characters_of_stammering_are_cleaned_at_once(odd: str) -> None:
    assert len(cleaned(odd)) <= len(odd) + 1


def test_other_languages_are_left_as_they_are() -> None:
    assert not is_english("Um dia er ging nach Hause, um zu schlafen.")
    assert is_english("Well, er, we went home.")
