"""Series: what can be said of values in the order they came: smoothed, on a run, levelled off, how
many of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TypeVar

from dramaturg.kernel.errors import BadInput

T = TypeVar("T")


def ewma(values: Sequence[float], alpha: float) -> float | None:
    """The exponentially weighted mean after the last value, started at the first (not at zero).
    None of no values.
    """
    if not 0 < alpha <= 1:
        raise BadInput(
            f"alpha is {alpha}; give a number above 0 and at most 1, the weight of the newest value"
        )
    if not values:
        return None
    smoothed = values[0]
    for value in values[1:]:
        smoothed += alpha * (value - smoothed)
    return smoothed


def streak(values: Sequence[T], holds: Callable[[T], bool] | None = None) -> int:
    """How many values at the end fulfil `holds`; without it, how many are equal to the last."""
    if not values:
        return 0
    last = values[-1]
    test = holds or (lambda value: value == last)
    return sum(1 for _ in takewhile(test, reversed(values)))


def plateau(values: Sequence[float], window: int, tolerance: float = 0.0) -> bool:
    """Whether the last `window` values lie within `tolerance` of one another. Too few values are no
    plateau.
    """
    if window < 1:
        raise BadInput(f"a plateau over {window} values means nothing; give a window of at least 1")
    if len(values) < window:
        return False
    recent = values[-window:]
    return max(recent) - min(recent) <= tolerance


def share(values: Sequence[T], holds: Callable[[T], bool]) -> float:
    """The part of the values that fulfil `holds`, 0 to 1; 0 of no values."""
    return sum(1 for value in values if holds(value)) / len(values) if values else 0.0
