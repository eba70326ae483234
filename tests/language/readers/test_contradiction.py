"""Contradiction: what the same person said earlier, held against what is said now."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.readers.contradiction import conflicts, read
from dramaturg.language.readers.opposites import opposites
from dramaturg.language.readers.parsed_text import SeenTurn, look
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Said


def seen(now: str, *earlier: str) -> SeenTurn:
    return look([Said(now, earlier=earlier)], best_embedder(), best_syntax())[0]


CLASHING = [
    (
        "I was born in 1962.",
        "I was born in 1963, the winter of the big freeze.",
        "two different years",
    ),
    (
        "I have two sisters.",
        "I have three sisters, all of them older than me.",
        "two different numbers",
    ),
    ("I never married.", "My husband used to sing in the kitchen.", "has and has not"),
    ("I'm an only child.", "My sister had the room above the shop.", "has and has not"),
    ("I was born in Leeds.", "I was born in York, near the walls.", "two different places"),
    ("I'm forty-one years old.", "I'm thirty-five years old.", "two different ages"),
    ("I love opera.", "To be honest, I hate opera.", "likes and dislikes"),
    ("I've never been to France.", "I went to France with the school.", "never and once"),
    ("My name is Anna.", "My name is Ruth.", "two different names"),
    ("I am a smoker.", "I am not a smoker.", "is and is not"),
]


@pytest.mark.parametrize(("then", "now", "kind"), CLASHING)
def test_claims_that_cannot_both_be_true_are_a_conflict(then: str, now: str, kind: str) -> None:
    assert kind in [conflict.kind for conflict in conflicts(seen(now, then))]
    assert read(seen(now, then)).value >= 0.5


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("I was born in 1962.", "My brother was born in 1963."),
        ("I was born in 1962.", "I was born in the sixties."),
        ("I was born in 1962.", "I married in 1985."),
        ("I have two sisters.", "I have two older sisters."),
        ("I was born in Leeds.", "I was born in Yorkshire."),
        ("We had two dogs on the farm.", "We have three dogs."),
        ("I lived in Hull then.", "I live in York."),
        ("I hated school.", "I like school dinners now."),
        ("I have two sisters.", "I have two sisters and a brother."),
        ("I have two sisters.", "Two of my sisters sang."),
    ],
)
def test_other_people_times_parts_and_rough_words_are_no_conflict(then: str, now: str) -> None:
    assert conflicts(seen(now, then)) == ()


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("The village was always quiet.", "The village was never quiet."),
        ("The manager was honest with us.", "The manager was dishonest with us."),
        ("The food in that school was wonderful.", "The food in that school was awful."),
    ],
)
def test_turned_statements_about_the_same_are_a_conflict_without_a_claim(
    then: str, now: str
) -> None:
    assert read(seen(now, then)).value >= 0.5


def test_saying_the_same_again_is_no_conflict() -> None:
    said = "We moved to the coast because of my mother's lungs."
    assert conflicts(seen(said, said)) == ()


def test_with_nothing_earlier_it_is_sure_that_there_is_none() -> None:
    for earlier in ((), ("",), (" ", "\n")):
        reading = read(seen("I was born in 1962.", *earlier))
        assert (reading.value, reading.confidence) == (0.0, 1.0)


def test_a_question_contradicts_nothing() -> None:
    assert read(seen("Was I ever not happy there?", "I was always happy there.")).value < 0.5


def test_a_conflict_leads_back_to_both_stretches() -> None:
    turns = ("We had a shop.", "Well. I was born in 1962.")
    now = "It was cold. I was born in 1963."
    conflict = conflicts(seen(now, *turns))[0]
    assert conflict.earlier == 1
    assert now[conflict.now.start : conflict.now.end] == conflict.now.text == "I was born in 1963"
    assert (
        turns[1][conflict.then.start : conflict.then.end]
        == conflict.then.text
        == "I was born in 1962"
    )


def test_doubt_weakens_a_conflict() -> None:
    sure = read(seen("I was born in 1963.", "I was born in 1959."))
    doubted = read(seen("I think I was born in 1963.", "I was born in 1959."))
    assert doubted.value < sure.value


@pytest.mark.slow
def test_the_same_pair_weighs_less_among_many_turns() -> None:
    then, now = "The village was always quiet.", "The village was never quiet."
    others = tuple(f"On day {number} we mended the roof of barn {number}." for number in range(40))
    assert read(seen(now, then, *others)).value < read(seen(now, then)).value


def test_opposites_go_by_table_and_by_form() -> None:
    assert {"hate"} <= opposites("love")
    assert {"honest"} <= opposites("dishonest")
    assert {"careless"} <= opposites("careful")


@pytest.mark.parametrize(
    "text", ["", "🙂", "no", "I-- I mean, uh", "Nein, das war nicht so.", "????", "\x00"]
)
def test_odd_texts_are_read(text: str) -> None:
    assert 0.0 <= read(seen(text, text, "I was born in 1962.")).value <= 1.0


def test_it_reads_without_meaning_and_without_a_parse() -> None:
    said = [Said("The village was never quiet.", earlier=("The village was always quiet.",))]
    (plain,) = look(said, HashingEmbedder(), RuleSyntax())
    assert 0.0 <= read(plain).value <= 1.0


@pytest.mark.slow
def test_one_of_three_hundred_earlier_turns_is_found() -> None:
    earlier = [
        f"In week {number} my father had {number} sheep and we sold the wool in town."
        for number in range(300)
    ]
    earlier[123] = "I was born in 1971."
    assert [
        conflict.earlier
        for conflict in conflicts(seen("I was born in 1962 and I have two sisters.", *earlier))
    ] == [123]
