"""Intimacy: how personal a question or a statement is."""

from __future__ import annotations

from dramaturg.language.readers.heads import by_head
from dramaturg.language.readers.reader import Reader

READER = Reader(
    "intimacy",
    "How intimate what is asked or said is: 0 impersonal, 1 very private.",
    by_head("intimacy"),
    rubric=(
        "impersonal: the world, facts, things",
        "about people in general, or small talk",
        "about the person, nothing private",
        "private: family, feelings, body, money, belief",
        "very private: shame, sex, loss, fears, secrets",
    ),
)
