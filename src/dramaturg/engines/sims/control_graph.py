"""A control graph as a page draws it: its nodes, how each is left, and the way a conversation has
taken through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.sims.base.backbone import Backbone, backbone_graph
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.state import PivotAnswered, Reopened, TurnedTo, Walked
from dramaturg.engines.sims.debrief import TimedEvent, timed_events
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.kernel.graph import ControlGraph, Node
from dramaturg.turn.conditions_in_words import in_words, plain

NodeKind = Literal["step", "loop", "gate", "question", "end"]
WayKind = Literal["on", "if", "backstop"]
Move = Literal["begin", "stay", "goto", "arm", "close"]


@dataclass(frozen=True, slots=True)
class ControlNode:
    """A stretch of a conversation: what it is for, how it is left, and what may be said in it on a
    condition.
    """

    id: str
    title: str
    kind: NodeKind
    intent: str
    left: str
    least: int
    most: int
    asides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ControlEdge:
    """A way from a node to another, and when it is taken."""

    id: str
    start: str
    to: str
    kind: WayKind
    when: str


@dataclass(frozen=True, slots=True)
class ControlGraphShown:
    """All nodes and ways of a conversation, and where it begins."""

    title: str
    start: str
    nodes: tuple[ControlNode, ...]
    edges: tuple[ControlEdge, ...]


@dataclass(frozen=True, slots=True)
class StepTaken:
    """A step that was taken: in which turn, from which node (none at the beginning), how, where to,
    and by which way.
    """

    turn: int
    node: str
    moved: Move
    to: str
    edge: str = ""


@dataclass(frozen=True, slots=True)
class ControlWalk:
    """A conversation in its graph: the trail it has left, and the node it stands in."""

    person: str
    name: str
    graph: ControlGraphShown
    trail: tuple[StepTaken, ...] = ()
    current: str = ""
    over: bool = False


def title_of(node: str) -> str:
    """`DECISIVE_FACT` as a title: "Decisive fact"."""
    return plain(node).capitalize()


def shown_node(node: Node, graph: ControlGraph) -> ControlNode:
    """A node as a page draws it."""
    asides = tuple(
        f"{plain(aside.source)}: {_when(in_words(aside.when), aside.once)}" for aside in node.asides
    )
    kinds: tuple[tuple[bool, NodeKind], ...] = (
        (node.is_terminal, "end"),
        (node.is_gate, "gate"),
        (node.is_branch, "question"),
        (node.self_loop, "loop"),
    )
    return ControlNode(
        node.id,
        title_of(node.id),
        next((kind for holds, kind in kinds if holds), "step"),
        node.intent,
        left(node, graph),
        node.min_turns,
        node.max_turns,
        asides,
    )


def ways_of(node: Node, graph: ControlGraph) -> Iterator[ControlEdge]:
    """The ways out of a node, in the order they are tried; the backstop of a gate comes last."""
    for number, edge in enumerate(node.conditional):
        yield ControlEdge(
            f"{node.id}:{number}", node.id, edge.to, "if", _when(in_words(edge.when), edge.once)
        )
    if node.advance is not None:
        yield ControlEdge(f"{node.id}:on", node.id, node.advance, "on", _landed(node))
    if node.is_gate and graph.backstop is not None:
        when = f"after {_exchanges(graph.backstop)} held in it"
        yield ControlEdge(f"{node.id}:backstop", node.id, graph.terminal.id, "backstop", when)


def shown_graph(graph: ControlGraph, title: str) -> ControlGraphShown:
    """A whole graph as a page draws it."""
    nodes = tuple(shown_node(node, graph) for node in graph.nodes)
    return ControlGraphShown(
        title,
        graph.start,
        nodes,
        tuple(edge for node in graph.nodes for edge in ways_of(node, graph)),
    )


def part_graph(part: SimPart) -> ControlGraphShown:
    """The conversation with one person, as their backbone and what they have to say make it."""
    return shown_graph(part.graph, f"{part.person.name} in “{part.scenario.title}”")


def backbone_shown(backbone: Backbone) -> ControlGraphShown:
    """A backbone by itself. It must be without fault."""
    return shown_graph(backbone_graph(backbone), backbone.title)


def control_walk(engine: SimEngine, records: Sequence[SimRecord], person: str) -> ControlWalk:
    """The conversation with a person as far as it has come."""
    part = engine.parts[person]
    mine = [each for each in timed_events(records) if each.person == person]
    steps = tuple(trod for trod in _trail(part, mine) if trod.to in part.graph.by_id)
    over = bool(mine) and mine[-1].state.conversations[person].pointer.closed
    return ControlWalk(
        person, part.person.name, part_graph(part), steps, steps[-1].to if steps else "", over
    )


def _trail(part: SimPart, happened: Sequence[TimedEvent]) -> Iterator[StepTaken]:
    here = ""
    for each in happened:
        match each.event:
            case TurnedTo(pointer=pointer) if not here:
                here = pointer.current_node
                yield StepTaken(each.turn, "", "begin", here)
            case Reopened(pointer):
                here = pointer.current_node
                yield StepTaken(each.turn, "", "begin", here)
            case PivotAnswered(pointer=pointer):
                before, here = here, pointer.current_node
                yield StepTaken(each.turn, before, "goto", here, _edge(part, before, here))
            case Walked(node, decision, pointer):
                here = pointer.current_node
                forced = decision == "goto" and node not in pointer.nodes_satisfied
                yield StepTaken(
                    each.turn,
                    node,
                    decision,
                    here,
                    _edge(part, node, here, forced) if decision == "goto" else "",
                )


def _edge(part: SimPart, node: str, to: str, forced: bool = False) -> str:
    """The first way that leads there; where it was forced out of a gate, the backstop."""
    if node not in part.graph.by_id:
        return ""
    ways = [way for way in ways_of(part.graph.by_id[node], part.graph) if way.to == to]
    ways.sort(
        key=lambda way: (way.kind == "backstop") is not (forced and part.graph.by_id[node].is_gate)
    )
    return ways[0].id if ways else ""


def left(node: Node, graph: ControlGraph) -> str:
    """How a node is left, in a sentence."""
    if node.is_terminal:
        return "The conversation ends here."
    if node.is_gate:
        backstop = (
            f" After {_exchanges(graph.backstop)} held in it, the conversation goes to its end."
            if graph.backstop
            else ""
        )
        return (
            f"A gate: it opens only when {node.satisfy_when or 'its purpose has landed'}.{backstop}"
        )
    if node.is_branch:
        return "A pointed question with options: it waits for the answer."
    return f"Left {_landed(node)}."


def _landed(node: Node) -> str:
    """When the way on is taken."""
    if node.is_branch:
        return "when the question is answered"
    if node.is_gate or node.self_loop:
        landed = f"when {node.satisfy_when or 'its purpose has landed'}"
        return landed if node.is_gate else f"{landed}, or after {_exchanges(node.max_turns)}"
    return f"after {_exchanges(node.min_turns)}"


def _when(condition: str, once: str | None) -> str:
    return f"if {condition}{', once' if once else ''}"


def _exchanges(count: int | None) -> str:
    return f"{count} exchange{'' if count == 1 else 's'}"
