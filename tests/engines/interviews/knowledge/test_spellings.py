"""How labels are spelled to be found again, and which of them say the contrary."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.knowledge.spellings import beside, by_lemma, shared, spelling
from dramaturg.english.contraries import contrary
from dramaturg.language.syntax import best_syntax


def test_case_accents_and_spaces_make_no_difference() -> None:
    assert spelling("value", " Café  Crème ") == spelling("value", "cafe creme")
    assert spelling("value", "calm") != spelling("attribute", "calm")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("my lattes", "a latte"),
        ("the long walks", "long walk"),
        ("waking up early", "wake up early"),
        ("...", "..."),
    ],
)
def test_articles_owners_and_endings_make_no_difference_to_lemmas(one: str, other: str) -> None:
    lemmas = by_lemma([one, other], best_syntax())
    assert lemmas[one] == lemmas[other]


@pytest.mark.parametrize(
    ("one", "other"),
    [("sleeping", "not sleeping"), ("a plan", "no plan"), ("long walks", "short walks")],
)
def test_what_denies_or_differs_stays_in_the_lemmas(one: str, other: str) -> None:
    lemmas = by_lemma([one, other], best_syntax())
    assert lemmas[one] != lemmas[other]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("can trust it", "can't trust it"),
        ("food waste", "avoid food waste"),
        ("more free time", "less free time"),
        ("reliable service", "unreliable service"),
        ("honest staff", "dishonest staff"),
        ("useful tool", "useless tool"),
        ("two cups a day", "3 cups a day"),
        ("careful drivers", "careless drivers"),
    ],
)
def test_contraries_are_seen(one: str, other: str) -> None:
    assert contrary(one, other)
    assert contrary(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("saving money", "saving cash"),
        ("no queue", "not having to queue"),
        ("heating is too expensive", "can't afford to keep warm"),
        ("two cups", "cups"),
        ("not wasting food", "avoid wasting food"),
        ("", ""),
        ("fast delivery", "fast delivery"),
    ],
)
def test_what_is_not_contrary_is_left_alone(one: str, other: str) -> None:
    assert not contrary(one, other)
    assert not contrary(other, one)


def test_what_a_label_says_beside_what_both_say() -> None:
    common = shared("oat milk taste", "the price of oat milks")
    assert beside("oat milk taste", common) == "taste"
    assert beside("the price of oat milks", common) == "price"
    assert beside("oat milk", common) == ""
