"""Units: percent, money, time, length and the like, each with its factor to the base unit of its
kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from dramaturg.data_files import WordList, load
from dramaturg.english.figures.figure import Kind
from dramaturg.english.figures.numbers import FigureTokens
from dramaturg.english.prose import table


class MeasureUnit(NamedTuple):
    kind: Kind
    name: str
    factor: float


@dataclass(frozen=True, slots=True)
class _Row:
    kind: Kind
    name: str
    units: dict[float, WordList]


_UNITS: Mapping[str, MeasureUnit] = {
    word: MeasureUnit(row.kind, row.name, factor)
    for row in load(__file__, "units.yaml", tuple[_Row, ...])
    for factor, words in row.units.items()
    for word in words
}
_LONG_UNITS = {
    "per cent": _UNITS["%"],
    "percentage points": _UNITS["%"],
    "percentage point": _UNITS["%"],
    "basis points": _UNITS["bps"],
}
NO_UNIT = MeasureUnit("count", "", 1.0)
HUNDREDTHS = frozenset(_UNITS[word] for word in ("metre", "dollar", "euro", "pound", "franc"))
"""Units of which hundredths are said without a word: a dollar twenty."""


_BEFORE_UNITS = table(
    "working business calendar full whole more extra consecutive straight long short square cubic"
)


def unit_at(tokens: FigureTokens, place: int, spelled: bool = False) -> tuple[MeasureUnit, int]:
    """The unit behind a number, and the place behind the unit; no unit and the same place when
    there is none.
    """
    start = place + 1 if tokens.hyphen(place) or tokens.word(place) in _BEFORE_UNITS else place
    for phrase, unit in _LONG_UNITS.items():
        if behind := tokens.after(start, phrase):
            return unit, behind
    word = tokens.word(start)
    unit = _UNITS.get(word, NO_UNIT)
    # One letter is a unit only behind digits, an x only when it touches them: `10x`, `48 h`, not
    # `two t`.
    letter_alone = (
        len(word) == 1 and word.isalpha() and (spelled or (word == "x" and not tokens[start].glued))
    )
    if unit is NO_UNIT or letter_alone:
        return NO_UNIT, place
    scale = word == "°" and tokens.word(start + 1) in ("c", "f", "k")
    return unit, start + 1 + scale
