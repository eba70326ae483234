"""Exploration: every state a walk can reach, properties of all of them, and a shortest
counter-example where one fails.

The world is free to answer as it likes: every report, every value of every fact that matters. What
is proven here holds whatever people say and whatever a model reports.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Generic, TypeVar

from dramaturg.kernel.conditions import All, Facts, Vocabulary, values_that_matter
from dramaturg.kernel.errors import ContentError, Fault, Path
from dramaturg.kernel.graph import ControlGraph, Node, reached
from dramaturg.kernel.walker import ExchangeReport, GraphWalker, Pointer, Step

S = TypeVar("S", bound=Hashable)

MOST_STATES = 50_000


# ── any system of states ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Explored(Generic[S]):
    """All states reachable from the first, in order of distance, with every labelled step between
    them.
    """

    start: S
    steps: dict[S, tuple[tuple[str, S], ...]]
    came_from: dict[S, tuple[S, str]]

    @property
    def size(self) -> int:
        return len(self.steps)

    def walk_to(self, state: S) -> tuple[str, ...]:
        """A shortest walk from the start, as the labels of its steps."""
        labels = []
        while state in self.came_from:
            state, label = self.came_from[state]
            labels.append(label)
        return tuple(reversed(labels))

    def ends(self) -> set[S]:
        return {state for state, steps in self.steps.items() if not steps}

    def endless(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """A shortest walk into a round that can go on for ever, and the round; None if every walk
        ends.
        """
        ending = set(_innermost_first(self.steps))
        for state in self.steps:
            if state not in ending and (round_ := self._round(state)):
                return self.walk_to(state), round_
        return None

    def stuck(self) -> S | None:
        """The nearest state from which no end can be reached any more."""
        backwards: dict[S, list[S]] = {state: [] for state in self.steps}
        for state, steps in self.steps.items():
            for _, to in steps:
                backwards[to].append(state)
        saved = self.ends()
        frontier = list(saved)
        while frontier:
            fresh = {state for state in backwards[frontier.pop()] if state not in saved}
            saved |= fresh
            frontier += fresh
        return next((state for state in self.steps if state not in saved), None)

    def extent(self, cost: Callable[[S], int]) -> tuple[int, int]:
        """What the cheapest and the dearest walk cost, when each step out of a state costs so much.
        Not with rounds.
        """
        least: dict[S, int] = {}
        most: dict[S, int] = {}
        for state in _innermost_first(self.steps):
            least[state] = min((cost(state) + least[to] for _, to in self.steps[state]), default=0)
            most[state] = max((cost(state) + most[to] for _, to in self.steps[state]), default=0)
        return least[self.start], most[self.start]

    def _round(self, first: S) -> tuple[str, ...]:
        trail: dict[S, tuple[str, ...]] = {}
        queue: deque[tuple[S, tuple[str, ...]]] = deque([(first, ())])
        while queue:
            state, labels = queue.popleft()
            for label, to in self.steps[state]:
                if to == first:
                    return (*labels, label)
                if to not in trail:
                    trail[to] = (*labels, label)
                    queue.append((to, trail[to]))
        return ()


def explore(
    start: S, successors: Callable[[S], Iterable[tuple[str, S]]], most: int = MOST_STATES
) -> Explored[S]:
    """Breadth first, so that every walk found is a shortest one. Raises ContentError past `most`
    states.
    """
    steps: dict[S, tuple[tuple[str, S], ...]] = {}
    came_from: dict[S, tuple[S, str]] = {}
    queue = deque([start])
    seen = {start}
    while queue:
        state = queue.popleft()
        steps[state] = tuple(successors(state))
        for label, to in steps[state]:
            if to not in seen:
                seen.add(to)
                came_from[to] = (state, label)
                queue.append(to)
        if len(seen) > most:
            raise too_many(most)
    return Explored(start, steps, came_from)


def too_many(most: int) -> ContentError:
    """More states than can be proven."""
    message, remedy = (
        f"more than {most:,} states: too many to prove",
        "Use fewer once-only flags or shorter dwells.",
    )
    return ContentError([Fault("too-many-states", message, remedy)])


def _innermost_first(steps: dict[S, tuple[tuple[str, S], ...]]) -> list[S]:
    """States in an order in which each comes after all it leads to. Those that can fall into a
    round are not among them.
    """
    before: dict[S, list[S]] = {state: [] for state in steps}
    waiting = {state: len(ways) for state, ways in steps.items()}
    for state, ways in steps.items():
        for _, to in ways:
            before[to].append(state)
    order = [state for state, count in waiting.items() if count == 0]
    for state in order:
        for earlier in before[state]:
            waiting[earlier] -= 1
            if waiting[earlier] == 0:
                order.append(earlier)
    return order


# ── control graphs ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim about a subject, over how many states it was decided, and a walk that breaks it if it
    does not hold.

    `path` leads to the place in the subject's document that is to blame. `walks`: what can happen,
    each with the reports of a walk that does it.
    """

    subject: str
    claim: str
    states: int
    holds: bool
    note: str = ""
    counterexample: tuple[str, ...] = ()
    code: str = ""
    path: Path = ()
    walks: Mapping[str, tuple[Mapping[str, object], ...]] = field(default_factory=dict)

    @property
    def fault(self) -> Fault | None:
        if self.holds:
            return None
        return Fault(self.code, self.refutation, _CLAIMS[self.code][1], self.path)

    @property
    def refutation(self) -> str:
        """What is told when it does not hold."""
        return f"{self.subject}: {self.note} (refuted: {self.claim})"


