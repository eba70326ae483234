"""Cues: counts, each under its name."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.language.ear.cues import CUES, cues
from dramaturg.language.ear.heads import heads


def counted(text: str) -> dict[str, float]:
    return dict(zip(CUES, cues(text).tolist(), strict=True))


@given(st.text(max_size=200))
def test_cues_of_any_text_are_finite_and_in_the_order_of_their_names(text: str) -> None:
    found = cues(text)
    assert found.shape == (len(CUES),)
    assert np.isfinite(found).all()


@pytest.mark.parametrize(
    ("plain", "telling", "cue"),
    [
        ("We lived there.", "We lived there. We ate. We slept.", "sentences"),
        ("It took long.", "It took 45 minutes.", "figures"),
        ("I like it.", "I don't like it.", "negations"),
        ("It works.", "It might perhaps work.", "doubts"),
        ("It was late.", "It was late because of the bus.", "causes"),
        ("It was there.", "It was there, in my old house.", "first"),
        ("You were there.", "Were you there?", "asks at the start"),
        ("You were there.", "You were there, weren't you?", "tag"),
        ("We went to town.", "We went to Leeds.", "capitals"),
        ("It was fine.", "It was fine 🙂", "faces"),
        ("It was a table.", "It was a lovely, happy day.", "pleasant"),
    ],
)
def test_a_cue_counts_what_its_name_says(plain: str, telling: str, cue: str) -> None:
    assert counted(telling)[cue] > counted(plain)[cue]


def test_every_cue_has_its_scale_in_the_calibration() -> None:
    mean, deviation = heads().scales
    assert mean.shape == deviation.shape == (len(CUES),)
    assert (deviation > 0).all()


@pytest.mark.parametrize("unit", ["a", ".", "....x", ". ", ", ", ",no", "? ", "'", "👍", "a "])
def test_many_odd_letters_take_no_time(unit: str) -> None:
    text = (unit * 50_000)[:50_000] + "x"
    began = time.perf_counter()
    cues(text)
    assert time.perf_counter() - began < 5
