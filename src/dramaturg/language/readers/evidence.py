"""Evidence: rules and a head weighed together. Every rule is a sentence, and has a worth in
log-odds that counts when it holds.

The worths are fitted by `training/questions.py` and stand in `heads/questions.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Any

from dramaturg.language.readers.heads import LinearHead
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.turn.readings import Reading

SUREST = 6.0  # log-odds; a head has no more to say than this


@dataclass(frozen=True, slots=True)
class RuleWorths:
    """Log-odds: where one starts, what each rule adds when it holds, and how far the head is
    trusted.
    """

    start: float
    rules: Mapping[str, float]
    trust: float = 0.0


def weigh(signal: str, held: Sequence[str], head: LinearHead, text: ParsedText) -> Reading:
    """Where one starts, what the rules that hold add, and what the head adds as far as it is
    trusted.
    """
    worth = worths(signal, text.embedder.name)
    value = head.value(text)
    total = worth.start + sum(worth.rules[rule] for rule in held) + worth.trust * log_odds(value)
    return _reading(probability(total), held, worth, head.reading(value, text))


@cache
def worths(signal: str, embedder: str) -> RuleWorths:
    """The worths for a signal: one set for the embedder they were fitted with, one for any
    other.
    """
    written = _written()
    found = written[signal]["weights" if embedder == written["embedder"] else "plain"]
    return RuleWorths(found["start"], found["rules"], found.get("trust", 0.0))


@cache
def _written() -> Mapping[str, Any]:
    written: dict[str, Any] = json.loads(
        (files("dramaturg.language.readers") / "heads" / "questions.json").read_text("utf-8")
    )
    return written


def _reading(value: float, held: Sequence[str], worth: RuleWorths, by_head: Reading) -> Reading:
    """The reason given is the rule that says most for the reading; where none does, the head."""
    side = 1 if value >= 0.5 else -1
    strongest = max(held, key=lambda rule: side * worth.rules[rule], default="")
    if not strongest or side * worth.rules[strongest] <= 0:
        return Reading(round(value, 4), by_head.confidence, by_head.reader)
    return Reading(round(value, 4), round(max(value, 1 - value), 3), f"rule: {strongest}")


def log_odds(value: float) -> float:
    if value in (0.0, 1.0):
        return SUREST if value else -SUREST
    return max(-SUREST, min(SUREST, log(value / (1 - value))))


def probability(total: float) -> float:
    return 1 / (1 + exp(-total))
