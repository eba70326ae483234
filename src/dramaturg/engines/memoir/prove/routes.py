"""What must be true of a router policy: safety first, the seed's order, and every rule of
some use.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from dramaturg.engines.memoir.base.artifacts import (
    Artifacts,
    MachineName,
    PersonaName,
    RouteRule,
    condition_of,
)
from dramaturg.engines.memoir.prove.situations import (
    MOST,
    WrittenCondition,
    in_words,
    situations,
    unread,
)
from dramaturg.kernel.conditions import Condition, Facts
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.explore import Proof
from dramaturg.kernel.routing import Rule, rule_faults

# Seed 003, Routing Policy: where every turn goes, the first that holds. Distress belongs to the
# first by its priority list.
SEED: tuple[tuple[PersonaName, str], ...] = (
    (
        "SAFETY_FALLBACK",
        (
            "refusal_or_discomfort or stop_requested or self_harm or emotion_score >="
            " DISTRESS_HARD_STOP_THRESHOLD"
        ),
    ),
    ("LOGIC_CLARIFY", "contradiction_score >= CONTRADICTION_THRESHOLD"),
    ("EMPATHY_EXPAND", "emotion_score >= EMOTION_THRESHOLD"),
    ("PRECISION_NARROW", "vagueness_score >= VAGUENESS_THRESHOLD"),
    ("EMPATHY_BASE", "true"),
)
RUNS: dict[PersonaName, MachineName] = {
    "LOGIC_CLARIFY": "inconsistency_resolution",
    "EMPATHY_EXPAND": "emotional_expansion",
    "PRECISION_NARROW": "precision_narrowing",
}
"""Which machine bounds which style; the other two run none."""


class Routes:
    """The rules of one interviewer beside the seed's, ready to be gone through."""

    def __init__(self, artifacts: Artifacts) -> None:
        self.policy, self.machines = artifacts.router, artifacts.machines
        self.rules: tuple[RouteRule, ...] = self.policy.rules

    def faults(self) -> tuple[Fault, ...]:
        """Paths begin at the policy."""
        unreadable = tuple(unread(self._written(), self.policy.thresholds))
        formal = (*self._thresholds(), *self._names(), *self._machines(), *unreadable)
        if unreadable or self._unread_entries():
            return formal
        without_end = tuple(fault.under("rules") for fault in rule_faults(self._kernel_rules))
        if any(fault.code == "route-without-default" for fault in without_end):
            return (*formal, *without_end)
        return (*formal, *without_end, *self._led_astray(without_end))

    def proofs(self, subject: str) -> tuple[Proof, ...]:
        """What holds of a policy without faults."""
        count = len(self._situations or ())
        winners = {place for place, _ in self._won}
        careful = sum(self.rules[place].persona == "SAFETY_FALLBACK" for place, _ in self._won)
        safety = (
            "refusal, a wish to stop, self-harm and acute distress go to safety, and nothing else"
        )
        return tuple(
            Proof(subject, claim, count, True, note)
            for claim, note in (
                (safety, f"{careful} of {count} situations"),
                ("contradiction comes before emotion, emotion before vagueness", ""),
                ("every route can be taken", f"{len(winners)} of {len(self.rules)} rules"),
                ("a machine may be entered whenever a rule leads to it", ""),
            )
        )

    # ── what is written ───────────────────────────────────────────────────────────────────────────

    def _written(self) -> list[WrittenCondition]:
        return [
            WrittenCondition(("rules", at, "when"), rule.when) for at, rule in enumerate(self.rules)
        ]

    def _unread_entries(self) -> bool:
        """That is told as a fault of the machines."""
        entries = (WrittenCondition((), machine.entry) for machine in self.machines.machines)
        return any(unread(entries, self.policy.thresholds))

    def _thresholds(self) -> Iterator[Fault]:
        emotion = self.policy.thresholds.EMOTION_THRESHOLD
        distress = self.policy.thresholds.DISTRESS_HARD_STOP_THRESHOLD
        if distress <= emotion:
            message = (
                f"distress stops the conversation at {distress}, before emotion counts at {emotion}"
            )
            remedy = "Set DISTRESS_HARD_STOP_THRESHOLD above EMOTION_THRESHOLD."
            yield Fault("thresholds-out-of-order", message, remedy, ("thresholds",))

    def _names(self) -> Iterator[Fault]:
        seen: set[str] = set()
        for at, rule in enumerate(self.rules):
            if rule.name in seen:
                message = f"the name {rule.name} is taken already"
                yield Fault(
                    "duplicate-name", message, "Give each its own name.", ("rules", at, "name")
                )
            seen.add(rule.name)

    def _machines(self) -> Iterator[Fault]:
        """Each rule runs the machine that bounds its style, and no other."""
        for at, rule in enumerate(self.rules):
            wanted = RUNS.get(rule.persona)
            if rule.machine != wanted:
                message = (
                    f"{rule.persona} is bounded by {wanted or 'no machine'}, not by"
                    f" {rule.machine or 'none'}"
                )
                remedy = f'Write "machine": "{wanted}".' if wanted else "Leave machine out."
                path = ("rules", at, "machine" if rule.machine else "persona")
                yield Fault("machine-does-not-fit", message, remedy, path)
            elif wanted and wanted not in self.machines.by_name:
                remedy = did_you_mean(wanted, self.machines.by_name)
                message = f"there is no machine {wanted}"
                yield Fault("unknown-name", message, remedy, ("rules", at, "machine"))

    # ── where turns go ────────────────────────────────────────────────────────────────────────────

    def _condition(self, text: str) -> Condition:
        return condition_of(text, self.policy.thresholds)

    @cached_property
    def _kernel_rules(self) -> tuple[Rule, ...]:
        return tuple(
            Rule(rule.name, self._condition(rule.when), str(at))
            for at, rule in enumerate(self.rules)
        )

    @cached_property
    def _entries(self) -> dict[str, Condition]:
        return {
            name: self._condition(machine.entry) for name, machine in self.machines.by_name.items()
        }

    @cached_property
    def _seed(self) -> tuple[tuple[PersonaName, Condition], ...]:
        return tuple((persona, self._condition(text)) for persona, text in SEED)

    @cached_property
    def _situations(self) -> tuple[Facts, ...] | None:
        rules = (rule.when for rule in self._kernel_rules)
        return situations(
            (*rules, *(condition for _, condition in self._seed), *self._entries.values())
        )

    @cached_property
    def _won(self) -> tuple[tuple[int, Facts], ...]:
        """Which rule wins, in every situation."""
        return tuple(
            (
                next(at for at, rule in enumerate(self._kernel_rules) if rule.when.holds(facts)),
                facts,
            )
            for facts in self._situations or ()
        )

    def _led_astray(self, shadowed: tuple[Fault, ...]) -> Iterator[Fault]:
        if self._situations is None:
            message = f"the rules and the machines tell more than {MOST:,} situations apart"
            yield Fault("too-many-facts", message, "Let them read fewer signals.", ("rules",))
            return
        told = {fault.path[1] for fault in shadowed}
        yield from self._never_winning(told)
        yield from self._against_the_seed()
        yield from self._not_let_in()

    def _never_winning(self, told: set[str | int]) -> Iterator[Fault]:
        winners = {at for at, _ in self._won}
        for at, rule in enumerate(self.rules):
            if at not in winners and at not in told:
                message = f"{rule.name} never wins: whenever it holds, a rule before it does"
                remedy = "Change its condition or its place."
                yield Fault("rule-out-of-reach", message, remedy, ("rules", at, "when"))

    def _against_the_seed(self) -> Iterator[Fault]:
        """The first situation in which each rule leads elsewhere than the seed does."""
        blamed: set[int] = set()
        for at, facts in self._won:
            persona = self.rules[at].persona
            wanted = next(one for one, condition in self._seed if condition.holds(facts))
            if persona == wanted or at in blamed:
                continue
            blamed.add(at)
            message = (
                f"{self.rules[at].name} leads to {persona} and not to {wanted}, when"
                f" {in_words(facts)}"
            )
            if "SAFETY_FALLBACK" in (persona, wanted):
                remedy = (
                    f"Let the first rule lead to SAFETY_FALLBACK when '{SEED[0][1]}', and no other."
                )
                yield Fault("safety-not-first", message, remedy, ("rules", at, "when"))
            else:
                remedy = (
                    "Keep the order: contradiction, emotion, vagueness, all else. Change thresholds"
                    " to change how soon."
                )
                yield Fault("against-the-order", message, remedy, ("rules", at, "when"))

    def _not_let_in(self) -> Iterator[Fault]:
        blamed: set[int] = set()
        for at, facts in self._won:
            machine = self.rules[at].machine
            if (
                machine is None
                or machine not in self._entries
                or at in blamed
                or self._entries[machine].holds(facts)
            ):
                continue
            blamed.add(at)
            message = (
                f"{self.rules[at].name} leads to {machine}, whose entry does not hold when"
                f" {in_words(facts)}"
            )
            remedy = "Let its entry hold whenever the rule does."
            yield Fault("machine-does-not-fit", message, remedy, ("rules", at, "machine"))
