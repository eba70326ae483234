"""Typesetting: a paragraph of upright and slanted words broken into lines that are as even as they
can be, and set to both margins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dramaturg.drawing.pdf import PdfPage
from dramaturg.drawing.typeface import ITALIC, SERIF, Typeface, typeface

TIGHTEST = 0.85  # of a space
LOOSE = 1.6  # of an em, between words: a looser line is left ragged


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    slanted: bool = False

    @property
    def face(self) -> Typeface:
        """Upright where the slanted one lacks a letter."""
        italic = typeface(ITALIC)
        slanted = self.slanted and not any(italic.missing(self.text))
        return italic if slanted else typeface(SERIF)


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line: its words, how far it is indented, and the space between words."""

    words: tuple[Word, ...]
    indent: float
    space: float

    def put(self, page: PdfPage, x: float, y: float, size: float) -> None:
        x += self.indent
        for word in self.words:
            page.text(x, y, word.text, word.face, size)
            x += word.face.width(word.text, size) + self.space


def words_of(text: str, slanted: bool = False) -> tuple[Word, ...]:
    return tuple(Word(word, slanted) for word in text.split())


def set_lines(
    words: Sequence[Word], width: float, size: float, indent: float = 0.0, even: bool = True
) -> list[SetLine]:
    """The lines of a paragraph. All breaks are weighed together, so that no line is loose for the
    sake of another one.
    """
    widths = [word.face.width(word.text, size) for word in words]
    space = typeface(SERIF).width(" ", size)
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(words) + 1):
        best.append(_best_break(widths, space, best, end, width, indent))
    ends = [len(words)]
    while ends[-1]:
        ends.append(best[ends[-1]][1])
    lines = []
    for start, end in zip(reversed(ends[1:]), reversed(ends[:-1]), strict=True):
        own = indent if start == 0 else 0.0
        gap = space
        if even and end < len(words) and end - start > 1:
            gap = (width - own - sum(widths[start:end])) / (end - start - 1)
            gap = gap if gap <= LOOSE * size else space
        lines.append(SetLine(tuple(words[start:end]), own, gap))
    return lines


def _best_break(
    widths: Sequence[float],
    space: float,
    best: Sequence[tuple[float, int]],
    end: int,
    width: float,
    indent: float,
) -> tuple[float, int]:
    """Where the line that ends here begins, and what all lines up to here cost."""
    found, length = (float("inf"), end - 1), 0.0
    for start in range(end - 1, -1, -1):
        length += widths[start]
        gaps = end - start - 1
        room = width - (indent if start == 0 else 0.0) - length
        if room < gaps * space * TIGHTEST and gaps:
            break
        last = end == len(widths)
        cost = 0.0 if last and room >= gaps * space else abs(room - gaps * space) ** 2
        cost += best[start][0] + 1.0
        if cost < found[0]:
            found = cost, start
    return found
