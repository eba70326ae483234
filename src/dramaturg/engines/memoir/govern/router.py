"""The router: which style speaks, and which state machine runs. The first rule that holds wins
(seed 003, Routing Policy).
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.memoir.base.artifacts import (
    MachineName,
    PersonaName,
    RouterPolicy,
    condition_of,
)
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.kernel.routing import Rule, route


@dataclass(frozen=True, slots=True)
class Route:
    """The rule that won, where it leads, and why the rules before it did not hold."""

    rule: str
    persona: PersonaName
    machine: MachineName | None = None
    tried: tuple[str, ...] = ()


class PersonaRouter:
    """Routes by one policy. A policy that `dramaturg check` accepts always has a rule that
    holds.
    """

    def __init__(self, policy: RouterPolicy) -> None:
        self.policy = policy
        self.rules = tuple(
            Rule(rule.name, condition_of(rule.when, policy.thresholds), str(place))
            for place, rule in enumerate(policy.rules)
        )

    def route(self, signals: TurnSignals) -> Route:
        routed = route(self.rules, signals.facts)
        won = self.policy.rules[int(routed.rule.to)]
        return Route(
            won.name,
            won.persona,
            won.machine,
            tuple(f"{one.rule}: {one.reason}" for one in routed.tried),
        )
