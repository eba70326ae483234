"""Amounts: numbers and ranges with their units, in what sense they were said, and which of them
claim nothing.
"""

from __future__ import annotations

from dataclasses import replace

from dramaturg.english.figures.figure import Figure, Found, Sense, said
from dramaturg.english.figures.numbers import (
    CURRENCY_SIGNS,
    PARTS_BEHIND,
    FigureTokens,
    SpokenNumber,
    number_at,
)
from dramaturg.english.figures.units import HUNDREDTHS, NO_UNIT, MeasureUnit, unit_at
from dramaturg.english.prose import table


def quantity(tokens: FigureTokens, place: int) -> Found | None:
    """A number or a range with its unit: `$1.2M`, `5 to 10 percent`, `3 h 20 min`, `28 beds`."""
    currency = CURRENCY_SIGNS.get(tokens.word(place))
    numbers = _numbers(tokens, place + 1 if currency else place)
    if not numbers:
        return None
    end = numbers[-1].end
    unit, behind = (
        (MeasureUnit("money", currency, 1.0), end)
        if currency
        else unit_at(tokens, end, numbers[-1].spelled)
    )
    values = [number.value * unit.factor for number in numbers]
    first = numbers[0]
    figure = replace(
        said(tokens, place, behind, unit.kind, values[0]),
        high=values[-1],
        unit=unit.name,
        number=first.value,
        step=first.step * unit.factor,
        bare=unit is NO_UNIT and not noun_at(tokens, behind),
        listed=unit is NO_UNIT and tokens.word(place - 1) in (":", "=", "|"),
        casual=_is_casual(tokens, place, numbers, unit, behind),
    )
    if len(numbers) == 1:
        return _compound(tokens, figure, place, behind, unit)
    figure = replace(
        figure, listed=figure.listed or figure.bare
    )  # a range by itself is as good as a list
    ends = tuple(
        replace(figure, low=value, high=value, number=number.value)
        for number, value in zip(numbers, values, strict=True)
    )
    return replace(figure, parts=ends), behind


def _numbers(tokens: FigureTokens, place: int) -> tuple[SpokenNumber, ...]:
    """One number, or the two ends of a range."""
    first = number_at(tokens, place)
    if first is None:
        return ()
    joint = tokens.word(first.end)
    between = joint == "and" and "between" in (tokens.word(place - 1), tokens.word(place - 2))
    if not (between or joint in ("to", "or", "-")):
        return (first,)
    second = number_at(tokens, first.end + 1)
    if (
        second is None
        or second.value <= first.value
        or (joint == "or" and second.value != first.value + 1)
    ):
        return (first,)
    if second.scaled > 1 and first.scaled == 1 and first.value < second.value / second.scaled:
        first = replace(first, value=first.value * second.scaled)  # `200 to 250 thousand`
    return (first, second)


def _compound(
    tokens: FigureTokens, figure: Figure, start: int, behind: int, unit: MeasureUnit
) -> Found:
    """Adds what is said of a smaller unit: `three hours and twenty minutes`, `a dollar twenty`."""
    at = behind + 1 if tokens.word(behind) in ("and", ",") else behind
    more = (
        number_at(tokens, at)
        if unit.kind in ("measure", "money") and tokens[behind - 1].kind == "word"
        else None
    )
    if more is None:
        return figure, behind
    smaller, end = unit_at(tokens, more.end, more.spelled)
    hundredths = (
        at == behind
        and unit in HUNDREDTHS
        and more.spelled
        and 10 <= more.value < 100
        and not noun_at(tokens, more.end)
    )
    if hundredths:
        smaller, end = MeasureUnit(unit.kind, unit.name, unit.factor / 100), more.end
    if smaller[:2] != unit[:2] or smaller.factor >= unit.factor:
        return figure, behind
    total = figure.low + more.value * smaller.factor
    whole = said(tokens, start, end, unit.kind, total)
    return replace(whole, unit=unit.name, number=total / unit.factor, step=smaller.factor), end


def unit_by_article(tokens: FigureTokens, place: int) -> Found | None:
    """`half an hour`, `a year and a half`, and `a second`, which claims nothing."""
    for phrase, part in (
        ("half a", 0.5),
        ("half an", 0.5),
        ("quarter of an", 0.25),
        ("a", 1.0),
        ("an", 1.0),
    ):
        at = tokens.after(place, phrase)
        unit, behind = unit_at(tokens, at, spelled=True) if at else (NO_UNIT, 0)
        if unit.kind not in ("measure", "money") or tokens.word(at) == "°":
            continue
        more = next((phrase for phrase in PARTS_BEHIND if tokens.after(behind, phrase)), None)
        end = tokens.after(behind, more) if more else behind
        amount = part + (PARTS_BEHIND[more] if more else 0.0)
        figure = said(tokens, place, end, unit.kind, amount * unit.factor)
        step = unit.factor * (amount % 1 or 1.0)
        said_in_passing = amount == 1.0 and sense_of(tokens, place, place) not in ("under", "over")
        figure = replace(figure, unit=unit.name, number=amount, step=step, casual=said_in_passing)
        if vaguely := tokens.after(end, "or two"):
            return replace(figure, casual=True), vaguely
        return _compound(tokens, figure, place, end, unit)
    return None


