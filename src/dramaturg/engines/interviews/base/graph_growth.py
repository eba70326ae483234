"""How the knowledge graph grows: each function gives the graph after one thing has happened, every
figure brought up to date.

Ranks are brought up to date in their old order. Along a chain ranks rise, so nothing is visited
twice, however tangled the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heappop, heappush

from immutables import Map

from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.graph import (
    QUOTES_KEPT,
    Concept,
    ConceptEdge,
    KnowledgeGraph,
    Slot,
)
from dramaturg.engines.interviews.base.vectors import Rows, unpacked
from dramaturg.kernel.values import replace

# ── concepts ──────────────────────────────────────────────────────────────────────────────────────


def with_concept(
    graph: KnowledgeGraph, concept: Concept, keys: Iterable[str], vector: str
) -> KnowledgeGraph:
    """A concept nobody spoke of before. `keys` are the spellings by which it is found again."""
    return replace(
        graph,
        concepts=graph.concepts.set(concept.id, replace(concept, rises=concept.terminal)),
        labels=_found_by(graph.labels, keys, concept.id),
        concept_vectors=_with_row(graph.concept_vectors, concept.type, concept.id, vector),
        orphans=graph.orphans + 1,
        ranks=_recounted(graph.ranks, {1: 1}),
        starts=graph.starts + concept.is_start,
    )


def with_mention(
    graph: KnowledgeGraph, id: str, label: str, quote: Quote, keys: Iterable[str]
) -> KnowledgeGraph:
    """A concept that was spoken of again, perhaps in other words."""
    concept = graph.concepts[id]
    is_new = label not in (concept.label, *concept.labels)
    again = replace(
        concept,
        labels=(*concept.labels, label) if is_new else concept.labels,
        quotes=(*concept.quotes, quote)[-QUOTES_KEPT:],
        mentions=concept.mentions + 1,
    )
    concepts = graph.concepts.set(id, again)
    return replace(graph, concepts=concepts, labels=_found_by(graph.labels, keys, id))


def _found_by(names: Map[str, str], keys: Iterable[str], id: str) -> Map[str, str]:
    """Whoever was first keeps a spelling."""
    fresh = {key: id for key in keys if key not in names}
    return names.update(fresh) if fresh else names


def _with_row(vectors: Map[str, Rows], type: str, id: str, vector: str) -> Map[str, Rows]:
    if not vector:
        return vectors
    return vectors.set(type, vectors.get(type, Rows()).with_row(id, unpacked(vector)))


def with_vectors(
    graph: KnowledgeGraph, concepts: Mapping[str, str], slots: Mapping[str, str]
) -> KnowledgeGraph:
    """All vectors made anew, in place of those there were."""
    of_concepts, of_slots = Map[str, Rows](), Map[str, Rows]()
    for id, vector in concepts.items():
        of_concepts = _with_row(of_concepts, graph.concepts[id].type, id, vector)
    for id, vector in slots.items():
        of_slots = _with_row(of_slots, graph.slots[id].type, id, vector)
    return replace(graph, concept_vectors=of_concepts, slot_vectors=of_slots)


# ── edges ─────────────────────────────────────────────────────────────────────────────────────────


def with_edge(graph: KnowledgeGraph, edge: ConceptEdge) -> KnowledgeGraph:
    """An edge between two concepts that are there. One that would close a circle of chain edges
    takes no part in chains.
    """
    source, target = graph.concepts[edge.source], graph.concepts[edge.target]
    lone = source.is_orphan + (target.is_orphan and target.id != source.id)
    lifted = _lift(graph, edge) if edge.chain else {}
    edge = replace(edge, chain=edge.chain and lifted is not None, closes=lifted is None)
    concepts = graph.concepts.set(source.id, replace(source, outgoing=(*source.outgoing, edge.id)))
    target = concepts[edge.target]
    concepts = concepts.set(target.id, replace(target, incoming=(*target.incoming, edge.id)))
    graph = replace(
        graph, concepts=concepts, edges=graph.edges.set(edge.id, edge), orphans=graph.orphans - lone
    )
    if edge.chain:
        graph = _raised(_ranked(graph, lifted or {}), edge)
    return _joined(graph, edge)


def with_edge_mention(graph: KnowledgeGraph, id: str) -> KnowledgeGraph:
    edge = graph.edges[id]
    return replace(graph, edges=graph.edges.set(id, replace(edge, mentions=edge.mentions + 1)))


def with_revision(graph: KnowledgeGraph, id: str) -> KnowledgeGraph:
    """A concept that the respondent takes back: it stays, with its edges, and leaves the chains."""
    concept = graph.concepts[id]
    if concept.revised:
        return graph
    above, below = list(_after(graph, id)), list(_before(graph, id))
    graph = replace(
        graph,
        concepts=graph.concepts.set(id, replace(concept, revised=True, rises=False, rank=1)),
        ranks=_recounted(graph.ranks, {concept.rank: -1}, {1: 1}),
        starts=graph.starts - concept.is_start,
        risen=graph.risen - (concept.is_start and concept.rises),
    )
    return _sunk(_lowered(graph, above), below)


def _after(graph: KnowledgeGraph, id: str) -> Iterator[str]:
    """The next concepts on the chains through this one."""
    edges = map(graph.edges.__getitem__, graph.concepts[id].outgoing)
    return (edge.target for edge in edges if _counts(graph, edge))


def _before(graph: KnowledgeGraph, id: str) -> Iterator[str]:
    edges = map(graph.edges.__getitem__, graph.concepts[id].incoming)
    return (edge.source for edge in edges if _counts(graph, edge))


def _counts(graph: KnowledgeGraph, edge: ConceptEdge) -> bool:
    return edge.chain and not any(graph.concepts[end].revised for end in (edge.source, edge.target))


# ── ranks ─────────────────────────────────────────────────────────────────────────────────────────

Ranks = Mapping[str, int]


def _lift(graph: KnowledgeGraph, edge: ConceptEdge) -> Ranks | None:
    """The ranks that change with a new chain edge; None when it closes a circle."""
    if graph.concepts[edge.source].revised or graph.concepts[edge.target].revised:
        return {}
    rank, after = (lambda at: graph.concepts[at].rank), (lambda at: _after(graph, at))
    return lift(edge.source, edge.target, rank, after)


def lift(
    source: str, target: str, rank: Callable[[str], int], after: Callable[[str], Iterable[str]]
) -> dict[str, int] | None:
    """New ranks once an edge leads from source to target; None when a way already leads back from
    target to source.
    """
    new: dict[str, int] = {}
    wanted = {target: rank(source) + 1}
    waiting = [(rank(target), target)]
    while waiting:
        old, id = heappop(waiting)
        if id == source:
            return None
        if id in new or wanted[id] <= old:
            continue
        new[id] = wanted[id]
        for later in after(id):
            wanted[later] = max(wanted.get(later, 0), new[id] + 1)
            heappush(waiting, (rank(later), later))
    return new


def _ranked(graph: KnowledgeGraph, new: Ranks) -> KnowledgeGraph:
    concepts, changes = graph.concepts, list[dict[int, int]]()
    for id, rank in new.items():
        concept = concepts[id]
        changes += [{concept.rank: -1}, {rank: 1}]
        concepts = concepts.set(id, replace(concept, rank=rank))
    return replace(graph, concepts=concepts, ranks=_recounted(graph.ranks, *changes))


def _recounted(counts: tuple[int, ...], *changes: Mapping[int, int]) -> tuple[int, ...]:
    """How many have each rank, after the changes."""
    found = list(counts)
    for change in changes:
        for rank, difference in change.items():
            found += [0] * (rank - len(found))
            found[rank - 1] += difference
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _lowered(graph: KnowledgeGraph, ids: Iterable[str]) -> KnowledgeGraph:
    """Ranks after something before these concepts has left the chains."""
    waiting = [(graph.concepts[id].rank, id) for id in set(ids)]
    waiting.sort()
    while waiting:
        _, id = heappop(waiting)
        rank = 1 + max((graph.concepts[earlier].rank for earlier in _before(graph, id)), default=0)
        if rank != graph.concepts[id].rank:
            graph = _ranked(graph, {id: rank})
            for later in _after(graph, id):
                heappush(waiting, (graph.concepts[later].rank, later))
    return graph


# ── chains that arrive ────────────────────────────────────────────────────────────────────────────


def _raised(graph: KnowledgeGraph, edge: ConceptEdge) -> KnowledgeGraph:
    """When a chain edge leads to where a terminal concept can be reached, so does everything before
    it.
    """
    if not _counts(graph, edge) or not graph.concepts[edge.target].rises:
        return graph
    concepts, risen, waiting = graph.concepts, graph.risen, [edge.source]
    while waiting:
        concept = concepts[waiting.pop()]
        if not concept.rises:
            concepts = concepts.set(concept.id, replace(concept, rises=True))
            risen += concept.is_start
            waiting += _before(graph, concept.id)
    return replace(graph, concepts=concepts, risen=risen)


def _sunk(graph: KnowledgeGraph, ids: Iterable[str]) -> KnowledgeGraph:
    """Which of these, and of those before them, no longer come to a terminal concept."""
    waiting = list(ids)
    while waiting:
        concept = graph.concepts[waiting.pop()]
        still = concept.terminal or any(
            graph.concepts[later].rises for later in _after(graph, concept.id)
        )
        if concept.rises and not still:
            sunk = graph.concepts.set(concept.id, replace(concept, rises=False))
            graph = replace(graph, concepts=sunk, risen=graph.risen - concept.is_start)
            waiting += _before(graph, concept.id)
    return graph


# ── slots ─────────────────────────────────────────────────────────────────────────────────────────


def with_slot(
    graph: KnowledgeGraph, slot: Slot, keys: Iterable[str], vector: str
) -> KnowledgeGraph:
    return replace(
        graph,
        slots=graph.slots.set(slot.id, slot),
        slot_names=_found_by(graph.slot_names, keys, slot.id),
        slot_vectors=_with_row(graph.slot_vectors, slot.type, slot.id, vector),
    )


def with_mapping(graph: KnowledgeGraph, id: str, slot_id: str, support: int) -> KnowledgeGraph:
    """A concept finds its slot, and brings its edges; at `support` concepts the slot becomes
    active.
    """
    concept, slot = graph.concepts[id], graph.slots[slot_id]
    graph = replace(
        graph,
        concepts=graph.concepts.set(id, replace(concept, slot=slot_id)),
        slots=graph.slots.set(slot_id, replace(slot, concepts=(*slot.concepts, id))),
        mapped=graph.mapped + 1,
        active_support=graph.active_support + slot.active,
    )
    for edge in (*concept.outgoing, *concept.incoming):
        graph = _joined(graph, graph.edges[edge])
    is_enough = not slot.active and len(slot.concepts) + 1 >= support
    return _activated(graph, slot_id) if is_enough else graph


def with_confirmation(graph: KnowledgeGraph, id: str) -> KnowledgeGraph:
    """A slot whose matter was said again becomes active."""
    return graph if graph.slots[id].active else _activated(graph, id)


def _joined(graph: KnowledgeGraph, edge: ConceptEdge) -> KnowledgeGraph:
    """An edge between concepts as one between their slots, when both have one. Within one slot
    there is none.
    """
    source, target = graph.concepts[edge.source].slot, graph.concepts[edge.target].slot
    if not source or not target or source == target:
        return graph
    start, key = graph.slots[source], f"{target} {edge.type}"
    outgoing = start.outgoing.set(key, start.outgoing.get(key, 0) + 1)
    slots = graph.slots.set(source, replace(start, outgoing=outgoing))
    if key in start.outgoing:
        return replace(graph, slots=slots)
    end = slots[target]
    slots = slots.set(target, replace(end, incoming=(*end.incoming, f"{source} {edge.type}")))
    is_new = (edge.chain or edge.closes) and edge.type not in graph.chain_types
    types = (*graph.chain_types, edge.type) if is_new else graph.chain_types
    graph = replace(graph, slots=slots, chain_types=types)
    both = start.active and end.active
    return _activated_edge(graph, source, target, edge.type) if both else graph


def _activated(graph: KnowledgeGraph, id: str) -> KnowledgeGraph:
    slot = replace(graph.slots[id], active=True)
    graph = replace(
        graph,
        slots=graph.slots.set(id, slot),
        active_slots=graph.active_slots + 1,
        active_support=graph.active_support + len(slot.concepts),
        active_orphans=graph.active_orphans + 1,
        slot_ranks=_recounted(graph.slot_ranks, {1: 1}),
    )
    for target, type in sorted(key.split() for key in slot.outgoing):
        if graph.slots[target].active:
            graph = _activated_edge(graph, id, target, type)
    for source, type in sorted(key.split() for key in slot.incoming):
        if graph.slots[source].active:
            graph = _activated_edge(graph, source, id, type)
    return graph


def _activated_edge(graph: KnowledgeGraph, source: str, target: str, type: str) -> KnowledgeGraph:
    """An edge whose two slots are active now. A chain edge lifts ranks, unless it closes a
    circle.
    """
    slots, lone = graph.slots, 0
    for id in (source, target):
        lone += not slots[id].degree
        slots = slots.set(id, replace(slots[id], degree=slots[id].degree + 1))
    graph = replace(
        graph,
        slots=slots,
        active_edges=graph.active_edges + 1,
        active_orphans=graph.active_orphans - lone,
    )
    if type not in graph.chain_types:
        return graph
    lifted = lift(source, target, lambda at: slots[at].rank, lambda at: slots[at].chain)
    if lifted is None:
        return graph
    start = slots[source]
    slots = slots.set(source, replace(start, chain=(*start.chain, target)))
    changes: list[dict[int, int]] = []
    for id, rank in lifted.items():
        changes += [{slots[id].rank: -1}, {rank: 1}]
        slots = slots.set(id, replace(slots[id], rank=rank))
    return replace(graph, slots=slots, slot_ranks=_recounted(graph.slot_ranks, *changes))
