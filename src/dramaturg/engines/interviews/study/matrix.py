"""The implication matrix: how often one code leads to another, directly and by way of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Count = Literal["respondents", "mentions"]


@dataclass(frozen=True, slots=True)
class Ladder:
    """A chain of codes as one respondent went through it, the most concrete first."""

    respondent: str
    ladder: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """`direct`: one comes right after the other in a ladder; `indirect`: with others between them. `by` are the respondents."""

    source: str
    target: str
    direct: int
    indirect: int
    by: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """10.06: ten times directly, six times indirectly."""
        return f"{self.direct}.{self.indirect:02d}"


@dataclass(frozen=True, slots=True)
class Matrix:
    """`codes` in the order of the ladders; `cells` only where something leads on."""

    codes: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]
    count: Count
    respondents: int
    ladders: int
