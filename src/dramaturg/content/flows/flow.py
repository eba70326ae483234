"""A flow written elsewhere, as far as it can be proven: its steps, and the ways between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from dramaturg.content.positions import FilePlace
from dramaturg.kernel.errors import Fault

Kind = Literal["mermaid", "yarn", "pipecat", "ink", "rasa"]

By = Literal["person", "condition", "itself"]
"""What takes a way: a person's choice, a condition that only code can tell, or nothing: it is taken
at once.
"""


class Out(Enum):
    """Ways that lead to no step of the flow."""

    END = "the end"
    BACK = "back to where it was called from, or the end"
    ANYWHERE = "a place that only shows when it runs"
    NOTHING = "nothing more to say, which is no end"


@dataclass(frozen=True, slots=True)
class FlowNode:
    """A step, and where in its file it begins."""

    id: str
    place: FilePlace


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """A way out of a step. One with `back` is a call: whatever returns goes on at that step. One
    `for_good` undoes all calls.
    """

    start: str
    to: str | Out
    label: str
    place: FilePlace
    by: By = "person"
    back: str | None = None
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class Flow:
    """Steps and ways. `starts` are all the steps it can begin with, `loose` what the format leaves
    to code, in words.
    """

    id: str
    kind: Kind
    file: str
    starts: tuple[str, ...]
    steps: tuple[FlowNode, ...]
    edges: tuple[FlowEdge, ...]
    loose: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FlowRead:
    """What a file says, as far as it can be read, and every fault of the reading."""

    flow: Flow
    faults: tuple[Fault, ...] = ()


def decided(edges: Iterable[FlowEdge]) -> tuple[FlowEdge, ...]:
    """The ways, each once. One that would be taken at once, but is not the only one out of its
    step, hangs on a condition.
    """
    ways = tuple(dict.fromkeys(edges))
    out = Counter(edge.start for edge in ways)
    return tuple(
        replace(edge, by="condition") if edge.by == "itself" and out[edge.start] > 1 else edge
        for edge in ways
    )


def unreadable(message: str, remedy: str, file: str, place: FilePlace) -> Fault:
    """The fault of a flow that says something nobody can read."""
    return Fault("unreadable-flow", message, remedy).at(file, *place)
