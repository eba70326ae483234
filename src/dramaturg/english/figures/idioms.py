"""Idioms: figures that claim nothing, such as half the battle, zero sleep and nine times out of
ten.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from dramaturg.english.figures.figure import Figure
from dramaturg.english.forms import bases
from dramaturg.english.prose import content_words, plain, table, words

_VAGUE = re.compile(
    r"\b(?:half|halves|zero|dozens?|hundreds?|thousands?|millions?|billions?|fifty|fifties)\b"
)
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)[ -]"
    r"(?:hundred|thousand|million|billion|dozen)\b"
)
"""`Ninety thousand` is no turn of phrase, as `a thousand` may be."""
_MOSTLY = re.compile(r"^(?:nine|ninety-nine) times out of (?:ten|a hundred)$")
_MEASURES = table("by in about over nearly almost than under to")
_POINTS_BACK = re.compile(r"^of (?:that|this|it|what)\b")
_WISHED = re.compile(
    r"\b(?:give|spare|lend|allow) me\b|\bi(?:'d| would) (?:love|like|need|give|want|kill)\b"
    r"|\bi (?:need|want)\b|\bi wish\b"
)
_FEW = 5
_NO_THINGS = table("""
    number numbers thing things word words reason reasons way ways side sides question questions
    problem problems point points sentence sentences
""")
_MINUTE = 60  # seconds: half a minute is said of everything that is short


def is_idiom(figure: Figure, text: str, counted: Collection[str]) -> bool:
    """Whether a figure in the text is a turn of phrase: vague, spelled out, and of nothing that is
    `counted` in this talk; or a time that is only asked for.

    >>> from dramaturg.english.figures import claimed
    >>> for line in ("That's half the battle.", "Half the prompts fail."):
    ...     [is_idiom(each, line, {"prompt"}) for each in claimed(line)]
    [True]
    [False]
    """
    said = plain(figure.text)
    if any(letter.isdigit() for letter in said):
        return False
    start, end = figure.span
    before, behind = plain(text[:start]), plain(text[end:])
    if _MOSTLY.match(said):
        return not before or before[-1] in ".,;:!?"
    return (
        _is_one_or_first(figure, before)
        or _is_short_or_wished(figure, before)
        or _says_by_halves(said, before, behind)
        or (figure.kind == "count" and figure.number <= _FEW and _next(behind) in _NO_THINGS)
        or (_is_vague(said) and _counts_nothing(before, behind, counted))
    )


def _is_vague(said: str) -> bool:
    return bool(_VAGUE.search(said)) and not _COUNTED.search(said)


def _is_one_or_first(figure: Figure, before: str) -> bool:
    """`the first day`, `not one point`."""
    last = before.split()[-1:]
    return figure.number == 1 and (figure.kind == "ordinal" or last in (["not"], ["even"]))


def _is_short_or_wished(figure: Figure, before: str) -> bool:
    """`give me two minutes`, `for thirty seconds`."""
    if figure.kind != "measure" or figure.unit != "time":
        return False
    return figure.high < _MINUTE or bool(_WISHED.search(before.rpartition(". ")[2]))


def _says_by_halves(said: str, before: str, behind: str) -> bool:
    """`fifty-fifty`, `one rather than fifty`."""
    fifty = said == "fifty" and ("fifty-" in before[-6:] or behind.startswith("-fifty"))
    return fifty or (before.endswith(" than") and not behind.strip(" .,;:!?"))


def _next(behind: str) -> str:
    return next(iter(words(behind)), "")


def _counts_nothing(before: str, behind: str, counted: Collection[str]) -> bool:
    clause = re.split(r"[.,;:!?]", behind, maxsplit=1)[0].strip()
    if not clause:
        last = before.split()[-1:]
        return bool(last) and last[0] not in _MEASURES
    if _POINTS_BACK.match(clause):
        return True
    noun = next((word for word in words(clause) if content_words(word)), "")
    return bool(noun) and noun not in ("time", "times") and not bases(noun) & frozenset(counted)
