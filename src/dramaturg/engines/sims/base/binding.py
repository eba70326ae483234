"""Binding: a backbone's nodes filled with one person's content. An optional node without content
falls away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from dramaturg.engines.sims.base.backbone import Backbone, BackboneNode, backbone_graph
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.scenario import Pivot, Scenario, ScenarioPerson, SimFact
from dramaturg.kernel.conditions import Facts, Value
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.graph import Aside, ControlGraph, Node
from dramaturg.kernel.walker import ExchangeReport, GraphWalker, Pointer, Step


@dataclass(frozen=True, slots=True)
class BoundMaterial:
    """Something to say: on record, aloud, more plainly, once it is acknowledged; what it answers;
    and a short form of it.
    """

    id: str
    fact: str
    say: str
    again: tuple[str, ...] = ()
    heard: str = ""
    asked: tuple[str, ...] = ()
    point: str = ""
    while_open: str | None = None


class Walker(Protocol):
    """Whoever steers a conversation: a graph's walker, or one that counts."""

    graph: ControlGraph

    def start(self) -> Pointer: ...

    def node(self, pointer: Pointer) -> Node: ...

    def opens(self, pointer: Pointer, facts: Facts) -> tuple[Aside, ...]: ...

    def advance(self, pointer: Pointer, report: ExchangeReport, facts: Facts) -> Step: ...

    def resolve(self, pointer: Pointer, facts: Facts) -> Step: ...


@dataclass(frozen=True, eq=False)
class SimPart:
    """One person's part in a scenario, bound: the graph of the conversation and what each node has
    to say.
    """

    scenario: Scenario
    person: ScenarioPerson
    backbone: Backbone
    walker: Walker
    content: Mapping[str, tuple[BoundMaterial, ...]]
    asides: Mapping[str, tuple[BoundMaterial, ...]]
    pivots: Mapping[str, Pivot]

    @property
    def graph(self) -> ControlGraph:
        return self.walker.graph

    def facts(self, pointer: Pointer, score: int) -> dict[str, Value]:
        """What the conditions of the walk may read, before anything is known of the exchange
        itself.
        """
        state = relationship_state(score, self.scenario.thresholds)
        return {"relationship": state, "score": score, "detours": pointer.detours, "detour": False}

    @cached_property
    def materials(self) -> dict[str, BoundMaterial]:
        """Everything the person can say: what nodes and asides hold, and what they are for."""
        everything = (*self.content.values(), *self.asides.values(), self._opinion)
        return {material.id: material for group in everything for material in group}

    @cached_property
    def _opinion(self) -> tuple[BoundMaterial, ...]:
        opinion = self.person.opinion
        return _beat(OPINION, opinion.argument if opinion else None)

    @cached_property
    def looping(self) -> Mapping[str, BoundMaterial]:
        """What may be told whenever it is asked for, by name: the content of the nodes that loop,
        one fact a turn.
        """
        loops = (node for node in self.graph.nodes if node.self_loop)
        return {material.id: material for node in loops for material in self.content[node.id]}

    @cached_property
    def decisive(self) -> tuple[BoundMaterial, ...]:
        """What the learner must have registered in the end: the content of the backbone's gates,
        however it is steered.
        """
        gates = (node for node in self.backbone.nodes if node.is_gate)
        return tuple(material for gate in gates for material in _content(gate, self.person))


def materials_of(*facts: SimFact | None) -> tuple[BoundMaterial, ...]:
    return tuple(
        BoundMaterial(
            fact.id,
            fact.fact,
            fact.say,
            fact.again,
            fact.heard,
            fact.asked,
            fact.point or fact.fact,
            fact.while_open,
        )
        for fact in facts
        if fact
    )


def _beat(name: str, say: str | None) -> tuple[BoundMaterial, ...]:
    return (BoundMaterial(name, say, say, point=say),) if say else ()


def _pivot(number: int) -> Callable[[ScenarioPerson], tuple[BoundMaterial, ...]]:
    def content(person: ScenarioPerson) -> tuple[BoundMaterial, ...]:
        if len(person.pivots) < number:
            return ()
        pivot = person.pivots[number - 1]
        return _beat(pivot.id, pivot.question)

    return content


