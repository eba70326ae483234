"""Depth: how far an answer goes below the surface, into reasons, experience and meaning. It is not
length.
"""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

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
