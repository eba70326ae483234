"""Control graphs: the nodes a guided conversation walks, and everything that can be wrong
with one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dramaturg.kernel.conditions import Condition, Vocabulary, condition_faults
from dramaturg.kernel.errors import Fault, did_you_mean


@dataclass(frozen=True, slots=True)
class Edge:
    """A way out that opens only while `when` holds, and with `once` only the first time."""

    to: str
    when: Condition
    once: str | None = None


@dataclass(frozen=True, slots=True)
class Aside:
    """Content that is said inside a node while `when` holds, without leaving the node; with `once`
    only the first time.
    """

    source: str
    when: Condition
    once: str | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A stretch of conversation with one purpose (seed 000, §6.1).

    A gate is left only when satisfied, or by the graph's backstop. A branch asks a pointed
    question, is armed by it, and is left when the answer has come. A self-looping node may be
    stayed in up to `max_turns`.
    """

    id: str
    intent: str = ""
    content_source: tuple[str, ...] = ()
    satisfy_when: str = ""
    min_turns: int = 1
    max_turns: int = 1
    is_gate: bool = False
    is_branch: bool = False
    is_terminal: bool = False
    self_loop: bool = False
    advance: str | None = None
    conditional: tuple[Edge, ...] = ()
    asides: tuple[Aside, ...] = ()

    @property
    def ways(self) -> tuple[Edge | Aside, ...]:
        """Everything that opens on a condition."""
        return (*self.conditional, *self.asides)

    @property
    def targets(self) -> Iterator[str]:
        yield from (edge.to for edge in self.conditional)
        if self.advance is not None:
            yield self.advance


@dataclass(frozen=True)
class ControlGraph:
    """Nodes, where to begin, and after how many exchanges held in one gate the walk goes to its end
    anyway.
    """

    id: str
    start: str
    nodes: tuple[Node, ...]
    backstop: int | None = 6

    @cached_property
    def by_id(self) -> dict[str, Node]:
        return {node.id: node for node in self.nodes}

    @cached_property
    def terminal(self) -> Node:
        return next(node for node in self.nodes if node.is_terminal)

    @property
    def once_flags(self) -> frozenset[str]:
        """The flags its own edges and asides set, which conditions may read like any fact."""
        marked = (way.once for node in self.nodes for way in node.ways)
        return frozenset(flag for flag in marked if flag is not None)


def graph_faults(graph: ControlGraph, vocabulary: Vocabulary) -> tuple[Fault, ...]:
    """All faults of form at once; a graph without any can be walked and explored. Paths are
    ('nodes', index, field).
    """
    faults = [*_end_faults(graph), *_name_faults(graph)]
    for index, node in enumerate(graph.nodes):
        faults += [fault.under("nodes", index) for fault in _node_faults(graph, node)]
        faults += [fault.under("nodes", index) for fault in _condition_faults(node, vocabulary)]
    if not any(fault.code in _CUTS for fault in faults):
        faults += _unreachable(graph)
    return tuple(faults)


# What these cut off is unreachable too, but not at fault.
_CUTS = frozenset({"edge-to-nowhere", "dead-end", "duplicate-node"})

# What can be proven of a graph beside these faults is worth telling; other faults keep it from
# being walked.
WALKABLE = frozenset({"unreachable-node"})


def _name_faults(graph: ControlGraph) -> Iterator[Fault]:
    names: set[str] = set()
    for index, node in enumerate(graph.nodes):
        if node.id in names:
            message = f"the id {node.id} is taken by a node before this one"
            yield Fault(
                "duplicate-node", message, "Give each node its own id.", ("nodes", index, "id")
            )
        names.add(node.id)
    if graph.start not in names:
        remedy = did_you_mean(graph.start, names)
        yield Fault(
            "edge-to-nowhere",
            f"the walk starts at {graph.start}, which is no node",
            remedy,
            ("start",),
        )


