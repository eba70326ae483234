"""Heads: small linear readers over meaning, counted features and phrases, each a file of weights
that can be read by eye.

A head has two sets of weights: one for the embedder it was trained with, and one that does without
meaning, for any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import exp, fsum, sqrt
from typing import Any, Literal

import numpy as np

from dramaturg.language.readers.between import BETWEEN, between
from dramaturg.language.readers.features import FEATURES
from dramaturg.language.readers.parsed_text import ParsedText, SeenTurn, Vector
from dramaturg.turn.readings import Reading

FOLDER: Traversable = files("dramaturg.language.readers") / "heads"
"""Where the weights are; measuring puts others here, trained without what is measured."""

CLIP = 4.0  # a feature further from the mean than this many deviations counts as this far


@dataclass(frozen=True, slots=True)
class HeadWeights:
    """What everything is worth. `between` is None in a head that does not look at what was said
    before, `vector` in the set that does without meaning.
    """

    bias: float
    features: Vector
    phrases: Mapping[str, float]
    between: Vector | None = None
    vector: Vector | None = None

    def sum(self, text: ParsedText, context: ParsedText | None) -> float:
        known = fsum(
            map(self.phrases.__getitem__, self.phrases.keys() & text.phrases)
        )  # exact, since sets have no order
        total = (
            self.bias
            + float(self.features @ scaled(text.features))
            + known / sqrt(max(1, len(text.phrases)))
        )
        if self.between is not None and context is not None:
            total += float(self.between @ between(text, context))
        return total if self.vector is None else total + float(self.vector @ text.vector)


@dataclass(frozen=True, slots=True)
class LinearHead:
    """Reads one signal. A `share` head gives the value itself, an `alarm` head a probability that
    is 0.5 at its threshold.

    `reliability` is how well it did on sources it had not seen: a correlation, or how far an AUC
    lies above chance.
    """

    signal: str
    kind: Literal["share", "alarm"]
    embedder: str
    weights: HeadWeights
    plain: HeadWeights
    reliability: float

    def value(self, text: ParsedText, context: ParsedText | None = None) -> float:
        """From 0 to 1."""
        total = self._for(text).sum(text, context)
        return (
            (1 / (1 + exp(-max(-60.0, min(60.0, total)))))
            if self.kind == "alarm"
            else min(1.0, max(0.0, total))
        )

    def loudest(self, text: ParsedText) -> float:
        """The highest value of any passage: one sentence is enough."""
        return max(map(self.value, text.passages))

    def reading(self, value: float, text: ParsedText) -> Reading:
        """The value with the confidence a head may have: less in few words, less near the middle
        for an alarm.
        """
        enough = min(1.0, text.length / 4)
        sure = max(value, 1 - value) if self.kind == "alarm" else 1.0
        meaning = "" if self._for(text) is self.plain else " with meaning"
        return Reading(
            round(value, 4),
            round(self.reliability * enough * sure, 3),
            f"{self.signal} head{meaning}",
        )

    def _for(self, text: ParsedText) -> HeadWeights:
        return self.weights if text.embedder.name == self.embedder else self.plain


def by_head(signal: str) -> Callable[[SeenTurn], Reading]:
    """A reading by nothing but the head: of the turn, and of what was said before where the head
    looks at it.
    """

    def read(seen: SeenTurn) -> Reading:
        found = head(signal)
        return found.reading(found.value(seen.text, seen.context), seen.text)

    return read


@cache
def head(signal: str) -> LinearHead:
    """The head for a signal, from its file."""
    written: dict[str, Any] = json.loads((FOLDER / f"{signal}.json").read_text("utf-8"))
    return LinearHead(
        signal,
        written["kind"],
        written["embedder"],
        _weights(written["weights"]),
        _weights(written["plain"]),
        written["reliability"],
    )


def _weights(written: Mapping[str, Any]) -> HeadWeights:
    features = np.array([written["features"].get(name, 0.0) for name in FEATURES], dtype=np.float32)
    pair = (
        np.array([written["between"].get(name, 0.0) for name in BETWEEN], dtype=np.float32)
        if "between" in written
        else None
    )
    vector = np.array(written["vector"], dtype=np.float32) if "vector" in written else None
    return HeadWeights(written["bias"], features, written["phrases"], pair, vector)


@cache
def scales() -> tuple[Vector, Vector]:
    """The usual value of each feature, and the usual deviation from it."""
    written = json.loads((FOLDER / "scales.json").read_text("utf-8"))
    pairs = np.array([written[name] for name in FEATURES], dtype=np.float32)
    return pairs[:, 0], pairs[:, 1]


def scaled(counted: Vector) -> Vector:
    """Features as deviations from what is usual."""
    mean, deviation = scales()
    return np.asarray(np.clip((counted - mean) / deviation, -CLIP, CLIP))
