"""Situations: every combination of signals that a set of conditions can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from dramaturg.engines.memoir.base.artifacts import SignalThresholds, condition_of
from dramaturg.engines.memoir.base.signals import VOCABULARY
from dramaturg.kernel.conditions import All, Condition, Facts, condition_faults, values_that_matter
from dramaturg.kernel.errors import ConditionError, Fault, Path

MOST = 100_000
EXAMPLE = "Write it like 'emotion_score >= EMOTION_THRESHOLD and not refusal_or_discomfort'."


@dataclass(frozen=True, slots=True)
class WrittenCondition:
    """A condition as an artifact has it, and where."""

    path: Path
    text: str


def unread(written: Iterable[WrittenCondition], thresholds: SignalThresholds) -> Iterator[Fault]:
    """What cannot be read, or cannot be meant, or can never hold."""
    for one in written:
        try:
            yield from (
                fault.under(*one.path)
                for fault in condition_faults(condition_of(one.text, thresholds), VOCABULARY)
            )
        except ConditionError as error:
            yield Fault("bad-condition", str(error), EXAMPLE, one.path)


def situations(conditions: Iterable[Condition]) -> tuple[Facts, ...] | None:
    """All that the conditions can tell apart; None if there are too many to go through."""
    together = All(tuple(conditions))
    values = {
        fact: values_that_matter(fact, together, VOCABULARY) for fact in sorted(together.reads)
    }
    if prod(len(each) for each in values.values()) > MOST:
        return None
    return tuple(
        dict(zip(values, combination, strict=True)) for combination in product(*values.values())
    )


def in_words(facts: Facts) -> str:
    """A situation as an author reads it, without what is not so."""
    told = [
        name if value is True else f"{name} is {value}" for name, value in facts.items() if value
    ]
    return ", ".join(told) or "nothing stands out"
