"""When things were: years as they were said, and ages turned into years where the year of birth is
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.memoir.base.story import KeptClaim, Period, TellerQuote
from dramaturg.engines.memoir.book.passages import BookPassage, BookSource
from dramaturg.engines.memoir.story.figures import When, ages, years

OWN_AGE = re.compile(r",? I\b")
BEGINS = re.compile(r"(?:^|[.!?;:,]\s|\b(?:and|but|so) )at (?:the age of )?$", re.IGNORECASE)
LOOK_BACK = 24
PERIOD_ENDS: tuple[tuple[int, Period], ...] = (
    *((-1, "origins"), (12, "childhood"), (19, "youth"), (34, "early_adulthood")),
    *((59, "middle_years"), (130, "later_years")),
)
"""Up to which age a year belongs to a period, where nothing else tells."""
BY_AGE: tuple[Period, ...] = tuple(period for _, period in PERIOD_ENDS)


@dataclass(frozen=True, slots=True)
class Dating:
    """A year or a stretch of years, and the words that say so. `age`: it was reckoned from how old
    the teller was.

    `corrected`: it took the place of another year, and stands where that was said and where it was
    put right.
    """

    year: int
    until: int
    quote: TellerQuote
    age: int | None = None
    about: bool = False
    corrected: bool = False

    @property
    def label(self) -> str:
        if self.age is not None:
            return f"about {self.year}"
        if self.until == self.year:
            return f"about {self.year}" if self.about else str(self.year)
        decade = self.year % 10 == 0 and self.until == self.year + 9
        return f"the {self.year}s" if decade else f"{self.year} to {self.until}"


def datings(
    memoir: BookSource, passages: Sequence[BookPassage]
) -> Mapping[int, tuple[Dating, ...]]:
    """By turn, in the order of the words, each year once. A year that was corrected is none."""
    wrong, doubted = _wrong(memoir), _doubted(memoir)
    corrected = _corrected(memoir, frozenset(passage.turn for passage in passages))
    found: dict[int, tuple[Dating, ...]] = {}
    for passage in passages:
        put_right = corrected.get(passage.turn, ())
        named = (
            *put_right,
            *_named(passage, doubted, memoir.born),
            *_reckoned(passage, memoir.born),
        )
        right = {
            dating.year: dating
            for dating in reversed(named)
            if (passage.turn, dating.year) not in wrong
        }
        found[passage.turn] = tuple(
            sorted(right.values(), key=lambda dating: dating.quote.span.start)
        )
    return found


def period_of(year: int, born: int | None) -> Period | None:
    """The time of life a year fell in; None where the year of birth is not known."""
    if born is None:
        return None
    return next((period for age, period in PERIOD_ENDS if year - born <= age), None)


def period_told(memoir: BookSource, passage: BookPassage, dated: Sequence[Dating]) -> Period | None:
    """Of which part of the life a passage is: by what was said of the time, as far as a year does
    not speak against it.
    """
    by_year = next((period_of(dating.year, memoir.born) for dating in dated), None)
    if by_year is None or not passage.periods:
        return by_year or next(iter(passage.periods), None)
    near = [
        period
        for period in passage.periods
        if period in BY_AGE and abs(BY_AGE.index(period) - BY_AGE.index(by_year)) <= 1
    ]
    if near:
        return by_year if by_year in near else near[0]
    return next((period for period in passage.periods if period not in BY_AGE), by_year)


def years_of(kept: KeptClaim) -> tuple[int, int] | None:
    """What a claim about a year says."""
    value = kept.claim.value
    if kept.claim.slot != "year" or not isinstance(value, tuple):
        return None
    return int(value[0]), int(value[1])


def _wrong(memoir: BookSource) -> frozenset[tuple[int, int]]:
    """Years that count no more, with the turns in which they were said: first, and again in the
    correction.
    """
    wrong: set[tuple[int, int]] = set()
    for kept in memoir.claims.values():
        by = memoir.claims.get(kept.superseded_by or "")
        said = years_of(kept)
        if by and said:
            wrong |= {(kept.turn, said[0]), (by.turn, said[0])}
    right = {
        (kept.turn, said[0])
        for kept in memoir.claims.values()
        if not kept.superseded_by and (said := years_of(kept))
    }
    return frozenset(wrong - right)


def _corrected(memoir: BookSource, readable: frozenset[int]) -> dict[int, list[Dating]]:
    """By turn: the years that count now, where another was said first and where it was put
    right.
    """
    found: dict[int, list[Dating]] = {}
    for kept in memoir.claims.values():
        now = current(memoir.claims, kept)
        years_now = years_of(now)
        if now is not kept and years_now and now.turn in readable:
            dating = Dating(*years_now, TellerQuote(now.turn, now.claim.span), corrected=True)
            for turn in (kept.turn, now.turn):
                found.setdefault(turn, []).append(dating)
    return found


def current(claims: Mapping[str, KeptClaim], kept: KeptClaim) -> KeptClaim:
    """What counts now: the end of the corrections that lead on from a claim."""
    seen: set[str] = set()
    while (by := claims.get(kept.superseded_by or "")) and by.id not in seen:
        kept = by
        seen.add(kept.id)
    return kept


def _doubted(memoir: BookSource) -> frozenset[tuple[int, int]]:
    """Years that were said with doubt, with their turns."""
    return frozenset(
        (kept.turn, said[0])
        for kept in memoir.claims.values()
        if kept.claim.hedged and (said := years_of(kept))
    )


def _named(
    passage: BookPassage, doubted: frozenset[tuple[int, int]], born: int | None
) -> Iterator[Dating]:
    for when in years(passage.text):
        first, last = map(int, when.value)
        if not _is_of_another_century(passage, first, when, born):
            yield Dating(
                first,
                last,
                TellerQuote(passage.turn, when.span),
                about=(passage.turn, first) in doubted,
            )


def _is_of_another_century(passage: BookPassage, year: int, when: When, born: int | None) -> bool:
    """A grandfather who came `in the eighties` did not come in those of the teller's life."""
    whole = str(year) in when.span.text
    return born is not None and year > born and not whole and passage.periods[:1] == ("origins",)


def _reckoned(passage: BookPassage, born: int | None) -> Iterator[Dating]:
    if born is None:
        return
    for when in ages(passage.text):
        if _is_tellers(passage, when):
            age = int(when.value[0])
            yield Dating(born + age, born + age, TellerQuote(passage.turn, when.span), age=age)


def _is_tellers(passage: BookPassage, when: When) -> bool:
    """`At fifteen I left school`, not `I rise at six`; ages said otherwise are read as the teller's
    already.
    """
    before = passage.text[max(0, when.span.start - LOOK_BACK) : when.span.start]
    return not when.at or bool(BEGINS.search(before) and OWN_AGE.match(passage.text, when.span.end))
