"""Figures that nobody stated and that follow from two that were."""

from __future__ import annotations

import pytest

from dramaturg.english.figures import claimed, facts, follows

CREW = "It takes 24 people a day, and there are 11 people on the list."
ROLL = "The leaves from 1229 to 1234 are lost."
LIFT = "The crane was on it from 02:31 to 02:44."
UNIT = "It needs 5 hours to get here and 6 hours to work."


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("I am thirteen people short.", CREW),
        ("Six years are lost.", ROLL),
        ("It stood there for thirteen minutes.", LIFT),
        ("Eleven hours in all.", UNIT),
    ],
)
def test_what_lies_between_two_figures_and_both_together_follow(line: str, known: str) -> None:
    assert all(follows(each, (), [facts([known])]) for each in claimed(line))


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("I am nine people short.", CREW),
        ("Twelve hours in all.", UNIT),
        ("I'll find three.", CREW),  # a bare number is everywhere
    ],
)
def test_other_figures_do_not(line: str, known: str) -> None:
    assert not any(follows(each, (), [facts([known])]) for each in claimed(line))


def test_so_many_to_each_follows_from_the_line_itself() -> None:
    two, people, each = claimed("It's two nurses to 28 people, fourteen people each.")
    assert follows(each, (two, people), [])
