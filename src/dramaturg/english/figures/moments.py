"""Moments: dates, years, decades and times of day."""

from __future__ import annotations

from dataclasses import replace

from dramaturg.english.figures.amounts import noun_at
from dramaturg.english.figures.figure import Day, Found, said
from dramaturg.english.figures.numbers import (
    CURRENCY_SIGNS,
    SMALL,
    FigureTokens,
    number_at,
    ordinal_at,
)
from dramaturg.english.figures.units import NO_UNIT, unit_at

_MONTH_NAMES = (
    "january february march april may june july august september october november december"
)
MONTHS = {
    name: n for n, full in enumerate(_MONTH_NAMES.split(), start=1) for name in (full, full[:3])
} | {"sept": 9}
DECADES = {f"{word[:-1]}ies": tens for word, tens in SMALL.items() if tens >= 20}


def _month_at(tokens: FigureTokens, place: int) -> int | None:
    """The month, with a capital: marches and may-bes are none."""
    return MONTHS.get(tokens.word(place)) if tokens[place].capital else None


def _whole(tokens: FigureTokens, place: int, low: int, high: int) -> int | None:
    """The whole number in digits here, when it lies between the two."""
    text = tokens.word(place)
    fits = (
        tokens[place].kind == "digits"
        and text.isdecimal()
        and len(text) <= 4
        and low <= int(text) <= high
    )
    return int(text) if fits else None


def date(tokens: FigureTokens, place: int) -> Found | None:
    """`3 May 1962`, `May 3rd`, `3/4/2024`."""
    found = _numeric_date(tokens, place) or _day_first(tokens, place) or _month_first(tokens, place)
    if found is None:
        return None
    days, end = found
    return replace(said(tokens, place, end, "date", 0.0), days=days), end


_DOTTED = ([1, 1, 4], [1, 2, 4], [2, 1, 4], [2, 2, 4])


def _numeric_date(tokens: FigureTokens, place: int) -> tuple[tuple[Day, ...], int] | None:
    """`2024-11-08`, `3/4/2024`, `8.11.2024`."""
    dotted = tokens.word(place).split(".") if tokens[place].kind == "digits" else []
    if [len(part) for part in dotted] in _DOTTED:
        return ((int(dotted[2]), int(dotted[1]), int(dotted[0])),), place + 1
    if not (
        tokens.word(place + 1) == tokens.word(place + 3) in ("-", "/") and tokens[place + 4].glued
    ):
        return None
    first, second, third = (_whole(tokens, place + n, 1, 2199) for n in (0, 2, 4))
    if first is None or second is None or third is None:
        return None
    if first > 31:
        return ((first, second, third),), place + 5
    if len(tokens.word(place + 4)) == 1:  # a house, a ward, a telephone has such a number
        return None
    year = third if third > 99 else 2000 + third
    return ((year, second, first), (year, first, second)), place + 5


def _day_first(tokens: FigureTokens, place: int) -> tuple[tuple[Day, ...], int] | None:
    """`3 May 1941`, `the 14th of June`."""
    ordinal = ordinal_at(tokens, place)
    day = int(ordinal.value) if ordinal and ordinal.value <= 31 else _whole(tokens, place, 1, 31)
    at = ordinal.end if ordinal else place + 1
    at += tokens.word(at) == "of"
    month = _month_at(tokens, at)
    if day is None or month is None:
        return None
    year, end = _year_behind(tokens, at + 1)
    return ((year, month, day),), end


def _month_first(tokens: FigureTokens, place: int) -> tuple[tuple[Day, ...], int] | None:
    """`June 14th`, `March 3, 2024`, `May 1941`."""
    month = _month_at(tokens, place)
    if month is None:
        return None
    ordinal = ordinal_at(tokens, place + 1)
    day = int(ordinal.value) if ordinal else _whole(tokens, place + 1, 1, 31)
    behind = ordinal.end if ordinal else place + 2
    if day is not None and (
        ordinal or not (noun_at(tokens, behind) or tokens.word(behind) in ("%", ":"))
    ):
        year, end = _year_behind(tokens, behind)
        return ((year, month, day),), end
    year, end = _year_behind(tokens, place + 1)
    return (((year, month, None),), end) if year else None


def _year_behind(tokens: FigureTokens, place: int) -> tuple[int | None, int]:
    at = place + 1 if tokens.word(place) in (",", "of") else place
    year = _whole(tokens, at, 1000, 2199)
    return (year, at + 1) if year else (None, place)


def year(tokens: FigureTokens, place: int) -> Found | None:
    """`1962`, `in the sixties`, `'62`."""
    return (
        _year_in_digits(tokens, place)
        or _short_year(tokens, place)
        or _decade(tokens, place)
        or _year_in_words(tokens, place)
    )


