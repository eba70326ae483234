"""Order: what comes before what in any life, and years that turn it round."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dramaturg.data_files import load
from dramaturg.turn.readings import Claim

_MARRIED = re.compile(r"\b[Mm]arr(?:y|ied)(?: with| to)? ([A-Z][^\W\d_]+)")
ANYTHING = "anything"
SURELY, PERHAPS = 0.75, 0.3
OUT_OF_ORDER = "the order of things"


@dataclass(frozen=True, slots=True)
class Pair:
    """`first` comes before `then`, or in the same year."""

    first: str
    then: str


_PAIRS = load(__file__, "order.yaml", tuple[Pair, ...])


def out_of_order(now: Claim, then: Claim) -> tuple[str, float] | None:
    """How two years do not go together, whichever was told first: who met in 1957 did not marry in
    1956.
    """
    if now.slot != "year" or then.slot != "year" or now.subject != then.subject:
        return None
    turned = _turned(now, then) or _turned(then, now)
    surely = not (now.hedged or then.hedged)
    return (OUT_OF_ORDER, SURELY if surely else PERHAPS) if turned else None


def _turned(first: Claim, then: Claim) -> bool:
    """Whether what must come first is dated after what must follow it."""
    if not any(_is(first, pair.first) and _is(then, pair.then) for pair in _PAIRS):
        return False
    earliest, latest = _year(first)[0], _year(then)[1]
    return first.predicate != then.predicate and _same_matter(first, then) and earliest > latest


def _is(claim: Claim, what: str) -> bool:
    said = claim.predicate
    return what in (ANYTHING, said) or said.startswith(f"{what} ")


def _same_matter(first: Claim, then: Claim) -> bool:
    """Two things that happened to two others do not speak of one another: who met Ann may have
    married Ruth.
    """
    of_first, of_then = map(_whom, (first, then))
    return not (of_first and of_then and of_first != of_then) or "born" in first.predicate


def _whom(claim: Claim) -> str:
    married = _MARRIED.search(claim.span.text)
    return married[1].lower() if married else claim.predicate.partition(" ")[2]


def _year(claim: Claim) -> tuple[float, float]:
    return claim.value if isinstance(claim.value, tuple) else (0.0, 0.0)
