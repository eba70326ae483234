"""Pipecat Flows as data: a FlowConfig, its older forms, and what the visual editor exports.

A function leads to the node its `transition_to` names, or to any of its cases; without one the
conversation stays where it is. What a function's own code does is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from dramaturg.content.flows.flow import Flow, FlowEdge, FlowNode, FlowRead, Out, decided
from dramaturg.content.limits import MAX_NODES
from dramaturg.content.positions import FilePlace, Positions
from dramaturg.content.validation_faults import missing_key, wrong_type
from dramaturg.content.yaml import Parsed, Value
from dramaturg.kernel.errors import Fault, Path

TARGETS = ("transition_to", "next_node", "next_node_id")
ACTIONS = ("pre_actions", "post_actions", "actions")
DECIDED_BY_CODE = "transition_callback"
ENDING = "end_conversation"
FIRST_TYPES = ("initial", "start")
TALK = frozenset({"task_messages", "role_messages", "messages", "functions"})


def is_pipecat(value: Value) -> bool:
    """Whether this is a flow of Pipecat's: nodes and where to begin, or nodes as the editor draws
    them.
    """
    match value:
        case {"kind": str()}:
            return False
        case {"initial_node": _, "nodes": _}:
            return True
        case {"nodes": [*nodes], "edges": list()}:
            return any(
                isinstance(node, dict)
                and isinstance(data := node.get("data"), dict)
                and TALK & set(data)
                for node in nodes
            )
    return False


@dataclass(slots=True)
class _Found:
    positions: Positions
    file: str
    steps: list[FlowNode] = field(default_factory=list)
    edges: list[FlowEdge] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    silent: list[tuple[str, str, FilePlace]] = field(default_factory=list)
    """Functions that say nothing of where they lead: the node, the name, the place."""

    def place(self, path: Path) -> FilePlace:
        return self.positions.value(path)

    def wrong(self, fault: Fault) -> None:
        self.faults.append(fault.at(self.file, *self.place(fault.path)))

    def items(
        self, body: dict[str, Value], key: str, path: Path
    ) -> Iterator[tuple[dict[str, Value], Path]]:
        """The mappings in the list at a key, which may not be there."""
        listed = body.get(key)
        if listed is not None and not isinstance(listed, list):
            self.wrong(wrong_type((*path, key), "a list", listed))
        for index, item in enumerate(listed if isinstance(listed, list) else []):
            if isinstance(item, dict):
                yield item, (*path, key, index)
            elif not isinstance(item, str):  # a function may be given by its name alone
                self.wrong(wrong_type((*path, key, index), "keys and values", item))


def read_pipecat(parsed: Parsed, id: str, file: str) -> FlowRead:
    """A flow of Pipecat Flows as a flow of ours."""
    found = _Found(parsed.positions, file, faults=list(parsed.faults))
    value = parsed.value if isinstance(parsed.value, dict) else {}
    starts = (
        _configured(found, value) if isinstance(value.get("nodes"), dict) else _drawn(found, value)
    )
    loose = tuple(_led_by_name(found))
    flow = Flow(id, "pipecat", file, tuple(starts), tuple(found.steps), decided(found.edges), loose)
    return FlowRead(flow, tuple(found.faults))


def _led_by_name(found: _Found) -> Iterator[str]:
    """In the oldest form no function says where it leads: it has the name of the node."""
    names = {step.id for step in found.steps}
    named = [(node, to, place) for node, to, place in found.silent if to in names]
    if named and not any(isinstance(edge.to, str) for edge in found.edges):
        found.edges += [FlowEdge(node, to, to, place) for node, to, place in named]
        yield "no function says where it leads: each is taken to lead to the node of its name"


def _configured(found: _Found, value: dict[str, Value]) -> list[str]:
    """Nodes by name, as a FlowConfig has them, and functions that every one of them offers."""
    nodes = value["nodes"]
    for name, node in nodes.items() if isinstance(nodes, dict) else ():
        path: Path = ("nodes", name)
        found.steps.append(FlowNode(name, found.positions.key(path)))
        if isinstance(node, dict):
            _node(found, name, node, path)
        else:
            found.wrong(wrong_type(path, "keys and values", node))
    offered = tuple(_ways(found, value, (), "global_functions"))
    everywhere = (
        FlowEdge(step.id, to, label, place) for step in found.steps for label, to, place in offered
    )
    found.edges += islice(everywhere, MAX_NODES)
    first = value.get("initial_node")
    if isinstance(first, str):
        return [first]
    found.wrong(
        missing_key((), "initial_node")
        if first is None
        else wrong_type(("initial_node",), "text", first)
    )
    return []


def _drawn(found: _Found, value: dict[str, Value]) -> list[str]:
    """Nodes and edges in lists, as the editor has them."""
    starts = [value["initial_node"]] if isinstance(value.get("initial_node"), str) else []
    if not isinstance(value.get("nodes"), list):
        found.wrong(wrong_type(("nodes",), "keys and values, or a list", value.get("nodes")))
    for node, path in found.items(value, "nodes", ()):
        name, data = node.get("id"), node.get("data", {})
        if not isinstance(name, str):
            found.wrong(
                missing_key(path, "id") if name is None else wrong_type((*path, "id"), "text", name)
            )
            continue
        found.steps.append(FlowNode(name, found.place((*path, "id"))))
        starts += [name] if node.get("type") in FIRST_TYPES else []
        if node.get("type") == "end":
            found.edges.append(FlowEdge(name, Out.END, "", found.place(path), "itself"))
        if isinstance(data, dict):
            _node(found, name, data, (*path, "data"))
    for edge, path in found.items(value, "edges", ()):
        _edge(found, edge, path)
    return [str(start) for start in starts]


def _edge(found: _Found, edge: dict[str, Value], path: Path) -> None:
    match edge:
        case {"source": str(source), "target": str(target)}:
            label = edge.get("label")
            found.edges.append(
                FlowEdge(
                    source,
                    target,
                    label if isinstance(label, str) else "",
                    found.place((*path, "target")),
                )
            )
        case _:
            found.wrong(missing_key(path, "target" if "source" in edge else "source"))


def _node(found: _Found, name: str, node: dict[str, Value], path: Path) -> None:
    actions = [each for key in ACTIONS for each, _ in found.items(node, key, path)]
    if any(action.get("type") == ENDING for action in actions):
        found.edges.append(FlowEdge(name, Out.END, "", found.place(path), "itself"))
    found.edges += [
        FlowEdge(name, to, label, place)
        for label, to, place in _ways(found, node, path, "functions")
    ]
    for function, at in found.items(node, "functions", path):
        for declared, where in _declared(found, function, at):
            label = declared.get("name")
            if isinstance(label, str) and not {*TARGETS, "decision", DECIDED_BY_CODE} & {*declared}:
                found.silent.append((name, label, found.place(where)))


def _ways(
    found: _Found, around: dict[str, Value], path: Path, key: str
) -> Iterator[tuple[str, str | Out, FilePlace]]:
    """Where the functions in a list lead: the function's name, the node's, and the place that says
    so.
    """
    for function, place in found.items(around, key, path):
        for declared, where in _declared(found, function, place):
            label = declared.get("name")
            for target, at in _targets(found, declared, where):
                yield label if isinstance(label, str) else "", target, found.place(at)


def _declared(
    found: _Found, function: dict[str, Value], path: Path
) -> Iterator[tuple[dict[str, Value], Path]]:
    """A function by itself, or wrapped as the providers of models want it."""
    wrapped = function.get("function")
    if isinstance(wrapped, dict):
        yield wrapped, (*path, "function")
    elif "function_declarations" in function:
        yield from found.items(function, "function_declarations", path)
    else:
        yield function, path


def _targets(
    found: _Found, function: dict[str, Value], path: Path
) -> Iterator[tuple[str | Out, Path]]:
    for key in TARGETS:
        yield from _named(found, function.get(key), (*path, key))
    decision = function.get("decision")
    if isinstance(decision, dict):
        place = (*path, "decision")
        for condition, at in found.items(decision, "conditions", place):
            yield from _named(found, condition.get("next_node_id"), (*at, "next_node_id"))
        yield from _named(
            found, decision.get("default_next_node_id"), (*place, "default_next_node_id")
        )
    if DECIDED_BY_CODE in function:
        yield Out.ANYWHERE, (*path, DECIDED_BY_CODE)


def _named(found: _Found, target: Value, path: Path) -> Iterator[tuple[str, Path]]:
    """The node that a value names, or those of its cases."""
    match target:
        case str():
            yield target, path
        case {"cases": dict(cases), "default": str(otherwise)}:
            yield otherwise, (*path, "default")
            yield from _named(found, {"cases": cases}, path)
        case {"cases": dict(cases)}:
            for case, to in cases.items():
                yield from _named(found, to, (*path, "cases", case))
        case None:
            return
        case _:
            found.wrong(wrong_type(path, "the name of a node, or cases", target))
