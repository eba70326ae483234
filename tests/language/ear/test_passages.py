"""Passages: nothing is lost, and nothing in a long answer drowns."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.language.ear.passages import LONGEST, passages

TALK = st.lists(
    st.sampled_from(
        [
            "we",
            "went",
            "home",
            ".",
            "? ",
            "! ",
            "… ",
            "\n\n",
            " ",
            "  ",
            '"no," ',
            "(yes) ",
            "👍",
            "1.5",
            "é",
        ]
    ),
    max_size=600,
).map(" ".join) | st.text(max_size=400)


@given(TALK)
def test_passages_are_the_text_again_and_say_where_they_stand(text: str) -> None:
    found = passages(text)
    assert "".join(each.text for each in found) == text
    assert all(text.startswith(each.text, each.start) for each in found)


@given(TALK)
def test_no_passage_is_longer_than_what_the_ear_learned_from(text: str) -> None:
    assert all(len(each.text.split()) <= LONGEST for each in passages(text))


def test_a_short_text_is_one_passage() -> None:
    assert [tuple(each) for each in passages("We went home. It rained.")] == [
        ("We went home. It rained.", 0)
    ]


def test_a_long_text_is_cut_between_sentences() -> None:
    text = "We had a small garden behind the house. " * 40
    found = passages(text)
    assert len(found) > 1
    assert all(each.text.strip().endswith(".") for each in found)


def test_a_sentence_without_an_end_is_cut_between_words() -> None:
    found = passages("and then we went on " * 100)
    assert len(found) > 1
    assert all(each.text.split()[0] in ("and", "then", "we", "went", "on") for each in found)


@pytest.mark.parametrize(
    "unit", ["a", ".", " ", ". ", "a ", '"', "(", "?!", "\n", "👍", "a'", ".x"]
)
def test_two_hundred_thousand_odd_letters_take_no_time(unit: str) -> None:
    text = (unit * 200_000)[:200_000]
    began = time.perf_counter()
    found = passages(text)
    assert time.perf_counter() - began < 5
    assert "".join(each.text for each in found) == text
