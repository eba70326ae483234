"""Plots for a page: SVG in the colours of the page, as wide as there is room, with letters that
stay as large as the page's.

Whatever lies from left to right is in percent, so that nothing has to be scaled on a small screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from math import floor, log10

LEFT, RIGHT = 3.0, 97.0  # percent, so that a dot at the edge is whole
# heights: of a line of text, of a bar or a dot, between rows, above all
LINE, BAR, GAP, TOP = 18.0, 12.0, 12.0, 4.0
FIELD = 150.0  # height of a histogram
MOST_BINS = 16
SERIES = ("a", "b")

STYLE = """
:root{--second:#a3560f;--grid:#d5d5df}
@media(prefers-color-scheme:dark){:root{--second:#f0ae62;--grid:#3a3a47}}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:1.2rem 2.4rem}
svg.plot{display:block;max-width:46rem;font-size:13px}
.plot text{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.plot .soft{fill:var(--soft)}.plot .name{font-weight:600}
.plot .a{fill:var(--mark)}.plot .b{fill:var(--second)}
.plot line.a{stroke:var(--mark)}.plot line.b{stroke:var(--second)}.plot line{stroke-width:2.5}
.plot line.grid{stroke:var(--grid);stroke-width:1}.plot line.zero{stroke:var(--soft);stroke-width:1;stroke-dasharray:4 3}
"""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over `number` values, and where that of all people like these lies in 95 % of such
    samples.

    With too few values there is no telling, and both ends are None.
    """

    number: int
    mean: float
    low: float | None
    high: float | None

    @property
    def is_off_zero(self) -> bool:
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of bars, one for each side: how much of the whole each is, and what is written
    beside.
    """

    label: str
    shares: Sequence[float]
    told: str


@dataclass(frozen=True, slots=True)
class Dots:
    """A row of dots with intervals, one for each side that has one, and what is written beside."""

    label: str
    intervals: Sequence[Interval | None]
    told: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a value lies between left and right."""

    low: float
    high: float

    def __call__(self, value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (value - self.low) / (self.high - self.low)


# ── the plots ─────────────────────────────────────────────────────────────────────────────────────


def bars(about: str, rows: Sequence[Bar], sides: Sequence[str]) -> str:
    made, y = _legend(sides)
    for row in rows:
        made += _labels(row.label, row.told, y)
        for series, share in zip(SERIES, row.shares, strict=False):
            made.append(
                f'<rect class="{series}" x="0" y="{y + LINE + 2:.0f}" width="{share:.2%}"'
                f' height="{BAR - 2:.0f}"/>'
            )
            y += BAR
        y += LINE + GAP
    return _plot(about, y, made)


def histogram(about: str, sides: Sequence[str], values: Sequence[Sequence[int]]) -> str:
    """How many sessions had so many turns, the sides beside one another."""
    bins = bins_of([value for some in values for value in some])
    counts = [
        [sum(low <= value <= high for value in some) for low, high in bins] for some in values
    ]
    most, wide = max(max(some) for some in counts), 100 / len(bins)
    made, top = _legend(sides)
    for series, some in zip(SERIES, counts, strict=False):
        left, width = SERIES.index(series) * 0.9 * wide / len(values), 0.9 * wide / len(values)
        for place, number in enumerate(some):
            height, x = FIELD * number / most, place * wide + 0.05 * wide + left
            size = (
                f'x="{x:.2f}%" y="{top + LINE + FIELD - height:.1f}" width="{width:.2f}%"'
                f' height="{height:.1f}"'
            )
            made.append(f'<rect class="{series}" {size}/>')
    bottom = top + LINE + FIELD
    made.append(_text(f"highest bar: {most}", 0, top + 12, "soft"))
    made.append(f'<line class="grid" x1="0" x2="100%" y1="{bottom:.0f}" y2="{bottom:.0f}"/>')
    every = -(-len(bins) // 6)
    made += [
        _text(span(low, high), (place + 0.5) * wide, bottom + 16, "soft", "middle")
        for place, (low, high) in enumerate(bins)
        if place % every == 0
    ]
    return _plot(about, bottom + LINE + 6, made)


def dots(
    about: str, rows: Sequence[Dots], sides: Sequence[str] = (), title: str = "", zero: bool = False
) -> str:
    """Means with their intervals on one scale; with `zero`, a line where there is nothing."""
    made, first = _legend(sides)
    if title:
        made, first = [*made, _text(title, 0, first + 13, "name")], first + LINE + 4
    scale = _scale([each for row in rows for each in row.intervals if each], zero)
    each_row = LINE + BAR * max(len(row.intervals) for row in rows) + GAP
    bottom = first + each_row * len(rows)
    made += _grid(scale, first, bottom, zero)
    for place, row in enumerate(rows):
        y = first + place * each_row
        made += _labels(row.label, row.told, y)
        for number, (series, found) in enumerate(zip(SERIES, row.intervals, strict=False)):
            made += _dot(series, found, scale, y + LINE + BAR * (number + 0.5)) if found else ()
    return _plot(about, bottom + LINE + 4, made)


def bins_of(values: Sequence[int]) -> list[tuple[int, int]]:
    """Whole numbers from the least to the greatest, in not too many bins of the same size."""
    least, most = min(values), max(values)
    size = next(size for size in _round_numbers() if (most - least) // size < MOST_BINS)
    start = least - least % size
    return [(low, low + size - 1) for low in range(start, most + 1, size)]


def _round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


# ── parts ─────────────────────────────────────────────────────────────────────────────────────────


def _plot(about: str, height: float, parts: Iterable[str]) -> str:
    opening = (
        f'<svg class="plot" width="100%" height="{height:.0f}" role="img"'
        f' aria-label="{escape(about)}">'
    )
    return "".join((opening, *parts, "</svg>"))


def _text(words: str, x: float, y: float, kind: str = "", anchor: str = "start") -> str:
    return (
        f'<text class="{kind}" x="{x:.2f}%" y="{y:.0f}"'
        f' text-anchor="{anchor}">{escape(words)}</text>'
    )


def _labels(label: str, told: str, y: float) -> list[str]:
    return [_text(label, 0, y + 13), _text(told, 100, y + 13, "soft", "end")]


def _legend(sides: Sequence[str]) -> tuple[list[str], float]:
    """Which colour is which, and where it ends; nothing where there is one side only."""
    if len(sides) < 2:
        return [], TOP
    made: list[str] = []
    for place, (series, name) in enumerate(zip(SERIES, sides, strict=False)):
        made.append(
            f'<rect class="{series}" x="{place * 20}%" y="{TOP + 2:.0f}" width="12" height="12"/>'
        )
        made.append(f'<text x="{place * 20}%" dx="18" y="{TOP + 13:.0f}">{escape(name)}</text>')
    return made, TOP + LINE + GAP


def _dot(series: str, found: Interval, scale: Scale, y: float) -> Iterator[str]:
    if found.low is not None and found.high is not None:
        ends = f'x1="{scale(found.low):.2f}%" x2="{scale(found.high):.2f}%"'
        yield f'<line class="{series}" {ends} y1="{y:.1f}" y2="{y:.1f}"/>'
    yield f'<circle class="{series}" cx="{scale(found.mean):.2f}%" cy="{y:.1f}" r="4.5"/>'


def _scale(intervals: Iterable[Interval], zero: bool) -> Scale:
    ends = [
        end for each in intervals for end in (each.low, each.mean, each.high) if end is not None
    ]
    there = [*ends, 0.0] if zero else ends
    low, high = min(there), max(there)
    if low == high:
        room = abs(low) / 2 or 1.0
        return Scale(low - room, high + room)
    return Scale(low, high)


def _grid(scale: Scale, top: float, bottom: float, zero: bool) -> Iterator[str]:
    for tick in _ticks(scale):
        x = scale(tick)
        kind = "zero" if zero and tick == 0 else "grid"
        yield f'<line class="{kind}" x1="{x:.2f}%" x2="{x:.2f}%" y1="{top:.0f}" y2="{bottom:.0f}"/>'
        anchor = "start" if x < 8 else "end" if x > 92 else "middle"
        yield _text(f"{tick:.4g}", x, bottom + 14, "soft", anchor)


def _ticks(scale: Scale) -> list[float]:
    """About four round values."""
    rough = (scale.high - scale.low) / 4
    power = 10.0 ** floor(log10(rough))
    step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough)
    first = -(-scale.low // step)
    return [round(each * step, 12) + 0.0 for each in range(int(first), int(scale.high // step) + 1)]
