"""Elaboration: whether somebody goes, unasked, beyond what was asked."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "elaboration",
    "Whether the person of their own accord goes beyond what was asked, with a story, a detail or"
    " another thing.",
    by_head("elaboration"),
    rubric=(
        "less than was asked",
        "just what was asked",
        "what was asked, told at some length",
        "something added that was not asked for",
        "goes well beyond the question, of their own accord",
    ),
)
