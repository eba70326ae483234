"""Units: percent, money, time, length and the like, each with its factor to the base unit of its
kind.
"""

from __future__ import annotations

from typing import NamedTuple

from dramaturg.english.figures.figure import Kind
from dramaturg.english.figures.numbers import Tokens
from dramaturg.english.prose import table

_DAY = 86_400.0
_YEAR = 365.25 * _DAY


class Unit(NamedTuple):
    kind: Kind
    name: str
    factor: float


_UNIT_WORDS: dict[Unit, str] = {
    Unit("percent", "", 1.0): "% percent pct",
    Unit("percent", "", 0.01): "bp bps",
    Unit("times", "", 1.0): "times x fold",
    Unit("money", "dollar", 1.0): "dollar dollars usd buck bucks",
    Unit("money", "euro", 1.0): "€ euro euros eur",
    Unit("money", "pound", 1.0): "pound pounds gbp quid",
    Unit("money", "yen", 1.0): "yen jpy",
    Unit("money", "franc", 1.0): "franc francs chf",
    Unit("money", "shilling", 1.0): "shilling shillings",
    Unit("money", "", 0.01): "cent cents pence",
    Unit("measure", "time", 0.001): "ms millisecond milliseconds",
    Unit("measure", "time", 1.0): "s sec secs second seconds",
    Unit("measure", "time", 60.0): "min mins minute minutes",
    Unit("measure", "time", 3600.0): "h hr hrs hour hours",
    Unit("measure", "time", _DAY): "day days",
    Unit("measure", "time", 7 * _DAY): "week weeks wk wks",
    Unit("measure", "time", 14 * _DAY): "fortnight fortnights",
    Unit("measure", "time", _YEAR / 12): "month months",
    Unit("measure", "time", _YEAR): "year years yr yrs",
    Unit("measure", "time", 10 * _YEAR): "decade decades",
    Unit("measure", "time", 100 * _YEAR): "century centuries",
    Unit("measure", "length", 0.001): "mm millimetre millimetres millimeter millimeters",
    Unit("measure", "length", 0.01): "cm centimetre centimetres centimeter centimeters",
    Unit("measure", "length", 1.0): "m metre metres meter meters",
    Unit("measure", "length", 1000.0): "km kilometre kilometres kilometer kilometers",
    Unit("measure", "length", 0.0254): "inch inches",
    Unit("measure", "length", 0.3048): "ft foot feet",
    Unit("measure", "length", 1609.344): "mile miles",
    Unit("measure", "mass", 0.001): "mg milligram milligrams",
    Unit("measure", "mass", 1.0): "g gram grams gramme grammes",
    Unit("measure", "mass", 1000.0): "kg kilo kilos kilogram kilograms",
    Unit("measure", "mass", 1e6): "t ton tons tonne tonnes",
    Unit("measure", "mass", 453.592): "lb lbs",
    Unit("measure", "area", 1.0): "ha hectare hectares",
    Unit("measure", "area", 0.404686): "acre acres",
    Unit("measure", "volume", 0.001): "ml millilitre millilitres milliliter milliliters",
    Unit("measure", "volume", 1.0): "l litre litres liter liters",
    Unit("measure", "data", 1e-3): "kb kilobyte kilobytes",
    Unit("measure", "data", 1.0): "mb megabyte megabytes",
    Unit("measure", "data", 1e3): "gb gigabyte gigabytes",
    Unit("measure", "data", 1e6): "tb terabyte terabytes",
    Unit("measure", "degree", 1.0): "° degree degrees",
    Unit("measure", "point", 1.0): "point points",
}
_UNITS = {word: unit for unit, words in _UNIT_WORDS.items() for word in words.split()}
_LONG_UNITS = {
    "per cent": _UNITS["%"],
    "percentage points": _UNITS["%"],
    "percentage point": _UNITS["%"],
    "basis points": _UNITS["bps"],
}
NO_UNIT = Unit("count", "", 1.0)
HUNDREDTHS = frozenset(_UNITS[word] for word in ("metre", "dollar", "euro", "pound", "franc"))
"""Units of which hundredths are said without a word: a dollar twenty."""


_BEFORE_UNITS = table(
    "working business calendar full whole more extra consecutive straight long short square cubic"
)


def unit_at(tokens: Tokens, place: int, spelled: bool = False) -> tuple[Unit, int]:
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
