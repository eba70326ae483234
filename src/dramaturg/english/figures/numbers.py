"""Numbers as people write and say them: `2,400`, `1.2 million`, `40k`, `minus eighteen`, `two and a
half`, `a dozen`.

A text is cut into tokens first; everything here takes the tokens and a place among them, and goes
forward only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import inf, isfinite

# ── tokens ────────────────────────────────────────────────────────────────────────────────────────

_TOKEN = re.compile(
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)*|\.\d+)|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)|(?P<sign>\S)"
)
# One character for one, so that places in the text stay true.
_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "–": "-",
        "—": "-",
        "−": "-",
        "‑": "-",
        "‐": "-",
        "％": "%",
        "×": "x",
    }
)


@dataclass(frozen=True, slots=True)
class FigureToken:
    """A word in small letters, a number in digits, or a sign; `glued` when no space stands before
    it.
    """

    text: str
    kind: str = "end"
    start: int = 0
    end: int = 0
    glued: bool = False
    capital: bool = False


NOTHING = FigureToken("")


class FigureTokens:
    """The tokens of a text. Looking beyond either end finds NOTHING."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.numbers: dict[int, SpokenNumber | None] = {}
        self._tokens: list[FigureToken] = []
        end = -1
        for match in _TOKEN.finditer(text.translate(_PLAIN)):
            found, start = match.group(), match.start()
            self._tokens.append(
                FigureToken(
                    found.lower(),
                    match.lastgroup or "",
                    start,
                    match.end(),
                    start == end,
                    found[0].isupper(),
                )
            )
            end = match.end()

    def __len__(self) -> int:
        return len(self._tokens)

    def __getitem__(self, place: int) -> FigureToken:
        return self._tokens[place] if 0 <= place < len(self._tokens) else NOTHING

    def word(self, place: int) -> str:
        return self[place].text

    def after(self, place: int, phrase: str) -> int:
        """The place behind `phrase`, its words parted by spaces, when it stands here; else 0."""
        words = phrase.split()
        return (
            place + len(words)
            if all(self.word(place + n) == word for n, word in enumerate(words))
            else 0
        )

    def hyphen(self, place: int) -> bool:
        """A hyphen inside a word: `two-day`."""
        return self.word(place) == "-" and self[place].glued and self[place + 1].glued

    def text(self, start: int, end: int) -> tuple[str, tuple[int, int]]:
        span = (self[start].start, self[end - 1].end)
        return self.source[slice(*span)], span


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────

_ONES = (
    "zero one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = {word: n for n, word in enumerate(_ONES.split())} | {
    word: 10 * n for n, word in enumerate(_TENS.split(), start=2)
}
SCALES = {
    "thousand": 1e3,
    "grand": 1e3,
    "million": 1e6,
    "mn": 1e6,
    "billion": 1e9,
    "bn": 1e9,
    "trillion": 1e12,
}
_LETTERS = {"k": 1e3, "m": 1e6, "b": 1e9}
# With an article before them these are numbers; `a score` and `a grand` are more often a mark and
# an adjective.
_GROUPS = {"dozen": 12.0, "hundred": 100.0} | {
    word: value for word, value in SCALES.items() if word != "grand"
}
CURRENCY_SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen"}
_ORDINAL_ONES = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth "
    "eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
