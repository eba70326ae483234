"""Emotional disclosure: whether somebody tells what they feel."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "emotional_disclosure",
    "Whether the person tells feelings of their own.",
    by_head("emotional_disclosure"),
)
