"""Mermaid state diagrams: states, transitions, and states inside states.

A labelled transition waits for what its label says. One without a label is taken at once if it is
the only one out of its state; which of several is taken, a diagram does not say. Out of a choice,
labels are conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

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
from dramaturg.content.limits import MAX_DEPTH, MAX_NODES
from dramaturg.content.positions import START, FilePlace
from dramaturg.content.yaml import quoted
from dramaturg.kernel.errors import Fault, did_you_mean

HEADER = re.compile(r"stateDiagram(-v2)?$")
NAME = r"(?:[^\W]|[\w.$/-]+?[\w$])"
TRANSITION = re.compile(
    rf"(?P<start>\[\*\]|{NAME})\s*(?::::[\w-]+)?\s*-->\s*(?P<to>\[\*\]|{NAME})\s*(?::::[\w-]+)?\s*(?::(?P<label>.*))?$"
)
DECLARED = re.compile(
    rf'state\s+(?:"(?P<title>[^"]*)"\s+as\s+)?(?P<name>{NAME})\s*(?:<<(?P<mark>\w+)>>|\[\[(?P<other>\w+)\]\])?'
    r"\s*(?::::[\w-]+)?\s*(?P<opens>\{)?\s*(?::.*)?$"
)
TITLE_ONLY = re.compile(r'state\s+"(?P<name>[^"]+)"\s*(?P<opens>\{)?$')
DESCRIBED = re.compile(rf"(?P<name>{NAME})\s*(?::::[\w-]+)?\s*(?::.*)?$")
LOOKS = re.compile(
    r"(direction|classDef|class|style|click|href|hide|scale|title|accTitle|accDescr|linkStyle)\b|--$|acc(Title|Descr)\s*:"
)
NOTE = re.compile(r"note\s+(?:(?:left|right|over)\s+(?:of\s+)?)?(?P<rest>.*)$", re.IGNORECASE)
MARKS = frozenset({"choice", "fork", "join", "history", "end", "start"})
EDGE_OF_ALL = "[*]"
TOO_MANY = f"The diagram has more than {MAX_NODES:,} ways from state to state."
TOO_DEEP = f"States stand inside one another more than {MAX_DEPTH} times here."


@dataclass(slots=True)
class _Drawn:
    """What the lines of a diagram say, by the state they stand in; the diagram itself is the state
    ''.
    """

    places: dict[str, FilePlace] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    choices: set[str] = field(default_factory=set)
    composites: dict[str, FilePlace] = field(default_factory=dict)
    ways: list[tuple[str, str, str, str, FilePlace]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def mention(self, name: str, inside: str, place: FilePlace) -> None:
        """A state belongs where it is first named, but for one that was only named before the state
        it lies in was drawn.
        """
        self.places.setdefault(name, place)
        mobile = not self.parents.get(name) and name not in self.composites
        if mobile and name not in self.around(inside):
            self.parents[name] = inside

    def around(self, inside: str) -> Iterator[str]:
        while inside:
            yield inside
            inside = self.parents.get(inside, "")


def is_state_diagram(text: str) -> bool:
    return any(HEADER.match(said) for said, _ in islice(statements(text), 1))


def read_mermaid(text: str, id: str, file: str) -> FlowRead:
    if not is_state_diagram(text):
        fault = unreadable(
            "this is no state diagram",
            "Begin it with a line that says stateDiagram-v2.",
            file,
            START,
        )
        return FlowRead(Flow(id, "mermaid", file, (), (), ()), (fault,))
    drawn = _drawn(text, file)
    return FlowRead(_flow(drawn, id, file), tuple(drawn.faults))


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────


def statements(text: str) -> Iterator[tuple[str, FilePlace]]:
    """The lines that say something: without front matter, directives, comments and notes."""
    lines = text.splitlines()
    number = _after_front_matter(lines)
    while number < len(lines):
        line = lines[number].split("%%")[0].rstrip().rstrip(";").rstrip()
        number += 1
        said = " ".join(line.split())  # runs of blanks would be tried at every length
        if said:
            yield said, FilePlace(number, len(line) - len(line.lstrip()) + 1)
        if said and _opens_block(said):
            number = _after_block(lines, number)


def _after_front_matter(lines: list[str]) -> int:
    first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    if first < len(lines) and lines[first].strip() == "---":
        return next(
            (
                number + 1
                for number in range(first + 1, len(lines))
                if lines[number].strip() == "---"
            ),
            len(lines),
        )
    return first


def _opens_block(said: str) -> bool:
    note = NOTE.fullmatch(said)
    return (
        bool(note and ":" not in note["rest"] and '"' not in note["rest"])
        or said.replace(" ", "") == "accDescr{"
    )


def _after_block(lines: list[str], number: int) -> int:
    """The line after a note or description of several lines; a block that never closes hides what
    comes after it.
    """
    closing = ("end note", "}")
    return next(
        (
            later + 1
            for later in range(number, len(lines))
            if lines[later].strip().lower() in closing
        ),
        len(lines),
    )


def _drawn(text: str, file: str) -> _Drawn:
    drawn = _Drawn()
    inside: list[tuple[str, FilePlace]] = [("", FilePlace(1, 1))]
    for said, place in statements(text):
        if HEADER.match(said):
            continue
        if said == "}":
            if len(inside) > 1:
                inside.pop()
            else:
                drawn.faults.append(
                    unreadable("this } closes nothing", "Take it away.", file, place)
                )
        elif "-->" in said or not (LOOKS.match(said) or NOTE.fullmatch(said)):
            opened = _line(drawn, said, inside[-1][0], file, place)
            inside += [(opened, place)] if opened else []
            if len(inside) > MAX_DEPTH:
                drawn.faults.append(
                    Fault("too-deep", TOO_DEEP, "Draw the inner states in a file of their own.").at(
                        file, *place
                    )
                )
                break
    for name, place in inside[1:]:
        drawn.faults.append(
            unreadable(
                f"the state {name} is never closed", "Write a line with } after it.", file, place
            )
        )
    return drawn


def _line(drawn: _Drawn, said: str, inside: str, file: str, place: FilePlace) -> str:
    """Notes what one line says; gives the name of the state it opens, if it opens one."""
    if way := TRANSITION.match(said):
        for name in (way["start"], way["to"]):
            if name != EDGE_OF_ALL:
                drawn.mention(name, inside, place)
        drawn.ways.append((inside, way["start"], way["to"], (way["label"] or "").strip(), place))
        return ""
    if state := (DECLARED.match(said) or TITLE_ONLY.match(said)):
        return _declared(drawn, state, inside, file, place)
    if (state := DESCRIBED.match(said)) and not said.startswith("state "):
        drawn.mention(state["name"], inside, place)
        return ""
    remedy = (
        "Write it as in 'first --> second : label', 'state \"words\" as name' or 'name : words'."
    )
    drawn.faults.append(
        unreadable(f"this line cannot be read: {quoted(said)}", remedy, file, place)
    )
    return ""


def _declared(drawn: _Drawn, state: re.Match[str], inside: str, file: str, place: FilePlace) -> str:
    name, known = state["name"], state.groupdict()
    mark = known.get("mark") or known.get("other")
    if mark and mark.lower() not in MARKS:
        drawn.faults.append(
            unreadable(f"there is no mark {quoted(mark)}", did_you_mean(mark, MARKS), file, place)
        )
    if mark == "choice":
        drawn.choices.add(name)
    drawn.mention(name, inside, place)
    if not state["opens"]:
        return ""
    if name in drawn.composites:
        message = (
            f"the state {name} is drawn a second time; it is also on line"
            f" {drawn.composites[name].line}"
        )
        drawn.faults.append(
            Fault("duplicate-node", message, "Put all that is in it in one place.").at(file, *place)
        )
    drawn.composites.setdefault(name, place)
    return name


# ── states inside states ──────────────────────────────────────────────────────────────────────────


def _flow(drawn: _Drawn, id: str, file: str) -> Flow:
    full: dict[str, list[str]] = {}
    for name, parent in drawn.parents.items():
        if parent:
            full.setdefault(parent, []).append(name)
    finished = {
        inside for inside, _, to, _, _ in drawn.ways if inside in full and to == EDGE_OF_ALL
    }
    ways = (edge for way in drawn.ways for edge in _edges(drawn, way, full, finished))
    edges = [*islice(ways, MAX_NODES), *_entering(drawn, full)]
    if len(edges) > MAX_NODES:
        drawn.faults.append(
            Fault("too-many-values", TOO_MANY, "Split the diagram into several.").at(file, *START)
        )
    starts = tuple(
        dict.fromkeys(
            to for inside, start, to, _, _ in drawn.ways if start == EDGE_OF_ALL and not inside
        )
    )
    steps = [FlowNode(name, place) for name, place in drawn.places.items()]
    steps += [FlowNode(_end_of(name), drawn.composites[name]) for name in full if name in finished]
    return Flow(id, "mermaid", file, starts, tuple(steps), decided(edges))


def _end_of(composite: str) -> str:
    return f"{composite} (its end)"


def _edges(
    drawn: _Drawn,
    way: tuple[str, str, str, str, FilePlace],
    full: Mapping[str, list[str]],
    finished: set[str],
) -> Iterator[FlowEdge]:
    inside, start, to, label, place = way
    if start == EDGE_OF_ALL:
        return
    target: str | Out = to
    if to == EDGE_OF_ALL:
        target = _end_of(inside) if inside in full else Out.END
    for source in _left_from(start, label, full, finished):
        yield FlowEdge(source, target, label, place, _taken_by(label, start in drawn.choices))


def _taken_by(label: str, of_choice: bool) -> By:
    if not label:
        return "itself"
    return "condition" if of_choice or label.startswith("[") else "person"


def _left_from(
    state: str, label: str, full: Mapping[str, list[str]], finished: set[str]
) -> Iterator[str]:
    """From where a state is left: one with others inside, at their end; at a label or if they have
    no end, from each of them.
    """
    if state not in full:
        yield state
        return
    if state in finished:
        yield _end_of(state)
    if label or state not in finished:
        for child in full[state]:
            yield from _left_from(child, label, full, finished)


def _entering(drawn: _Drawn, full: Mapping[str, list[str]]) -> Iterator[FlowEdge]:
    """The ways into states with others inside: to where [*] leads, or else to those that nothing
    inside leads to.
    """
    begun: dict[str, list[tuple[str, str]]] = {}
    led_to = set()
    for inside, start, to, label, _ in drawn.ways:
        if start == EDGE_OF_ALL:
            begun.setdefault(inside, []).append((to, label))
        elif inside:
            led_to.add((inside, to))
    for name, states in full.items():
        first = [(state, "") for state in states if (name, state) not in led_to] or [
            (states[0], "")
        ]
        for to, label in begun.get(name, first):
            yield FlowEdge(name, to, label, drawn.composites[name], "itself")
