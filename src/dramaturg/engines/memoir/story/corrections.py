"""Corrections: where the teller takes something back and says what it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.story.claims import amount
from dramaturg.english.figures import read as figures_in
from dramaturg.english.prose import plain
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Claim, Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["corrections"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["corrections"]

_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBER = f"(?:{'|'.join((*_TENS.split(), *_UNITS.split()))})"
_LARGE = r"[A-Z][^\W\d_]+"


def _value(name: str) -> str:
    """A figure, a number in words, or one or two words with a capital."""
    figure, spoken = r"['’]?\d{1,4}", rf"{_NUMBER}(?:[- ]{_NUMBER}){{0,2}}"
    return (
        r"(?:(?:in|at|about|called|from|to|on)"
        rf" )?(?P<{name}>{figure}\b|\b(?i:{spoken})\b|\b{_LARGE}(?: {_LARGE})?)"
    )


_NEW, _OLD = _value("new"), _value("old")
_WAS = (
    r"(?i:(?:it|that|this|he|she|we|they|I|the year)?(?: ?(?:was|were|is|['’]s|be|should be|must"
    r" have been))?(?: really| actually)?)"
)
_END = r"(?=\s*(?:[.,;:!?—-]|(?:that|when|sorry|it was|it is|we|I|he|she|they|my)\b|$))"
_CORRECTING = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_NEW},? (?:and )?(?i:not) {_OLD}",
        rf"{_NEW} [^.,!?;]{{1,40}}, (?i:not) {_OLD}",
        (
            rf"(?i:I (?:said|told you|think I said))[^.!?]{{0,12}} {_OLD} [^.!?]{{0,30}}[.;?!]"
            rf" {_WAS} ?{_NEW}{_END}"
        ),
        (
            rf"(?i:it|that) (?i:was|is) {_NEW},? (?i:and (?:she|he|they)(?:['’]s| is|['’]re| are)"
            r" right)\b"
        ),
        rf"(?i:not) {_OLD},? (?i:but) {_NEW}",
        rf"(?i:wasn['’]t|was not|isn['’]t|weren['’]t) {_OLD}[,;.:]? (?i:no, )?{_WAS} ?{_NEW}",
        (
            rf"(?i:I (?:said|told you|think I said)) (?:it was |that it was )?{_OLD},? (?:but|and)"
            rf" {_WAS} ?{_NEW}"
        ),
        (
            r"(?i:\bI mean|\bI meant|\bor rather|\bcorrection|\bI tell a lie|\bmake that|\bscratch"
            rf" that),?:? {_WAS} ?{_NEW}{_END}"
        ),
        (
            rf"(?:^|[.,;!?—-] ?)(?i:no|sorry|wait|hang on|oh no)[,.]? (?i:sorry,? |no,? )?{_WAS}"
            rf" ?{_NEW}{_END}"
        ),
        rf"^\W*{_NEW},? (?i:sorry|I mean|I should say)\b",
        (
            rf"(?:^|[.!?] )(?i:it|that) (?i:was|is) {_NEW},? (?i:you(?:['’]re| are) (?:quite"
            r" )?right)\b"
        ),
        rf"(?i:you(?:['’]re| are) (?:quite )?right)[,:.;]? {_WAS} ?{_NEW}{_END}",
    )
)
_SAYS_SO = _PATTERNS["says_so"]
_MAY_SAY_SO = re.compile(r"(?i)^\W*(?:well,? )?(?:no|sorry|actually|wait|oh no|hang on)\b[,:. ]")
_NO_VALUES = _WORDS["no_values"]
_SOFT = ("year", "age", "count", "place", "name", "role")


@dataclass(frozen=True, slots=True)
class Correction:
    """What it was, in the words of the teller; `old` what it was not, where that is said."""

    new: Span
    old: str = ""


def corrections_in(text: str) -> tuple[Correction, ...]:
    """Where a value takes the place of another, each value once."""
    found: dict[int, Correction] = {}
    for pattern in _CORRECTING:
        for match in pattern.finditer(text):
            old = match["old"] if "old" in pattern.groupindex else ""
            if plain(match["new"]) in _NO_VALUES:
                continue
            found.setdefault(
                match.start("new"), Correction(Span(match["new"], match.start("new")), old)
            )
    return tuple(found.values())


def with_heard(found: Sequence[Correction], heard: Span | None) -> tuple[Correction, ...]:
    """The corrections; where no words show one, the one that was heard."""
    return tuple(found) or ((Correction(heard),) if heard else ())


def says_so(text: str) -> bool:
    """Whether the passage says of itself that it puts something right."""
    return bool(_SAYS_SO.search(text) or _MAY_SAY_SO.search(text))


def corrects(text: str, claim: Claim) -> bool:
    """Whether the passage says of itself that it puts something right, so that this claim takes the
    place of another.
    """
    if _SAYS_SO.search(text):
        return True
    return claim.slot in _SOFT and bool(_MAY_SAY_SO.search(text))


def corrected(
    correction: Correction, candidates: Iterable[tuple[str, Claim]]
) -> tuple[str, Claim] | None:
    """The claim it corrects, by id, and what is claimed now. Candidates come newest first."""
    for id, claim in candidates:
        value = value_of(correction.new.text, claim)
        if (
            value is None
            or value == claim.value
            or (correction.old and not is_value(correction.old, claim))
        ):
            continue
        return id, replace(claim, value=value, span=correction.new, hedged=False)
    return None


def is_value(text: str, claim: Claim) -> bool:
    """Whether these words say what is claimed: 63 is 1963."""
    value = value_of(text, claim)
    if isinstance(value, str) and isinstance(claim.value, str):
        return bool(set(value.split()) & set(claim.value.split()))
    return value is not None and value == claim.value


def value_of(text: str, claim: Claim) -> tuple[float, float] | str | None:
    """What these words would say in place of what is claimed; None when they are of
    another kind.
    """
    number = next(_numbers(text), None)
    if claim.slot in ("year", "age", "count"):
        return None if number is None else _as(claim, number)
    if claim.slot in ("place", "name"):
        return plain(text) if number is None and plain(text) else None
    return None


def _as(claim: Claim, number: float) -> tuple[float, float] | None:
    if claim.slot == "year":
        century = amount(claim)[0] // 100 * 100
        number = number if number > 1000 else century + number if 10 <= number < 100 else 0
        return (number, number) if number else None
    return (number, number) if number <= 110 else None


def _numbers(text: str) -> Iterator[float]:
    for figure in figures_in(text):
        if figure.kind in ("count", "year"):
            yield float(figure.low)
