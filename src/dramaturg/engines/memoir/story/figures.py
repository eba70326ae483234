"""Years and ages in what the teller says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.data_files import Pattern, load
from dramaturg.english.figures import Figure
from dramaturg.english.figures import read as figures_in
from dramaturg.turn.readings import Amount, Span

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["figures"]

SHORT_YEARS = range(31, 100)  # `in sixty-two`; lower ones may be of either century
YEARS = range(1850, 2041)
_BEFORE_A_YEAR = _PATTERNS["before_a_year"]
_OF_ONES_AGE = re.compile(r"(?i)\b(?:my|his|her|their|our)\s+(?:early |mid-?|late )?\s*$")
_AGE_BEFORE = _PATTERNS["age_before"]
_AT = re.compile(r"(?i)(?:^|[\s,])at\s+$")
_NO_AGE_AFTER = _PATTERNS["no_age_after"]
_OCLOCK = range(1, 13)
_BEGINS = re.compile(r"(?i)(?:^|[.!?;:,]\s|\b(?:and|but|so|then)\s)at\s+$")
_DID = (
    "was|were|had|could|went|came|left|began|got|lost|took|ran|knew|saw|won|made|gave|fell|met"
    "|sold|rode|drove|read|wrote|stood"
)
_THEN_I = re.compile(rf"(?i)^,? (?:I|we) (?:{_DID}|[^\W\d_]+ed|learnt)\b")
_BEGUN = _PATTERNS["begun"]
_COUNTED = _PATTERNS["counted"]
_NUMBERED, _ADDRESSED = _PATTERNS["numbered"], _PATTERNS["addressed"]
_PLAIN_ROW = re.compile(r"\d{1,2}[-./ ]\d{1,2}[-./ ]\d{1,2}")  # `4-1-7` may be any number
_COUNTED_OF = re.compile(r"^ [^\W\d_]+s\b")
_LOOKED_AT = 40  # characters before and after a figure


@dataclass(frozen=True, slots=True)
class When:
    """A year, or how old the teller was, as it was said. `at`: said as `at fifteen`, which may be
    anybody's age.
    """

    value: Amount
    span: Span
    at: bool = False


def years(text: str) -> tuple[When, ...]:
    """The years named, decades included, in order."""
    return tuple(_years(text))


def ages(text: str) -> tuple[When, ...]:
    """How old the teller was, in order."""
    return tuple(_ages(text))


def _years(text: str) -> Iterator[When]:
    for figure in figures_in(text):
        announced = bool(_BEFORE_A_YEAR.search(_before(text, figure)))
        found = year_of(figure, announced, text[figure.span[0] : figure.span[1]])
        if (
            found
            and not _OF_ONES_AGE.search(_before(text, figure))
            and not _is_counted(text, figure)
        ):
            yield When(found, _span(text, figure))


def year_of(figure: Figure, announced: bool, said: str = "") -> Amount | None:
    """The year a figure means; two digits are one only where something says so."""
    if figure.kind == "date" and figure.days and figure.days[0][0]:
        if not announced and _PLAIN_ROW.fullmatch(said):
            return None
        return _known(float(figure.days[0][0]), float(figure.days[0][0]))
    if figure.kind == "year" and figure.unit != "short":
        return _known(figure.low, figure.high)
    short = figure.unit == "short" or (announced and figure.kind == "count" and figure.bare)
    return (1900 + figure.low, 1900 + figure.high) if short and figure.low in SHORT_YEARS else None


def _known(low: float, high: float) -> Amount | None:
    return (float(low), float(high)) if low in YEARS and high in YEARS else None


def _ages(text: str) -> Iterator[When]:
    for figure in figures_in(text):
        before, after = _before(text, figure), text[figure.span[1] : figure.span[1] + _LOOKED_AT]
        counts = figure.kind == "count" and (
            figure.bare or re.match(r"\s*(?:years?\b|year-old)", after)
        )
        if (
            not (counts or figure.unit == "time")
            or not 2 <= figure.number <= 105
            or _NO_AGE_AFTER.match(after)
        ):
            continue
        at = bool(_AT.search(before))
        if (at and not _is_oclock(figure, before, after)) or _AGE_BEFORE.search(before):
            age = float(int(figure.number))
            yield When((age, age), _span(text, figure), at)


def _is_oclock(figure: Figure, before: str, after: str) -> bool:
    """`I get up at six`, `the fire was lit at five`; but `At six I was sent away` and `I left
    school at twelve` are ages.
    """
    is_age = (_BEGINS.search(before) and _THEN_I.match(after)) or _BEGUN.search(before)
    return figure.number in _OCLOCK and not is_age


def _is_counted(text: str, figure: Figure) -> bool:
    """`We had 1951 hens`, `room 1951` and `at 1938 Harbor Street` name no year."""
    after = text[figure.span[1] : figure.span[1] + _LOOKED_AT]
    numbered = figure.kind == "year" and _NUMBERED.search(_before(text, figure))
    at = numbered and numbered.group().strip().lower() == "at"
    return bool((numbered and not at) or _ADDRESSED.match(after)) or bool(
        _COUNTED.search(_before(text, figure))
        and _COUNTED_OF.match(text[figure.span[1] : figure.span[1] + _LOOKED_AT])
    )


def _before(text: str, figure: Figure) -> str:
    return text[max(0, figure.span[0] - _LOOKED_AT) : figure.span[0]]


def _span(text: str, figure: Figure) -> Span:
    return Span(text[figure.span[0] : figure.span[1]], figure.span[0])
