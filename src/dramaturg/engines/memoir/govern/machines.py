"""State machines on the kernel's control graph: bounded follow-ups that end by their condition or
by their fallback.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dramaturg.engines.memoir.base.artifacts import (
    CAPS,
    MachineFallback,
    MachineState,
    SafetyAction,
    SignalThresholds,
    StateMachine,
    condition_of,
)
from dramaturg.engines.memoir.base.ledger import Loop
from dramaturg.kernel.conditions import Facts
from dramaturg.kernel.graph import ControlGraph, Edge, Node
from dramaturg.kernel.values import replace
from dramaturg.kernel.walker import ExchangeReport, GraphWalker, Pointer

FALLBACK, LEFT = "fallback", "left"


@dataclass(frozen=True, slots=True)
class MachineRun:
    """What a machine does in a turn. `step` is None when it has nothing to say: it was left, or is
    spent and rests.
    """

    loop: Loop | None
    step: MachineState | MachineFallback | None
    reason: str
    safety_action: SafetyAction = "none"


class Machine:
    """One machine, ready to walk."""

    def __init__(self, document: StateMachine, thresholds: SignalThresholds) -> None:
        self.document = document
        self.exit = condition_of(document.exit, thresholds)
        self.states = {state.name: state for state in document.states}
        self.max_steps = min(document.max_steps, CAPS[document.name])

    @cached_property
    def graph(self) -> ControlGraph:
        """Every state leads to `left` when the exit holds, else to the next or to the fallback."""
        left = Edge(LEFT, self.exit)
        states = (
            Node(
                state.name,
                state.intent,
                (state.tactic,),
                advance=state.next or FALLBACK,
                conditional=(left,),
            )
            for state in self.document.states
        )
        ends = (
            Node(FALLBACK, self.document.fallback.intent, advance=LEFT),
            Node(LEFT, is_terminal=True),
        )
        return ControlGraph(self.document.name, self.document.start, (*states, *ends))

    @cached_property
    def walker(self) -> GraphWalker:
        return GraphWalker(self.graph)

    def run(self, loop: Loop | None, topic: str, facts: Facts) -> MachineRun:
        """The next step on a topic: entered anew, or from where its loop stands."""
        name = self.document.name
        if loop is None or loop.machine != name or loop.topic != topic:
            return MachineRun(
                Loop(name, topic, self.document.start),
                self.states[self.document.start],
                f"{name} begins",
            )
        if loop.spent:
            reason = f"{name} has used its steps here and rests"
            return MachineRun(loop, None, reason, self.document.fallback.safety_action)
        step = self.walker.advance(Pointer(loop.state), ExchangeReport(satisfied=True), facts)
        to = step.pointer.current_node
        if to == LEFT:
            return MachineRun(None, None, f"{name} is left: {self.document.exit}")
        if to == FALLBACK or loop.steps >= self.max_steps:
            spent = replace(loop, state=FALLBACK, spent=True)
            reason = f"{name} ends by its fallback after {loop.steps} of {self.max_steps} steps"
            return MachineRun(
                spent, self.document.fallback, reason, self.document.fallback.safety_action
            )
        going = replace(loop, state=to, steps=loop.steps + 1)
        return MachineRun(going, self.states[to], f"{name}, step {going.steps} of {self.max_steps}")
