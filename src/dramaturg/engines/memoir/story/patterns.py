"""Patterns written as tables: one way of saying it a line."""

from __future__ import annotations

import re


def any_of(*ways: str) -> re.Pattern[str]:
    """Whole words, whatever their case."""
    return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(f'(?:{way})' for way in ways)})")


def begins_with(*ways: str) -> tuple[re.Pattern[str], ...]:
    """Ways in which a sentence may begin, apart, because each has groups of its own."""
    return tuple(re.compile(rf"(?i)^\W*{way}") for way in ways)
