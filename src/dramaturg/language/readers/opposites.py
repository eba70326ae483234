"""Words that speak against one another: opposites by table and by form, and how far a sentence says
all, some or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from dramaturg.data_files import Words, load
from dramaturg.english.prose import table

NONE = table(
    "never no none nobody nothing nowhere neither without hardly barely rarely seldom scarcely zero"
)
ALL = table(
    "always every everyone everybody everything everywhere all whole entire entirely both"
    " constantly daily each completely"
)
SOME = table(
    "sometimes often once twice couple few some several occasionally regularly usually many lots"
    " plenty"
)

PREFIXES = ("un", "dis", "in", "im", "ir", "il", "non", "mis")
SHORTEST_STEM = 4  # letters: a shorter rest is chance, as in un-it


def _both_ways(written: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word, others in written.items():
        for other in others:
            found.setdefault(word, set()).add(other)
            found.setdefault(other, set()).add(word)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = _both_ways(load(__file__, "opposites.yaml", dict[str, Words]))


@lru_cache(8192)
def opposites(word: str) -> frozenset[str]:
    """The words that say the opposite, by table and by form; those made by form need not exist."""
    return OPPOSITES.get(word, frozenset()) | frozenset(_by_form(word))


def _by_form(word: str) -> Iterator[str]:
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= SHORTEST_STEM:
            yield word.removeprefix(prefix)
        if len(word) >= SHORTEST_STEM:
            yield prefix + word
    if word.endswith("less"):
        yield from (word.removesuffix("less"), word.removesuffix("less") + "ful")
    elif word.endswith("ful"):
        yield word.removesuffix("ful") + "less"
    elif len(word) >= SHORTEST_STEM:
        yield word + "less"
