"""Vagueness: how much stays open in what somebody says, by hedges, unnamed people and loose
amounts.
"""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "vagueness",
    "How vague or hedged what is said stays: 0 pinned down, 1 nothing to hold on to.",
    by_head("vagueness"),
    rubric=(
        "exact: who, what, when or how much is said",
        "ordinary, little left open",
        "one thing that matters is left open or hedged",
        "mainly general: some people, often, kind of, things",
        "nothing can be pinned down",
    ),
)
