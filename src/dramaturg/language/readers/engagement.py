"""Engagement: how willingly somebody takes part."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "engagement",
    "How willingly and actively the person takes part: 0 wants it over, 1 animated and"
    " volunteering.",
    by_head("engagement"),
    rubric=(
        "wants it over: one word, distracted, annoyed",
        "dutiful, as little as will do",
        "answers willingly",
        "involved: adds, explains, returns to the question",
        "animated: volunteers more, asks back, takes the question up",
    ),
)
