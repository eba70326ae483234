"""Evidence: rules and a head weighed together. Every rule is a sentence, and says what it is worth in log-odds when it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from dramaturg.language.readers.heads import Head
from dramaturg.language.readers.seen import Text
from dramaturg.turn.readings import Reading

SUREST = 6.0  # log-odds; a head has no more to say than this


@dataclass(frozen=True, slots=True)
class Held:
    """A rule that holds, in words, and its worth."""

    rule: str
    worth: float


def weigh(start: float, held: Sequence[Held], head: Head, trust: float, text: Text) -> Reading:
    """The log-odds one starts from, what the rules add, and what the head adds as far as it is trusted."""
    value = head.value(text)
    total = start + sum(rule.worth for rule in held) + trust * _log_odds(value)
    return _reading(_probability(total), held, head.reading(value, text))


def _reading(value: float, held: Sequence[Held], by_head: Reading) -> Reading:
    sure = max(value, 1 - value)
    if not held:
        return Reading(round(value, 4), by_head.confidence, by_head.reader)
    strongest = max(held, key=lambda rule: abs(rule.worth))
    return Reading(round(value, 4), round(sure, 3), f"rule: {strongest.rule}")


def _log_odds(value: float) -> float:
    if value in (0.0, 1.0):
        return SUREST if value else -SUREST
    return max(-SUREST, min(SUREST, log(value / (1 - value))))


def _probability(total: float) -> float:
    return 1 / (1 + exp(-total))
