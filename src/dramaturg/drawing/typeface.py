"""A typeface as its TrueType file has it: which glyph a letter is, and how wide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from struct import unpack_from

FONTS = Path(__file__).with_name("fonts")
SERIF, ITALIC = "SourceSerifPro-Regular", "SourceSerifPro-It"


@dataclass(frozen=True)
class Typeface:
    """`widths` are by glyph, in thousandths of the size."""

    name: str
    data: bytes
    glyphs: dict[int, int]
    widths: tuple[float, ...]
    box: tuple[float, float, float, float]
    ascent: float
    descent: float

    def glyph(self, letter: str) -> int:
        """0 where the typeface has no such letter."""
        return self.glyphs.get(ord(letter), 0)

    def width(self, text: str, size: float) -> float:
        return size * sum(self.widths[self.glyph(letter)] for letter in text) / 1000

    def missing(self, text: str) -> Iterator[str]:
        """Letters that it has no glyph for."""
        return (letter for letter in text if letter.isalpha() and not self.glyph(letter))


@cache
def typeface(name: str) -> Typeface:
    data = (FONTS / f"{name}.ttf").read_bytes()
    tables = {
        data[at : at + 4].decode(): unpack_from(">I", data, at + 8)[0]
        for at in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16)
    }
    unit = 1000 / unpack_from(">H", data, tables["head"] + 18)[0]
    box = tuple(each * unit for each in unpack_from(">4h", data, tables["head"] + 36))
    ascent, descent = unpack_from(">2h", data, tables["hhea"] + 4)
    measured = unpack_from(">H", data, tables["hhea"] + 34)[0]
    count = unpack_from(">H", data, tables["maxp"] + 4)[0]
    found = [unpack_from(">H", data, tables["hmtx"] + 4 * at)[0] * unit for at in range(measured)]
    widths = (*found, *[found[-1]] * (count - measured))
    glyphs = dict(_mapped(data, tables["cmap"]))
    return Typeface(
        name, data, glyphs, widths, (box[0], box[1], box[2], box[3]), ascent * unit, descent * unit
    )


def _mapped(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Letters and glyphs of the table for the basic plane."""
    for record in range(unpack_from(">H", data, cmap + 2)[0]):
        platform, encoding, offset = unpack_from(">HHI", data, cmap + 4 + 8 * record)
        at = cmap + offset
        if (platform, encoding) == (3, 1) and unpack_from(">H", data, at)[0] == 4:
            yield from _segments(data, at)


def _segments(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    count = unpack_from(">H", data, at + 6)[0] // 2
    ends, starts = at + 14, at + 16 + 2 * count
    deltas, offsets = starts + 2 * count, starts + 4 * count
    for each in range(count):
        (end,), (start,) = (unpack_from(">H", data, part + 2 * each) for part in (ends, starts))
        (delta,), (offset,) = (
            unpack_from(">H", data, part + 2 * each) for part in (deltas, offsets)
        )
        for letter in range(start, min(end, 0xFFFE) + 1):
            glyph = letter
            if offset:
                place = offsets + 2 * each + offset + 2 * (letter - start)
                glyph = unpack_from(">H", data, place)[0]
                if not glyph:
                    continue
            yield letter, (glyph + delta) % 65_536
