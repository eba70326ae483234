"""Quotes grow to the sentence they were said in, and never beyond reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.studies.base import evidence
from dramaturg.studies.base.evidence import Idea, QuotedWords, TranscriptLine
from dramaturg.studies.base.sentences import REACH, around, in_sentences

SAID = "It froths well. I like the foam, it feels like a treat! Not cheap though"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("froths", "It froths well."),
        ("treat", "I like the foam, it feels like a treat!"),
        ("cheap", "Not cheap though"),
        ("well.", "It froths well."),
        ("well. I like", "It froths well. I like the foam, it feels like a treat!"),
    ],
)
def test_words_grow_to_their_sentence(words: str, sentence: str) -> None:
    start = SAID.index(words)
    begin, end = around(SAID, start, start + len(words))
    assert SAID[begin:end] == sentence


def test_a_sentence_without_end_is_cut_at_a_space() -> None:
    said = "and then " * 100 + "foam" + " and so on" * 100
    begin, end = around(said, 900, 904)
    assert "foam" in said[begin:end]
    assert said[begin - 1] == " "
    assert said[end] == " "
    assert end - begin <= 2 * REACH + 4


@given(st.text(max_size=400), st.data())
def test_the_sentence_always_holds_the_words(said: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(said)))
    end = data.draw(st.integers(start, len(said)))
    if said[start:end].strip():
        begin, finish = around(said, start, end)
        assert said[start:end].strip() in said[begin:finish]


def test_ideas_of_an_interview_are_quoted_in_sentences() -> None:
    foam = SAID.index("foam")
    told = evidence.InterviewEvidence(
        "R001",
        "s",
        ideas=(Idea("c1", "foam", "attribute", 1, (QuotedWords(1, foam, foam + 4, "foam"),)),),
        lines=(TranscriptLine(1, "respondent", SAID),),
    )
    (words,) = in_sentences(told).ideas[0].words
    assert words.text == "I like the foam, it feels like a treat!"
    assert SAID[words.start : words.end] == words.text
