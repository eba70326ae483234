"""The walker: where a conversation stands, and where it goes after an exchange. Pure; the model
never moves the pointer.

Readings of seed 000, §7, settled in docs/adr/0004-the-walker.md.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from dramaturg.kernel.conditions import Facts
from dramaturg.kernel.graph import Aside, ControlGraph, Edge, Node

Kind = Literal["stay", "goto", "arm", "close"]


class Pointer(NamedTuple):
    """The whole state of a walk. The first four fields are the contract of seed 000, §10.1.

    `node_history` has one entry an exchange. `spoken`: the node's content was said in an earlier
    exchange here. `armed`: a branch has asked its question. `flags`: once-only edges and asides
    already used.
    """

    current_node: str
    node_turn_count: int = 0
    nodes_satisfied: tuple[str, ...] = ()
    node_history: tuple[str, ...] = ()
    spoken: bool = False
    armed: bool = False
    flags: tuple[str, ...] = ()
    detours: int = 0
    closed: bool = False


class ExchangeReport(NamedTuple):
    """What is known of an exchange: did its purpose land, was it off the point, was the node's
    content said in it, was its gate given up, so that its backstop is not waited for.
    """

    satisfied: bool = False
    detour: bool = False
    spoke: bool = True
    given_up: bool = False


class Step(NamedTuple):
    """One decision: from which node, of which kind, where to, and why, in words an author reads."""

    node: str
    decision: Kind
    pointer: Pointer
    reason: str


class GraphWalker:
    """Walks one control graph."""

    def __init__(self, graph: ControlGraph) -> None:
        self.graph = graph
        self._nodes = graph.by_id
        self._end = graph.terminal.id

    def start(self) -> Pointer:
        return Pointer(self.graph.start)

    def node(self, pointer: Pointer) -> Node:
        return self._nodes[pointer.current_node]

    def opens(self, pointer: Pointer, facts: Facts) -> tuple[Aside, ...]:
        """The asides that are to be said in this exchange."""
        asides = self._nodes[pointer.current_node].asides
        return tuple(aside for aside in asides if _is_open(aside, pointer, facts)) if asides else ()

    def advance(self, pointer: Pointer, report: ExchangeReport, facts: Facts) -> Step:
        """Count an exchange held in the current node, and decide (seed 000, §7.2)."""
        node = self._nodes[pointer.current_node]
        satisfied = report.satisfied and (pointer.spoken or not node.is_gate)
        here = self._counted(pointer, node, report, satisfied, facts)
        turns = here.node_turn_count
        if node.is_terminal:
            return Step(node.id, "close", here._replace(closed=True), "the conversation ends here")
        if node.is_gate and not satisfied:
            return self._hold(node, here, report)
        if node.is_branch and not pointer.armed:
            return Step(
                node.id,
                "arm",
                here._replace(armed=True),
                "the pointed question is asked; waiting for the answer",
            )
        if turns < node.min_turns or (node.self_loop and turns < node.max_turns and not satisfied):
            return Step(
                node.id,
                "stay",
                here,
                f"{'too early' if satisfied else 'not satisfied'} ({turns}/{node.max_turns})",
            )
        return self._goto(node, here, facts, _why_on(node, turns, satisfied))

    def resolve(self, pointer: Pointer, facts: Facts) -> Step:
        """Leave an armed branch: its question has been answered. No exchange is counted."""
        node = self._nodes[pointer.current_node]
        answered = pointer._replace(nodes_satisfied=_with(pointer.nodes_satisfied, node.id))
        return self._goto(node, answered, facts, "the pointed question is answered")

    def _counted(
        self, pointer: Pointer, node: Node, report: ExchangeReport, satisfied: bool, facts: Facts
    ) -> Pointer:
        lands = satisfied and not node.is_branch
        return Pointer(
            pointer.current_node,
            pointer.node_turn_count + 1,
            _with(pointer.nodes_satisfied, node.id) if lands else pointer.nodes_satisfied,
            (*pointer.node_history, node.id),
            pointer.spoken or report.spoke,
            pointer.armed,
            self._flags(pointer, facts) if node.asides else pointer.flags,
            pointer.detours + report.detour,
            pointer.closed,
        )

    def _flags(self, pointer: Pointer, facts: Facts) -> tuple[str, ...]:
        flags = pointer.flags
        for aside in self.opens(pointer, facts):
            flags = _with(flags, aside.once)
        return flags

    def _hold(self, node: Node, here: Pointer, report: ExchangeReport) -> Step:
        backstop = self.graph.backstop
        if backstop is not None and (report.given_up or here.node_turn_count >= backstop):
            how = "given up after" if report.given_up else "held in the gate for"
            return Step(
                node.id,
                "goto",
                _arrive(here, self._end),
                f"backstop: {how} {here.node_turn_count} exchanges",
            )
        reason = (
            "gate not satisfied: what was said counts only after it was heard"
            if report.satisfied
            else "gate not satisfied"
        )
        return Step(node.id, "stay", here, reason)

    def _goto(self, node: Node, here: Pointer, facts: Facts, reason: str) -> Step:
        for edge in node.conditional:
            if _is_open(edge, here, facts):
                flags = _with(here.flags, edge.once)
                return Step(
                    node.id,
                    "goto",
                    _arrive(here, edge.to)._replace(flags=flags),
                    f"{reason}; {edge.when}",
                )
        return Step(node.id, "goto", _arrive(here, node.advance or self._end), reason)


def _arrive(pointer: Pointer, node: str) -> Pointer:
    return Pointer(
        node,
        0,
        pointer.nodes_satisfied,
        pointer.node_history,
        False,
        False,
        pointer.flags,
        pointer.detours,
        pointer.closed,
    )


def _is_open(way: Edge | Aside, pointer: Pointer, facts: Facts) -> bool:
    if way.once is not None and way.once in pointer.flags:
        return False
    return way.when.holds(
        {**facts, **dict.fromkeys(pointer.flags, True)} if pointer.flags else facts
    )


def _why_on(node: Node, turns: int, satisfied: bool) -> str:
    if node.is_gate:
        return "gate cleared"
    at_limit = turns >= node.max_turns
    if satisfied:
        return f"satisfied (max {node.max_turns})" if at_limit else "satisfied"
    return (
        f"max turns reached ({turns}/{node.max_turns})"
        if at_limit
        else "not satisfied, but it does not loop"
    )


def _with(items: tuple[str, ...], item: str | None) -> tuple[str, ...]:
    return items if item is None or item in items else (*items, item)
