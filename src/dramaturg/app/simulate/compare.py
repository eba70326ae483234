"""Comparing two contents: the same people met A and met B, so every figure is compared in pairs,
with an interval.

Intervals are of the bootstrap: the values are drawn anew many times, and the middle 95 % of the
means are told, spread a little, for few values drawn anew vary less than people do (the expanded
percentile interval of Hesterberg, 2015).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dramaturg.drawing.plots import Interval
from dramaturg.engines.simulation import AnyResult

Values = NDArray[np.float64]

DRAWS = 2_000
AT_ONCE = 2_000_000  # values drawn at a time, which is what memory this takes
FEWEST = 5  # values; fewer tell nothing about how much they vary
OUTSIDE = (2.5, 97.5)  # percentiles
TRIVIAL = 1e-12  # what rounding leaves of sums that are equal
UNCOMPARED = frozenset({"seconds_per_turn"})
"""What a session took on this machine is no property of its content."""

METHOD = (
    f"Intervals hold the middle 95 % of {DRAWS:,} means of values drawn anew from those there are"
    " (seeded bootstrap, expanded percentile). The same people with the same seeds met A and B, so"
    " that differences are drawn in pairs. When many figures are compared, one in twenty intervals"
    " misses 0 by chance."
)


@dataclass(frozen=True, slots=True)
class Difference:
    """What B has more of a figure than A. `higher`, `lower` and `equal` count pairs by what B has.

    `spread` is the standard deviation of the figure over all sessions, for differences of several
    figures on one scale.
    """

    figure: str
    a: float
    b: float
    interval: Interval
    higher: int
    lower: int
    equal: int
    spread: float

    @property
    def in_words(self) -> str:
        """What it tells, in a few words."""
        if self.interval.low is None:
            return "too few pairs"
        if not self.higher and not self.lower:
            return "all pairs equal"
        return (
            ("B is higher" if self.interval.mean > 0 else "B is lower")
            if self.interval.is_off_zero
            else "no difference can be told"
        )


def interval(values: Sequence[float] | Values, seed: int = 1) -> Interval:
    """The mean of these values, of which there is one at least, with its interval."""
    given = np.asarray(values, dtype=np.float64)
    number, mean = len(given), float(given.mean())
    if number < FEWEST:
        return Interval(number, mean, None, None)
    off = _means(given - mean, seed) * _expansion(number)
    low, high = (mean + float(each) for each in np.percentile(off, OUTSIDE))
    return Interval(number, mean, low, high)


def _expansion(number: int) -> float:
    """How much wider the interval of few values must be: for their spread, which is taken too
    small, and by Student's t.
    """
    free, z = number - 1, 1.959964
    t = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    return float(np.sqrt(number / free)) * t / z


def _means(values: Values, seed: int) -> Values:
    chance, rows = np.random.default_rng(seed), max(1, AT_ONCE // len(values))
    sizes = [min(rows, DRAWS - done) for done in range(0, DRAWS, rows)]
    return np.concatenate(
        [
            values[chance.integers(0, len(values), (size, len(values)))].mean(axis=1)
            for size in sizes
        ]
    )


def compare(
    a: Sequence[AnyResult], b: Sequence[AnyResult], seed: int = 1
) -> tuple[Difference, ...]:
    """Every figure that both of a pair have; the results stand in the order of their people."""
    names = dict.fromkeys(
        name for result in (*a, *b) for name in result.figures if name not in UNCOMPARED
    )
    pairs = {name: _pairs(a, b, name) for name in names}
    return tuple(_difference(name, values, seed) for name, values in pairs.items() if values.size)


def _pairs(a: Sequence[AnyResult], b: Sequence[AnyResult], name: str) -> Values:
    """Two columns."""
    both = ((one.figures, two.figures) for one, two in zip(a, b, strict=True))
    return np.asarray(
        [(one[name], two[name]) for one, two in both if name in one and name in two],
        dtype=np.float64,
    )


def _difference(name: str, pairs: Values, seed: int) -> Difference:
    more = pairs[:, 1] - pairs[:, 0]
    more[np.abs(more) < TRIVIAL] = 0.0
    return Difference(
        figure=name,
        a=float(pairs[:, 0].mean()),
        b=float(pairs[:, 1].mean()),
        interval=interval(more, seed),
        higher=int((more > 0).sum()),
        lower=int((more < 0).sum()),
        equal=int((more == 0).sum()),
        spread=float(pairs.std()),
    )


def by_group(results: Sequence[AnyResult], groups: Sequence[str]) -> Mapping[str, list[AnyResult]]:
    """The results of every group, in the order in which groups come."""
    found: dict[str, list[AnyResult]] = {}
    for result, group in zip(results, groups, strict=True):
        found.setdefault(group, []).append(result)
    return found


def figures_of(results: Sequence[AnyResult], seed: int = 1) -> Mapping[str, Interval]:
    """The mean of every figure over the results that have it, with its interval."""
    names = dict.fromkeys(name for result in results for name in result.figures)
    return {
        name: interval([each.figures[name] for each in results if name in each.figures], seed)
        for name in names
    }