def _end_faults(graph: ControlGraph) -> Iterator[Fault]:
    ends = [(index, node.id) for index, node in enumerate(graph.nodes) if node.is_terminal]
    remedy = "Mark exactly one node with is_terminal: true."
    if not ends:
        yield Fault("no-single-end", f"{graph.id} has no terminal node", remedy, ("nodes",))
    for index, end in ends[1:]:
        message = f"{end} is a second terminal node; {ends[0][1]} is the end already"
        yield Fault("no-single-end", message, remedy, ("nodes", index, "is_terminal"))


def _node_faults(graph: ControlGraph, node: Node) -> Iterator[Fault]:
    if node.min_turns > node.max_turns:
        yield Fault(
            "min-above-max",
            f"{node.id} must last at least {node.min_turns} and at most {node.max_turns} turns",
            "Lower min_turns or raise max_turns.",
            ("min_turns",),
        )
    if node.advance is None and not node.is_terminal:
        always = " when none of its conditions holds" if node.conditional else ""
        yield Fault(
            "dead-end",
            f"{node.id} has no way on{always} and is not the end",
            "Name the next node in advance.",
        )
    if node.is_terminal and any(node.targets):
        place, _ = next(_places(node))
        yield Fault(
            "end-with-exit",
            f"{node.id} is the end, yet leads on",
            "Take away its edges, or is_terminal.",
            place,
        )
    if node.is_gate and node.is_branch:
        yield Fault(
            "gate-and-branch",
            f"{node.id} is both a gate and a branch",
            "Make two nodes of it.",
            ("is_branch",),
        )
    for place, target in _places(node):
        if target not in graph.by_id:
            remedy = did_you_mean(target, graph.by_id)
            yield Fault(
                "edge-to-nowhere", f"{node.id} leads to {target}, which is no node", remedy, place
            )


def _places(node: Node) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for index, edge in enumerate(node.conditional):
        yield ("conditional", index, "to"), edge.to
    if node.advance is not None:
        yield ("advance",), node.advance


def _condition_faults(node: Node, vocabulary: Vocabulary) -> Iterator[Fault]:
    places = [("conditional", index, edge.when) for index, edge in enumerate(node.conditional)]
    places += [("asides", index, aside.when) for index, aside in enumerate(node.asides)]
    for field, index, when in places:
        yield from (
            fault.under(field, index, "when") for fault in condition_faults(when, vocabulary)
        )


def _unreachable(graph: ControlGraph) -> Iterator[Fault]:
    """A fault for each node that cannot be reached, unless it only lies behind another one."""
    told = reached(graph, graph.start)
    led_to = {target for node in graph.nodes for target in node.targets}
    cut_off_first = sorted(graph.nodes, key=lambda node: node.id in led_to)
    for node in cut_off_first:
        if node.id not in told:
            behind = reached(graph, node.id)
            also = [other.id for other in graph.nodes if other.id in behind - told - {node.id}]
            told |= behind
            message = f"{node.id} cannot be reached" + (
                f", nor what lies behind it: {', '.join(also)}" if also else ""
            )
            yield Fault(
                "unreachable-node",
                message,
                "Lead an edge to it, or take it away.",
                ("nodes", graph.nodes.index(node), "id"),
            )


def reached(graph: ControlGraph, start: str) -> set[str]:
    """The nodes that edges and backstops lead to from a node, itself included."""
    found = {start}
    frontier = [start]
    while frontier:
        fresh = _onward(graph, graph.by_id[frontier.pop()]) - found
        found |= fresh
        frontier += fresh
    return found


def _onward(graph: ControlGraph, node: Node) -> set[str]:
    """Where a node's edges lead, and the backstop if it is a gate."""
    ends = {other.id for other in graph.nodes if other.is_terminal}
    return {*node.targets, *(ends if node.is_gate and graph.backstop is not None else ())}


def reachable(start: str, ways: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Everything that ways lead to from the start, itself first; each once, circles or not."""
    found, waiting = {start: None}, [start]
    while waiting:
        fresh = [name for name in ways.get(waiting.pop(), ()) if name not in found]
        found.update(dict.fromkeys(fresh))
        waiting += fresh
    return tuple(found)
