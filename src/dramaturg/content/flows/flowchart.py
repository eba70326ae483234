"""Mermaid flowcharts: boxes and arrows. A box that nothing leads out of is taken for an end, one
that nothing leads to for a beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from dramaturg.content.flows.flow import (
    Flow,
    FlowEdge,
    FlowNode,
    FlowRead,
    Out,
    decided,
    unreadable,
)
from dramaturg.content.positions import FilePlace
from dramaturg.kernel.errors import Fault

_HEAD = re.compile(
    r"^\s*(?:flowchart|graph)(?:-elk)?\b(?:\s+(?:TB|TD|BT|RL|LR))?\s*;?\s*", re.ASCII
)
_FRONT = re.compile(r"\A\s*---\n.*?\n---\n", re.DOTALL)
_PASSED = re.compile(
    r"\s*(?:%%.*|classDef\b.*|class\b.*|style\b.*|linkStyle\b.*|click\b.*|direction\b.*"
    r"|subgraph\b.*|end|accTitle\b.*|accDescr\b.*)?\s*;?\s*"
)
_BOX = re.compile(
    r"\s*(?P<id>[\w.]+(?:-[\w.]+)*)\s*"
    r"(?:@\{[^}]*\}|\(\(\(.*?\)\)\)|\(\(.*?\)\)|\(\[.*?\]\)|\[\[.*?\]\]|\[\(.*?\)\]|\{\{.*?\}\}"
    r"|\[\".*?\"\]|\(\".*?\"\)|\{\".*?\"\}|\[[/\\].*?[/\\]\]|\[.*?\]|\(.*?\)|\{.*?\}|>.*?\])?"
    r"\s*(?::::[\w-]+)?"
)
_ARROW = re.compile(
    r"\s*(?:\w+@)?(?:<|[xo](?=-))?(?:"
    r"(?:--|==|-\.)\s+(?P<inside>[^|]*?)\s+(?:-{2,}[>xo]?|={2,}[>xo]?|\.+-[>xo]?)"
    r"|(?:-{2,}[>xo]?|={2,}[>xo]?|-\.+-[>xo]?|~~~+)"
    r")\s*(?:\|\s*\"?(?P<label>[^|]*?)\"?\s*\|)?"
)
_STATEMENTS = re.compile(r';(?=(?:[^"]*"[^"]*")*[^"]*$)')
_AND = re.compile(r"\s*&")


def is_flowchart(text: str) -> bool:
    """Whether the first thing that a file says is that it is one."""
    return any(_HEAD.match(line) for line in _told(text)[:1])


@dataclass(slots=True)
class _Drawn:
    file: str
    boxes: dict[str, FilePlace] = field(default_factory=dict)
    edges: list[FlowEdge] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def read_flowchart(text: str, id: str, file: str) -> FlowRead:
    """A flowchart as a flow of ours."""
    drawn = _Drawn(file)
    for number, line in _lines(text):
        for statement in _STATEMENTS.split(line):
            if not _PASSED.fullmatch(statement):
                _statement(drawn, statement, FilePlace(number, 1))
    led_out_of = {edge.start for edge in drawn.edges}
    led_to = {edge.to for edge in drawn.edges if edge.to != edge.start}
    ends = [
        FlowEdge(box, Out.END, "", place)
        for box, place in drawn.boxes.items()
        if box not in led_out_of
    ]
    first = [box for box in drawn.boxes if box not in led_to]
    steps = tuple(FlowNode(box, place) for box, place in drawn.boxes.items())
    loose: list[str] = []
    if not first and steps:
        first = [steps[0].id]
        loose.append(f"nothing says where it begins: taken to begin at {first[0]}, named first")
    if not ends and steps:
        ends = [FlowEdge(first[0], Out.END, "", steps[0].place)]
        loose.append(f"it is drawn as a round: taken to end where it begins, at {first[0]}")
    ways = decided([*drawn.edges, *ends])
    flow = Flow(id, "mermaid", file, tuple(first), steps, ways, tuple(loose))
    return FlowRead(flow, tuple(drawn.faults))


def _told(text: str) -> list[str]:
    lines = _FRONT.sub("", text).splitlines()
    return [line for line in lines if line.strip() and not line.strip().startswith("%%")]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """What comes after the head, with its line."""
    front = _FRONT.match(text)
    skipped = front.group().count("\n") if front else 0
    begun = False
    for number, whole in enumerate(text.splitlines(), start=1):
        line = whole
        if number <= skipped or line.strip().startswith("%%"):
            continue
        if not begun and (head := _HEAD.match(line)):
            begun, line = True, line[head.end() :]
        if begun and line.strip():
            yield number, line


def _statement(drawn: _Drawn, text: str, place: FilePlace) -> None:
    """Boxes, and arrows between them, from left to right."""
    before, at = _boxes(drawn, text, 0, place)
    while before and at < len(text.rstrip()):
        arrow = _ARROW.match(text, at)
        after, on = _boxes(drawn, text, arrow.end(), place) if arrow else ([], at)
        if not arrow or not after:
            before = []
            break
        label = (arrow["inside"] or arrow["label"] or "").strip(' "')
        by = "person" if label else "itself"
        drawn.edges += [
            FlowEdge(start, to, label, place, "person" if by == "person" else "itself")
            for start in before
            for to in after
        ]
        before, at = after, on
    if not before:
        drawn.faults.append(
            unreadable(
                f"'{text.strip()}' cannot be read",
                "Write it like A[First] -->|label| B[Second].",
                drawn.file,
                place,
            )
        )


def _boxes(drawn: _Drawn, text: str, at: int, place: FilePlace) -> tuple[list[str], int]:
    """The boxes that stand here, joined by &."""
    found: list[str] = []
    while box := _BOX.match(text, at):
        found.append(box["id"])
        drawn.boxes.setdefault(box["id"], place)
        at = box.end()
        if not (more := _AND.match(text, at)):
            break
        at = more.end()
    return found, at
