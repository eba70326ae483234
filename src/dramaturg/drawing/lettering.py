"""Lettering: how wide words are without a font at hand, and how a text is broken and sized to fit a
box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dramaturg.drawing.svg import lines_of

# Widths in parts of the size, on the wide side of the fonts that pages use, so that what fits here
# fits there.
_WIDTHS = {
    **dict.fromkeys("ijl.,:;'|!’‘", 0.31),
    **dict.fromkeys('ftrI()[]{}/\\-"“” ', 0.42),
    **dict.fromkeys("mwMW@%—…", 0.96),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ&", 0.74),
}
_USUAL = 0.62
_FULL = 1.0
_LEADING = 1.25
_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0, 11.0)


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text ready to be set: its lines, and their size."""

    lines: tuple[str, ...]
    size: float

    @property
    def leading(self) -> float:
        return self.size * _LEADING

    @property
    def height(self) -> float:
        return len(self.lines) * self.leading

    @property
    def width(self) -> float:
        return max((text_width(line, self.size) for line in self.lines), default=0.0)


def text_width(text: str, size: float) -> float:
    return size * sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    if letter.isascii():
        return _USUAL
    if unicodedata.combining(letter):
        return 0.0
    return _FULL if unicodedata.east_asian_width(letter) in "WF" else 0.74


@lru_cache(2_048)  # who lays out boxes asks for the same text in the same room again and again
def fitted(text: str, width: float, height: float) -> Lettering:
    """The text as large as it fits; where it does not fit at all, as much of it as does."""
    for size in _SIZES:
        lettering = Lettering(tuple(_wrapped(text, width, size)), size)
        if lettering.height <= height and _unbroken(text, lettering):
            return _balanced(text, lettering, width)
    smallest = _SIZES[-1]
    lines = tuple(_wrapped(text, width, smallest))
    room = max(1, int(height // (smallest * _LEADING)))
    if len(lines) <= room:
        return Lettering(lines, smallest)
    return Lettering((*lines[: room - 1], _shortened(lines[room - 1], width, smallest)), smallest)


def _balanced(text: str, lettering: Lettering, width: float) -> Lettering:
    """The same number of lines, of more even length: no single word is left alone in the last."""
    best = lettering
    for share in (0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55):
        lines = tuple(_wrapped(text, width * share, lettering.size))
        narrower = Lettering(lines, lettering.size)
        if len(lines) > len(best.lines) or not _unbroken(text, narrower):
            return best
        best = narrower
    return best


def _unbroken(text: str, lettering: Lettering) -> bool:
    return " ".join(lettering.lines) == " ".join(text.split())


def _wrapped(text: str, width: float, size: float) -> Iterator[str]:
    return lines_of(text, width, lambda piece: text_width(piece, size))


def _shortened(line: str, width: float, size: float) -> str:
    while line and text_width(f"{line}…", size) > width:
        line = line[:-1]
    return f"{line.rstrip()}…"
