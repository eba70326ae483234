"""Sums: figures that nobody stated and that follow from two that were: what lies between them, both
together, one in so many, and so many to each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from dramaturg.english.figures.figure import Figure

_OFF = 0.07  # of the whole, where somebody says one in eleven
_DAY, _HALF_DAY = 1440, 720  # minutes
_MOST_SEATS = 20  # of a share such as one in eleven
_COUNTED = ("count", "measure", "money", "year", "clock")


def follows(said: Figure, beside: Sequence[Figure], stated: Sequence[Collection[Figure]]) -> bool:
    """Whether a figure follows from two that are said beside it, or, where it says of what it is,
    from two of one text: a bare three is everywhere.

    >>> from dramaturg.english.figures import claimed, facts
    >>> (left,) = claimed("I am thirteen people short.")
    >>> follows(left, (), [facts(["It takes 24 people, and there are 11 people."])])
    True
    """
    texts = (beside,) if said.bare or said.kind == "ordinal" else (beside, *stated)
    return any(_follows(said, list(figures)) for figures in texts)


def _follows(said: Figure, figures: Sequence[Figure]) -> bool:
    return any(
        abs(value - said.low) < 0.5 * max(said.step, 1e-9) or _is_share(said, one, other)
        for one, other in combinations(figures, 2)
        if one.kind in _COUNTED and _alike(one, other)
        for value in _made_of(said, one, other)
    )


def _alike(one: Figure, other: Figure) -> bool:
    return (one.kind, one.unit) == (other.kind, other.unit) or {one.kind, other.kind} == {"count"}


def _made_of(said: Figure, one: Figure, other: Figure) -> Iterator[float]:
    """What lies between two, and both together, in the unit of what was said."""
    less, more = sorted((one.low, other.low))
    if one.kind == "clock":  # minutes of a day
        apart = (more - less) % _HALF_DAY
        if said.kind == "measure" and said.unit == "time":
            yield from (60 * apart, 60 * (_HALF_DAY - apart))
        return
    same = said.kind == one.kind and (said.unit == one.unit or said.bare)
    years = one.kind == "year" and (said.kind in ("count", "measure") or said.bare)
    if same or said.bare or years:
        scale = said.low / said.number if years and said.number else 1.0
        yield (more - less) * scale
        if years:
            yield (more - less + 1) * scale  # both ends included
        elif one.kind != "year":
            yield more + less
        if less and one.kind == "count":  # so many to each
            yield more / less


def _is_share(said: Figure, one: Figure, other: Figure) -> bool:
    """`One in eleven` of 1,900 and 21,000."""
    less, more = sorted((one.low, other.low))
    if said.kind != "percent" or not said.coarse or less <= 0 or not more <= _MOST_SEATS * less:
        return False
    return abs(100 * less / more - said.low) <= _OFF * said.low
