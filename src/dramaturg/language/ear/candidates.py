"""Candidates: what can be counted between somebody's words and each of several things that may be
meant by them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dramaturg.english.contraries import DENYING
from dramaturg.english.prose import content_words, words
from dramaturg.language.ear.outputs import FITS

COUNTED = ("own words", "own words denied", "shared words", "named by its place")
"""What `counted` gives for each candidate. Own words are those of no other candidate."""
BESIDE = ("near", "nearest", *COUNTED)
"""What is known of a candidate beside its fits: how near in meaning it lies, in two ways, and what
is counted.
"""
LEADING = ("option.option", "taken.acknowledges", "same.same", "near", "nearest")
WEIGHED = (*FITS, *BESIDE, *(f"lead of {name}" for name in LEADING))
_LEADING = [(*FITS, *BESIDE).index(name) for name in LEADING]
REACH = 6  # words: how far a no reaches
_PLACES = (
    "first one 1 a",
    "second two 2 b",
    "third three 3 c",
    "fourth four 4 d",
    "fifth five 5 e",
)
_PLACE = {name: place for place, names in enumerate(_PLACES) for name in names.split()}
_PLACE |= {"former": 0, "latter": -1, "last": -1}
_BY_PLACE = re.compile(
    r"\b(?:option|answer|choice|number|letter) (?P<counted>[a-e1-5]|one|two|three|four|five)\b"
    r"|\bthe (?P<ordered>first|second|third|fourth|fifth|former|latter|last)"
    r"(?= (?:one|option|choice|of (?:those|these|them|the))\b|\W*$|[,.;!?])"
    r"|^\W*(?P<alone>[a-e1-5])(?:\W*$|[).,:;])"
)
_CLAUSE = re.compile(r"[,.;:!?…]+|\bbut\b")


def beside(text: str, candidates: Sequence[str], *near: Sequence[float]) -> NDArray[np.float64]:
    """A row for each candidate, a column for each of `BESIDE`."""
    return np.column_stack([*near, counted(text, candidates)])


def counted(text: str, candidates: Sequence[str]) -> NDArray[np.float64]:
    """A row for each candidate, a column for each of `COUNTED`."""
    said, denied = content_words(text), _denied(text)
    held = [content_words(each) for each in candidates]
    times = Counter(word for each in held for word in each)
    named = _named(text, len(candidates))
    found = []
    for place, each in enumerate(held):
        own = {word for word in each if times[word] == 1}
        size = sqrt(max(1, len(own)))
        found.append(
            (
                len(own & said) / size,
                len(own & denied) / size,
                len(each & said) / sqrt(max(1, len(each))),
                float(place == named),
            )
        )
    return np.array(found)


def ahead(known: NDArray[np.floating]) -> NDArray[np.floating]:
    """How far each candidate lies ahead of the best of the others, in each of `LEADING`. `known`
    has a column for each of `FITS` and of `BESIDE`.
    """
    led = known[:, _LEADING]
    if len(led) < 2:
        return np.zeros_like(led)
    best = [np.delete(led, at, axis=0).max(axis=0) for at in range(len(led))]
    return np.asarray(led - np.array(best))


def _denied(text: str) -> frozenset[str]:
    """The words of weight within reach of a no."""
    found: set[str] = set()
    for clause in _CLAUSE.split(text):
        said = words(clause)
        for at, word in enumerate(said):
            if word in DENYING or word.endswith("n't"):
                found |= content_words(" ".join(said[at + 1 : at + 1 + REACH]))
    return frozenset(found)


def _named(text: str, count: int) -> int | None:
    """The place that is named: `the first one`, `option b`, `2`."""
    found = _BY_PLACE.search(text.lower())
    if not found:
        return None
    place = _PLACE[found["counted"] or found["ordered"] or found["alone"]] % max(1, count)
    return place if _PLACE[found[found.lastgroup or 0]] < count else None
