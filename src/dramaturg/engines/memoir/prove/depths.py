"""What must be true of the depth governor: the seed's rules hold in every state a topic can come
to, whatever is signalled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from dramaturg.engines.memoir.base.artifacts import DepthPolicy, SignalThresholds, condition_of
from dramaturg.engines.memoir.base.ledger import Ledger, TopicEntry
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.govern.governor import Depth, DepthGovernor, withdraws
from dramaturg.engines.memoir.prove.situations import MOST, WrittenCondition, situations, unread
from dramaturg.kernel.conditions import Condition, Facts
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Explored, Proof, explore
from dramaturg.kernel.values import replace
from dramaturg.turn.tables import empty

HERE, ELSEWHERE = "here", "elsewhere"
DEEPEST = 3
BEYOND = 5  # escalations
CALM: Facts = {
    "vagueness_score": 0.0,
    "emotion_score": 0.0,
    "contradiction_score": 0.0,
    "refusal_or_discomfort": False,
    "conversation_phase": "narrative",
}


@dataclass(frozen=True, slots=True)
class TopicStanding:
    """One topic, and whether we are on it. Elsewhere any level may have been come to, and any rise
    be just behind us.
    """

    entry: TopicEntry
    level: int = 0
    rose: bool = False
    away: bool = False
    stopped: bool = False

    @property
    def ledger(self) -> Ledger:
        topics = empty().set(HERE, self.entry)
        return Ledger(
            topic=ELSEWHERE if self.away else HERE, level=self.level, rose=self.rose, topics=topics
        )


@dataclass(frozen=True, slots=True)
class GovernedTurn:
    """A turn on the topic: from where, with what, and what was decided."""

    before: TopicStanding
    signals: TurnSignals
    hard_stop: bool
    depth: Depth

    @property
    def deeper(self) -> bool:
        return self.depth.after > self.before.level


def _stands(turn: GovernedTurn) -> bool:
    return not withdraws(turn.signals) and (
        turn.signals.consent is True or turn.before.entry.consent is not None
    )


def _beyond(turn: GovernedTurn, governor: DepthGovernor) -> bool:
    budget, consent = governor.budget, _stands(turn)
    used = turn.before.entry.escalations + turn.deeper
    allowed = budget.max_escalations_per_topic + (budget.further_with_consent if consent else 0)
    deepest = budget.max_sensitive_depth if consent else budget.max_depth
    return turn.deeper and (used > allowed or turn.depth.after > deepest)


# What the seed binds (Depth Governor): each claim with what would break it.
CLAIMS: tuple[tuple[str, Callable[[GovernedTurn, DepthGovernor], bool]], ...] = (
    ("at most one level deeper a turn", lambda turn, _: turn.depth.after > turn.before.level + 1),
    (
        "never deeper with a refusal",
        lambda turn, _: turn.deeper and turn.signals.refusal_or_discomfort,
    ),
    (
        "never deeper twice in a row without elaboration",
        lambda turn, _: (
            turn.deeper and turn.before.rose and not turn.signals.user_initiated_elaboration
        ),
    ),
    (
        "never deeper unless the teller elaborates or consents",
        lambda turn, _: (
            turn.deeper and not turn.signals.user_initiated_elaboration and not turn.signals.consent
        ),
    ),
    (
        "the sensitive core only while consent stands",
        lambda turn, _: turn.depth.after == DEEPEST and not _stands(turn),
    ),
    ("never beyond the budget of the topic", _beyond),
    (
        "a hard stop leads to the surface, for good",
        lambda turn, _: turn.hard_stop and turn.depth.after > 0,
    ),
)


def depth_faults(policy: DepthPolicy, thresholds: SignalThresholds) -> tuple[Fault, ...]:
    """Paths begin at the policy."""
    formal = (*_levels(policy), *_limits(policy), *unread(_written(policy), thresholds))
    if formal:
        return formal
    if situations(_conditions(policy, thresholds)) is None:
        message = f"the limits tell more than {MOST:,} situations apart"
        return (Fault("too-many-facts", message, "Let them read fewer signals.", ("limits",)),)
    return tuple(_out_of_reach(policy, thresholds))


def prove_depths(
    policy: DepthPolicy, thresholds: SignalThresholds, subject: str
) -> tuple[Proof, ...]:
    """What the seed binds, each claim with the number of states it was found in."""
    world, broken = _walked(policy, thresholds)
    # A shortest walk to a level on the topic itself; empty if there is none
    there = next(
        (standing for standing in world.steps if standing.level == DEEPEST and not standing.away),
        None,
    )
    way = world.walk_to(there) if there else ()
    note = f"reached by: {', '.join(way)}" if way else "no budget opens it"
    return tuple(
        Proof(
            subject,
            claim,
            world.size,
            claim not in broken,
            note if "core" in claim else "",
            broken.get(claim, ()),
        )
        for claim, _ in CLAIMS
    )


Walked = tuple[Explored[TopicStanding], dict[str, tuple[str, ...]]]


@lru_cache(maxsize=4)  # for its faults and for its proofs
def _walked(policy: DepthPolicy, thresholds: SignalThresholds) -> Walked:
    return walk(DepthGovernor(policy, thresholds), thresholds)


def walk(governor: DepthGovernor, thresholds: SignalThresholds) -> Walked:
    """Every state of a topic, and for each claim that breaks the last state of a shortest walk to
    it and the turn that does.
    """
    choices = tuple(_choices(governor.policy, thresholds))
    broken: dict[str, tuple[TopicStanding, str]] = {}

    def steps(standing: TopicStanding) -> Iterator[tuple[str, TopicStanding]]:
        ways: dict[TopicStanding, str] = dict.fromkeys(_elsewhere(standing), "another topic")
        ledger = standing.ledger
        for signals, hard in choices:
            stopped = standing.stopped or hard
            turn = GovernedTurn(
                standing, signals, stopped, governor.govern(ledger, signals, HERE, stopped)
            )
            label = _label(signals, hard)
            for claim, breaks in CLAIMS:
                if claim not in broken and breaks(turn, governor):
                    broken[claim] = (standing, f"{label}: {turn.depth.reason}")
            ways.setdefault(_next(turn), label)
        yield from ((label, to) for to, label in ways.items())

    world = explore(TopicStanding(TopicEntry()), steps)
    return world, {
        claim: (*world.walk_to(standing), last) for claim, (standing, last) in broken.items()
    }


def _next(turn: GovernedTurn) -> TopicStanding:
    entry = turn.depth.entry
    # That consent stands counts, not since when; and more escalations than any budget allows make
    # no difference.
    essence = replace(
        entry, escalations=min(entry.escalations, BEYOND), consent=1 if entry.consent else None
    )
    return TopicStanding(essence, turn.depth.after, turn.depth.rose, False, turn.hard_stop)


def _elsewhere(standing: TopicStanding) -> Iterator[TopicStanding]:
    if not standing.stopped and not standing.away:
        yield from (
            TopicStanding(standing.entry, level, rose, True)
            for level, rose in product(range(DEEPEST + 1), (False, True))
        )


# ── signals ───────────────────────────────────────────────────────────────────────────────────────


def _choices(
    policy: DepthPolicy, thresholds: SignalThresholds
) -> Iterator[tuple[TurnSignals, bool]]:
    """Everything that the governor can tell apart: its own signals, and which of the further limits
    hold.
    """
    conditions = _conditions(policy, thresholds)
    apart: dict[tuple[object, ...], tuple[TurnSignals, bool]] = {}
    for facts in situations(conditions) or ():
        for refusal, elaboration, consent, hard in product(
            (False, True), (True, False), (None, True, False), (False, True)
        ):
            said = {name: value for name, value in facts.items() if name != "consent_given"}
            ours = {
                "refusal_or_discomfort": refusal,
                "user_initiated_elaboration": elaboration,
                "consent": consent,
            }
            signals = TurnSignals.model_validate({**CALM, **said, **ours})
            held = tuple(condition.holds(signals.facts) for condition in conditions)
            apart.setdefault((refusal, elaboration, consent, hard, held), (signals, hard))
    yield from apart.values()


def _label(signals: TurnSignals, hard: bool) -> str:
    told = (
        ("hard stop", hard),
        ("refusal", signals.refusal_or_discomfort),
        ("elaboration", signals.user_initiated_elaboration),
        ("consent", signals.consent is True),
        ("consent taken back", signals.consent is False),
    )
    return " and ".join(word for word, so in told if so) or "nothing in particular"


# ── faults ────────────────────────────────────────────────────────────────────────────────────────


def _written(policy: DepthPolicy) -> list[WrittenCondition]:
    return [
        WrittenCondition(("limits", at, "when"), limit.when)
        for at, limit in enumerate(policy.limits)
    ]


def _conditions(policy: DepthPolicy, thresholds: SignalThresholds) -> tuple[Condition, ...]:
    return tuple(condition_of(limit.when, thresholds) for limit in policy.limits)


def _levels(policy: DepthPolicy) -> Iterator[Fault]:
    for at, level in enumerate(policy.levels):
        if level.level != at:
            message = f"level {at} is wanted here, not {level.level}"
            remedy = "Write the levels 0, 1, 2 and 3 in this order."
            yield Fault("levels-out-of-order", message, remedy, ("levels", at, "level"))


def _limits(policy: DepthPolicy) -> Iterator[Fault]:
    for at, limit in enumerate(policy.limits):
        level, rise = limit.at_most_level, limit.at_most_rise
        if (level is None) == (rise is None):
            message = f"{limit.name} says {'nothing' if level is None else 'two things at once'}"
            remedy = "Give it at_most_level or at_most_rise, one of them."
            yield Fault("limit-without-effect", message, remedy, ("limits", at))
        elif level == DEEPEST or rise == 1:
            message = f"{limit.name} holds nothing back: nobody may go further anyway"
            yield Fault(
                "limit-without-effect", message, "Set it lower, or take it away.", ("limits", at)
            )


def _out_of_reach(policy: DepthPolicy, thresholds: SignalThresholds) -> Iterator[Fault]:
    budget = policy.budget
    promised = max(budget.max_depth, budget.max_sensitive_depth)
    world, _ = _walked(policy, thresholds)
    reached = max(standing.level for standing in world.steps if not standing.away)
    if reached < promised:
        message = (
            f"the budget opens level {promised}, and no conversation comes deeper than {reached}"
        )
        remedy = "Allow more escalations, loosen the limits, or lower the depth."
        yield Fault("depth-out-of-reach", message, remedy, ("budget",))
