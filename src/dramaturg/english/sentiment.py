"""How pleasant or unpleasant a text sounds by its words alone: VADER's word list, one weak feature
among others.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from dramaturg.kernel.text import storable

LONGEST = 4_000  # characters; VADER's time grows with the square of the words


class Sentiment(NamedTuple):
    """Shares of pleasant and unpleasant words, and the tone of the whole from -1 to 1."""

    pleasant: float
    unpleasant: float
    tone: float


def sentiment(text: str) -> Sentiment:
    """How pleasant the text sounds, by VADER's words."""
    scores = _vader().polarity_scores(storable(text)[:LONGEST])
    return Sentiment(scores["pos"], scores["neg"], scores["compound"])


@cache
def _vader() -> Any:
    # imported here: it reads its word list, and few commands need it
    return import_module("vaderSentiment.vaderSentiment").SentimentIntensityAnalyzer()
