"""A figure as it was said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dramaturg.english.figures.numbers import FigureTokens

Kind = Literal[
    "count", "percent", "money", "measure", "times", "ordinal", "year", "date", "clock", "name"
]
Sense = Literal["", "about", "nearly", "under", "over"]
Day = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as it was said. `low` and `high` are in base units (percent, seconds, metres) and
    equal unless it is a range.

    `number` is what was written before the unit, `step` the place value of its last digit in base
    units. `bare` figures have no unit and count nothing, so they may be short for anything;
    `listed` ones stand behind a colon or the like, and their unit may stand in the heading;
    `casual` ones are turns of phrase that claim nothing (one thing, a second). `days` is a date as
    year, month and day, twice when 3/4/2024 can be read in two ways. `parts` are the ends of a
    range, or the two numbers of `two of nine`.
    """

    kind: Kind
    low: float
    high: float
    text: str
    span: tuple[int, int]
    unit: str = ""
    number: float = 0.0
    step: float = 1.0
    sense: Sense = ""
    coarse: bool = False
    bare: bool = False
    listed: bool = False
    casual: bool = False
    days: tuple[Day, ...] = ()
    parts: tuple[Figure, ...] = ()


Found = tuple[Figure, int]
"""A figure and the place behind it."""


def said(tokens: FigureTokens, start: int, end: int, kind: Kind, value: float) -> Figure:
    text, span = tokens.text(start, end)
    return Figure(kind, value, value, text, span, number=value)
