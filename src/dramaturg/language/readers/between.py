"""What can be counted between a turn and the one before it: what is taken up, echoed, added, asked
back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

import numpy as np

from dramaturg.english.figures import claimed, known
from dramaturg.english.prose import table
from dramaturg.language.readers.features import CONTENT, WH
from dramaturg.language.readers.parsed_text import ParsedText, Vector

SHORT = table("yes yeah yep no nope ok okay right sure fine hm hmm mm well uh um oh i'm")
ADDING = table(
    "also another actually anyway besides plus too then reminds remember story tell thing funny"
    " moreover btw additionally"
)


@dataclass(frozen=True)
class TurnPair:
    """A turn and what was said before it."""

    text: ParsedText
    context: ParsedText

    @cached_property
    def said(self) -> frozenset[str]:
        return _content(self.text)

    @cached_property
    def before(self) -> frozenset[str]:
        return _content(self.context)

    @cached_property
    def shared(self) -> int:
        return len(self.said & self.before)


def _content(text: ParsedText) -> frozenset[str]:
    return frozenset(
        token.lemma.lower()
        for token in text.tokens
        if token.pos in CONTENT and len(token.lemma) > 2
    )


def _echoed_figures(pair: TurnPair) -> float:
    wanted = claimed(pair.context.text)
    said = (
        [figure for whole in claimed(pair.text.text) for figure in (whole, *whole.parts)]
        if wanted
        else []
    )
    return min(2.0, sum(any(known(figure, [want]) for figure in said) for want in wanted))


def _first_words(text: ParsedText, count: int) -> frozenset[str]:
    return frozenset(word.strip(",.!?-").lower() for word in text.text.split()[:count])


def _with_meaning(pair: TurnPair) -> float:
    return float(pair.text.vector @ pair.context.vector) if pair.context.text.strip() else 0.0


BETWEEN: Mapping[str, Callable[[TurnPair], float]] = {
    "shared of what is said": lambda p: p.shared / max(1, len(p.said)),
    "shared of what was said": lambda p: p.shared / max(1, len(p.before)),
    "shared at all": lambda p: float(p.shared > 0),
    "new": lambda p: log(1 + len(p.said - p.before)),
    "longer": lambda p: log((1 + p.text.length) / (1 + p.context.length)),
    "after a question": lambda p: float(p.context.text.rstrip(" \"'”’)").endswith("?")),
    "after an open question": lambda p: float(
        bool(_first_words(p.context, 40) & WH) and "?" in p.context.text
    ),
    "begins short": lambda p: float(bool(_first_words(p.text, 1) & SHORT)),
    "only short": lambda p: float(p.text.length <= 3),
    "adding": lambda p: log(1 + sum(word in ADDING for word in p.text.phrases)),
    "asks back": lambda p: float("?" in p.text.text),
    "figures echoed": _echoed_figures,
    "nearness": _with_meaning,
}
"""`nearness` stands last: it is the one that needs an embedder."""


@lru_cache(1)  # every head asks of the same turn
def between(text: ParsedText, context: ParsedText) -> Vector:
    pair = TurnPair(text, context)
    return np.array([feature(pair) for feature in BETWEEN.values()], dtype=np.float32)
