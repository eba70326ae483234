"""Wording: numbers as they are told to people."""

from __future__ import annotations


def many(count: int, what: str) -> str:
    """So many of something: "1 turn", "3 turns"."""
    return f"{count} {what}{'' if count == 1 else 's'}"
