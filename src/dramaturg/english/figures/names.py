"""Ordinals and numbered names: `third`, `Run #47`, `Q3`, `9B`, `4.2.1`."""

from __future__ import annotations

from dataclasses import replace

from dramaturg.english.figures.figure import Found, said
from dramaturg.english.figures.numbers import FigureTokens, number_at, ordinal_at
from dramaturg.english.figures.units import NO_UNIT, unit_at
from dramaturg.english.prose import table

_RANKED = table("""
    quarter week month year day floor grade ward night time attempt run round shift try version
    edition century birthday
""")
LABELS = table("""
    run option phase version ward line room class grade chapter page section level number no figure
    table item building gate track platform batch wave round week day month year article appendix
    exhibit lot flight route stage floor lane site group cohort tier study trial case ticket release
    sprint quarter question part act step bed unit plan scenario team
""")
_LABELS_WITH_WORDS = table("""
    option phase version chapter page section level room gate part act question scenario grade plan
    stage tier
""")


def ordinal(tokens: FigureTokens, place: int) -> Found | None:
    number = ordinal_at(tokens, place)
    if number is None:
        return None
    ranked = tokens.word(number.end) in _RANKED
    passing = (
        number.spelled
        and number.value <= 3
        and not (ranked and (number.value, tokens.word(number.end)) != (1, "time"))
    )
    return (
        replace(said(tokens, place, number.end, "ordinal", number.value), casual=passing),
        number.end,
    )


def name(tokens: FigureTokens, place: int) -> Found | None:
    return _version(tokens, place) or _label(tokens, place) or _letters_and_digits(tokens, place)


def _version(tokens: FigureTokens, place: int) -> Found | None:
    """`4.2.1`."""
    text = tokens.word(place)
    if tokens[place].kind != "digits" or text.count(".") < 2:
        return None
    return replace(said(tokens, place, place + 1, "name", 0.0), unit=text), place + 1


def _label(tokens: FigureTokens, place: int) -> Found | None:
    """`Run #47`, `page 203`, `chapter twelve`, `#12`."""
    label = tokens.word(place)
    if label not in LABELS and label != "#":
        return None
    at = place + 2 if tokens.word(place + 1) in ("#", ".") else place + 1
    number = number_at(tokens, at) if tokens[at].kind != "sign" else None
    if number is None or number.article or (number.spelled and label not in _LABELS_WITH_WORDS):
        return None
    if (
        unit_at(tokens, number.end, number.spelled)[0] is not NO_UNIT
        or tokens.word(number.end) == ":"
        or number.scaled > 1
    ):
        return None
    named = label if label not in ("#", "no") else "number"
    return replace(said(tokens, place, number.end, "name", number.value), unit=named), number.end


def _letters_and_digits(tokens: FigureTokens, place: int) -> Found | None:
    """`Q3`, `9B`, `p99`, `COVID-19`."""
    first, second, third = tokens[place], tokens[place + 1], tokens[place + 2]
    if first.kind == "word" and second.kind == "digits" and second.glued:
        unit, end = first.text, place + 2
    elif (
        first.kind == "word"
        and first.capital
        and tokens.hyphen(place + 1)
        and third.kind == "digits"
    ):
        unit, end = first.text, place + 3
    elif (
        first.kind == "digits"
        and second.kind == "word"
        and second.glued
        and len(second.text) <= 2
        and _is_letter_of(tokens, place)
    ):
        unit, end = second.text, place + 2
    else:
        return None
    number = number_at(tokens, end - 1 if first.kind == "word" else place)
    value = number.value if number else 0.0
    return (
        replace(said(tokens, place, end, "name", value), unit="quarter" if unit == "q" else unit),
        end,
    )


def _is_letter_of(tokens: FigureTokens, place: int) -> bool:
    """Whether the letters glued to digits are part of a name and no unit, scale or ending."""
    number = number_at(tokens, place)
    plain = (
        number is not None and number.end == place + 1 and unit_at(tokens, place + 1)[0] is NO_UNIT
    )
    return (
        plain
        and ordinal_at(tokens, place) is None
        and tokens.word(place + 1) not in ("s", "am", "pm")
    )