def _year_in_digits(tokens: FigureTokens, place: int) -> Found | None:
    year = _whole(tokens, place, 1000, 2199)
    if year is None or tokens.word(place - 1) in CURRENCY_SIGNS:
        return None
    if tokens.word(place + 1) == "s" and tokens[place + 1].glued:
        return _ten_years(tokens, place, place + 2, year)
    number = number_at(tokens, place)
    if number is None or number.end != place + 1 or unit_at(tokens, place + 1)[0] is not NO_UNIT:
        return None
    return said(tokens, place, place + 1, "year", year), place + 1


def _ten_years(tokens: FigureTokens, start: int, end: int, first: int) -> Found:
    return replace(said(tokens, start, end, "year", first), high=first + 9), end


def _short_year(tokens: FigureTokens, place: int) -> Found | None:
    """`'53`, `'90s`."""
    digits = tokens[place + 1]
    if (
        tokens.word(place) != "'"
        or tokens[place].glued
        or not (digits.glued and digits.text.isdecimal() and len(digits.text) == 2)
    ):
        return None
    if tokens.word(place + 2) == "s" and tokens[place + 2].glued:
        return _ten_years(tokens, place, place + 3, 1900 + int(digits.text))
    return replace(
        said(tokens, place, place + 2, "year", int(digits.text)), unit="short"
    ), place + 2


def _decade(tokens: FigureTokens, place: int) -> Found | None:
    """`the fifties`; in one's fifties is an age."""
    tens = DECADES.get(tokens.word(place))
    if tens is None:
        return None
    figure, end = _ten_years(tokens, place, place + 1, 1900 + tens)
    return replace(
        figure, casual=tokens.word(place - 1) in ("his", "her", "their", "my", "your")
    ), end


def _year_in_words(tokens: FigureTokens, place: int) -> Found | None:
    """`nineteen fifty-eight`, `twenty twenty-four`."""
    century = SMALL.get(tokens.word(place), 0)
    rest = (
        number_at(tokens, place + 1)
        if century in range(15, 21) and tokens[place + 1].kind == "word"
        else None
    )
    if rest is None or not (rest.spelled and 10 <= rest.value < 100) or rest.article:
        return None
    return said(tokens, place, rest.end, "year", 100 * century + rest.value), rest.end


def clock(tokens: FigureTokens, place: int) -> Found | None:
    """`half past nine`, `9:30`, `at five`."""
    found = _past(tokens, place) or _hours_and_minutes(tokens, place) or _full_hour(tokens, place)
    if found is None:
        return None
    hour, minute, at = found
    half, end = _meridiem(tokens, at)
    of_day = hour % 12 + (12 if half == "pm" else 0) if half else hour
    half = half or ("pm" if hour > 12 else "am" if hour == 0 else "")  # 16:45 needs no pm
    figure = said(tokens, place, end, "clock", 60 * of_day + minute)
    return replace(figure, unit=half, number=hour + minute / 60), end


def _hours_and_minutes(tokens: FigureTokens, place: int) -> tuple[int, int, int] | None:
    hour, minute = _whole(tokens, place, 0, 24), _whole(tokens, place + 2, 0, 59)
    joined = tokens.word(place + 1) == ":" and tokens[place + 1].glued and tokens[place + 2].glued
    if hour is None or minute is None or not joined or len(tokens.word(place + 2)) != 2:
        return None
    return hour, minute, place + 3


def _full_hour(tokens: FigureTokens, place: int) -> tuple[int, int, int] | None:
    number = number_at(tokens, place)
    if number is None or number.value not in range(1, 13):
        return None
    if tokens.word(number.end) == "o'clock":
        return int(number.value), 0, number.end + 1
    return (int(number.value), 0, number.end) if _meridiem(tokens, number.end)[0] else None


def _past(tokens: FigureTokens, place: int) -> tuple[int, int, int] | None:
    """`half past four`, `a quarter to five`, `ten to five`; but `two to three` is a range."""
    start = place + 1 if tokens.word(place) == "a" else place
    spoken = number_at(tokens, start)
    minutes, joint = (
        (spoken.value, spoken.end)
        if spoken
        else (_PARTS_OF_HOUR.get(tokens.word(start), 0), start + 1)
    )
    hour = (
        number_at(tokens, joint + 1)
        if tokens.word(joint) in ("past", "to") and 0 < minutes <= 30
        else None
    )
    if hour is None or hour.value not in range(1, 13):
        return None
    if tokens.word(joint) == "past":
        return int(hour.value), int(minutes), hour.end
    return (int(hour.value) - 1, 60 - int(minutes), hour.end) if minutes > hour.value else None


_PARTS_OF_HOUR = {"half": 30, "quarter": 15}


def _meridiem(tokens: FigureTokens, place: int) -> tuple[str, int]:
    for half in ("am", "pm"):
        if tokens.word(place) == half:
            return half, place + 1
        if behind := tokens.after(place, f"{half[0]} . m"):
            return half, behind + (tokens.word(behind) == "." and tokens[behind].glued)
    return "", place
