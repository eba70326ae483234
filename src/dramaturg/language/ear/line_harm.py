"""Whether an interviewer's line could hurt somebody: judge, press, advise, or take for granted what
was never said. Learned from lines, where rules find only the words they know.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.ear.heads import sigmoid
from dramaturg.language.ear.network import Network
from dramaturg.turn.ports import Embedder

Array = NDArray[np.float32]
LONGEST = 400  # characters of what was said before: its end
KINDS = ("assumes", "advises", "diagnoses", "judges", "leads", "presses", "private", "own_life")
"""What a line may do wrong, in the order of the weights, behind whether it does at all."""


@dataclass(frozen=True, slots=True)
class LineHarm:
    """How likely a line hurts, 0.5 where the ear's threshold lies, and in which way."""

    value: float
    kind: str


@dataclass(frozen=True)
class LineHarmHead:
    """Linear over what the ear makes of a line, with what was said before it and without, and over
    its meaning.
    """

    mean: Array
    deviation: Array
    weights: Array
    bias: Array

    def read(self, line: str, before: str, network: Network, embedder: Embedder) -> LineHarm:
        scaled = (features(line, before, network, embedder) - self.mean) / self.deviation
        any_at_all, *of_kinds = self.weights @ scaled + self.bias
        return LineHarm(sigmoid(float(any_at_all)), KINDS[int(np.argmax(of_kinds))])


def features(line: str, before: str, network: Network, embedder: Embedder) -> Array:
    """What a line is judged by."""
    said_before = before[-LONGEST:]
    heard = (network.outputs(line, said_before), network.outputs(line, ""))
    return np.concatenate([embedder.embed([line])[0], *heard]).astype(np.float32)


@cache
def line_harm_head() -> LineHarmHead:
    with (files("dramaturg.language.ear") / "line_harm.npz").open("rb") as file:
        stored = {name: array.astype(np.float32) for name, array in np.load(file).items()}
    return LineHarmHead(stored["mean"], stored["deviation"], stored["weights"], stored["bias"])
