"""The governor: limits on a level that may only hold back, never push."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from dramaturg.kernel.conditions import Condition, Facts


@dataclass(frozen=True, slots=True)
class Level:
    """At most this level, wherever we are."""

    level: int

    def cap(self, _current: int) -> int:
        return self.level


@dataclass(frozen=True, slots=True)
class Rise:
    """At most so many levels above the present one: 1 a step deeper, 0 no deeper, -1 a
    step back.
    """

    by: int

    def cap(self, current: int) -> int:
        return current + self.by


AtMost: TypeAlias = Level | Rise


@dataclass(frozen=True)
class Limit:
    """How far one may go when a condition holds. A limit whose facts are absent counts as holding:
    in doubt, hold back.

    What it reads and how it is told are found out once: proofs ask the same limits in a hundred
    thousand situations.
    """

    name: str
    when: Condition
    at_most: AtMost

    @cached_property
    def reads(self) -> frozenset[str]:
        return self.when.reads

    @cached_property
    def told(self) -> str:
        return str(self.when)


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A limit that stood below the proposal, and why it applied."""

    limit: str
    cap: int
    reason: str


@dataclass(frozen=True, slots=True)
class Governed:
    """The level that is allowed: never above the proposal. `held` lists every limit that the
    proposal went beyond.
    """

    level: int
    proposed: int
    held: tuple[HeldBack, ...]


def govern(
    limits: Sequence[Limit], proposed: int, current: int, facts: Facts, lowest: int = 0
) -> Governed:
    """The proposal, or the lowest cap of the limits that apply. Caps below `lowest` count as
    `lowest`.
    """
    held = tuple(
        HeldBack(limit.name, cap, reason)
        for limit in limits
        if (cap := max(lowest, limit.at_most.cap(current))) < proposed
        and (reason := _reason(limit, facts))
    )
    return Governed(min((proposed, *(one.cap for one in held))), proposed, held)


def _reason(limit: Limit, facts: Facts) -> str:
    """Why the limit applies; empty when it does not."""
    if limit.when.holds(facts):
        return limit.told
    absent = limit.reads.difference(facts)
    return f"{', '.join(sorted(absent))} absent" if absent else ""
