"""Coverage of a sim: the people, nodes, edges, asides, options and decisions that there are, and
those that a turn reached.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress

from dramaturg.content.library import Library
from dramaturg.engines.kit import Version
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.state import (
    DecisionTaken,
    PivotAnswered,
    SimState,
    TurnedTo,
    Walked,
)
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.kernel.conditions import Facts
from dramaturg.kernel.errors import ContentError
from dramaturg.kernel.graph import Edge, Node
from dramaturg.kernel.walker import Pointer
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent

BACKSTOP = "by the backstop"


def things(engine: SimEngine) -> tuple[Item, ...]:
    """All that a session can reach. What people share of a backbone is named once."""
    people: list[Item] = [("person", person) for person in engine.parts]
    parts = [item for part in engine.parts.values() for item in (*_nodes(part), *_options(part))]
    decisions = [("decision", option.id) for option in engine.scenario.decision.options]
    return tuple(dict.fromkeys((*people, *parts, *decisions)))


def used(engine: SimEngine, seen: SimState, record: SimRecord) -> Iterator[Item]:
    """What a turn reached. A node is reached when something was said in it, an edge when the walk
    took it.
    """
    for event in record.events:
        match event:
            case TurnedTo(person):
                yield "person", person
            case DecisionTaken(option):
                yield "decision", option
            case PivotAnswered():
                part = engine.parts[seen.person]
                if event.option is not None:
                    yield _option(part, event.pivot, event.option)
                node = next(
                    (node for node, pivot in part.pivots.items() if pivot.id == event.pivot), None
                )
                if node in part.graph.by_id:
                    facts = {
                        **part.facts(event.pointer, seen.conversation.score),
                        "choice": event.option or "",
                    }
                    yield _taken(part, part.graph.by_id[node], event.pointer, facts)
            case Walked():
                yield from _walked(engine.parts[seen.person], seen, event, record.percept.facts)


# ── what there is ─────────────────────────────────────────────────────────────────────────────────


def _nodes(part: SimPart) -> Iterator[Item]:
    for node in part.graph.nodes:
        yield "node", _named(part, node.id)
        yield from (("aside", _named(part, f"{node.id}/{aside.source}")) for aside in node.asides)
        yield from (_edge(part, node.id, edge.to, str(edge.when)) for edge in node.conditional)
        if node.advance is not None:
            yield _edge(part, node.id, node.advance)
        if node.is_gate and part.graph.backstop is not None:
            yield _edge(part, node.id, part.graph.terminal.id, BACKSTOP)


def _options(part: SimPart) -> Iterator[Item]:
    for node in part.graph.nodes:
        if node.id in part.pivots:
            yield from (
                _option(part, part.pivots[node.id].id, option.id)
                for option in part.pivots[node.id].options
            )


# ── what was reached ──────────────────────────────────────────────────────────────────────────────


def _walked(part: SimPart, seen: SimState, event: Walked, facts: Facts) -> Iterator[Item]:
    before, node = seen.conversation.pointer, part.graph.by_id.get(event.node)
    yield "node", _named(part, event.node)
    if node is None:
        return
    yield from (
        ("aside", _named(part, f"{node.id}/{aside.source}"))
        for aside in part.walker.opens(before, facts)
    )
    if event.decision != "goto":
        return
    if node.is_gate and event.pointer.nodes_satisfied == before.nodes_satisfied:
        yield _edge(part, node.id, event.pointer.current_node, BACKSTOP)
    else:
        yield _taken(part, node, event.pointer, facts)


def _taken(part: SimPart, node: Node, after: Pointer, facts: Facts) -> Item:
    """The edge that was taken: the first to that node whose condition held, else the one that needs
    none.
    """
    edge = next(
        (
            edge
            for edge in node.conditional
            if edge.to == after.current_node and _held(edge, after, facts)
        ),
        None,
    )
    return _edge(part, node.id, after.current_node, str(edge.when) if edge else "")


def _held(edge: Edge, after: Pointer, facts: Facts) -> bool:
    """A once-only edge leaves its flag, and did not have it when it was taken."""
    flags = {flag: True for flag in after.flags if flag != edge.once}
    return edge.once in (None, *after.flags) and edge.when.holds({**facts, **flags})


def _named(part: SimPart, name: str) -> str:
    steering = part.backbone.id if part.scenario.steering == "graph" else part.scenario.steering
    return f"{steering}/{name}"


def _edge(part: SimPart, source: str, to: str, why: str = "") -> Item:
    return "edge", _named(part, f"{source} -> {to}{f' ({why})' if why else ''}")


def _option(part: SimPart, pivot: str, option: str) -> Item:
    return "option", f"{part.person.id}/{pivot}/{option}"


# ── what a version is put together to ─────────────────────────────────────────────────────────────


def contents(library: Library, version: Version, name: str) -> Iterator[StoredContent]:
    """A scenario by itself; a backbone in all scenarios whose people walk it."""
    if version.kind == "scenario":
        yield sim_content(library, version.id)
        return
    for entry in library.entries("scenario"):
        with suppress(ContentError):
            content = sim_content(library, entry.id)
            if version.id in json.loads(content.body)["backbones"]:
                yield content


def belongs(version: Version, item: Item) -> bool:
    return version.kind == "scenario" or item[1].startswith(f"{version.id}/")
