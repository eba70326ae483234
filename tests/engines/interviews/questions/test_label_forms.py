"""Labels as questions take them up, and short quotations."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.base.methodology import Naming
from dramaturg.engines.interviews.questions.label_forms import phrase, quotation
from dramaturg.english.forms import gerund
from dramaturg.english.second_person import to_you
from dramaturg.language.syntax import best_syntax

NAMINGS: tuple[Naming, ...] = ("noun_phrase", "event")
PHRASES: list[tuple[Naming, str, str]] = [
    ("verb_object", "get reliable coffee", "getting reliable coffee"),
    ("verb_object", "save time", "saving time"),
    ("verb_object", "not know how to install it", "not knowing how to install it"),
    ("verb_object", "find a plumber I can trust", "finding a plumber you can trust"),
    ("verb_object", "be seen as a caring parent", "being seen as a caring parent"),
    ("noun_phrase", "too sweet", "it being too sweet"),
    ("noun_phrase", "creamy", "it being creamy"),
    ("noun_phrase", "easy to clean", "it being easy to clean"),
    ("noun_phrase", "feeling well looked after", "feeling well looked after"),
    ("noun_phrase", "brand I know", "brand you know"),
    ("noun_phrase", "peace of mind", "peace of mind"),
    ("noun_phrase", "I feel calm", "feeling calm"),
    ("noun_phrase", "my sister", "your sister"),
    ("noun_phrase", "I can't stand the smell", "not being able to stand the smell"),
    ("event", "missed the last train", "missing the last train"),
    ("event", "patient fell in bathroom", "the patient falling in bathroom"),
    ("event", "had not slept for two nights", "not having slept for two nights"),
    ("event", "was my first week alone", "it being your first week alone"),
    ("event", "never went back there", "never going back there"),
    ("event", "pallet not ready", "pallet not ready"),
]


@pytest.mark.parametrize(("naming", "label", "expected"), PHRASES)
def test_a_label_becomes_a_phrase_that_stands_after_about(
    naming: Naming, label: str, expected: str
) -> None:
    assert phrase(label, "", naming, best_syntax()).text == expected


def test_a_thing_keeps_the_article_and_the_owner_it_was_spoken_of_with() -> None:
    assert (
        phrase("creamy texture", "I love the creamy texture", "noun_phrase", best_syntax()).text
        == "the creamy texture"
    )
    assert (
        phrase("old kettle", "then my old kettle broke", "noun_phrase", best_syntax()).text
        == "your old kettle"
    )
    assert phrase("fresh air", "I need fresh air", "noun_phrase", best_syntax()).text == "fresh air"


def test_several_things_are_known_as_several() -> None:
    assert phrase("small rooms", "", "noun_phrase", best_syntax()).plural
    assert not phrase("saving rooms", "", "noun_phrase", best_syntax()).plural


def test_hesitation_is_not_taken_up() -> None:
    assert phrase("uh, the-- the price", "", "noun_phrase", best_syntax()).text == "the price"


@pytest.mark.parametrize(
    "label", ["", " ", "🙂", "价格", "?!", "x" * 20_000, "and " * 5_000, '"', "'s"]
)
def test_odd_labels_do_no_harm(label: str) -> None:
    for naming in NAMINGS:
        assert len(phrase(label, label, naming, best_syntax()).text) <= max(len(label) + 10, 40)
    quotation(label, label)


def test_what_somebody_says_of_themselves_is_said_to_them() -> None:
    assert (
        to_you("I am sure my boss trusts me, and I'm glad")
        == "you are sure your boss trusts you, and you're glad"
    )


def test_words_that_only_begin_like_mine_stay() -> None:
    assert to_you("the mystery meter is in use") == "the mystery meter is in use"


def test_gerunds_are_spelled_as_they_are_written() -> None:
    made = [
        gerund(verb)
        for verb in ("get", "make", "lie", "see", "be", "begin", "wait", "fix", "open", "agree")
    ]
    assert made == [
        "getting",
        "making",
        "lying",
        "seeing",
        "being",
        "beginning",
        "waiting",
        "fixing",
        "opening",
        "agreeing",
    ]


def test_a_quotation_is_at_most_ten_words_and_holds_what_the_label_took_up() -> None:
    said = "well, um, I guess I like it because, you know, it froths really well and the taste is not as sweet as the others, so"
    quoted = quotation(said, "froths well")
    assert quoted in said
    assert "froths really well" in quoted
    assert len(quoted.split()) <= 10


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("and it froths well,", "it froths well"),
        ("it tastes sweet because", "it tastes sweet"),
        ('she said "never again"', "she said 'never again'"),
        ("um, well, so", ""),
    ],
)
def test_nothing_is_left_hanging_on_a_quotation(said: str, expected: str) -> None:
    assert quotation(said, "anything") == expected
