"""The draft of a whole made-up life: every sentence leads to its words, and nothing is in it that
should not be.
"""

from __future__ import annotations

import re

import pytest
from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.test_clean_speech import is_subsequence
from tests.engines.memoir.book.told_lives import Claimed, Said, memoir

from dramaturg.engines.memoir.book.draft import BookDraft, BookOptions, draft
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.english.prose import words

LIFE = memoir(SITTINGS, WORLD)
BOOK = draft(LIFE)
TEXTS = {passage.turn: passage.text for passage in LIFE.passages}


def whole(book: BookDraft) -> str:
    return " ".join(sentence.text for sentence in book.sentences)


def of_kind(kind: str) -> list[DraftSentence]:
    return [sentence for sentence in BOOK.sentences if sentence.kind == kind]


def test_every_sentence_leads_to_words_that_stand_in_its_turn() -> None:
    assert len(of_kind("told")) > 90
    for sentence in BOOK.sentences:
        assert sentence.sources
        for quote in sentence.sources:
            assert TEXTS[quote.turn][quote.span.start : quote.span.end] == quote.span.text


def test_told_sentences_are_made_of_the_tellers_words_in_their_order() -> None:
    for sentence in of_kind("told"):
        said = " ".join(quote.span.text for quote in sentence.sources)
        assert is_subsequence(words(sentence.text), words(said)) or put_right(sentence), sentence


def put_right(sentence: DraftSentence) -> bool:
    """The year of another telling stands where the wrong one stood."""
    first, *later = sentence.sources
    said = set(words(first.span.text))
    return set(words(sentence.text)) - said <= {
        word for quote in later for word in words(TEXTS[quote.turn])
    }


def test_no_sentence_is_told_twice() -> None:
    places = [
        (sentence.sources[0].turn, sentence.sources[0].span.start) for sentence in of_kind("told")
    ]
    assert len(places) == len(set(places))


def test_what_was_told_word_for_word_before_stands_once() -> None:
    again = "My tomatoes have the blight this year."
    book = draft(
        memoir(
            [
                [
                    Said(f"We moved to the coast. {again}", "t1"),
                    Said(f"{again} The shop did well enough.", "t1"),
                ]
            ]
        )
    )
    assert whole(book).count(again) == 1
    assert "The shop did well enough." in whole(book)


def test_names_in_linking_text_are_names_that_were_said() -> None:
    said = {word for text in TEXTS.values() for word in words(text)} | {"margaret"}
    ours = {"here", "about", "corrected", "origins", "early", "family", "working", "later", "today"}
    for sentence in of_kind("linking"):
        names = re.findall(r"[A-Z]\w+", sentence.text)
        assert {name.lower() for name in names} <= said | ours, sentence


def test_years_in_linking_text_were_said_or_follow_from_an_age() -> None:
    reckoned = {str(1931 + age) for age in (8, 14, 60)}
    for sentence in of_kind("linking"):
        said = " ".join(quote.span.text for quote in sentence.sources)
        assert (
            set(re.findall(r"\d{4}", sentence.text)) <= set(re.findall(r"\d{4}", said)) | reckoned
        ), sentence


SENSITIVE = (
    "pit",
    "door",
    "still hear my mother",
    "engaged to him",
    "nursed him",
    "rather not",
    "tired",
)


@pytest.mark.parametrize("words_of", SENSITIVE)
def test_nothing_sensitive_is_in_the_book(words_of: str) -> None:
    assert not re.search(rf"\b{words_of}\b", whole(BOOK).replace("next door", ""))


def test_nothing_that_was_withheld_is_a_source_of_anything() -> None:
    withheld = {
        turn
        for turn, text in TEXTS.items()
        if any(f" {words_of}" in text for words_of in SENSITIVE[2:])
    }
    assert len(withheld) >= 4
    assert not withheld & {quote.turn for sentence in BOOK.sentences for quote in sentence.sources}
    assert not withheld & BOOK.passages.keys()


def test_sensitive_passages_come_in_when_the_teller_wants_them() -> None:
    book = draft(LIFE, BookOptions(include=("sensitive",)))
    assert "They brought him home on a door." in whole(book)
    assert "engaged to him" not in whole(book)


def test_a_corrected_year_is_right_and_another_fact_stands_with_the_correction_beside_it() -> None:
    assert "We moved to Otley in 1962, with two children and a piano." in whole(BOOK)
    assert "on the kitchen table. [Corrected later: “three pounds eleven”.]" in whole(BOOK)
    assert "not 63" not in whole(BOOK)
    assert "I got that wrong" not in whole(BOOK)


def test_a_corrected_fact_goes_where_the_correction_may_not_be_told() -> None:
    said = (
        Said(
            "We moved in 1963. It rained.",
            claims=(Claimed("c1", "year", "move", (1963.0, 1963.0), "moved in 1963"),),
        ),
        Said(
            "It was 1962, but leave that out.",
            mark="off_record",
            claims=(Claimed("c2", "year", "move", (1962.0, 1962.0), "1962", corrects="c1"),),
        ),
    )
    book = draft(memoir([said]))
    assert "1963" not in whole(book)
    assert "1962" not in whole(book)


def test_only_an_age_gets_its_year_beside_it() -> None:
    assert "About 1939. When I was eight the war came." in whole(BOOK)


def test_she_is_introduced_by_the_words_the_question_took_up() -> None:
    said = (
        Said("My aunt Rose kept a pub in Hull.", "t1", ("childhood",)),
        Said("I went to school at the nuns, mostly.", "t2", ("childhood",)),
        Said("We ate potatoes every single day.", "t2", ("youth",)),
        Said("She threw the men out herself.", "t3", ("youth",), asked="My aunt Rose"),
    )
    assert "Of “my aunt Rose”: She threw the men out herself." in whole(
        draft(memoir([said[:2], said[2:3], said[3:]]))
    )


def test_a_memoir_without_a_name_or_a_word_makes_an_empty_book() -> None:
    book = draft(memoir([(Said("Yes."),)]))
    assert book.chapters == ()


@pytest.mark.parametrize(
    "odd",
    [
        "🙂" * 500,
        "a" * 20_000,
        "I-- I mean, uh. " * 1_200,
        "\x00\x0b\ud800 told here was nothing",
        "？！。" * 90,
    ],
)
def test_odd_words_do_no_harm(odd: str) -> None:
    draft(memoir([(Said(odd), Said("We kept hens behind the house."))]))
