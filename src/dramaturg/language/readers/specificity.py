"""Specificity: how much concrete detail there is, which is not the same as length."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "specificity",
    "How specific and detailed what is said is: 0 general or empty, 1 many concrete particulars.",
    by_head("specificity"),
    rubric=(
        "general or empty, could be about anything",
        "mostly general, one vague detail",
        "some detail",
        "concrete: particular things, people, places or numbers",
        "many concrete particulars of one event or thing",
    ),
)
