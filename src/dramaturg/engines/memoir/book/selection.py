"""What may go into the book: sensitive passages stay out unless the teller wants them in, and they
are told how many did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from dramaturg.engines.memoir.book.passages import BookPassage, BookSource

Include: TypeAlias = Literal["sensitive"] | int
"""What is wanted in the book that would stay out: all sensitive passages, or a passage by its turn.
"""
Withheld = Literal["off_record", "stopped", "refused", "sensitive"]
CORE = 3


@dataclass(frozen=True, slots=True)
class BookSelection:
    """The passages that may be used, and how many may not, by reason."""

    passages: tuple[BookPassage, ...]
    withheld: Mapping[Withheld, int]


def select(memoir: BookSource, include: tuple[Include, ...] = ()) -> BookSelection:
    """The passages that may be read in the book, and why others may not."""
    reasons = {passage.turn: why_withheld(passage, include) for passage in memoir.passages}
    kept = tuple(passage for passage in memoir.passages if reasons[passage.turn] is None)
    return BookSelection(kept, Counter(reason for reason in reasons.values() if reason))


def why_withheld(passage: BookPassage, include: tuple[Include, ...] = ()) -> Withheld | None:
    """Why a passage stays out of the book; None when it may be used."""
    if passage.turn in include:
        return None
    if passage.mark == "off_record":
        return "off_record"
    if passage.stopped:
        return "stopped"
    if passage.refused:
        return "refused"
    sensitive = passage.mark == "sensitive" or passage.level >= CORE
    return "sensitive" if sensitive and "sensitive" not in include else None


WHY: Mapping[Withheld, tuple[str, str]] = {
    "off_record": ("was told off the record", "were told off the record"),
    "stopped": (
        "was said when the talk was stopped, or after",
        "were said when the talk was stopped, or after",
    ),
    "refused": (
        "is one in which you did not want to go on",
        "are ones in which you did not want to go on",
    ),
    "sensitive": ("is a sensitive one", "are sensitive ones"),
}


def note_for_teller(selection: BookSelection) -> str:
    """For the teller alone, never in the book: how much stayed out and why, without a word
    of it.
    """
    total = sum(selection.withheld.values())
    if not total:
        return "Nothing you told was held back from the book."
    parts = [
        f"{count} {WHY[reason][count > 1]}"
        for reason in WHY
        if (count := selection.withheld.get(reason, 0))
    ]
    told = "1 passage is" if total == 1 else f"{total} passages are"
    ways = "You can have sensitive ones put in, and any passage by its turn."
    return f"{told} not in the book: {'; '.join(parts)}. {ways}"
