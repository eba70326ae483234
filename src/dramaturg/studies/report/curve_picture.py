"""Saturation as a picture: how the codes added up, and below it how many of them were new,
interview by interview.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import isfinite

from dramaturg.drawing.svg import RIM, heading, page, text, text_width
from dramaturg.english.forms import many

WIDTH, MARGIN = 760.0, 28.0
LEFT, RIGHT = 78.0, 96.0  # beside the plots: for their scales, and for the last figure
CURVE_HEIGHT, BETWEEN, BARS_HEIGHT, BELOW = 230.0, 44.0, 110.0, 62.0
MOST_BARS = 60  # with more interviews, a bar stands for several
MOST_NUMBERS = 30  # with more bars, their numbers are left out
MOST_DOTS = 60
WIDEST_BAR = 60.0
SMALL = 'font-size="11"'

# What is drawn, in light; and in the dark.
STYLES = {
    "curve": 'fill="none" stroke="#2b6ca3" stroke-width="2.4" stroke-linejoin="round"',
    "dot": 'fill="#2b6ca3"',
    "bar": 'fill="#8fbbdd"',
    "estimate": 'stroke="#7a4a9e" stroke-width="1.6" stroke-dasharray="7 4"',
    "reached": 'stroke="#2e7d4f" stroke-width="1.6" stroke-dasharray="2 3"',
    "grid": 'stroke="#ececf1"',
    "axis": 'stroke="#77778a"',
}
DARK = (
    ".curve{stroke:#7db8e8}.dot{fill:#7db8e8}.bar{fill:#3d6f97}.estimate{stroke:#c79be6}.reached{stroke:#7fcf98}"
    ".grid{stroke:#2c2c36}.axis{stroke:#9a9aac}"
)


@dataclass(frozen=True, slots=True)
class Plot:
    """A field with interviews from left to right, and from 0 at its bottom to `most` at its top."""

    top: float
    height: float
    interviews: int
    most: float

    def x(self, interviews: float) -> float:
        """Where so many interviews are over."""
        return LEFT + (WIDTH - LEFT - RIGHT) * interviews / max(1, self.interviews)

    def y(self, value: float) -> float:
        return self.top + self.height * (1 - value / self.most)

    @property
    def bottom(self) -> float:
        return self.top + self.height


def draw_saturation(
    new: Sequence[int],
    cumulative: Sequence[int],
    chao2: float | None,
    reached_at: int | None,
    title: str,
) -> str:
    """`new` codes of each interview and the codes there were after it; Chao2's estimate of all
    there are; when it was enough.
    """
    estimate = chao2 if chao2 is not None and isfinite(chao2) else None
    about = _about(cumulative, estimate, reached_at)
    above, top = heading(title, about, MARGIN, MARGIN, WIDTH - 2 * MARGIN)
    interviews = len(new)
    each = next(size for size in _round_numbers() if size * MOST_BARS >= interviews)
    bars = [sum(new[at : at + each]) for at in range(0, len(new), each)]
    upper = Plot(top, CURVE_HEIGHT, len(new), _room(max((*cumulative, estimate or 0, 1))))
    lower = Plot(upper.bottom + BETWEEN, BARS_HEIGHT, len(new), _room(max((*bars, 1))))
    body = (
        *above,
        *_scales(upper, "codes in all", 5),
        *_scales(lower, "new codes" if each == 1 else f"new codes per {each}", 3),
        *_estimate(upper, estimate),
        *_reached(upper, lower, reached_at),
        *_bars(lower, bars, each),
        *_axis(lower),
        *_curve(upper, cumulative),
    )
    return page(WIDTH, lower.bottom + BELOW, title, about, DARK, body)


def _about(cumulative: Sequence[int], estimate: float | None, reached_at: int | None) -> str:
    codes = cumulative[-1] if cumulative else 0
    found = f"Chao2 estimates at least {estimate:.1f} in all" if estimate is not None else ""
    at = f"reached after {reached_at} interviews" if reached_at else "not reached"
    parts = (f"{many(len(cumulative), 'interview')}, {codes} codes", found, f"saturation {at}")
    return " · ".join(filter(None, parts))


def _room(most: float) -> float:
    """A little more than the greatest value, so that nothing stands at the edge."""
    return most * 1.12


def _round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def _ticks(most: float, about: int) -> range:
    step = next(size for size in _round_numbers() if size * about >= most)
    return range(0, int(most) + 1, step)


# ── parts ─────────────────────────────────────────────────────────────────────────────────────────


def _path(style: str, d: str) -> str:
    return f'<path class="{style}" {STYLES[style]} d="{d}"/>'


def _scales(plot: Plot, title: str, about: int) -> Iterator[str]:
    for tick in _ticks(plot.most, about):
        yield _path("grid", f"M{LEFT} {plot.y(tick):.1f}H{WIDTH - RIGHT}")
        yield text(str(tick), LEFT - 8, plot.y(tick) + 4, "soft", f'text-anchor="end" {SMALL}')
    x, middle = MARGIN + 6, plot.top + plot.height / 2
    turned = f'transform="rotate(-90 {x:.1f} {middle:.1f})"'
    yield text(title, x, middle, "soft", f'text-anchor="middle" {SMALL} {turned}')


def _axis(plot: Plot) -> Iterator[str]:
    centred = f'text-anchor="middle" {SMALL}'
    yield _path("axis", f"M{LEFT} {plot.bottom:.1f}H{WIDTH - RIGHT}")
    for tick in _ticks(plot.interviews, 12)[1:]:
        yield text(str(tick), plot.x(tick - 0.5), plot.bottom + 16, "soft", centred)
    yield text("interviews", (LEFT + WIDTH - RIGHT) / 2, plot.bottom + 36, "soft", centred)


def _bars(plot: Plot, bars: Sequence[int], each: int) -> Iterator[str]:
    for at, new in enumerate(bars):
        left, right = plot.x(at * each), plot.x(min((at + 1) * each, plot.interviews))
        middle, half = (left + right) / 2, min(WIDEST_BAR / 2, 0.4 * (right - left))
        size = f'x="{middle - half:.1f}" y="{plot.y(new):.1f}" width="{2 * half:.1f}"'
        yield f'<rect class="bar" {STYLES["bar"]} {size} height="{plot.bottom - plot.y(new):.1f}"/>'
        if len(bars) <= MOST_NUMBERS:
            look = f'text-anchor="middle" font-size="10" {RIM}'
            yield text(str(new), middle, plot.y(new) - 4, "soft rim", look)


def _curve(plot: Plot, cumulative: Sequence[int]) -> Iterator[str]:
    if not cumulative:
        return
    points = [(plot.x(at + 0.5), plot.y(codes)) for at, codes in enumerate(cumulative)]
    yield _path("curve", "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points))
    for x, y in points if len(points) <= MOST_DOTS else points[-1:]:
        yield f'<circle class="dot" {STYLES["dot"]} cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
    x, y, last = WIDTH - RIGHT + 10, points[-1][1] + 4, f"{cumulative[-1]} codes"
    yield text(last, x, y, "ink", 'font-weight="bold"')


def _estimate(plot: Plot, estimate: float | None) -> Iterable[str]:
    if estimate is None:
        return ()
    y, words = plot.y(estimate), f"Chao2: {estimate:.1f}"
    line = _path("estimate", f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}")
    return line, text(words, LEFT + 6, y - 6, "ink", "")


def _reached(upper: Plot, lower: Plot, reached_at: int | None) -> Iterable[str]:
    """Down through both plots; what it means stands where there is room for it."""
    if reached_at is None:
        return ()
    x, words = upper.x(reached_at - 0.5), f"saturation after {reached_at}"
    fits = x + 8 + text_width(words) < WIDTH - RIGHT
    side = 'text-anchor="start"' if fits else 'text-anchor="end"'
    told = text(words, x + 8 if fits else x - 8, upper.bottom - 10, "ink", side)
    return _path("reached", f"M{x:.1f} {upper.top:.1f}V{lower.bottom:.1f}"), told