SOURCES: Mapping[str, Callable[[ScenarioPerson], tuple[BoundMaterial, ...]]] = {
    "greeting": lambda person: _beat("greeting", person.greeting),
    "beat1": lambda person: _beat("beat1", person.beat1.say if person.beat1 else None),
    "npc.what_they_know": lambda person: materials_of(*person.what_they_know),
    "pivots[p1]": _pivot(1),
    "decision_facts": lambda person: materials_of(*person.decision_facts),
    "pivots[p2]": _pivot(2),
    "challenge": lambda person: materials_of(person.challenge),
    "tradeoff": lambda person: materials_of(person.tradeoff),
    "beat6": lambda person: _beat("beat6", person.beat6.say if person.beat6 else None),
    "key_reveal": lambda person: materials_of(person.key_reveal),
    "goal.end_condition": lambda person: _beat("goal", person.goal.say),
}
OPINION = "opinion"  # the name of what a person is for, beside everything else they can say
PIVOTS = {"pivots[p1]": 0, "pivots[p2]": 1}


def unknown_source(node: str, source: str) -> Fault | None:
    """The fault of a node that takes its content from where there is none."""
    if source in SOURCES:
        return None
    return Fault(
        "unknown-source",
        f"{node} takes its content from {source}, which nobody has",
        did_you_mean(source, SOURCES),
    )


def bind_part(scenario: Scenario, person: ScenarioPerson, backbone: Backbone) -> SimPart:
    """The person's conversation, ready to walk. Content must be complete: see `binding_faults`."""
    graph = replace(backbone_graph(backbone), id=f"{scenario.id}: {backbone.id} x {person.id}")
    authored = {node.id: node for node in backbone.nodes}
    content = {node.id: _content(authored[node.id], person) for node in graph.nodes}
    absent = {
        node.id for node in graph.nodes if authored[node.id].optional and not content[node.id]
    }
    # the graph without the absent nodes, each edge led on to what came after them
    kept = tuple(
        _fitted(node, graph, absent, content, person)
        for node in graph.nodes
        if node.id not in absent
    )
    return SimPart(
        scenario=scenario,
        person=person,
        backbone=backbone,
        walker=GraphWalker(replace(graph, start=_past(graph, graph.start, absent), nodes=kept)),
        content={
            node_id: materials for node_id, materials in content.items() if node_id not in absent
        },
        asides={
            aside.source: SOURCES[aside.source](person)
            for node in backbone.nodes
            for aside in node.asides
        },
        pivots={
            node.id: person.pivots[at]
            for node in backbone.nodes
            if (at := _pivot_of(node, person)) is not None
        },
    )


def binding_faults(person: ScenarioPerson, backbone: Backbone) -> Iterator[Fault]:
    """What the backbone needs from a person and does not find. Paths lead into the person."""
    for node in backbone.nodes:
        for source in node.content_source:
            if not node.optional and source in SOURCES and not SOURCES[source](person):
                wanted = source.removeprefix("npc.")
                message = (
                    f"{person.id} has no {wanted}, which {node.id} of backbone {backbone.id} speaks"
                    " from"
                )
                remedy = f"Write {wanted} for {person.id}, or choose another backbone."
                yield Fault("missing-binding", message, remedy, (re.split(r"[.\[]", wanted)[0],))


def _content(node: BackboneNode, person: ScenarioPerson) -> tuple[BoundMaterial, ...]:
    return tuple(material for source in node.content_source for material in SOURCES[source](person))


def _pivot_of(node: BackboneNode, person: ScenarioPerson) -> int | None:
    numbers = [PIVOTS[source] for source in node.content_source if source in PIVOTS]
    return next((number for number in numbers if number < len(person.pivots)), None)


def _fitted(
    node: Node,
    graph: ControlGraph,
    absent: set[str],
    content: Mapping[str, tuple[BoundMaterial, ...]],
    person: ScenarioPerson,
) -> Node:
    """A looping node lasts no longer than it has facts to give: one fresh fact a turn."""
    most = min(node.max_turns, max(1, len(content[node.id]))) if node.self_loop else node.max_turns
    least = min(node.min_turns, most) if node.self_loop else node.min_turns
    edges = tuple(replace(edge, to=_past(graph, edge.to, absent)) for edge in node.conditional)
    advance = None if node.advance is None else _past(graph, node.advance, absent)
    asides = tuple(aside for aside in node.asides if SOURCES[aside.source](person))
    return replace(
        node, min_turns=least, max_turns=most, advance=advance, conditional=edges, asides=asides
    )


def _past(graph: ControlGraph, node_id: str, absent: set[str]) -> str:
    """The first node from here on that is not absent; the end, where absent nodes lead only to one
    another.
    """
    for _ in graph.nodes:
        if node_id not in absent:
            return node_id
        node_id = graph.by_id[node_id].advance or graph.terminal.id
    return graph.terminal.id
