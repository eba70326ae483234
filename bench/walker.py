"""Walker: one step on the eight nodes, without a log, a speaker or a turn around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from statemachine import State, StateChart
from transitions import Machine

from bench.eight_nodes import FOLLOWING, GATE, course, exchange, walker
from bench.measure import Cost, in_rounds, metered
from bench.report import Finding, micros

WALKS = 40
ROUNDS = 15
Walk = Callable[[], list[str]]


def findings() -> Iterator[Finding]:
    for walk in (ours, transitions_walk(), statemachine_walk()):
        if tuple(walk()) != course():
            raise AssertionError(f"{walk} took another way: {walk()}")
    mine, light, heavy = in_rounds(
        ROUNDS, _walking(ours), _walking(transitions_walk()), _walking(statemachine_walk())
    )
    yield Finding("a step, beside transitions", mine.wall, light.wall, micros, limit=5e-6)
    yield Finding("a step, beside python-statemachine", mine.wall, heavy.wall, micros)


def _walking(walk: Walk) -> Callable[[], Cost]:
    def contender() -> Cost:
        with metered() as cost:
            for _ in range(WALKS):
                walk()
        return cost.over(WALKS * len(course()))

    return contender


def ours() -> list[str]:
    pointer, nodes = walker().start(), []
    while not pointer.closed:
        step = exchange(walker(), pointer)
        nodes.append(step.node)
        pointer = step.pointer
    return nodes


class Talk:
    """The peers' model. The gate holds the walk for one exchange."""

    state: str

    def __init__(self) -> None:
        self.pressed = False

    def must_hold(self) -> bool:
        self.pressed = not self.pressed
        return self.pressed


def transitions_walk() -> Walk:
    """As documented: one trigger, guarded where the walk may stay; the first transition whose
    conditions hold is taken.
    """
    talk = Talk()
    machine = Machine(talk, states=list(FOLLOWING), initial=walker().graph.start)
    machine.add_transition("go", GATE, "=", conditions="must_hold")
    for node, following in FOLLOWING.items():
        machine.add_transition("go", node, following)

    def walk() -> list[str]:
        nodes = []
        for _ in course():
            nodes.append(talk.state)
            talk.go()  # type: ignore[attr-defined]  # the machine adds its triggers to the model
        return nodes

    return walk


def statemachine_walk() -> Walk:
    chart = _chart()()

    def walk() -> list[str]:
        nodes = []
        for _ in course():
            nodes.append(next(iter(chart.configuration)).id)
            chart.send("go")
        return nodes

    return walk


def _chart() -> type[StateChart]:
    """The class that its documentation would have one write by hand, made from the same table as
    the other's machine.
    """
    states = {node: State(initial=node == walker().graph.start) for node in FOLLOWING}
    go = states[GATE].to.itself(cond="must_hold")
    for node, following in FOLLOWING.items():
        go = go | states[node].to(states[following])
    return type(
        "Chart", (StateChart,), {**states, "go": go, "must_hold": Talk.must_hold, "pressed": False}
    )
