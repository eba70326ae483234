"""The depth governor: how deep a topic may be taken in this turn. It only ever holds back (seed
003, Depth Governor).

The rules that bind are here, in code; an artifact adds limits of its own and a budget within
theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.memoir.base.artifacts import (
    DepthBudget,
    DepthLimit,
    DepthPolicy,
    SignalThresholds,
    condition_of,
)
from dramaturg.engines.memoir.base.ledger import Ledger, TopicEntry
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.kernel.conditions import Facts, parse
from dramaturg.kernel.governor import HeldBack, Limit, Rise, govern
from dramaturg.kernel.governor import Level as AtLevel
from dramaturg.kernel.routing import ALWAYS
from dramaturg.kernel.values import replace


@dataclass(frozen=True, slots=True)
class Depth:
    """What was decided about depth: before, after, every limit that held back, and the topic's
    entry from now on.
    """

    before: int
    after: int
    reason: str
    entry: TopicEntry
    rose: bool = False
    held: tuple[HeldBack, ...] = ()


BINDING = (
    Limit("refusal", parse("refusal_or_discomfort"), Rise(-1)),
    Limit("hard_stop", parse("stopped"), AtLevel(0)),
    Limit("gate", parse("not user_initiated_elaboration and not consent_given"), Rise(0)),
    Limit("twice_in_a_row", parse("rose_before and not user_initiated_elaboration"), Rise(0)),
    Limit("escalations_used", parse("escalations_left <= 0"), Rise(0)),
    Limit("stepping_back", parse("stepping_back"), Rise(0)),
)


class DepthGovernor:
    """Governs by one policy and one budget: the policy's, or the teller's own."""

    def __init__(
        self,
        policy: DepthPolicy,
        thresholds: SignalThresholds | None = None,
        budget: DepthBudget | None = None,
    ) -> None:
        self.policy = policy
        self.budget = budget or policy.budget
        self._further = tuple(
            _limit(limit, thresholds or SignalThresholds()) for limit in policy.limits
        )
        core = self.budget.max_sensitive_depth
        self._with_consent = (Limit("sensitive_budget", ALWAYS, AtLevel(core)),)
        self._without_consent = (
            Limit("budget_without_consent", ALWAYS, AtLevel(min(self.budget.max_depth, core))),
        )

    def govern(
        self,
        ledger: Ledger,
        signals: TurnSignals,
        topic: str,
        stopped: bool = False,
        stepping_back: bool = False,
    ) -> Depth:
        """One level deeper on `topic`, unless something holds it back.

        `stopped`: a hard stop stands. `stepping_back`: the turn leads away from the matter, so it
        does not go into it.
        """
        entry = _consented(ledger.entry(topic), signals, ledger.turn + 1)
        here = (
            ledger.level
            if topic == ledger.topic
            else min(ledger.level, entry.level, self.policy.return_level)
        )
        facts = {
            **self._facts(ledger, entry, signals),
            "stopped": stopped,
            "stepping_back": stepping_back,
        }
        governed = govern((*BINDING, *self._caps(entry), *self._further), here + 1, here, facts)
        rose = governed.level > here
        kept = replace(entry, level=governed.level, escalations=entry.escalations + rose)
        reason = _reason(
            ledger.level, governed.level, rose, ledger.topic not in (topic, ""), governed.held
        )
        return Depth(ledger.level, governed.level, reason, kept, rose, governed.held)

    def _facts(self, ledger: Ledger, entry: TopicEntry, signals: TurnSignals) -> Facts:
        allowed = self.budget.max_escalations_per_topic + (
            self.budget.further_with_consent if entry.consent else 0
        )
        return {
            **signals.facts,
            "rose_before": ledger.rose,
            "escalations_left": allowed - entry.escalations,
        }

    def _caps(self, entry: TopicEntry) -> tuple[Limit, ...]:
        """The budget in levels: the sensitive core is open only while consent stands."""
        return self._with_consent if entry.consent else self._without_consent


def _limit(limit: DepthLimit, thresholds: SignalThresholds) -> Limit:
    level, rise = limit.at_most_level, limit.at_most_rise
    at_most = AtLevel(level) if level is not None else Rise(rise if rise is not None else 0)
    return Limit(limit.name, condition_of(limit.when, thresholds), at_most)


def withdraws(signals: TurnSignals) -> bool:
    """Consent is taken back in any words, and by a refusal too."""
    return signals.consent is False or signals.refusal_or_discomfort


def _consented(entry: TopicEntry, signals: TurnSignals, turn: int) -> TopicEntry:
    if withdraws(signals):
        return replace(entry, consent=None)
    return replace(entry, consent=entry.consent or turn) if signals.consent else entry


def _reason(
    before: int, after: int, rose: bool, new_topic: bool, held: tuple[HeldBack, ...]
) -> str:
    moved = f"stays at {after}" if after == before else f"from {before} to {after}"
    if new_topic:
        moved += " with another topic"
    if held:
        strictest = min(held, key=lambda one: one.cap)
        return f"{moved}: {strictest.limit} ({strictest.reason})"
    return f"{moved}: the teller leads the way" if rose else moved
