"""What becomes of a line that somebody wants to say: said, asked for again, or replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from dramaturg.english.rules.line_rules import Breach

Outcome = Literal["pass", "again", "replaced"]


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that a line broke, and the words at fault."""

    rule: str
    words: str
    hard: bool


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """`pass`: said as it is. `again`: a better one is asked for once, else it is said. `replaced`:
    never said; one more is asked for, else other words stand in for it.
    """

    verdict: Outcome
    rules: tuple[BrokenRule, ...] = ()


def judged(broken: Iterable[Breach]) -> JudgedLine:
    """
    >>> judged([Breach("too-long", "41 words", hard=False)]).verdict
    'again'
    """
    rules = tuple(BrokenRule(each.rule, each.words or each.detail, each.hard) for each in broken)
    if any(rule.hard for rule in rules):
        return JudgedLine("replaced", rules)
    return JudgedLine("again" if rules else "pass", rules)
