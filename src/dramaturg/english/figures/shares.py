"""Shares and factors: `one in four`, `two thirds`, `half`, `every fifth`; `ten times`, `doubled`,
`an order of magnitude`.
"""

from __future__ import annotations

from dataclasses import replace

from dramaturg.english.figures.amounts import noun_at
from dramaturg.english.figures.figure import Figure, Found, said
from dramaturg.english.figures.numbers import FigureTokens, SpokenNumber, number_at, ordinal_at
from dramaturg.english.figures.units import NO_UNIT, unit_at
from dramaturg.english.prose import table

_FRACTION_WORDS = "half third quarter fifth sixth seventh eighth ninth tenth"
_FRACTIONS = {
    form: n
    for n, word in enumerate(_FRACTION_WORDS.split(), start=2)
    for form in (word, f"{word}s")
}
_AFTER_HALF = table(
    "of the our my your their its his her these those that what as is are was were said"
)
_AFTER_FRACTION = table("""
    of the less more fewer were are was is have has had in on at off as higher lower or and full
    empty said fail
""")


def share(tokens: FigureTokens, place: int) -> Found | None:
    """Parts of a whole: `one in four`, `two thirds`, `half`, `3/4`, `every fifth`."""
    return (
        _half(tokens, place)
        or _slash(tokens, place)
        or _fraction(tokens, place)
        or _some_of(tokens, place)
        or _every(tokens, place)
    )


def _percent(tokens: FigureTokens, start: int, end: int, share: float) -> Figure:
    return replace(said(tokens, start, end, "percent", 100 * share), coarse=True)


def _half(tokens: FigureTokens, place: int) -> Found | None:
    if tokens.word(place) != "half" or number_at(tokens, place):
        return None
    figure = _percent(tokens, place, place + 1, 0.5)
    behind = tokens[place + 1]
    if behind.text == "as":
        return replace(said(tokens, place, place + 1, "times", 0.5), step=0.1), place + 1
    counted = tokens.word(place - 1) in (
        "first",
        "second",
        "other",
        "better",
        "my",
        "your",
        "this",
    ) or tokens.hyphen(place + 1)
    claims = behind.kind != "word" or behind.text in _AFTER_HALF
    return replace(figure, casual=counted or not claims), place + 1


def _slash(tokens: FigureTokens, place: int) -> Found | None:
    above, below = tokens[place], tokens[place + 2]
    if (
        above.kind != "digits"
        or below.kind != "digits"
        or tokens.word(place + 1) != "/"
        or not below.glued
    ):
        return None
    if tokens.word(place + 3) == "/":
        return None
    over, under = (
        float(above.text.replace(",", "")),
        float(below.text.replace(",", "") if below.text.count(".") < 2 else 0),
    )
    figure = _percent(tokens, place, place + 3, over / under if under else 0.0)
    return replace(figure, casual=(over, under) in ((24, 7), (50, 50))), place + 3


def _fraction(tokens: FigureTokens, place: int) -> Found | None:
    number = number_at(tokens, place)
    if number is None and tokens.word(place) == "a":
        number = SpokenNumber(1, 1, place + 1, spelled=True)
    if number is None or number.value > 20:
        return None
    at = number.end + 1 if tokens.hyphen(number.end) else number.end
    parts = _FRACTIONS.get(tokens.word(at))
    if parts is None or (number.value > 1 and not tokens.word(at).endswith("s")):
        return None
    behind = tokens[at + 1]
    claims = number.value > 1 or behind.kind != "word" or behind.text in _AFTER_FRACTION
    if not claims and tokens.word(place) == "a" and parts != 4:
        return None
    return replace(_percent(tokens, place, at + 1, number.value / parts), casual=not claims), at + 1


def _some_of(tokens: FigureTokens, place: int) -> Found | None:
    """`one in four`, `one year in five`, `3 out of 10`, `eleven of the twenty-seven`."""
    few = number_at(tokens, place)
    if few is None or few.value < 1 or few.step != 1:
        return None
    at = (
        few.end + 1
        if tokens.word(few.end + 1) in ("in", "out") and noun_at(tokens, few.end)
        else few.end
    )
    joint = next(
        (
            behind
            for phrase in ("out of", "in", "of the", "of")
            if (behind := tokens.after(at, phrase))
        ),
        0,
    )
    many = number_at(tokens, joint) if joint else None
    if many is None or not few.value < many.value <= 100 or many.step != 1:
        return None
    if unit_at(tokens, many.end, many.spelled)[0] is not NO_UNIT:
        return None
    numbers = ((place, few), (joint, many))
    parts = tuple(
        said(tokens, start, number.end, "count", number.value) for start, number in numbers
    )
    return replace(_percent(tokens, place, many.end, few.value / many.value), parts=parts), many.end


def _every(tokens: FigureTokens, place: int) -> Found | None:
    which = ordinal_at(tokens, place + 1) if tokens.word(place) == "every" else None
    if which is None or which.value < 2:
        return None
    end = which.end + (tokens[which.end].kind == "word")
    return replace(_percent(tokens, place, end, 1 / which.value), coarse=False), end


# ── factors ───────────────────────────────────────────────────────────────────────────────────────

_MULTIPLIER_WORDS = {
    0.5: "halved",
    2.0: "twice double doubled doubles doubling twofold",
    3.0: "thrice triple tripled triples threefold",
    4.0: "quadruple quadrupled fourfold",
    5.0: "fivefold",
    10.0: "tenfold",
    100.0: "hundredfold",
}
MULTIPLIERS = {word: value for value, forms in _MULTIPLIER_WORDS.items() for word in forms.split()}
_COMPARED_WITH = {"as", "the", "what", "that", "our", "your", "their", "its", "my"}
_DOUBLE_TALK = {
    "check",
    "checked",
    "checking",
    "down",
    "edged",
    "standard",
    "standards",
    "take",
    "duty",
    "click",
    "booked",
}


def multiplier(tokens: FigureTokens, place: int) -> Found | None:
    value = MULTIPLIERS.get(tokens.word(place))
    if value is None:
        return None
    at = place + 2 if tokens.hyphen(place + 1) else place + 1
    occasions = tokens.word(place) in ("twice", "thrice") and tokens.word(at) not in _COMPARED_WITH
    phrase = occasions or tokens.word(at) in _DOUBLE_TALK
    return (
        replace(
            said(tokens, place, place + 1, "times", value),
            casual=phrase,
            step=0.1 if value < 1 else 1.0,
        ),
        place + 1,
    )


def orders_of_magnitude(tokens: FigureTokens, place: int) -> Found | None:
    count = (
        SpokenNumber(1, 1, place + 1)
        if tokens.word(place) in ("a", "an", "order")
        else number_at(tokens, place)
    )
    at = place if tokens.word(place) == "order" else count.end if count else place
    phrases = (
        "order of magnitude",
        "orders of magnitude",
        "order - of - magnitude",
        "orders - of - magnitude",
    )
    behind = next((behind for phrase in phrases if (behind := tokens.after(at, phrase))), 0)
    if count is None or not behind or not 1 <= count.value <= 12:
        return None
    ten = 10.0**count.value
    return replace(said(tokens, place, behind, "times", ten), low=ten / 2, high=ten * 2), behind
