"""Heads: what every output makes of the words. Each looks where it learned to look, and finds what
it learned to find; then it is calibrated, with the cues beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import fsum, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.ear.candidates import WEIGHED
from dramaturg.language.ear.cues import CUES, cues
from dramaturg.language.ear.outputs import LINKS, TYPE_OUTPUTS, WORD_GROUPS, WORD_OUTPUTS
from dramaturg.language.ear.phrases import phrases

Array = NDArray[np.float32]
HEARD_BY = (
    *("heads.npz", "calibration.json", "cues.yaml", "promises.yaml", "promises_elsewhere.yaml"),
    *("../../languages/small_words.yaml", "../../languages/english_too.yaml"),
)
"""All files beside the encoder's that change what is heard."""


class Counted(NamedTuple):
    """What can be counted in a text."""

    cues: Array
    phrases: frozenset[str]


@dataclass(frozen=True)
class Calibration:
    """From what a head says to a probability: `scale` of it, and what each cue and each phrase is
    worth beside it. `candidates` is what each of `WEIGHED` is worth of one that may be meant.

    A probability from `threshold` on counts as a yes, from `doubt` on as a perhaps; a yes below
    `sure` is asked about before anybody acts on it.
    """

    scale: float = 1.0
    bias: float = 0.0
    cues: Array | None = None
    phrases: Mapping[str, float] = field(default_factory=dict)
    candidates: Array | None = None
    threshold: float = 0.5
    doubt: float = 0.5
    sure: float = 0.0

    def logit(self, said: float, words: Counted | None = None) -> float:
        total = self.scale * said + self.bias
        if words is None:
            return total
        if self.cues is not None:
            total += float(self.cues @ words.cues)
        if self.phrases:
            known = self.phrases.keys() & words.phrases
            total += fsum(map(self.phrases.__getitem__, known)) / sqrt(len(words.phrases))
        return total


@dataclass(frozen=True)
class Heads:
    """All weights beside the encoder's."""

    look: Array
    find: Array
    bias: Array
    words: tuple[Array, Array]
    types: tuple[Array, Array]
    links: tuple[Array, Array]
    calibrations: Mapping[str, Calibration]
    scales: tuple[Array, Array]
    digest: str

    def outputs(self, states: Array) -> Array:
        """What every head says of the words, before it is calibrated."""
        looks = states @ self.look.T
        looks = np.exp(looks - looks.max(axis=0))
        looks /= looks.sum(axis=0)
        pooled = looks.T @ states
        return np.asarray((pooled * self.find).sum(axis=1) + self.bias)

    def by_word(self, states: Array) -> Array:
        weights, bias = self.words
        return np.asarray(states @ weights.T + bias)

    def counted(self, text: str) -> Counted:
        """Cues as deviations from what is usual, and the phrases."""
        mean, deviation = self.scales
        return Counted(np.clip((cues(text) - mean) / deviation, -4, 4), phrases(text))

    def type_of(self, span: Array, whole: Array, names: Sequence[str]) -> Mapping[str, float]:
        """How likely each of these types is for a stretch of words."""
        if not names:
            return {}
        weights, bias = self.types
        places = [TYPE_OUTPUTS.index(name) for name in names]
        found = (weights @ np.concatenate([span, whole]) + bias)[places]
        return dict(zip(names, map(float, softmax(found)), strict=True))

    def link_of(self, one: Array, other: Array) -> Mapping[str, float]:
        """How likely the first stretch leads to the second, follows from it, or neither."""
        weights, bias = self.links
        both = np.concatenate([one, other, one * other, np.abs(one - other)])
        return dict(zip(LINKS, map(float, softmax(weights @ both + bias)), strict=True))


def softmax(values: Array) -> Array:
    raised = np.exp(values - values.max())
    return np.asarray(raised / raised.sum())


def sigmoid(value: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(value, -60, 60))))


def log_odds(chance: float) -> float:
    bounded = min(max(chance, 1e-6), 1 - 1e-6)
    return log(bounded / (1 - bounded))


@cache
def heads() -> Heads:
    folder = files("dramaturg.language.ear")
    with (folder / "heads.npz").open("rb") as file:
        stored = {name: array.astype(np.float32) for name, array in np.load(file).items()}
    written: dict[str, Any] = json.loads((folder / "calibration.json").read_text("utf-8"))
    usual = np.array([written["scales"][name] for name in CUES], dtype=np.float32)
    return Heads(
        stored["look"],
        stored["find"],
        stored["bias"],
        (stored["words.weight"], stored["words.bias"]),
        (stored["types.weight"], stored["types.bias"]),
        (stored["links.weight"], stored["links.bias"]),
        {name: _calibration(one) for name, one in written["outputs"].items()},
        (usual[:, 0], usual[:, 1]),
        sha256(b"".join((folder / name).read_bytes() for name in HEARD_BY)).hexdigest(),
    )


def _calibration(written: Mapping[str, Any]) -> Calibration:
    named, worth = written.get("cues"), written.get("candidates")
    return Calibration(
        written.get("scale", 1.0),
        written["bias"],
        np.array([named.get(name, 0.0) for name in CUES], dtype=np.float32) if named else None,
        written.get("phrases", {}),
        np.array([worth.get(name, 0.0) for name in WEIGHED]) if worth else None,
        written.get("threshold", 0.5),
        written.get("doubt", 0.5),
        written.get("sure", 0.0),
    )


WORD_PLACES: Mapping[str, tuple[int, ...]] = {
    group: tuple(WORD_OUTPUTS.index(f"{group}.{name}") for name in names.split())
    for group, (_, names) in WORD_GROUPS.items()
}
