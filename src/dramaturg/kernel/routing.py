"""Routing: ordered rules, the first that holds wins, and why each one before it did not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dramaturg.kernel.conditions import Always, Condition, Facts
from dramaturg.kernel.errors import ContentError, Fault

ALWAYS = Always(True)


@dataclass(frozen=True, slots=True)
class Rule:
    """Where to go when a condition holds."""

    name: str
    when: Condition
    to: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A rule that did not hold, and why."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Routed:
    """The rule that won, and those that were asked before it."""

    rule: Rule
    tried: tuple[Tried, ...]


def route(rules: Sequence[Rule], facts: Facts) -> Routed:
    """The first rule that holds. Rules that passed `rule_faults` always have one; others may raise
    ContentError.
    """
    tried: list[Tried] = []
    for rule in rules:
        if rule.when.holds(facts):
            return Routed(rule, tuple(tried))
        tried.append(Tried(rule.name, f"not {rule.when}: {found(rule.when, facts)}"))
    raise ContentError([_without_default(rules)])


def found(condition: Condition, facts: Facts) -> str:
    """What a condition found when it looked, in words: `emotion is 0.3, consent is absent`."""
    return (
        ", ".join(f"{name} is {facts.get(name, 'absent')}" for name in sorted(condition.reads))
        or "always so"
    )


def rule_faults(rules: Sequence[Rule]) -> tuple[Fault, ...]:
    """A rule set must end in a rule that always holds, and have none before the end."""
    catch_all = next((place for place, rule in enumerate(rules) if rule.when == ALWAYS), None)
    if catch_all is None:
        return (_without_default(rules),)
    return tuple(
        _shadowed(rule, place, rules[catch_all])
        for place, rule in enumerate(rules)
        if place > catch_all
    )


def _without_default(rules: Sequence[Rule]) -> Fault:
    names = ", ".join(rule.name for rule in rules) or "there are none"
    return Fault(
        "route-without-default",
        f"no rule may hold ({names})",
        "End the rules with one whose condition is 'true'.",
    )


def _shadowed(rule: Rule, place: int, before: Rule) -> Fault:
    message = (
        f"the rule {rule.name!r} is never reached, because {before.name!r} before it always holds"
    )
    return Fault(
        "route-shadowed",
        message,
        f"Move it before {before.name!r}, or give {before.name!r} a condition.",
        (place,),
    )