ORDINALS = (
    {word: n for n, word in enumerate(_ORDINAL_ONES.split())}
    | {f"{word[:-1]}ieth": 10 * n for n, word in enumerate(_TENS.split(), start=2)}
    | {"hundredth": 100, "thousandth": 1000}
)


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number, the place value of its last written digit, and the place behind it; `scaled` by a
    word like million.
    """

    value: float
    step: float
    end: int
    spelled: bool = False
    article: bool = False
    scaled: float = 1.0


def number_at(tokens: FigureTokens, place: int) -> SpokenNumber | None:
    """The number that begins here; found once, however many readers ask."""
    if place not in tokens.numbers:
        tokens.numbers[place] = _signed(tokens, place)
    return tokens.numbers[place]


def _signed(tokens: FigureTokens, place: int) -> SpokenNumber | None:
    if tokens.word(place) == "minus" or (
        tokens.word(place) == "-" and not tokens[place].glued and tokens[place + 1].kind == "digits"
    ):
        below = _unsigned(tokens, place + 1)
        return replace(below, value=-below.value) if below else None
    return _unsigned(tokens, place)


def _unsigned(tokens: FigureTokens, place: int) -> SpokenNumber | None:
    return _in_digits(tokens, place) or _by_article(tokens, place) or _in_words(tokens, place)


def _in_digits(tokens: FigureTokens, place: int) -> SpokenNumber | None:
    token = tokens[place]
    if token.kind != "digits" or token.text.count(".") > 1:
        return None
    decimals = len(token.text.partition(".")[2])
    number = SpokenNumber(float(token.text.replace(",", "")), 10.0**-decimals, place + 1)
    scale = _scale_behind(tokens, place + 1)
    if scale is None:
        return number
    step = number.step * scale if decimals else 1.0
    return SpokenNumber(number.value * scale, step, place + 2, scaled=scale)


def _scale_behind(tokens: FigureTokens, place: int) -> float | None:
    token = tokens[place]
    if token.text == "hundred":
        return 100.0
    if token.glued and token.text in _LETTERS:
        # 5m is five metres, $5m and 5M are five millions.
        plainly = token.text == "k" or token.capital or tokens.word(place - 2) in CURRENCY_SIGNS
        return _LETTERS[token.text] if plainly else None
    return SCALES.get(token.text)


def _by_article(tokens: FigureTokens, place: int) -> SpokenNumber | None:
    """`a dozen`, `a hundred and forty-five`, `half a million`, `a quarter of a million`."""
    for phrase, part in (
        ("half a", 0.5),
        ("a quarter of a", 0.25),
        ("quarter of a", 0.25),
        ("a", 1.0),
    ):
        behind = tokens.after(place, phrase)
        group = _GROUPS.get(tokens.word(behind)) if behind else None
        if group is None:
            continue
        if part == 1.0 and (more := _cardinal(tokens, behind, 1.0)):
            return replace(more, article=True)
        return SpokenNumber(part * group, 1.0, behind + 1, spelled=True, article=True)
    return None


def _in_words(tokens: FigureTokens, place: int) -> SpokenNumber | None:
    found = _cardinal(tokens, place)
    if found is None:
        return None
    return _decimal(tokens, found) or _and_a_half(tokens, found) or found


def _cardinal(
    tokens: FigureTokens, place: int, current: float | None = None
) -> SpokenNumber | None:
    """A whole number in words. `current` is what was said before it: 1 for the article in `a
    hundred and five`.
    """
    total, end, last, scaled = 0.0, place, inf, 1.0
    while True:
        here = _joined(tokens, end, total, current) if end > place else end
        word = tokens.word(here)
        if word in SMALL and _fits(current, SMALL[word]):
            current = (current or 0.0) + SMALL[word]
        elif word == "hundred" and current is not None and 0 < current < 100:
            current *= 100
        elif word in SCALES and current is not None and SCALES[word] < last:
            total, current, last, scaled = (
                total + current * SCALES[word],
                None,
                SCALES[word],
                SCALES[word],
            )
        elif word == "dozen" and current is not None and not total:
            return SpokenNumber(current * 12, 1.0, here + 1, spelled=True)
        else:
            break
        end = here + 1
    return (
        SpokenNumber(total + (current or 0.0), 1.0, end, spelled=True, scaled=scaled)
        if end > place
        else None
    )


def _joined(tokens: FigureTokens, place: int, total: float, current: float | None) -> int:
    """The place behind a hyphen, or behind the `and` of `two hundred and forty`; else the same
    place.
    """
    if tokens.hyphen(place):
        return place + 1
    open_end = (current is not None and current >= 100 and current % 100 == 0) or (
        total > 0 and current is None
    )
    follows = tokens.word(place + 1) in SMALL and tokens.word(place + 2) not in ("hundred", "dozen")
    return place + 1 if tokens.word(place) == "and" and open_end and follows else place


def _fits(current: float | None, small: int) -> bool:
    """Whether a small number may follow: `three` after `twenty`, `forty` after `two hundred`."""
    if current is None:
        return True
    below_hundred = current % 100
    return current >= 20 and (
        below_hundred == 0 or (small in range(1, 10) and below_hundred >= 20 and current % 10 == 0)
    )


def _decimal(tokens: FigureTokens, whole: SpokenNumber) -> SpokenNumber | None:
    """`four point two`, perhaps with a scale behind."""
    end, decimals = whole.end + 1, ""
    if tokens.word(whole.end) != "point":
        return None
    while SMALL.get(tokens.word(end), 10) < 10 and len(decimals) < 9:
        decimals += str(SMALL[tokens.word(end)])
        end += 1
    if not decimals:
        return None
    scale = SCALES.get(tokens.word(end), 1.0)
    value, step = whole.value + float(f"0.{decimals}"), 10.0 ** -len(decimals)
    return SpokenNumber(value * scale, step * scale, end + (scale > 1), spelled=True, scaled=scale)


def _and_a_half(tokens: FigureTokens, whole: SpokenNumber) -> SpokenNumber | None:
    for phrase, part in PARTS_BEHIND.items():
        behind = tokens.after(whole.end, phrase)
        if behind:
            scale = SCALES.get(tokens.word(behind), 1.0)
            return SpokenNumber(
                (whole.value + part) * scale,
                part * scale,
                behind + (scale > 1),
                spelled=True,
                scaled=scale,
            )
    return None


PARTS_BEHIND = {"and a half": 0.5, "and a quarter": 0.25, "and three quarters": 0.75}


def ordinal_at(tokens: FigureTokens, place: int) -> SpokenNumber | None:
    """`3rd`, `third`, `twenty-third`."""
    token, behind = tokens[place], tokens[place + 1]
    if (
        token.kind == "digits"
        and behind.glued
        and behind.text in ("st", "nd", "rd", "th")
        and "." not in token.text
    ):
        return SpokenNumber(float(token.text.replace(",", "")), 1.0, place + 2)
    if token.text in ORDINALS:
        return SpokenNumber(ORDINALS[token.text], 1.0, place + 1, spelled=True)
    if SMALL.get(token.text, 0) >= 20:
        one = place + 2 if tokens.hyphen(place + 1) else place + 1
        if 0 < ORDINALS.get(tokens.word(one), 0) < 10:
            return SpokenNumber(
                SMALL[token.text] + ORDINALS[tokens.word(one)], 1.0, one + 1, spelled=True
            )
    return None


def round_step(value: float) -> float:
    """How coarse a round number is: 10 for 20, 5 for 25, 1000 for 3000, 1 for 23."""
    if not isfinite(value):
        return 1.0
    mantissa, _, exponent = f"{abs(value):.6e}".partition("e")
    written = mantissa.replace(".", "").rstrip("0") or "0"
    place = 10.0 ** (int(exponent) - len(written) + 1)
    return place * 5 if written[-1] == "5" and len(written) > 1 else place
