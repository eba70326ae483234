"""Uptake: whether a turn takes up what was said before it."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "uptake",
    "Whether the turn takes up what was said before: repeats it, builds on it, asks about it.",
    by_head("uptake"),
)
