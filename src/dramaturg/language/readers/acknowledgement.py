"""Acknowledgement: whether a reply registers what it was told."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "acknowledgement",
    "Whether the reply registers what was just said: says it back, draws the consequence, reacts to"
    " its meaning.",
    by_head("acknowledgement"),
    rubric=(
        "ignores or denies it",
        "a bare okay, or something else",
        "unclear whether it landed",
        "reacts to its meaning",
        "says it back or draws the consequence",
    ),
)
