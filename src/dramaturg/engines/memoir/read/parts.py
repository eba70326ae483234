"""What the parts of a long passage tell that the whole does not.

A reader's emotion grows with length, though a calm page is not upset; and a refusal at the end of a
story drowns in the story.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean

from dramaturg.english.prose import sentences
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Readers, Reading, Readings, Utterance

LONG = 40  # words: up to here a passage is as moved as it sounds
STRETCH = 20
LAST = 3  # words: less than this at the end belongs to the sentence before
AT_LAST = ("refusal", "stop")


def with_parts(said: Utterance, readings: Readings, readers: Readers) -> Readings:
    """The readings, and those of its parts: `feeling`, `refusal_at_last`, `stop_at_last`."""
    return replace(
        readings,
        by_signal={**readings.by_signal, **_feeling(said, readers), **_at_last(said, readers)},
    )


def _feeling(said: Utterance, readers: Readers) -> Mapping[str, Reading]:
    """How moved a long passage is: the mean of its stretches."""
    if len(said.text.split()) < LONG:
        return {}
    found = readers.read(
        [Utterance(stretch) for stretch in stretches(said.text)], only=("emotion",)
    )
    read = [each.by_signal["emotion"] for each in found if "emotion" in each.by_signal]
    why = f"the mean of {len(read)} stretches"
    if read:
        return {"feeling": replace(read[0], value=fmean(each.value for each in read), why=why)}
    return {}


def _at_last(said: Utterance, readers: Readers) -> Mapping[str, Reading]:
    """What the last sentence says by itself."""
    told = sentences(said.text)
    if len(told) < 2:
        return {}
    last = told[-1] if len(told[-1].split()) >= LAST else f"{told[-2]} {told[-1]}"
    (found,) = readers.read([Utterance(last, said.context)], only=AT_LAST)
    return {f"{name}_at_last": reading for name, reading in found.by_signal.items()}


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
