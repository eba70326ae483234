"""Means: where the ideas of each code lie on average, apart from what all that was said has in
common.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dramaturg.engines.interviews.knowledge.similarity import NOTHING, Vector, Vectors

DOUBT = 40  # ideas after which half of what they have in common is believed to be common to all
FIRST_ROOM = 64


class Means:
    """By code the sum of its ideas' vectors, and what all that was said has in common."""

    def __init__(self) -> None:
        self._sums = np.zeros((FIRST_ROOM, 0), np.float32)
        self._counts = np.zeros(FIRST_ROOM, np.float32)
        self._places = 0
        self._common = np.zeros(0, np.float32)
        self._heard = 0

    @property
    def trust(self) -> float:
        """From 0 to 1: how well it is known what all have in common. Of a few ideas it would be
        what they say themselves.
        """
        return self._heard / (self._heard + DOUBT)

    def hear(self, vectors: Vectors) -> None:
        self._common = vectors.sum(axis=0) + (self._common if self._common.size else 0.0)
        self._heard += len(vectors)

    def add(self, place: int, vector: Vector) -> None:
        if not self._sums.shape[1]:
            self._sums = np.zeros((FIRST_ROOM, len(vector)), np.float32)
        if place >= len(self._sums):
            self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
            self._counts = np.concatenate([self._counts, np.zeros_like(self._counts)])
        self._sums[place] += vector
        self._counts[place] += 1
        self._places = max(self._places, place + 1)

    def directions(self, places: Sequence[int]) -> Vectors:
        """Where the ideas of these codes lie on average, apart from what all that was said has in
        common.
        """
        return self._apart(units(self._sums[list(places)]))

    def nearness(self, vectors: Vectors, first: int = 0) -> Vectors:
        """The mean cosine of each vector with the ideas of each code from `first` on, all apart
        from what they have in common.

        How much a code's ideas have of the common is taken to be the same for all of them, so that
        sums will do.
        """
        sums, counts = self._sums[first : self._places], self._counts[first : self._places]
        if not len(sums):
            return np.zeros((len(vectors), 0), np.float32)
        apart, shared = self._apart(vectors), _products(self._way, sums)
        lengths = counts * np.sqrt(
            np.maximum(1.0 - self.trust * (2 - self.trust) * (shared / counts) ** 2, NOTHING)
        )
        # the sums' share of the common is taken out of the products, which are fewer than the sums'
        # parts
        near = _products(apart, sums) - self.trust * _products(apart, self._way) * shared
        return np.asarray(near / lengths, dtype=np.float32)

    def _apart(self, vectors: Vectors) -> Vectors:
        return units(vectors - self.trust * _products(vectors, self._way) * self._way)

    @property
    def _way(self) -> Vectors:
        """The direction of what is common, as a row."""
        return self._common[None, :] / max(float(np.linalg.norm(self._common)), NOTHING)


def _products(these: Vectors, those: Vectors) -> Vectors:
    """Of each row with each, on one thread: with `@` there are several, who wait for one another on
    a busy machine.
    """
    return np.asarray(np.einsum("ij,kj->ik", these, those), dtype=np.float32)


def units(vectors: Vectors) -> Vectors:
    return np.asarray(
        vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), NOTHING),
        dtype=np.float32,
    )
