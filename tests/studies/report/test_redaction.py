from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.language.redaction import PersonalSpan, find_personal
from dramaturg.language.syntax import best_syntax
from dramaturg.studies.base.evidence import Idea, Link, Spoken, Testimony, Words
from dramaturg.studies.report.redaction import (
    counted_redaction,
    pseudonyms,
    redact,
    redacted,
    removed,
)

FIND = partial(find_personal, syntax=best_syntax())
MARK = pseudonyms("coffee", "a salt")
ANNA = MARK("person", "Anna")


def quote(text: str, words: str, turn: int = 1) -> Words:
    start = text.index(words)
    return Words(turn, start, start + len(words), words)


def interview(answers: list[str], quotes: list[Words], label: str = "something") -> Testimony:
    return Testimony(
        "R001",
        "s1",
        ideas=(Idea("i1", label, "value", 1, tuple(quotes)),),
        links=(Link("i1", "i1", "leads_to", tuple(quotes)),),
        lines=tuple(Spoken(turn, "respondent", text) for turn, text in enumerate(answers, 1)),
    )


def test_the_same_name_has_the_same_mark_whatever_its_case_or_ending() -> None:
    assert {
        MARK("person", name) for name in ("Anna", "anna", "ANNA", "Anna's", "Anna’s", " Anna ")
    } == {ANNA}


def test_other_names_studies_and_salts_have_other_marks() -> None:
    others = (
        MARK("person", "Anne"),
        pseudonyms("tea", "a salt")("person", "Anna"),
        pseudonyms("coffee", "")("person", "Anna"),
    )
    assert len({ANNA, *others}) == 4


def test_other_kinds_say_only_what_they_were() -> None:
    assert (MARK("email", "a@b.org"), MARK("national_id", "536-22-8714")) == (
        "[email]",
        "[national id]",
    )


def test_ten_thousand_names_have_marks_of_their_own() -> None:
    assert len({MARK("person", f"name {number}") for number in range(10_000)}) == 10_000


def test_lines_and_quotes_lose_the_name_and_still_fit() -> None:
    text = "My friend Anna says it calms her."
    changed = redacted(
        interview([text], [quote(text, "it calms her"), quote(text, "Anna says")]), FIND, MARK
    )
    assert changed.lines[0].text == f"My friend {ANNA} says it calms her."
    assert [words.text for words in changed.ideas[0].words] == ["it calms her", f"{ANNA} says"]
    assert changed.links[0].words == changed.ideas[0].words


@pytest.mark.parametrize("cut", ["Priya", "Raman and", "iya Ram", "is Pri"])
def test_a_quote_that_cuts_through_a_name_takes_it_in_whole(cut: str) -> None:
    text = "My name is Priya Raman and I live alone."
    (words,) = redacted(interview([text], [quote(text, cut)]), FIND, MARK).ideas[0].words
    assert MARK("person", "Priya Raman") in words.text


@pytest.mark.parametrize(
    "text",
    [
        "☕️👍🏽 my friend Anna, she's lovely 😀 and Tom too",
        "First line\r\nmy sister Chloé called\r\nand it was the taste",
        "Cafe\u0301 owner, my friend Zoe\u0308, write to a.b@example.org 🙂 for the taste",
    ],
)
def test_emoji_accents_and_line_ends_do_not_move_quotes(text: str) -> None:
    quotes = [
        Words(1, start, end, text[start:end])
        for start in range(0, len(text), 5)
        for end in range(start + 1, len(text) + 1, 7)
    ]
    changed = redacted(interview([text], quotes), FIND, MARK)
    line = changed.lines[0].text
    assert line != text
    assert all(words.text == line[words.start : words.end] for words in changed.ideas[0].words)


def test_a_name_found_once_goes_everywhere() -> None:
    # nothing announces Hallvard in the second answer
    changed = redacted(
        interview(["My boss Hallvard is strict.", "It was for Hallvard."], []), FIND, MARK
    )
    assert changed.lines[1].text == f"It was for {MARK('person', 'Hallvard')}."


def test_a_name_that_is_an_ordinary_word_here_does_not() -> None:
    changed = redacted(
        interview(["I asked Rose about it.", "The smell of a rose is home."], []), FIND, MARK
    )
    assert changed.lines[1].text == "The smell of a rose is home."


def test_labels_in_small_letters_lose_the_names_of_their_answers() -> None:
    text = "I asked Rose about it, she has a rose garden."
    changed = redacted(
        interview([text], [quote(text, "I asked Rose")], label="asked rose about it"), FIND, MARK
    )
    assert changed.ideas[0].label == f"asked {MARK('person', 'rose')} about it"


def test_answers_to_the_screener_are_redacted_where_they_are_text() -> None:
    testimony = Testimony(
        "R001", "s1", variables={"mail": "anna@example.org", "age": 33, "drinks": True}
    )
    assert redacted(testimony, FIND, MARK).variables == {
        "mail": "[email]",
        "age": 33,
        "drinks": True,
    }


def test_a_quote_whose_answer_is_not_kept_is_redacted_by_itself() -> None:
    testimony = Testimony(
        "R001", "s1", ideas=(Idea("i1", "x", "value", 4, (Words(4, 0, 14, "my friend Anna"),)),)
    )
    assert redacted(testimony, FIND, MARK).ideas[0].words[0].text == f"my friend {ANNA}"


def test_what_was_removed_is_counted_and_told() -> None:
    kinds = counted_redaction(
        interview(["Anna and Tom, a@example.org", "Anna again"], []), FIND, MARK
    )[1]
    assert kinds == {"person": 3, "email": 1}
    assert removed(kinds) == "removed: 3 names, 1 e-mail address"
    assert removed({}) == "removed: nothing"


TEXT = st.text(st.sampled_from("ab é😀\r\n"), max_size=30)


@given(TEXT, st.lists(st.integers(0, 30), max_size=8), st.integers(0, 30), st.integers(0, 30))
def test_spans_hold_all_they_held_and_the_marks_whole(
    text: str, cuts: list[int], one: int, other: int
) -> None:
    edges = sorted({min(cut, len(text)) for cut in cuts})
    found = [
        PersonalSpan(start, end, "phone")
        for start, end in zip(edges[::2], edges[1::2], strict=False)
    ]
    made = redact(text, found, lambda kind, words: "<mark>")
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    cut = made.text[slice(*made.span(start, end))]
    touched = [place for place in found if place.start < end and start < place.end]
    outside = "".join(
        text[place]
        for place in range(start, end)
        if not any(each.start <= place < each.end for each in found)
    )
    if start < end:
        assert cut.replace("<mark>", "") == outside
        assert cut.count("<mark>") == len(touched)
