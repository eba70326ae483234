"""Valence: how pleasant or unpleasant what somebody says feels."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "valence",
    "How pleasant or unpleasant what is said feels: 0 very negative, 0.5 neutral, 1 very positive.",
    by_head("valence"),
    rubric=(
        "openly negative: distress, anger, disgust, loss",
        "rather negative: complaint, worry, disappointment",
        "neutral, factual, or mixed in equal parts",
        "rather positive: liking, hope, satisfaction",
        "openly positive: joy, love, enthusiasm, pride",
    ),
)
