"""Tones: what a passage is told in, by its own words."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.read.tones import BRIGHT, DARK, Tone, tones_of

TOLD: list[tuple[Tone, str]] = [
    ("grief", "He went in 2013. He'd gone out to feed the birds and he didn't come back in."),
    ("grief", "Winston passed in 2001. He was ironing his shirt for church."),
    ("grief", "They got him about four in the morning."),
    ("grief", "We never found him."),
    ("shame", "I missed the wedding. I'm ashamed of that every day God sends."),
    ("shame", "I have not said that name aloud for forty years."),
    ("anger", "I was that angry I could have put him through the wall."),
    ("fun", "I laughed so much I hiccuped all through the vows."),
    ("pride", "Proudest day of my life, getting my papers."),
    ("joy", "I went home and I danced in the kitchen."),
    ("hard", "I had no money and nobody to ask."),
]
CALM = (
    "She lost her teeth in the sea.",
    "I nearly died laughing.",
    "Tilbury was so grey I thought the world had died.",
    "She passed for the grammar school.",
    "A dead wasp, thank God.",
)


@pytest.mark.parametrize(("tone", "passage"), TOLD)
def test_a_tone_is_known_by_its_words(tone: Tone, passage: str) -> None:
    assert tones_of(passage)[:1] == (tone,)


@pytest.mark.parametrize("passage", CALM)
def test_what_only_sounds_like_a_death_is_none(passage: str) -> None:
    assert DARK.isdisjoint(tones_of(passage))


def test_nothing_is_funny_where_somebody_died() -> None:
    assert BRIGHT.isdisjoint(tones_of("We laughed at the funeral, and then we buried him."))
