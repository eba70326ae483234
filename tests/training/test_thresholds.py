"""Thresholds come from training alone, and training can be repeated."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from training.thresholds import calibrated, unlike_questions

from dramaturg.language.embedder import HashingEmbedder, MiniLM

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("make", [MiniLM, HashingEmbedder])
def test_the_thresholds_on_file_are_what_training_gives(
    make: type[MiniLM | HashingEmbedder],
) -> None:
    embedder = make()
    trained = calibrated(embedder, unlike_questions(MiniLM()))
    assert asdict(trained) == pytest.approx(asdict(embedder.thresholds), abs=0.002)
