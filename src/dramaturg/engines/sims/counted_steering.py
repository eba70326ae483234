"""Counted steering: the engine before the graph (seed 000, §1), kept for comparison. The number of
the exchange decides.

Everything the person knows is theirs to say from the start. Beats come at exchanges 1, 2, 4 and 6,
pivots are armed at 2 and 4, and it is over when the speaker reports the goal as met after the
fourth exchange. Nothing holds a gate, nothing brings an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dramaturg.engines.sims.base.backbone import Backbone, backbone_graph
from dramaturg.engines.sims.base.binding import SOURCES, BoundMaterial, SimPart
from dramaturg.engines.sims.base.scenario import Pivot, Scenario, ScenarioPerson
from dramaturg.kernel.conditions import Facts
from dramaturg.kernel.graph import Aside, ControlGraph, Node
from dramaturg.kernel.walker import ExchangeReport, Pointer, Step

FEWEST_EXCHANGES = 4
OPEN_TALK = "OPEN_TALK"
KNOWLEDGE = ("decision_facts", "npc.what_they_know", "challenge", "tradeoff")


class CountedWalker:
    """Looks like a walker to the engine, and does nothing but count. `beats` has the node of each
    exchange that has one.
    """

    def __init__(self, graph: ControlGraph, beats: Mapping[int, str]) -> None:
        self.graph = graph
        self._beats = beats

    def start(self) -> Pointer:
        return Pointer(self.graph.start)

    def node(self, pointer: Pointer) -> Node:
        return self.graph.by_id[pointer.current_node]

    def opens(self, pointer: Pointer, facts: Facts) -> tuple[Aside, ...]:
        return tuple(aside for aside in self.node(pointer).asides if aside.when.holds(facts))

    def advance(self, pointer: Pointer, report: ExchangeReport, facts: Facts) -> Step:
        """Count an exchange. The speaker's word that the goal is met is taken for it."""
        node = self.node(pointer)
        here = pointer._replace(
            node_turn_count=pointer.node_turn_count + 1,
            node_history=(*pointer.node_history, node.id),
            spoken=True,
            detours=pointer.detours + report.detour,
        )
        exchanges = len(here.node_history)
        if report.satisfied and exchanges >= FEWEST_EXCHANGES:
            return Step(
                node.id,
                "close",
                here._replace(closed=True),
                f"the goal is reported as met at exchange {exchanges}",
            )
        if node.is_branch:
            return Step(
                node.id,
                "arm",
                here._replace(armed=True),
                "the pointed question is asked; waiting for the answer",
            )
        return self._onward(node, here, f"exchange {exchanges} is over")

    def resolve(self, pointer: Pointer, facts: Facts) -> Step:
        """Leave an armed pivot: its question has been answered. No exchange is counted."""
        node = self.node(pointer)
        answered = pointer._replace(nodes_satisfied=(*pointer.nodes_satisfied, node.id))
        return self._onward(node, answered, "the pointed question is answered")

    def _onward(self, node: Node, here: Pointer, reason: str) -> Step:
        following = self._beats.get(len(here.node_history) + 1, OPEN_TALK)
        if following == node.id:
            return Step(node.id, "stay", here, reason)
        moved = here._replace(current_node=following, node_turn_count=0, spoken=False, armed=False)
        return Step(node.id, "goto", moved, reason)


@dataclass(frozen=True)
class _Beat:
    """What is planned for one exchange."""

    exchange: int
    materials: tuple[BoundMaterial, ...]
    pivot: Pivot | None = None

    @property
    def id(self) -> str:
        return f"BEAT_{self.exchange}"

    @cached_property
    def content(self) -> tuple[BoundMaterial, ...]:
        question = self.pivot.question if self.pivot else ""
        return (
            (*self.materials, BoundMaterial(self.pivot.id, question, question, point=question))
            if self.pivot
            else self.materials
        )


def counted_part(scenario: Scenario, person: ScenarioPerson, backbone: Backbone) -> SimPart:
    """The person's part, steered by counting. Of the backbone only what it says about asides and
    gates' content is used.
    """
    beats = tuple(beat for beat in _beats(person) if beat.content)
    asides = tuple(
        aside
        for node in backbone_graph(backbone).nodes
        for aside in node.asides
        if SOURCES[aside.source](person)
    )
    nodes = (*(_beat_node(beat, person, asides) for beat in beats), _open_talk(person))
    graph = ControlGraph(f"{scenario.id}: counted x {person.id}", beats[0].id, nodes, backstop=None)
    return SimPart(
        scenario=scenario,
        person=person,
        backbone=backbone,
        walker=CountedWalker(graph, {beat.exchange: beat.id for beat in beats}),
        content={
            **{beat.id: beat.content for beat in beats},
            OPEN_TALK: tuple(_from(person, KNOWLEDGE)),
        },
        asides={aside.source: SOURCES[aside.source](person) for aside in asides},
        pivots={beat.id: beat.pivot for beat in beats if beat.pivot},
    )


def _beats(person: ScenarioPerson) -> Iterator[_Beat]:
    """Scenarios have no second and fourth beat of their own: the first thing known and the first
    decisive fact stand for them.
    """
    first, second = (*person.pivots[:2], None, None)[:2]
    yield _Beat(1, tuple(_from(person, ("greeting", "beat1"))))
    yield _Beat(2, tuple(_from(person, ("npc.what_they_know",)))[:1], first)
    yield _Beat(4, tuple(_from(person, ("decision_facts",)))[:1], second)
    yield _Beat(6, tuple(_from(person, ("beat6",))))


def _from(person: ScenarioPerson, sources: Iterable[str]) -> Iterator[BoundMaterial]:
    return (material for source in sources for material in SOURCES[source](person))


def _beat_node(beat: _Beat, person: ScenarioPerson, asides: tuple[Aside, ...]) -> Node:
    return Node(
        id=beat.id,
        intent=f"Exchange {beat.exchange}: work this into what you say.",
        satisfy_when=person.goal.end_condition,
        is_branch=beat.pivot is not None,
        asides=asides if beat.exchange == 6 else (),
    )


def _open_talk(person: ScenarioPerson) -> Node:
    return Node(
        id=OPEN_TALK,
        intent="Answer the learner from everything you know, and work towards your goal.",
        satisfy_when=person.goal.end_condition,
        self_loop=True,
    )