# What is claimed of every control graph, by the fault it is when it is not true, and the remedy.
_CLAIMS = {
    "endless-walk": (
        "every walk ends",
        "Give every gate a backstop, and let no edge lead back for ever: mark it with once.",
    ),
    "trap": ("the end can be reached from everywhere", "Lead an edge from there towards the end."),
    "backstop-too-short": (
        "no backstop is shorter than the shortest walk",
        "Raise the backstop, or lower the gate's min_turns.",
    ),
    "gate-bypassed": ("every walk meets every gate", "Lead every way through the gate."),
    "never-happens": (
        "every node and every once-only way can happen",
        "Change its condition or its place, or take it away.",
    ),
}


def prove(graph: ControlGraph, vocabulary: Vocabulary) -> tuple[Proof, ...]:
    """The properties every control graph must have. Of faults of form, the graph may only have
    those in `graph.WALKABLE`.
    """
    world = walks_from(GraphWalker(graph).start(), graph, vocabulary)
    return (
        _every_walk_ends(graph, world),
        _nothing_is_a_trap(graph, world),
        _backstop_is_long_enough(graph, world),
        _every_walk_meets_every_gate(graph, world),
        _everything_can_happen(graph, world),
    )


def walks_from(pointer: Pointer, graph: ControlGraph, vocabulary: Vocabulary) -> Explored[Pointer]:
    """Every state that a walk which stands here can come to."""
    walker = GraphWalker(graph)
    free = {
        fact: kind for fact, kind in vocabulary.items() if fact not in graph.once_flags
    }  # those only the walk itself sets
    return explore(essence(pointer, graph), lambda state: _successors(walker, state, free))


def _proven(code: str, graph: ControlGraph, world: Explored[Pointer], note: str = "") -> Proof:
    return Proof(graph.id, _CLAIMS[code][0], world.size, True, note)


def _refuted(
    code: str,
    graph: ControlGraph,
    world: Explored[Pointer],
    node: str,
    note: str,
    walk: tuple[str, ...] = (),
) -> Proof:
    place = ("nodes", [each.id for each in graph.nodes].index(node))
    return Proof(graph.id, _CLAIMS[code][0], world.size, False, note, walk, code, place)


def _every_walk_ends(graph: ControlGraph, world: Explored[Pointer]) -> Proof:
    endless = world.endless()
    if endless is None:
        fewest, most = world.extent(lambda pointer: 0 if pointer.armed else 1)
        return _proven("endless-walk", graph, world, f"in {fewest} to {most} exchanges")
    way, round_ = endless
    nodes = list(dict.fromkeys(label.partition(":")[0] for label in round_))
    note = f"{' and '.join(nodes)} can go on for ever"
    return _refuted(
        "endless-walk", graph, world, nodes[0], note, (*way, *round_, "... and again, for ever")
    )


def _nothing_is_a_trap(graph: ControlGraph, world: Explored[Pointer]) -> Proof:
    stuck = world.stuck()
    if stuck is None:
        return _proven("trap", graph, world)
    note = f"there is no way on to the end, not from {stuck.current_node}"
    return _refuted("trap", graph, world, stuck.current_node, note, world.walk_to(stuck))


def _backstop_is_long_enough(graph: ControlGraph, world: Explored[Pointer]) -> Proof:
    """A gate takes one exchange to say its content and one to answer it: a shorter backstop would
    make the gate unopenable.
    """
    cleared = {gate for state in world.steps for gate in state.nodes_satisfied}
    for gate, arrived in _met_gates(graph, world).items():
        if gate not in cleared:
            walk = (
                *world.walk_to(arrived),
                (
                    f"{gate}: the backstop ({graph.backstop}) always comes before the gate can be"
                    " cleared"
                ),
            )
            return _refuted(
                "backstop-too-short", graph, world, gate, f"{gate} can never be cleared", walk
            )
    return _proven("backstop-too-short", graph, world)


