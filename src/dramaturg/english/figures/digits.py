"""Figures in digits, as they are written in any language: what can be held against a record where
nobody here reads the words around them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from dramaturg.english.figures.knowing import facts

_NUMBER = re.compile(r"\d+(?:[.,٫٬'’\u00a0\u202f ]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:\D\d{3})+")
FREE = 2  # up to here a number is a word like others: one thing, two of us
CLOSE = 1e-6


def strange_digits(line: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The figures of a line that stand in none of the texts, which are in English or in the
    language of the line.

    >>> strange_digits("Son 4,1 % y 6 semanas, y 30 más.", ["4.1% after six weeks"])
    ('30',)
    """
    known = tuple(_known(texts))
    return tuple(
        written
        for written, values in _written(line)
        if not any(value <= FREE or _is_known(value, known) for value in values)
    )


def _is_known(value: float, known: tuple[float, ...]) -> bool:
    return any(abs(value - each) <= CLOSE * max(1.0, each) for each in known)


def _known(texts: Iterable[str]) -> Iterator[float]:
    told = tuple(texts)
    for figure in facts(told):
        yield from (figure.number, figure.low, figure.high)
    for text in told:
        for _, values in _written(text):
            yield from values


def _written(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Each figure, and all that it may be: 4,1 and 1,200 are written alike somewhere."""
    plain = "".join(str(unicodedata.decimal(each, each)) for each in text)
    for found in _NUMBER.finditer(plain):
        yield text[slice(*found.span())], tuple(dict.fromkeys(_values(found.group())))


def _values(written: str) -> Iterator[float]:
    digits = re.split(r"\D", written)
    if len(digits) == 1:
        yield float(written)
        return
    if _GROUPED.fullmatch(written):
        yield float("".join(digits))
    yield float(f"{''.join(digits[:-1])}.{digits[-1]}")
    if " " in written:  # perhaps two figures side by side
        yield from map(float, digits)
