"""Emotion: how strongly what somebody says is felt."""

from __future__ import annotations

from math import log

from dramaturg.language.readers.evidence import probability
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading

CALM = 0.42  # how stirred an ordinary sentence is
# what stir is worth beside whether there is emotion at all; more of it finds fewer quiet feelings
STIRRING = 2.0


def read(seen: SeenTurn) -> Reading:
    """Whether there is emotion, by one head, and how stirred it is, by another."""
    emotion = head("emotion")
    felt, stir = emotion.value(seen.text), head("stir").value(seen.text)
    odds = log((felt + 1e-9) / (1 - felt + 1e-9)) + STIRRING * (stir - CALM)
    return emotion.reading(probability(odds), seen.text)


READER = Reader(
    "emotion",
    "How strongly what is said is felt: 0 none, 0.6 clearly emotional, 0.9 overwhelming.",
    read,
    rubric=(
        "none: plain and factual",
        "slight: mild liking, mild annoyance",
        "noticeable feeling",
        "strong feeling: grief, anger, joy, fear",
        "overwhelming: the person can hardly go on",
    ),
)
