"""Years and ages: which figures are, and which are hours or counts."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.story.figures import ages, years


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("At six I was sent to my aunt.", 6),
        ("I left school at twelve.", 12),
        ("At fifteen I started at the mill.", 15),
        ("When I was seven I was ill.", 7),
    ],
)
def test_how_old_the_teller_was_is_an_age(text: str, age: int) -> None:
    assert [when.value[0] for when in ages(text)] == [age]


@pytest.mark.parametrize(
    "text",
    [
        "I get up at six, I can't not.",
        "The fire was lit at five.",
        "At six I hear the first bus.",
        "I wake at four.",
    ],
)
def test_the_hour_of_the_day_is_no_age(text: str) -> None:
    assert ages(text) == ()


def test_as_many_hens_as_a_year_has_are_no_year() -> None:
    assert years("We had 1951 hens.") == ()
    assert [when.value[0] for when in years("In 1951 hens were dear.")] == [1951]
