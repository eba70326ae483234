"""What must be true of the state machines: every state of some use, no more steps than the caps,
and always an end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.engines.memoir.base.artifacts import (
    CAPS,
    SignalThresholds,
    StateMachine,
    StateMachines,
)
from dramaturg.engines.memoir.base.ledger import FIRST_TOPIC, Loop
from dramaturg.engines.memoir.base.signals import VOCABULARY
from dramaturg.engines.memoir.govern.machines import FALLBACK, LEFT, Machine
from dramaturg.engines.memoir.prove.situations import WrittenCondition, unread
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.explore import Explored, Proof, explore, possible_facts


@dataclass(frozen=True, slots=True)
class LoopStanding:
    """Where a machine stands: not entered, at work, or over (left, or spent)."""

    loop: Loop | None = None
    left: bool = False

    @property
    def over(self) -> bool:
        return self.left or (self.loop is not None and self.loop.spent)


def machine_faults(machines: StateMachines, thresholds: SignalThresholds) -> tuple[Fault, ...]:
    """Paths begin at the document."""
    found: list[Fault] = []
    for at, machine in enumerate(machines.machines):
        within = (
            *_conditions(machine, thresholds),
            *_taken(machines, at),
            *_steps(machine),
            *_states(machine),
        )
        found += [fault.under("machines", at) for fault in within]
    return tuple(found)


def prove_machines(
    machines: StateMachines, thresholds: SignalThresholds, subject: str
) -> tuple[Proof, ...]:
    """Every machine walked through with every value of every signal it reads."""
    return tuple(
        proof
        for each in machines.machines
        for proof in _prove(Machine(each, thresholds), f"{subject}: {each.name}")
    )


def walk(machine: Machine) -> Explored[LoopStanding]:
    """Every way through a machine, as it really runs."""

    def steps(standing: LoopStanding) -> Iterator[tuple[str, LoopStanding]]:
        if standing.over:
            return
        ways: dict[LoopStanding, str] = {}
        node = machine.graph.by_id[standing.loop.state if standing.loop else machine.document.start]
        for facts in possible_facts(node, VOCABULARY):
            ran = machine.run(standing.loop, FIRST_TOPIC, facts)
            ways.setdefault(LoopStanding(ran.loop, ran.loop is None), ran.reason)
        yield from ((reason, to) for to, reason in ways.items())

    return explore(LoopStanding(), steps)


def _prove(machine: Machine, subject: str) -> tuple[Proof, ...]:
    world, cap = walk(machine), CAPS[machine.document.name]
    most = max(standing.loop.steps for standing in world.steps if standing.loop)
    ends = sorted({LEFT if standing.left else FALLBACK for standing in world.ends()})
    endless = world.endless()
    longest = 0 if endless else world.extent(lambda _: 1)[1]
    return (
        Proof(
            subject,
            "it always ends",
            world.size,
            endless is None and all(end.over for end in world.ends()),
            f"after {longest} turns at the latest, by {' or '.join(ends)}",
            tuple(label for part in endless or () for label in part),
        ),
        Proof(
            subject,
            f"it takes {cap} step{'s' * (cap > 1)} at most",
            world.size,
            most <= cap,
            f"{most} at the longest",
        ),
    )


def _conditions(machine: StateMachine, thresholds: SignalThresholds) -> Iterator[Fault]:
    return unread(
        (WrittenCondition(("entry",), machine.entry), WrittenCondition(("exit",), machine.exit)),
        thresholds,
    )


def _taken(machines: StateMachines, at: int) -> Iterator[Fault]:
    name = machines.machines[at].name
    if any(each.name == name for each in machines.machines[:at]):
        yield Fault(
            "duplicate-name", f"the name {name} is taken already", "Keep one of the two.", ("name",)
        )


def _steps(machine: StateMachine) -> Iterator[Fault]:
    cap = CAPS[machine.name]
    if machine.max_steps > cap:
        message = f"{machine.name} would take {machine.max_steps} steps; its cap is {cap}"
        yield Fault("cap-exceeded", message, f"Set max_steps to {cap} at most.", ("max_steps",))


def _states(machine: StateMachine) -> Iterator[Fault]:
    """Names that are taken or lead nowhere; if there are none, states that no walk comes to."""
    broken = (*_named(machine), *_leading(machine))
    yield from broken
    if not broken:
        yield from _never(machine)


def _named(machine: StateMachine) -> Iterator[Fault]:
    seen = {FALLBACK, LEFT}
    for at, state in enumerate(machine.states):
        if state.name in seen:
            message = f"the name {state.name} is taken already"
            remedy = f"Give each state its own name, and none {FALLBACK} or {LEFT}."
            yield Fault("duplicate-name", message, remedy, ("states", at, "name"))
        seen.add(state.name)


def _leading(machine: StateMachine) -> Iterator[Fault]:
    names = [state.name for state in machine.states]
    if machine.start not in names:
        message = f"{machine.name} starts at {machine.start}, which is no state"
        yield Fault("edge-to-nowhere", message, did_you_mean(machine.start, names), ("start",))
    for at, state in enumerate(machine.states):
        if state.next is not None and state.next not in names:
            message = f"{state.name} leads to {state.next}, which is no state"
            yield Fault(
                "edge-to-nowhere", message, did_you_mean(state.next, names), ("states", at, "next")
            )


def _never(machine: StateMachine) -> Iterator[Fault]:
    by_name = {state.name: state for state in machine.states}
    most = min(machine.max_steps, CAPS[machine.name])
    reached: list[str | None] = [machine.start]
    while len(reached) < most and (last := reached[-1]) is not None:
        reached.append(by_name[last].next)
    for at, state in enumerate(machine.states):
        if state.name not in reached:
            message = (
                f"{state.name} is never reached in {most} step{'s' * (most > 1)} from"
                f" {machine.start}"
            )
            remedy = "Lead to it sooner, or take it away."
            yield Fault("never-happens", message, remedy, ("states", at, "name"))
