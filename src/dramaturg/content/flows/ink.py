"""Compiled ink stories: knots, stitches, gathers and choices, and the diverts, tunnels and threads
between them.

Every step is run through from its beginning, at each condition both ways, until it offers choices,
leaves, ends or runs out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dramaturg.content.flows.flow import (
    By,
    Flow,
    FlowEdge,
    FlowNode,
    FlowRead,
    Out,
    decided,
    unreadable,
)
from dramaturg.content.flows.ink_tree import InkTree, json_path, length
from dramaturg.content.limits import MAX_NODES
from dramaturg.content.positions import START, FilePlace, Positions
from dramaturg.content.yaml import Parsed, Value, quoted
from dramaturg.kernel.errors import Fault, Path

BEGINNING = "the beginning"
FALLBACK = 8  # the flag of a choice that nobody sees: it is taken when there is no other
REMEMBERED: Mapping[str, Mapping[str, Any]] = {
    "thread": {"threads": True},
    "void": {"held": None},
    "ev": {"held": None, "words": ""},
}
"""What a run keeps in mind after a command."""

RETURN_VARIABLE = "$r"


def is_ink(value: Value) -> bool:
    return isinstance(value, dict) and "inkVersion" in value and "root" in value


@dataclass(frozen=True, slots=True)
class _At:
    """Where a run stands: the next thing in a container, and what it holds: a divert as a value,
    the way back, words, choices.
    """

    path: Path
    index: int = 0
    held: Path | None = None
    back: Path | None = None
    words: str = ""
    offers: bool = False
    threads: bool = False


def read_ink(parsed: Parsed, id: str, file: str) -> FlowRead:
    root = parsed.value.get("root") if isinstance(parsed.value, dict) else None
    if not isinstance(root, list):
        fault = unreadable(
            "this story has no root",
            "Compile it again from its source.",
            file,
            parsed.positions.value(("root",)),
        )
        return FlowRead(Flow(id, "ink", file, (), (), ()), (*parsed.faults, fault))
    return _Story(root, parsed.positions, file).read(id, parsed.faults)


class _Story:
    """Runs through every step that can be come to, then through those that cannot."""

    def __init__(self, root: list[Value], positions: Positions, file: str) -> None:
        self.tree = InkTree(root)
        self.positions = positions
        self.file = file
        self.names: dict[_At, str] = {}
        self.taken: set[str] = set()
        self.waiting: list[_At] = []
        self.edges: list[FlowEdge] = []
        self.faults: list[Fault] = []
        self.loose: list[str] = []
        self.functions: set[Path] = set()
        self.runs = 0

    def read(self, id: str, faults: tuple[Fault, ...]) -> FlowRead:
        self._name(_At(()), BEGINNING)
        self._run_all()
        for path in [path for path in self.tree.knots() if not self._is_function(path)]:
            self._step(path)
            self._run_all()
        steps = tuple(FlowNode(name, self._place(at.path)) for at, name in self.names.items())
        flow = Flow(
            id,
            "ink",
            self.file,
            (BEGINNING,),
            steps,
            decided(self.edges),
            tuple(dict.fromkeys(self.loose)),
        )
        return FlowRead(flow, tuple(dict.fromkeys((*faults, *self.faults))))

    def _run_all(self) -> None:
        while self.waiting and self.runs <= MAX_NODES:
            start = self.waiting.pop()
            seen = {start}
            queue = [start]
            while queue and self.runs <= MAX_NODES:
                self.runs += 1
                for after in self._next(queue.pop(), self.names[start]):
                    if after not in seen:
                        seen.add(after)
                        queue.append(after)
        if self.runs > MAX_NODES and self.waiting:
            self.waiting.clear()
            message = f"The story has more than {MAX_NODES:,} things to run through."
            self.faults.append(
                Fault("too-many-values", message, "Split it into several stories.").at(
                    self.file, *START
                )
            )

    def _is_function(self, path: Path) -> bool:
        """Functions are called, not come to: one that is called, and one that returns a value."""
        container = self.tree.container(path) or []
        return path in self.functions or any(item == "~ret" for item in _flat(container))

    # names

    def _step(self, path: Path, name: str = "") -> str:
        return self._name(
            self._into(path, _At(())), name or ".".join(word for word, _ in self.tree.names(path))
        )

    def _name(self, at: _At, name: str) -> str:
        if at not in self.names:
            self.names[at] = (
                name if name and name not in self.taken else f"{name} ({len(self.names)})".lstrip()
            )
            self.taken.add(self.names[at])
            self.waiting.append(at)
        return self.names[at]

    def _knot(self, path: Path) -> str:
        return ".".join(word for word, depth in self.tree.names(path) if depth <= 2) or BEGINNING

    def _place(self, path: Path) -> FilePlace:
        return self.positions.value(json_path(path, self.tree))

    # runs

    def _next(self, at: _At, step: str) -> Iterator[_At]:
        """What a run comes to after the thing it stands at; ways out of the step are noted."""
        container = self.tree.container(at.path)
        if container is None or at.index >= length(container):
            match at.path:
                case (*outer, int(index)):
                    yield replace(at, path=tuple(outer), index=index + 1)
                case _ if not at.offers:
                    self._lead(step, Out.END if not at.path else Out.NOTHING, at.path)
            return
        item, here, on = container[at.index], (*at.path, at.index), replace(at, index=at.index + 1)
        match item:
            case list():
                yield replace(at, path=here, index=0)
            case dict():
                yield from self._special(item, at, on, step, here)
            case "end" | "done" | "->->" | "~ret":
                if item == "end" or (item == "done" and not at.offers):
                    self._lead(step, Out.END, here)
                elif item != "done":
                    self._lead(step, Out.BACK if at.held is None else self._step(at.held), here)
            case str() if item.startswith("^"):
                yield replace(on, words=item[1:].strip() or at.words)
            case _:
                yield replace(on, **REMEMBERED.get(item, {})) if isinstance(item, str) else on

    def _special(
        self, item: dict[str, Value], at: _At, on: _At, step: str, here: Path
    ) -> Iterator[_At]:
        match item:
            case {"*": str(target)}:
                self._choice(target, item, at, step, here)
                yield replace(on, offers=True, words="")
            case {"^->": str(target)}:
                yield replace(on, held=self._resolved(target, here))
            case {"temp=": "$r"}:
                yield replace(on, back=at.held, held=None)
            case {"->t->": str(target)}:
                yield from self._tunnel(target, bool(item.get("var")), on, step, here)
            case {"->": str(target)}:
                yield from self._divert(target, item, at, on, step, here)
            case {"f()": str(target)}:
                self.functions |= (
                    {path}
                    if (path := self._resolved(target, here)) is not None and not item.get("var")
                    else set()
                )
                yield on
            case _:
                yield on

    def _choice(self, target: str, item: dict[str, Value], at: _At, step: str, here: Path) -> None:
        path = self._resolved(target, here)
        flags = item.get("flg")
        by: By = "condition" if isinstance(flags, int) and flags & FALLBACK else "person"
        if path is not None:
            words = at.words or "otherwise"
            chosen = self._step(path, f"{self._knot(path)}, {words!r}")
            self._lead(step, chosen, here, by, at.words)

    def _tunnel(
        self, target: str, by_variable: bool, on: _At, step: str, here: Path
    ) -> Iterator[_At]:
        after = _At(on.path, on.index, back=on.back, offers=on.offers)
        path = None if by_variable else self._resolved(target, here)
        if path is None:
            self._anywhere(step, here, by_variable)
            yield after
            return
        back = self._name(
            after, f"{step} after {'.'.join(word for word, _ in self.tree.names(path))}"
        )
        self._lead(step, self._step(path), here, back=back)

    def _divert(
        self, target: str, item: dict[str, Value], at: _At, on: _At, step: str, here: Path
    ) -> Iterator[_At]:
        if item.get("c"):
            yield replace(on, held=None)
        if item.get("var"):
            path = at.back if target == RETURN_VARIABLE else None
            if path is None:
                self._anywhere(step, here, True)
            else:
                yield self._into(path, replace(at, back=None))
            return
        path = self._resolved(target, here)
        if path is None:
            return
        if at.threads or self.tree.is_step(path):
            self._lead(step, self._step(path), here, "condition" if at.threads else "itself")
            if at.threads:
                yield replace(on, threads=False, offers=True)
        else:
            yield self._into(path, at)

    def _into(self, path: Path, at: _At) -> _At:
        """The run goes on at a place: the beginning of a container, or a thing in one."""
        match path:
            case (*outer, int(index)) if self.tree.container(path) is None:
                return replace(at, path=tuple(outer), index=index, held=None)
        return replace(at, path=path, index=0, held=None)

    def _anywhere(self, step: str, here: Path, by_variable: bool) -> None:
        if by_variable:
            self.loose.append(f"{step}: where a divert leads shows only when it runs")
            self._lead(step, Out.ANYWHERE, here)

    def _resolved(self, target: str, here: Path) -> Path | None:
        path = self.tree.resolve(target, here)
        if path is None:
            message = f"a divert leads to {quoted(target)}, which is not in the story"
            fault = Fault("edge-to-nowhere", message, "Compile the story again from its source.")
            self.faults.append(fault.at(self.file, *self._place(here)))
        return path

    def _lead(
        self,
        step: str,
        to: str | Out,
        here: Path,
        by: By = "itself",
        label: str = "",
        back: str | None = None,
    ) -> None:
        self.edges.append(FlowEdge(step, to, label, self._place(here), by, back))


def _flat(container: list[Value]) -> Iterator[Value]:
    waiting: list[Value] = [container]
    while waiting:
        item = waiting.pop()
        yield item
        if isinstance(item, list | dict):
            waiting += item if isinstance(item, list) else item.values()
