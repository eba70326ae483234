"""Emotion of a long passage, read stretch by stretch: a reader's value grows with length, and a calm page is not upset."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from dramaturg.kernel.prose import sentences
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Readers, Readings, Said

LONG = 40  # words: up to here a passage is read as one
STRETCH = 20


def by_stretches(text: str, readings: Readings, readers: Readers) -> Readings:
    """The readings with the mean emotion of the passage's stretches, where it is long."""
    emotion = readings.by_signal.get("emotion")
    if emotion is None or len(text.split()) < LONG:
        return readings
    found = readers.read([Said(stretch) for stretch in stretches(text)], only=("emotion",))
    values = [each.by_signal["emotion"].value for each in found if "emotion" in each.by_signal]
    if not values:
        return readings
    mean = replace(emotion, value=fmean(values), why=f"over {len(values)} stretches")
    return replace(readings, by_signal={**readings.by_signal, "emotion": mean})


def stretches(text: str) -> Iterator[str]:
    """Sentences together, of about twenty words each."""
    gathered: list[str] = []
    for sentence in sentences(text):
        gathered.append(sentence)
        if sum(len(each.split()) for each in gathered) >= STRETCH:
            yield " ".join(gathered)
            gathered = []
    if gathered:
        yield " ".join(gathered)
