"""Interviews as plain text, and where the respondent's words stand in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.studies.base import evidence
from dramaturg.studies.base.evidence import QuotedWords, TranscriptLine
from dramaturg.studies.qdpx.markup import clean
from dramaturg.studies.qdpx.transcript import Transcript, transcript_text

odd = st.text(
    st.one_of(st.characters(), st.sampled_from("\r\n\r\n 😀é\u0301\ufeff\x00\u2028")), max_size=60
)


def transcript(*said: str) -> Transcript:
    turns = enumerate(said, start=1)
    lines = [
        line
        for turn, text in turns
        for line in (
            TranscriptLine(turn, "interviewer", "Why?"),
            TranscriptLine(turn, "respondent", text),
        )
    ]
    return transcript_text(evidence.InterviewEvidence("R001", "s", lines=tuple(lines)))


def test_every_line_says_who_speaks() -> None:
    assert transcript("It is light.").text == "Interviewer: Why?\nRespondent: It is light.\n"


@given(odd, odd, st.data())
def test_words_cut_from_the_text_are_the_quote(before: str, said: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(said)))
    end = data.draw(st.integers(start, len(said)))
    written = transcript(before, said)
    place = written.place(QuotedWords(2, start, end, said[start:end]))
    if start == end:
        assert place is None
    else:
        assert place is not None
        assert written.text[slice(*place)] == clean(said[start:end])


@given(odd)
def test_the_text_can_be_written_and_counted_alike_by_everybody(said: str) -> None:
    text = transcript(said).text
    assert text.encode().decode("utf-8-sig") == text
    assert "\r" not in text


@pytest.mark.parametrize(
    ("said", "quote", "cut"),
    [
        ("light\r\nand fast", (5, 6), "\n"),
        ("light\r\nand fast", (6, 10), "\nand"),
        ("light\r\nand fast", (7, 10), "and"),
        ("a\r\nb\r\nc", (6, 7), "c"),
        ("😀 fast", (2, 6), "fast"),
        ("cafe\u0301s", (3, 5), "e\u0301"),
        ("a\x00b", (0, 3), "a\ufffdb"),
        ("a\ud83db", (2, 3), "b"),
    ],
)
def test_line_ends_and_odd_characters_move_no_quote(
    said: str, quote: tuple[int, int], cut: str
) -> None:
    written = transcript(said)
    place = written.place(QuotedWords(1, *quote, said[slice(*quote)]))
    assert place is not None
    assert written.text[slice(*place)] == cut


@pytest.mark.parametrize(
    "words",
    [
        QuotedWords(1, 0, 5, "heavy"),
        QuotedWords(3, 0, 5, "light"),
        QuotedWords(1, -5, 5, "light"),
        QuotedWords(1, 90, 95, ""),
    ],
)
def test_words_that_were_not_said_so_have_no_place(words: QuotedWords) -> None:
    assert transcript("light").place(words) is None


def test_answers_are_found_again_in_an_edited_transcript() -> None:
    written = transcript("No", "No way", "Well, it depends")
    edited = "Interview 7\n\n" + written.text.replace(
        "Respondent: No way\n", "Respondent: (laughs)\n"
    )
    found = {turn: edited[slice(*place)] for turn, place in written.answers_in(edited).items()}
    assert found == {1: "No", 3: "Well, it depends"}


def test_the_beginning_of_a_longer_answer_is_no_answer() -> None:
    written = transcript("No", "Well")
    assert written.answers_in(written.text.replace("No", "No way")).keys() == {2}


def test_an_answer_is_not_taken_from_a_question() -> None:
    lines = (TranscriptLine(1, "interviewer", "Yes or no?"), TranscriptLine(1, "respondent", "no"))
    written = transcript_text(evidence.InterviewEvidence("R001", "s", lines=lines))
    assert written.answers_in(written.text) == {1: (len(written.text) - 3, len(written.text) - 1)}