def _every_walk_meets_every_gate(graph: ControlGraph, world: Explored[Pointer]) -> Proof:
    for gate in _met_gates(graph, world):
        around = unforced(world, graph, past=gate)
        past = next((state for state in around.steps if state.closed), None)
        if past is not None:
            return _refuted(
                "gate-bypassed",
                graph,
                world,
                gate,
                f"{gate} can be gone around",
                around.walk_to(past),
            )
    return _proven("gate-bypassed", graph, world)


def _met_gates(graph: ControlGraph, world: Explored[Pointer]) -> dict[str, Pointer]:
    """The gates that some walk comes to, each with the nearest state there. That a gate is never
    met is a fault of its own.
    """
    arrivals = {state.current_node: state for state in reversed(world.steps)}
    return {
        node.id: arrivals[node.id] for node in graph.nodes if node.is_gate and node.id in arrivals
    }


def unforced(
    world: Explored[Pointer], graph: ControlGraph, past: str | None = None
) -> Explored[Pointer]:
    """The walks that no backstop cuts short, for that way past a gate is meant; with `past`, those
    that never enter that gate.
    """

    def steps(state: Pointer) -> Iterable[tuple[str, Pointer]]:
        here = state.current_node
        if here == past:
            return ()
        held = graph.by_id[here].is_gate
        return (
            step
            for step in world.steps[state]
            if not held or step[1].current_node == here or here in step[1].nodes_satisfied
        )

    return explore(world.start, steps)


def _everything_can_happen(graph: ControlGraph, world: Explored[Pointer]) -> Proof:
    never = list(_never(graph, world))
    if not never:
        return _proven("never-happens", graph, world)
    return _refuted(
        "never-happens", graph, world, never[0][0], ", ".join(what for _, what in never)
    )


def _never(graph: ControlGraph, world: Explored[Pointer]) -> Iterator[tuple[str, str]]:
    """Nodes that edges lead to and walks do not, and once-only ways that never open, each with its
    node.
    """
    connected = reached(graph, graph.start)
    visited = {state.current_node for state in world.steps}
    used = {flag for state in world.steps for flag in state.flags}
    for node in graph.nodes:
        if node.id in connected - visited:
            yield node.id, f"{node.id} is never reached"
        elif node.id in visited:
            yield from (
                (node.id, f"the once-only way '{way.once}' never opens")
                for way in node.ways
                if way.once and way.once not in used
            )


def _successors(
    walker: GraphWalker, pointer: Pointer, vocabulary: Vocabulary
) -> Iterator[tuple[str, Pointer]]:
    if pointer.closed:
        return
    known: dict[Pointer, str] = {}
    for step, told in _possible_steps(walker, pointer, vocabulary):
        known.setdefault(essence(step.pointer, walker.graph), _label(step, told))
    yield from ((label, to) for to, label in known.items())


def _label(step: Step, told: str) -> str:
    if step.decision in ("arm", "close"):
        return f"{step.node}: {step.reason}"
    return f"{step.node}: {told}{step.decision} {step.pointer.current_node} ({step.reason})"


def _possible_steps(
    walker: GraphWalker, pointer: Pointer, vocabulary: Vocabulary
) -> Iterator[tuple[Step, str]]:
    node = walker.node(pointer)
    for facts in possible_facts(node, vocabulary):
        if pointer.armed:
            yield walker.resolve(pointer, facts), "the learner answers, "
            continue
        for satisfied, spoke in product((False, True), repeat=2):
            yield (
                walker.advance(pointer, ExchangeReport(satisfied, spoke=spoke), facts),
                "satisfied, " if satisfied else "not satisfied, ",
            )


def possible_facts(node: Node, vocabulary: Vocabulary) -> Iterator[Facts]:
    """Every combination of facts that the node's conditions can tell apart."""
    conditions = tuple(way.when for way in node.ways)
    reads = sorted(fact for fact in All(conditions).reads if fact in vocabulary)
    for values in product(
        *(values_that_matter(fact, All(conditions), vocabulary) for fact in reads)
    ):
        yield dict(zip(reads, values, strict=True))


def essence(pointer: Pointer, graph: ControlGraph) -> Pointer:
    """The pointer without what no claim depends on, and with counts cut off where more makes no
    difference.
    """
    node = graph.by_id[pointer.current_node]
    enough = max(node.min_turns, node.max_turns, graph.backstop or 0)
    return pointer._replace(
        node_turn_count=min(pointer.node_turn_count, enough),
        nodes_satisfied=tuple(
            sorted(name for name in pointer.nodes_satisfied if graph.by_id[name].is_gate)
        ),
        node_history=(),
        flags=tuple(sorted(pointer.flags)),
        detours=0,
    )
