"""Ladders: the chains of a knowledge graph one by one, from where each begins to the farthest it
leads.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.interviews.base.graph import Concept, ConceptEdge, KnowledgeGraph
from dramaturg.turn.tables import in_order


@dataclass(frozen=True, slots=True)
class GraphLadder:
    """`edges[i]` leads from `concepts[i]` to the next. It is complete when it begins at a first
    rung and ends at a last one.
    """

    concepts: tuple[Concept, ...]
    edges: tuple[ConceptEdge, ...]

    @property
    def is_complete(self) -> bool:
        return self.concepts[0].is_start and self.concepts[-1].terminal


def ladders(graph: KnowledgeGraph) -> list[GraphLadder]:
    """One for every concept that a chain begins with; the complete ones first, then the longest."""
    steps = _steps(graph)
    led_to = {edge.target for edges in steps.values() for edge in edges}
    height = _heights(graph, steps)
    found = [_climbed(graph, id, steps, height) for id in steps if id not in led_to]
    return sorted(found, key=lambda each: (not each.is_complete, -len(each.concepts)))


def chain_to(graph: KnowledgeGraph, id: str) -> list[Concept]:
    """The longest chain that leads to a concept, the concept last. Ranks rise along chains."""
    chain = [graph.concepts[id]]
    while True:
        edges = (graph.edges[edge] for edge in chain[0].incoming)
        before = [graph.concepts[edge.source] for edge in edges if edge.chain]
        lower = [each for each in before if not each.revised and each.rank < chain[0].rank]
        if not lower:
            return chain
        chain.insert(0, max(lower, key=lambda each: each.rank))


def _steps(graph: KnowledgeGraph) -> dict[str, list[ConceptEdge]]:
    """The chain edges that lead on from each concept. What was revised takes no part."""
    steps: dict[str, list[ConceptEdge]] = {}
    for edge in in_order(graph.edges).values():
        ends = graph.concepts[edge.source], graph.concepts[edge.target]
        if edge.chain and not any(concept.revised for concept in ends):
            steps.setdefault(edge.source, []).append(edge)
    return steps


def _heights(graph: KnowledgeGraph, steps: dict[str, list[ConceptEdge]]) -> dict[str, int]:
    """How many concepts are on the longest chain from each on up. Ranks rise along chains, so the
    highest are known first.
    """
    height: dict[str, int] = {}
    for concept in sorted(graph.concepts.values(), key=lambda each: -each.rank):
        later = (height[edge.target] for edge in steps.get(concept.id, ()))
        height[concept.id] = 1 + max(later, default=0)
    return height


def _climbed(
    graph: KnowledgeGraph, start: str, steps: dict[str, list[ConceptEdge]], height: dict[str, int]
) -> GraphLadder:
    """At every fork towards a last rung if one can be reached, then where it is farthest, then what
    was said most.
    """

    def promise(edge: ConceptEdge) -> tuple[bool, int, int]:
        return graph.concepts[edge.target].rises, height[edge.target], edge.mentions

    concepts, edges = [graph.concepts[start]], list[ConceptEdge]()
    while concepts[-1].id in steps:
        edges.append(max(steps[concepts[-1].id], key=promise))
        concepts.append(graph.concepts[edges[-1].target])
    return GraphLadder(tuple(concepts), tuple(edges))
