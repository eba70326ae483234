"""What every reader is: the signal it gives, how it reads it without a model, and the rubric by
which a model would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.turn.readings import Reading


@dataclass(frozen=True, slots=True)
class Reader:
    """`description` says what the signal measures, in words for an author and for a model.

    `rubric` says what 1 to 5 mean, lowest first; where it is empty a model is not asked, because
    code reads as well.
    """

    signal: str
    description: str
    read: Callable[[SeenTurn], Reading]
    rubric: tuple[str, ...] = ()


def by_rule(value: float, confidence: float, rule: str) -> Reading:
    """A reading that a rule gave, named."""
    return Reading(round(value, 4), round(confidence, 3), f"rule: {rule}")
