"""Vectors of passages and threads: packed small for the record, and the mean of what a thread has
told.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dramaturg.turn.ports import Embedder

Vector = NDArray[np.float32]

FULL = 127  # what the largest part of a vector is written as
PIECE = 1_000  # characters an embedder sees of a text
PIECES = 8
WEIGHT = 12  # passages that a thread's mean remembers


def packed(vector: Vector) -> str:
    """The vector in a byte a dimension. Its direction moves by about half a degree."""
    largest = float(np.abs(vector).max(initial=0.0)) or 1.0
    return b64encode(np.rint(vector * (FULL / largest)).astype(np.int8).tobytes()).decode()


@lru_cache(maxsize=8192)
def unpacked(text: str) -> Vector:
    """The unit vector that was packed; to be read only."""
    return _unit(np.frombuffer(b64decode(text), np.int8).astype(np.float32))


def embedded(text: str, embedder: Embedder) -> Vector:
    """One vector of a text; of a long one, the mean over pieces from all of it."""
    pieces = [text[start : start + PIECE] for start in range(0, len(text), PIECE)] or [""]
    step = max(1, -(-len(pieces) // PIECES))
    return _unit(np.asarray(embedder.embed(pieces[::step]), dtype=np.float32).mean(axis=0))


def moved(mean: Vector, passages: int, vector: Vector) -> Vector:
    """The mean with one passage more. Old passages fade, so that a thread can wander a little."""
    return _unit(mean * min(passages, WEIGHT) + vector)


def nearness(vectors: Sequence[Vector], vector: Vector) -> list[float]:
    """The cosine with each."""
    return [round(float(near), 4) for near in np.stack(vectors) @ vector] if vectors else []


def _unit(vector: Vector) -> Vector:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), dtype=np.float32)
