"""Rasa flows (CALM): `flows` by name, each with its steps. A step leads to the next one, to the
step that it names, or where a condition says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dramaturg.content.flows.flow import By, Flow, FlowEdge, FlowNode, FlowRead, Out, decided
from dramaturg.content.positions import FilePlace, Positions
from dramaturg.content.validation_faults import wrong_type
from dramaturg.content.yaml import Parsed, Value
from dramaturg.kernel.errors import Fault, Path

END = "END"
BUILT_IN = "pattern_"  # flows that Rasa brings along


def is_rasa(value: Value) -> bool:
    """Whether this is a file of flows: by name, each with steps."""
    match value:
        case {"kind": str()}:
            return False
        case {"flows": dict(flows)}:
            return any(isinstance(flow, dict) and "steps" in flow for flow in flows.values())
    return False


@dataclass(slots=True)
class _Read:
    positions: Positions
    file: str
    firsts: dict[str, str]
    steps: list[FlowNode] = field(default_factory=list)
    edges: list[FlowEdge] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)


def read_rasa(parsed: Parsed, id: str, file: str) -> FlowRead:
    """All flows of a file as one flow of ours, which may begin with each of them."""
    value = parsed.value if isinstance(parsed.value, dict) else {}
    flows = value.get("flows")
    named = {
        name: steps
        for name, flow in (flows.items() if isinstance(flows, dict) else ())
        if isinstance(flow, dict) and isinstance(steps := flow.get("steps"), list) and steps
    }
    firsts = {name: _name(name, steps[0], 0) for name, steps in named.items()}
    read = _Read(parsed.positions, file, firsts, faults=list(parsed.faults))
    for name, steps in named.items():
        _steps(read, name, steps, ("flows", name, "steps"), "", Out.BACK)
    starts = tuple(first for name, first in firsts.items() if _may_begin(flows, name))
    flow = Flow(
        id,
        "rasa",
        file,
        starts or tuple(firsts.values()),
        tuple(read.steps),
        decided(read.edges),
        tuple(dict.fromkeys(read.loose)),
    )
    return FlowRead(flow, tuple(read.faults))


def _may_begin(flows: Value, name: str) -> bool:
    """A flow whose own condition is false is only ever called or linked to."""
    flow = flows[name] if isinstance(flows, dict) else None
    guard = flow.get("if") if isinstance(flow, dict) else None
    return str(guard).strip().lower() != "false"


def _name(flow: str, step: Value, index: int, within: str = "") -> str:
    own = step.get("id") if isinstance(step, dict) else None
    return f"{flow}.{own}" if isinstance(own, str) else f"{flow}.{within}{index + 1}"


def _steps(read: _Read, flow: str, steps: list[Value], path: Path, within: str, last: Out) -> None:
    """Steps in order; what follows the last of them is `last`."""
    for index, step in enumerate(steps):
        if not isinstance(step, dict):
            fault = wrong_type((*path, index), "keys and values", step)
            read.faults.append(fault.at(read.file, *read.positions.value(fault.path)))
            continue
        name = _name(flow, step, index, within)
        place = read.positions.value((*path, index))
        read.steps.append(FlowNode(name, place))
        following = (
            _name(flow, steps[index + 1], index + 1, within) if index + 1 < len(steps) else last
        )
        _ways(read, flow, step, name, following, (*path, index))


def _ways(
    read: _Read, flow: str, step: dict[str, Value], name: str, following: str | Out, path: Path
) -> None:
    place = read.positions.value(path)
    by: By = "person" if "collect" in step or step.get("action") == "action_listen" else "itself"
    if isinstance(linked := step.get("link"), str):
        read.edges.append(FlowEdge(name, _flow(read, linked), "link", place, by, for_good=True))
        return
    ways = [*_next(read, flow, step, name, following, path)]
    if isinstance(called := step.get("call"), str):
        to = _flow(read, called)
        read.edges += [
            FlowEdge(name, to, f"call {called}", place, by, back=way)
            if isinstance(way, str)
            else FlowEdge(name, to, f"call {called}", place, by)
            for way, _, _ in ways
        ]
        return
    read.edges += [FlowEdge(name, to, label, at, by) for to, label, at in ways]


def _flow(read: _Read, name: str) -> str | Out:
    if name in read.firsts:
        return read.firsts[name]
    if name.startswith(BUILT_IN):
        read.loose.append(f"{name} is a flow that Rasa brings along")
    else:
        read.loose.append(f"{name} is a flow of another file")
    return Out.ANYWHERE


def _next(
    read: _Read, flow: str, step: dict[str, Value], name: str, following: str | Out, path: Path
) -> Iterator[tuple[str | Out, str, FilePlace]]:
    """Where a step leads, by which condition; without an else there is nothing more to say."""
    way, place = step.get("next"), read.positions.value(path)
    if way is None:
        yield following, "", place
    elif isinstance(way, str):
        yield _step(flow, way), "", place
    elif isinstance(way, list):
        has_else = False
        for index, case in enumerate(way):
            at: Path = (*path, "next", index)
            if not isinstance(case, dict):
                continue
            has_else = has_else or "else" in case
            to = case.get("then", case.get("else"))
            label = str(case["if"]) if "if" in case else "else"
            if isinstance(to, str):
                yield _step(flow, to), label, read.positions.value(at)
            elif isinstance(to, list) and to:
                within = f"{name.partition('.')[2]}.{label}."
                key = "then" if "then" in case else "else"
                yield _name(flow, to[0], 0, within), label, read.positions.value(at)
                _steps(read, flow, to, (*at, key), within, Out.NOTHING)
        if not has_else:
            yield Out.NOTHING, "no condition holds", place


def _step(flow: str, name: str) -> str | Out:
    return Out.BACK if name == END else f"{flow}.{name}"
