"""Certainty: how sure somebody sounds of what they say."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "certainty",
    "How sure the speaker sounds of what is said: 0 openly unsure, 1 stated as settled.",
    by_head("certainty"),
    rubric=(
        "openly unsure, guessing, does not know",
        "hedged: maybe, I think, sort of, might",
        "qualified, or neither sure nor unsure",
        "a plain statement without hedges",
        "emphatic, stated as settled fact",
    ),
)
