"""Knowing: whether a figure is borne out by others, units and rounding understood."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, permutations

from dramaturg.english.figures.figure import Day, Figure
from dramaturg.english.figures.numbers import round_step
from dramaturg.english.figures.reading import claimed, read

_TINY = 1e-9


def unknown_figures(
    text: str, allowed_texts: Sequence[str], most: int | None = None
) -> tuple[Figure, ...]:
    """The figures claimed in `text` that none of the allowed texts bears out; the first `most` of
    them.
    """
    return unproven_figures(text, lambda: facts(allowed_texts), most)


def unproven_figures(
    text: str, allowed: Callable[[], Sequence[Figure]], most: int | None = None
) -> tuple[Figure, ...]:
    """The same for figures that were read before; they are called for only when the text claims
    any.
    """
    claims = claimed(text)
    return tuple(islice(_unknown(claims, allowed() if claims else ()), most))


def _unknown(claims: Iterable[Figure], allowed: Sequence[Figure]) -> Iterator[Figure]:
    """Judges each meaning once, however often it is said."""
    judged: dict[Figure, bool] = {}
    for figure in claims:
        meaning = replace(figure, text="", span=(0, 0))
        if meaning not in judged:
            judged[meaning] = known(figure, allowed)
        if not judged[meaning]:
            yield figure


def facts(texts: Sequence[str]) -> tuple[Figure, ...]:
    """What texts state: their figures, the ends of ranges, and what follows when figures of one
    kind are compared.
    """
    stated = [
        [figure for whole in read(text) for figure in (whole, *whole.parts)] for text in texts
    ]
    everything = [figure for figures in stated for figure in figures]
    return (
        *everything,
        *(
            share
            for text, figures in zip(texts, stated, strict=True)
            for share in _shares(text, figures)
        ),
        *(
            factor
            for figures in stated
            for factor in _factors(figures, ("count", "money", "measure"))
        ),
        *_factors(everything, ("percent",)),
    )


def known(figure: Figure, allowed: Iterable[Figure]) -> bool:
    """Whether an allowed figure says the same, in this or another unit, as exactly as it was said
    here.

    A range is also known by its two ends, and `two of nine` by its two numbers.
    """
    allowed = tuple(allowed)
    if any(_bears_out(fact, figure) for fact in allowed):
        return True
    return _told_by_parts(figure) and all(
        any(_bears_out(fact, part) for fact in allowed) for part in figure.parts
    )


def _told_by_parts(figure: Figure) -> bool:
    """Of a few, the two numbers by themselves prove nothing: a three and a five are everywhere."""
    return bool(figure.parts) and (figure.kind == figure.parts[0].kind or figure.parts[1].low > 10)


def _factors(figures: Iterable[Figure], kinds: Collection[str]) -> Iterator[Figure]:
    """`from 180 ms to 2.4 s` also states a factor of 13. Unlike things are seldom compared, so only
    shares are across texts.
    """
    amounts = {
        (figure.kind, figure.unit, figure.low): figure
        for figure in figures
        if figure.kind in kinds and figure.low > 0
    }
    for one, other in permutations(amounts.values(), 2):
        if (one.kind, one.unit) == (other.kind, other.unit):
            factor = one.low / other.low
            yield Figure("times", factor, factor, one.text, one.span, number=factor)


def _shares(text: str, figures: Sequence[Figure]) -> Iterator[Figure]:
    """`1.5 TB of 2 TB` also states three quarters."""
    for part, whole in pairwise(figures):
        alike = (part.kind, part.unit) == (whole.kind, whole.unit) and 0 < part.low < whole.low
        between = text[part.span[1] : whole.span[0]].split()
        if alike and between[-1:] == ["of"] and len(between) <= 3:
            share = 100 * part.low / whole.low
            yield Figure("percent", share, share, part.text, part.span, number=share)


# ── one figure against another ────────────────────────────────────────────────────────────────────


def _bears_out(fact: Figure, said: Figure) -> bool:
    """Whether a fact bears out what was said, each kind compared in its own way."""
    kinds = {said.kind, fact.kind}
    if "date" in kinds or "year" in kinds:
        return _same_time(fact, said)
    if "ordinal" in kinds or "name" in kinds:
        # ordinals and numbered names: Q3 is the third quarter, and 47 may be short for Run #47
        if said.kind == fact.kind == "name":
            return (said.unit, said.low) == (fact.unit, fact.low)
        return said.low == fact.low and (said.bare or {said.kind, fact.kind} <= {"ordinal", "name"})
    if kinds == {"clock"}:
        return (said.low - fact.low) % (1440 if said.unit and fact.unit else 720) == 0
    if said.bare or fact.listed:
        return said.low == said.high and _near_in_any_unit(fact, said)
    return _same_measure(fact, said) and (_near(said, fact.low) or _near(said, fact.high))


def _same_measure(fact: Figure, said: Figure) -> bool:
    if said.kind == "times" and fact.kind == "count":
        return said.low == fact.low  # three times may be three occasions
    if said.kind == "money" and "" in (said.unit, fact.unit):
        return fact.kind == "money"  # cents are of any currency
    return (said.kind, said.unit) == (fact.kind, fact.unit)


def _same_time(fact: Figure, said: Figure) -> bool:
    if said.kind == "date":
        return any(_same_day(day, known_day) for day in said.days for known_day in fact.days)
    if said.kind == "ordinal":
        return any(day == said.low for _, _, day in fact.days)
    if fact.kind == "date":
        return said.kind == "year" and any(
            year is not None and _year_in(said, year) for year, _, _ in fact.days
        )
    if said.kind == fact.kind == "year":
        return (
            (said.unit, said.low) == (fact.unit, fact.low)
            or _year_in(said, fact.low)
            or _year_in(fact, said.low)
        )
    return said.low == fact.low and {said.kind, fact.kind} == {"year", "count"}


def _same_day(said: Day, known_day: Day) -> bool:
    """What was said must agree with what is known, and say no more."""
    return all(
        part is None or part == known_part for part, known_part in zip(said, known_day, strict=True)
    )


def _year_in(said: Figure, year: float) -> bool:
    return year % 100 == said.low if said.unit == "short" else said.low <= year <= said.high


def _near_in_any_unit(fact: Figure, said: Figure) -> bool:
    """A bare number is compared as it was written, and 0.234 is 23.4%. Neither factors nor `one in
    four` are short for it.
    """
    if fact.kind == "times" or said.coarse:
        return False
    if (
        (said.kind, fact.kind) == ("count", "percent")
        and said.step <= 0.01
        and _within(100 * said.low, fact.low, 100 * said.step)
    ):
        return True
    if (
        (said.kind, fact.kind) == ("percent", "count")
        and 0 < fact.low < 1
        and _near(said, 100 * fact.low)
    ):
        return True
    written = said.step * said.number / said.low if said.low else said.step
    if fact.kind == "money" and said.number in (fact.number / 1e3, fact.number / 1e6):
        return True  # from 212 to 174, of thousands
    return _rounded(said, said.number, fact.number, written)


# ── how near is near enough ───────────────────────────────────────────────────────────────────────


def _near(said: Figure, value: float) -> bool:
    if said.high > said.low:
        return said.low <= value <= said.high and (
            said.high <= 2 * said.low or said.kind == "times"
        )
    return _rounded(said, said.low, value, said.step)


def _rounded(said: Figure, number: float, value: float, step: float) -> bool:
    """Whether somebody may say `number`, in that sense and to that digit, of `value`."""
    off = abs(value - number)
    coarse_step = round_step(said.number) * (number / said.number if said.number else 1.0)
    if off <= _TINY * max(1.0, abs(value)):
        return True
    apart = off / abs(value) if value else 1.0
    match said.sense:
        case "nearly":
            return 0.9 * number <= value <= number
        case "under":
            return number / _reach(said.number) <= value <= number
        case "over":
            return number <= value <= number * _reach(said.number)
        case "about":
            return (
                _within(number, value, step)
                or (off <= coarse_step / 2 and apart <= 0.15)
                or _coarsely(said, number, value)
            )
        case _:
            exact = _within(number, value, step) and apart <= _MOST_APART.get(
                said.kind if not said.bare else "bare", 1.0
            )
            return (
                exact
                or (off <= coarse_step / 2 and apart <= 0.03)
                or _coarsely(said, number, value)
            )


_MOST_APART = {"count": 0.03, "money": 0.06, "measure": 0.12, "times": 0.12}
"""What rounding to the last digit may do at most: 2.4% is 2%, but ten days are no week, and 4.6 is
not five people.
"""


def _within(number: float, value: float, step: float) -> bool:
    """Whether `value`, rounded half up to the last digit of `number`, is `number`."""
    return number - step / 2 - _TINY <= value < number + step / 2


def _reach(number: float) -> float:
    """How far beyond a number `over` may reach: far beyond a round one (over 20% of 23.4%), a
    little beyond others.
    """
    leading = number / round_step(number)
    return 1.5 if leading == 1 else 1.25 if leading < 10 else 1.1


def _coarsely(said: Figure, number: float, value: float) -> bool:
    """One in four may be said of 23.4%: a tenth of the share, and at most 4 points."""
    return said.coarse and abs(value - number) <= min(0.1 * number, 4.0)
