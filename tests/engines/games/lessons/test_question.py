"""What a question says itself: its names, meanings, groups and steps are what the game is of."""

from __future__ import annotations

import pytest

from dramaturg.engines.games.lessons.question import read_question


def test_things_in_brackets_are_members_where_something_is_sorted() -> None:
    asked = (
        "Make a game where students sort instruments into families: strings (violin, cello, harp),"
        " woodwind (flute, oboe), and brass (horn, tuba), using what they know."
    )
    lesson = read_question(asked)
    assert [(group.heading, group.members) for group in lesson.groups] == [
        ("strings", ("violin", "cello", "harp")),
        ("woodwind", ("flute", "oboe")),
        ("brass", ("horn", "tuba")),
    ]
    assert lesson.title == "Sort instruments into families"


def test_brackets_behind_a_heading_of_its_own_brackets_are_read() -> None:
    lesson = read_question("Classify calls: f(x) calls (plain, curried), f() calls (bare, empty)")
    assert [group.heading for group in lesson.groups] == ["f(x) calls", "f() calls"]


def test_what_is_said_in_brackets_is_the_meaning_where_nothing_is_sorted() -> None:
    lesson = read_question(
        "Match clouds with what they look like: cirrus (thin, high wisps), stratus (a grey sheet),"
        " and cumulus (white heaps) in the sky."
    )
    assert [(term.name, term.meaning) for term in lesson.terms] == [
        ("cirrus", "thin, high wisps"),
        ("stratus", "a grey sheet"),
        ("cumulus", "white heaps"),
    ]


@pytest.mark.parametrize(
    ("asked", "steps"),
    [
        (
            "Put the stages of a frog in order: egg, tadpole, froglet, frog",
            ["Egg", "Tadpole", "Froglet", "Frog"],
        ),
        (
            "Trace food from the mouth through the gullet, stomach, and bowel.",
            ["Mouth", "Gullet", "Stomach", "Bowel"],
        ),
        (
            "Tell the stage (mixing, resting, shaping, baking) of this dough.",
            ["Mixing", "Resting", "Shaping", "Baking"],
        ),
    ],
)
def test_what_is_to_be_ordered_is_read_in_the_order_it_is_said(
    asked: str, steps: list[str]
) -> None:
    assert [step.text for step in read_question(asked).steps] == steps


def test_what_stands_in_two_groups_is_left_out_and_said() -> None:
    lesson = read_question("Sort numbers: even (2, 4, 6), square (1, 4, 9), odd (3, 5, 7)")
    assert all("4" not in group.members for group in lesson.groups)
    assert lesson.left_out == ("Left out, because it belongs to two groups at once: 4.",)


def test_a_list_of_names_is_no_fact() -> None:
    lesson = read_question("Label the parts of a flower: petal, sepal, stamen, and pistil")
    assert lesson.names == ("petal", "sepal", "stamen", "pistil")
    assert not lesson.is_enough


@pytest.mark.parametrize("asked", ["", "?", "How does a sail work?", "((((", ": , , ,"])
def test_a_question_that_names_nothing_has_no_facts(asked: str) -> None:
    assert not read_question(asked).is_enough
