"""Yarn Spinner's .yarn files, versions 1 to 3: nodes, and where their jumps, detours, options and
conditions lead.

A node that is not left by a jump ends the dialogue, or returns to whoever made the detour to it. A
jump is for good: what was on a detour does not return after it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from dramaturg.content.flows.flow import By, Flow, FlowEdge, FlowNode, FlowRead, Out, decided
from dramaturg.content.flows.yarn_lines import (
    Block,
    YarnChoices,
    YarnJump,
    YarnNode,
    YarnStop,
    nodes_in,
)
from dramaturg.content.positions import FilePlace

FIRST = "Start"
A_TITLE = re.compile(r"^[ \t]*title[ \t]*:[ \t]*(\S+)[ \t]*$", re.MULTILINE)
A_TARGET = re.compile(
    r"<<[ \t]*(?:jump|detour)[ \t]+([^\s{}>]+)|\[\[(?:[^\[|\]\n]*\|)?[ \t]*([^\[|\]\s]+)[ \t]*\]\]"
)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a run through a node is: in which step, what takes it on from there, and what was said
    last.
    """

    step: str
    by: By = "itself"
    said: str = ""


Spots = frozenset[_Spot]


def read_yarn(text: str, id: str, file: str, others: Sequence[tuple[str, str]] = ()) -> FlowRead:
    """The flow of one file; `others` are the names and texts of the other files of its project."""
    nodes, faults = nodes_in(text, file)
    own = {node.title for node in nodes}
    elsewhere = {
        title: name
        for name, other in others
        for title in _names_in(other).titles
        if title not in own
    }
    builder = _Builder(elsewhere)
    for node in nodes:
        builder.add(node)
    called = {target for _, other in others for target in _names_in(other).called}
    titles = [node.title for node in nodes]
    starts = tuple(_starts(titles, builder.edges, called))
    if entries := _entries(titles, builder.edges, starts):
        builder.loose.append(f"nothing leads to {' or '.join(entries)}: taken for other beginnings")
    flow = Flow(
        id,
        "yarn",
        file,
        (*starts, *entries),
        tuple(builder.steps),
        decided(builder.edges),
        tuple(dict.fromkeys(builder.loose)),
    )
    return FlowRead(flow, faults)


class _Names(NamedTuple):
    """The nodes that a file has, and those that it leads to."""

    titles: tuple[str, ...]
    called: frozenset[str]


@lru_cache(maxsize=1024)  # every file of a project looks into all others
def _names_in(text: str) -> _Names:
    called = frozenset(target for found in A_TARGET.findall(text) for target in found if target)
    return _Names(tuple(A_TITLE.findall(text)), called)


def _starts(
    titles: Sequence[str], edges: Sequence[FlowEdge], called: Collection[str]
) -> Iterator[str]:
    """The node Start; where there is none, a game may begin at each that nothing leads to. And
    those that other files call.
    """
    led_to = {edge.to for edge in edges if edge.to != edge.start}
    heads = (
        [FIRST]
        if FIRST in titles
        else [title for title in titles if title not in led_to] or list(titles[:1])
    )
    return iter(dict.fromkeys([*heads, *(title for title in titles if title in called)]))


def _entries(
    titles: Sequence[str], edges: Sequence[FlowEdge], starts: Collection[str]
) -> tuple[str, ...]:
    """Nodes beside Start that nothing leads to: one was forgotten, several a game begins."""
    led_to = {edge.to for edge in edges if edge.to != edge.start}
    found = tuple(
        dict.fromkeys(each for each in titles if each not in led_to and each not in starts)
    )
    return found if len(found) > 1 else ()


class _Builder:
    """Runs through every body with all the spots that can be there at once."""

    def __init__(self, elsewhere: Mapping[str, str]) -> None:
        self.elsewhere = elsewhere
        self.steps: list[FlowNode] = []
        self.edges: list[FlowEdge] = []
        self.loose: list[str] = []
        self.conditional: set[str] = set()

    def add(self, node: YarnNode) -> None:
        if not (node.conditional and node.title in self.conditional):
            self.steps.append(FlowNode(node.title, node.place))
        self.conditional |= {node.title} if node.conditional else set()
        for spot in self._run(node.body, frozenset({_Spot(node.title)})):
            self._lead(spot, Out.BACK, node.place)

    def _run(self, block: Block, spots: Spots) -> Spots:
        for part in block:
            match part:
                case YarnJump():
                    spots = self._jump(part, spots)
                case YarnStop():
                    for spot in spots:
                        self._lead(spot, Out.BACK if part.returns else Out.END, part.place)
                    spots = frozenset()
                case YarnChoices():
                    after: Spots = frozenset()
                    for way in part.ways:
                        into = (
                            frozenset(_Spot(spot.step, "person", way.said) for spot in spots)
                            if part.asked
                            else spots
                        )
                        after |= self._run(way.body, into)
                    if part.asked:
                        after = frozenset(_Spot(spot.step, spot.by) for spot in after)
                    spots = after if part.sure else after | spots
        return spots

    def _jump(self, jump: YarnJump, spots: Spots) -> Spots:
        to = self._target(jump)
        if jump.detour:
            return self._detour(jump, to, spots)
        self.edges += [
            FlowEdge(spot.step, to, spot.said, jump.place, spot.by, for_good=True) for spot in spots
        ]
        return frozenset()

    def _detour(self, jump: YarnJump, to: str | Out, spots: Spots) -> Spots:
        """What follows a detour is a step of its own, to which it comes back."""
        if not spots:
            return spots
        back = (
            f"{min(spot.step for spot in spots)} after {jump.target or 'a detour'} (line"
            f" {jump.place.line})"
        )
        self.steps.append(FlowNode(back, jump.place))
        for spot in spots:
            if isinstance(to, Out):
                self._lead(spot, to, jump.place)
                self._lead(spot, back, jump.place)
            else:
                self._lead(spot, to, jump.place, back)
        return frozenset({_Spot(back)})

    def _target(self, jump: YarnJump) -> str | Out:
        if jump.target is None:
            self.loose.append(
                f"line {jump.place.line}: where this jump leads shows only when it runs"
            )
            return Out.ANYWHERE
        if jump.target in self.elsewhere:
            self.loose.append(
                f"line {jump.place.line}: {jump.target} is in {self.elsewhere[jump.target]}"
            )
            return Out.ANYWHERE
        return jump.target

    def _lead(self, spot: _Spot, to: str | Out, place: FilePlace, back: str | None = None) -> None:
        self.edges.append(FlowEdge(spot.step, to, spot.said, place, spot.by, back))
