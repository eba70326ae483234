"""Depth: how far an answer goes below the surface, into reasons, experience and meaning. It is not length."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Depth

READER = Reader(
    "depth",
    "How deep the answer goes: 0 a word or a bare fact, 1 reflection on what it means.",
    by_head("depth"),
    rubric=(
        "surface: one word, a bare fact, it is fine",
        "shallow: a plain statement or a list, no why",
        "moderate: a reason, an example or a feeling",
        "deep: reasons and consequences, or a particular experience and what it meant",
        "very deep: reflection, values, insight into oneself",
    ),
)

LEVELS: tuple[tuple[float, Depth], ...] = ((0.2, "surface"), (0.4, "shallow"), (0.6, "moderate"), (1.0, "deep"))
"""Where each level ends: ratings 1, 2, 3 and 4 to 5, brought to the scale from 0 to 1, with the borders between them."""


def level(value: float) -> Depth:
    return next(depth for end, depth in LEVELS if value < end or depth == "deep")
