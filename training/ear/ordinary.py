"""Ordinary talk: what the ear makes of what real people say in telephone talks and interviews, where
hardly anybody refuses or is in danger. It sets how sure the ear must be; nothing is learned from it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.ear.encoder import encoder
from dramaturg.language.ear.heads import heads
from dramaturg.language.ear.network import Network
from training.sources import DATA, lines

FEWEST = 5  # words: shorter turns of a telephone talk are often just what an alarm listens for
EVERY = 4  # of the turns of telephone talks


def chances(outputs: Sequence[str]) -> Mapping[str, NDArray[np.float64]]:
    """How likely each output is for every turn, by the weights and the calibration that lie in the
    package now.
    """
    heads.cache_clear()
    network = Network(encoder(), heads())
    heard = [network.hear(said, before) for said, before in _turns() if len(said.split()) >= FEWEST]
    return {name: np.array([each.chance(name) for each in heard]) for name in outputs}


def _turns() -> Iterator[tuple[str, str]]:
    """What was said, and what stood before it."""
    with (DATA / "02_swda" / "data.csv").open(encoding="utf-8", newline="") as file:
        yield from ((row["text"], "") for row in [*csv.DictReader(file)][::EVERY])
    for row in lines(DATA / "07_interviews" / "data.jsonl"):
        for asked, told in pairwise(row["turns"]):
            if told["who"] == "respondent":
                yield told["text"], asked["text"]
