"""What a plain word in YAML stands for: nothing, true or false, a number, or itself (the core
schema of YAML 1.2).
"""

from __future__ import annotations

import re
from math import isfinite

Scalar = None | bool | int | float | str

WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
DECIMAL = re.compile(r"[-+]?[0-9]+")
OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
LONGEST_INT = 20
LARGEST_INT = 2**63  # what databases and JSON readers hold


class NumberRefused(ValueError):
    """A number that no JSON text or database column can hold."""


def resolve(word: str) -> Scalar:
    """What a plain word stands for. Raises NumberRefused."""
    if word in WORDS:
        return WORDS[word]
    return _number(word) if word[0] in "-+.0123456789" else word


def _number(word: str) -> int | float | str:
    if NOT_FINITE.fullmatch(word):
        raise NumberRefused
    if DECIMAL.fullmatch(word):
        return _whole(word, 10)
    if OTHER_BASE.fullmatch(word):
        return _whole(word, 0)
    if FLOAT.fullmatch(word):
        number = float(word)
        if not isfinite(number):
            raise NumberRefused
        return number
    return word


def _whole(word: str, base: int) -> int:
    if len(word) > LONGEST_INT:  # int() of a long word is slow, then refused by Python itself
        raise NumberRefused
    number = int(word, base)
    if abs(number) >= LARGEST_INT:
        raise NumberRefused
    return number
