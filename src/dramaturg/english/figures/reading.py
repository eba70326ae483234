"""Reading: every figure in a text, in order. Each reader knows one form; the first that finds
something wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from dramaturg.english.figures.amounts import quantity, sense_of, unit_by_article
from dramaturg.english.figures.figure import Figure, Found
from dramaturg.english.figures.moments import DECADES, MONTHS, clock, date, year
from dramaturg.english.figures.names import LABELS, name, ordinal
from dramaturg.english.figures.numbers import CURRENCY_SIGNS, ORDINALS, SMALL, FigureTokens
from dramaturg.english.figures.shares import MULTIPLIERS, multiplier, orders_of_magnitude, share
from dramaturg.english.prose import table

READERS: tuple[Callable[[FigureTokens, int], Found | None], ...] = (
    date,
    clock,
    name,
    orders_of_magnitude,
    multiplier,
    unit_by_article,
    share,
    year,
    ordinal,
    quantity,
)
_OPENERS = (
    table("a an half quarter every minus order orders")
    | CURRENCY_SIGNS.keys()
    | SMALL.keys()
    | ORDINALS.keys()
    | MULTIPLIERS.keys()
    | MONTHS.keys()
    | DECADES.keys()
    | LABELS
)


@lru_cache(maxsize=2048)  # authored facts are read again in every turn
def read(text: str) -> tuple[Figure, ...]:
    """Every figure in the text, casual ones too, in order."""
    return tuple(_read(FigureTokens(text)))


def claimed(text: str) -> tuple[Figure, ...]:
    """The figures that say something: not the `one` in `the one who asked`."""
    return tuple(figure for figure in read(text) if not figure.casual)


def _read(tokens: FigureTokens) -> Iterator[Figure]:
    place = 0
    while place < len(tokens):
        found = _figure_at(tokens, place) if _may_open(tokens, place) else None
        if found is None:
            place += 1
        else:
            figure, behind = found
            yield replace(figure, sense=sense_of(tokens, place, behind))
            place = behind


def _figure_at(tokens: FigureTokens, place: int) -> Found | None:
    return next((found for reader in READERS if (found := reader(tokens, place))), None)


def _may_open(tokens: FigureTokens, place: int) -> bool:
    """Whether a figure can begin here at all: most words are passed over quickly."""
    token, behind = tokens[place], tokens[place + 1]
    if token.kind == "digits" or token.text in _OPENERS:
        return True
    if token.text in ("#", "'", "-"):
        return behind.kind == "digits"
    return (
        token.kind == "word"
        and behind.glued
        and (behind.kind == "digits" or (token.capital and behind.text == "-"))
    )
