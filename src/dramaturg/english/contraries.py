"""Contraries: the small words that make one text say the contrary of another that is much alike."""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.data_files import WordList, Words, load
from dramaturg.english.prose import content_words, words


@dataclass(frozen=True, slots=True)
class _Written:
    """What contraries.yaml holds."""

    denying: Words
    numbers: Words
    pairs: WordList


_WRITTEN = load(__file__, "contraries.yaml", _Written)
DENYING = _WRITTEN.denying
_PREFIXES = ("un", "in", "im", "ir", "dis", "non")
_CONTRARIES = frozenset(frozenset(pair.split("/")) for pair in _WRITTEN.pairs)


def contrary(one: str, other: str) -> bool:
    """Whether of two texts that are alike one denies the other, counts otherwise, or names the
    other end of a scale.

    To an embedder `can trust it` and `cannot trust it` are neighbours.

    >>> contrary("can trust it", "cannot trust it")
    True
    """
    left, right = frozenset(words(one)), frozenset(words(other))
    if content_words(one) & content_words(other) and (
        _denies(left) != _denies(right) or _counts_otherwise(left, right)
    ):
        return True
    return any(
        frozenset((word, rival)) in _CONTRARIES or _undone(word, rival)
        for word in left - right
        for rival in right - left
    )


def denies(text: str) -> bool:
    """Whether a text has a word of denial in it, in whatever form."""
    return _denies(
        frozenset(form for word in words(text) for form in (word, word.removesuffix("s")))
    )


def _denies(said: frozenset[str]) -> bool:
    return any(word in DENYING or word.endswith("n't") for word in said)


def _counts_otherwise(left: frozenset[str], right: frozenset[str]) -> bool:
    one, other = (
        frozenset(word for word in said if word.isdigit() or word in _WRITTEN.numbers)
        for said in (left, right)
    )
    return bool(one and other) and one != other


def _undone(word: str, rival: str) -> bool:
    short, long = sorted((word, rival), key=len)
    return (
        any(long == prefix + short for prefix in _PREFIXES)
        or short.removesuffix("ful") + "less" == long
    )