# ── in what sense ─────────────────────────────────────────────────────────────────────────────────

_SENSES: dict[Sense, tuple[str, ...]] = {
    "about": (
        "about",
        "around",
        "roughly",
        "approximately",
        "circa",
        "some",
        "something like",
        "more or less",
        "call it",
        "~",
        "≈",
    ),
    "nearly": (
        "nearly",
        "almost",
        "just under",
        "a little under",
        "just shy of",
        "shy of",
        "close to",
        "not quite",
        "approaching",
    ),
    "under": (
        "under",
        "below",
        "less than",
        "fewer than",
        "lower than",
        "at most",
        "no more than",
        "up to",
        "within",
        "<",
        "≤",
    ),
    "over": (
        "over",
        "above",
        "more than",
        "greater than",
        "better than",
        "at least",
        "north of",
        "upwards of",
        "beyond",
        ">",
        "≥",
    ),
}
_SENSE_OF = {phrase: sense for sense, phrases in _SENSES.items() for phrase in phrases}


def sense_of(tokens: FigureTokens, start: int, end: int) -> Sense:
    before = start - 1 if tokens.word(start - 1) == "the" else start
    for length in (3, 2, 1):
        phrase = " ".join(tokens.word(before - length + n) for n in range(length))
        if phrase in _SENSE_OF:
            return _SENSE_OF[phrase]
    return "about" if tokens.after(end, "or so") or tokens.after(end, "- ish") else ""


# ── what is not a claim ───────────────────────────────────────────────────────────────────────────

_VAGUE = table("""
    thing things side sides point points reason reasons way ways option options question questions
    issue issues problem problems piece pieces part parts step steps idea ideas word words choice
    choices kind kinds sort sorts type types concern concerns hand hands thought thoughts story
    stories answer answers path paths view views topic topics lesson lessons voice voices end ends
""")
_FUNCTION_WORDS = table("""
    a about above after against all also am an and any are as at be because been before below
    between both but by can could did do does down each either every for from had has have he her
    here his how i if in instead into is it its just like may me might more most my near no nor not
    now of off on once one only onto or our out over per plus right said say she should since so
    some still than that the their them then there these they this those though through till to
    today tonight too under until up upon us versus very vs was we were what when where which while
    who why will with within without would yet you your ago again already o'clock minus where's it's
    that's apiece high long wide tall deep
""")
_IDIOMS = {"off", "way", "sided", "faced", "sum", "on", "size", "liner", "tolerance", "stop"}
_AGREEING = {
    "sure",
    "certain",
    "agree",
    "agreed",
    "with",
    "behind",
    "right",
    "on",
    "committed",
    "honest",
    "there",
}
_NO_CLAIM_AFTER_ZERO = {
    "tolerance",
    "idea",
    "sense",
    "chance",
    "doubt",
    "interest",
    "clue",
    "patience",
    "in",
}


def noun_at(tokens: FigureTokens, place: int) -> bool:
    return tokens[place].kind == "word" and tokens.word(place) not in _FUNCTION_WORDS


def _is_casual(
    tokens: FigureTokens,
    start: int,
    numbers: tuple[SpokenNumber, ...],
    unit: MeasureUnit,
    behind: int,
) -> bool:
    first = numbers[0]
    if unit.kind == "percent":
        return first.value == 100 and tokens.word(behind) in _AGREEING
    if unit.kind == "times":
        return first.article or first.value == 1
    if not first.spelled:
        return False
    if unit.kind == "measure":
        return (
            first.value == 1
            and tokens.word(behind - 1) in ("day", "second", "minute")
            and not tokens.hyphen(behind - 2)
        )
    return unit is NO_UNIT and (
        _is_small_talk(tokens, start, first, behind) or _about_vague_things(tokens, first, behind)
    )


def _is_small_talk(tokens: FigureTokens, start: int, number: SpokenNumber, behind: int) -> bool:
    if number.value == 1:
        return True
    if number.value == 0:
        return tokens.word(behind) in _NO_CLAIM_AFTER_ZERO
    pointing = tokens.word(start - 1) in ("these", "those", "you", "us", "all", "other")
    of_them = tokens.word(behind) == "of" and tokens.word(behind + 1) in (
        "us",
        "them",
        "you",
        "these",
        "those",
    )
    idiom = tokens.hyphen(behind) and tokens.word(behind + 1) in _IDIOMS
    return number.value <= 5 and (pointing or of_them or idiom)


def _about_vague_things(tokens: FigureTokens, number: SpokenNumber, behind: int) -> bool:
    """`two clear sides`: a small number of nothing in particular, perhaps with an adjective or two
    between.
    """
    if number.value > 12 and not number.article:
        return False
    for place in range(behind, behind + 3):
        if tokens[place].kind != "word" or (
            tokens.word(place) in _FUNCTION_WORDS and tokens.word(place) != "very"
        ):
            return False
        if tokens.word(place) in _VAGUE:
            return True
    return False
