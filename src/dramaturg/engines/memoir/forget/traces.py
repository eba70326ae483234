"""Traces: what words can be known by, and which of them lead back to passages that are
forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from dramaturg.english.prose import content_words, words


def marks(text: str) -> set[str]:
    """What a text can be known by: its words that carry a point, their stems, and which of those
    follow one another.
    """
    carrying = [word for word in words(text) if content_words(word)]
    stems = [stem for word in carrying for stem in content_words(word)]
    return {*carrying, *stems, *(f"{one} {other}" for one, other in pairwise(stems))}


@dataclass(frozen=True, slots=True)
class Traces:
    """The turns that are forgotten, and the marks of what was told in them and nowhere else."""

    turns: frozenset[int]
    marks: frozenset[str]

    @classmethod
    def of(cls, texts: Mapping[int, str], gone: Collection[int]) -> Traces:
        """Of all passages by their turns, and the turns that go."""
        forgotten = {mark for turn in gone for mark in marks(texts[turn])}
        kept = {mark for turn, text in texts.items() if turn not in gone for mark in marks(text)}
        return cls(frozenset(gone), frozenset(forgotten - kept))

    def betrayed_by(self, *values: object) -> bool:
        """Whether any of these, where it is a text, has something in it that only the forgotten
        words had.
        """
        return any(
            not self.marks.isdisjoint(marks(value)) for value in values if isinstance(value, str)
        )
