"""The knowledge graph as it grows, beside the same figures worked out anew from everything that
happened.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from tests.engines.interviews.random_graphs import (
    KINDS,
    QUOTE,
    Step,
    events_of,
    grown,
    histories,
    rank_of,
    vector_of,
    worked_out,
)

from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.graph import QUOTES_KEPT, KnowledgeGraph
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    ConceptMapped,
    ConceptMentioned,
    ConceptRevised,
    EdgeAdded,
    InterviewEvent,
    SlotAdded,
    apply,
)
from dramaturg.turn.engine import fold


def concepts(*types: str) -> list[InterviewEvent]:
    numbered = enumerate(types, start=1)
    return [
        ConceptAdded(f"c{n}", f"c{n}", type, QUOTE, (f"{type} c{n}",), vector_of(n), *KINDS[type])
        for n, type in numbered
    ]


def edges(*pairs: str, type: str = "leads_to", chain: bool = True) -> list[InterviewEvent]:
    """`1>2` leads from c1 to c2."""
    ends = [pair.split(">") for pair in pairs]
    return [
        EdgeAdded(f"e{n}", f"c{a}", f"c{b}", type, QUOTE, chain)
        for n, (a, b) in enumerate(ends, start=1)
    ]


def figures_of(graph: KnowledgeGraph) -> dict[str, object]:
    names = asdict(worked_out(()).figures())
    return {name: getattr(graph, name) for name in names}


@pytest.mark.slow
@given(histories)
@settings(max_examples=400)
def test_the_figures_kept_are_those_worked_out_after_every_event(history: list[Step]) -> None:
    events = list(events_of(history))
    for end in {len(events), len(events) // 2, len(events) // 3}:
        assert figures_of(grown(events[:end]).graph) == asdict(worked_out(events[:end]).figures())


@given(histories)
@settings(max_examples=150)
def test_every_concept_has_the_rank_of_the_longest_chain_that_ends_there(
    history: list[Step],
) -> None:
    events = list(events_of(history))
    graph, worked = grown(events).graph, worked_out(events)
    assert {id: graph.concepts[id].rank for id in worked.concepts} == rank_of(
        worked.living(), worked.concepts
    )
    assert {id: graph.slots[id].rank for id in worked.slots} == rank_of(
        worked.slot_chain, worked.slots
    )


@given(histories)
@settings(max_examples=150)
def test_edges_between_slots_count_the_edges_behind_them(history: list[Step]) -> None:
    events = list(events_of(history))
    graph, worked = grown(events).graph, worked_out(events)
    kept = {
        (id, *key.split()): count
        for id, slot in graph.slots.items()
        for key, count in slot.outgoing.items()
    }
    found = [edge for edge in map(worked.between_slots, worked.edges) if edge]
    assert kept == {edge: found.count(edge) for edge in found}
    backward = {(*key.split(), id) for id, slot in graph.slots.items() for key in slot.incoming}
    assert backward == {(source, type, target) for source, target, type in found}


@given(histories, histories)
@settings(max_examples=150)
def test_a_state_stays_as_it_was_when_two_others_grow_from_it(
    history: list[Step], more: list[Step]
) -> None:
    events = list(events_of(history))
    start = grown(events)
    for branch in (more, more[::-1]):
        whole = list(events_of([*history, *branch]))
        assert fold(apply, whole[len(events) :], start) == grown(whole)
    assert start == grown(events)


# ── by example ────────────────────────────────────────────────────────────────────────────────────


def test_a_chain_to_a_terminal_concept_is_complete() -> None:
    graph = grown(
        [*concepts("attribute", "consequence", "value", "attribute"), *edges("1>2", "2>3")]
    ).graph
    assert (graph.longest, graph.starts, graph.risen, graph.orphans) == (3, 2, 1, 1)


def test_an_edge_that_closes_a_circle_is_kept_and_lengthens_nothing() -> None:
    graph = grown(
        [*concepts("attribute", "consequence", "value"), *edges("1>2", "2>3", "3>1")]
    ).graph
    assert graph.longest == 3
    assert [graph.edges[id].closes for id in ("e1", "e2", "e3")] == [False, False, True]
    assert not graph.edges["e3"].chain


def test_what_is_taken_back_leaves_the_chains_and_stays_in_the_graph() -> None:
    events = [
        *concepts("attribute", "consequence", "value"),
        *edges("1>2", "2>3"),
        ConceptRevised("c2", by="c3"),
    ]
    graph = grown(events).graph
    assert (graph.longest, graph.starts, graph.risen) == (1, 1, 0)
    assert graph.concepts["c2"].revised
    assert list(graph.neighbours("c2")) == ["c3", "c1"]


def test_an_edge_that_is_no_step_makes_no_chain_and_no_orphan() -> None:
    graph = grown(
        [*concepts("attribute", "value"), *edges("1>2", type="belongs_to", chain=False)]
    ).graph
    assert (graph.longest, graph.risen, graph.orphans) == (1, 0, 0)


def test_a_slot_becomes_active_with_its_second_concept() -> None:
    slot = SlotAdded("s1", "calm", "value", ("value calm",), vector_of(1))
    one, two = (
        ConceptMapped("c1", "s1", "new", 1.0, 2),
        ConceptMapped("c2", "s1", "meaning", 0.7, 2),
    )
    assert grown([*concepts("value", "value"), slot, one]).graph.active_slots == 0
    assert grown([*concepts("value", "value"), slot, one, two]).graph.active_slots == 1


def test_the_newest_quotes_and_all_labels_are_kept() -> None:
    said = [Quote(f"u{n}", 0, 1, str(n)) for n in range(10)]
    again = [
        ConceptMentioned("c1", f"label {n % 3}", quote, (f"value label {n % 3}",), "meaning")
        for n, quote in enumerate(said)
    ]
    graph = grown([*concepts("value"), *again]).graph
    assert graph.concepts["c1"].quotes == tuple(said[-QUOTES_KEPT:])
    assert graph.concepts["c1"].labels == ("label 0", "label 1", "label 2")
    assert graph.concepts["c1"].mentions == 11
    assert graph.labels["value label 2"] == "c1"


def test_whoever_was_first_keeps_a_spelling() -> None:
    claim = ConceptMentioned("c2", "c1", QUOTE, ("value c1",), "meaning")
    assert grown([*concepts("value", "value"), claim]).graph.labels["value c1"] == "c1"


@pytest.mark.parametrize("most", [0, 1, 5])
def test_the_newest_concepts_come_first(most: int) -> None:
    graph = grown(concepts("value", "value", "value")).graph
    assert [concept.id for concept in graph.newest(most)] == ["c3", "c2", "c1"][:most]


@pytest.mark.slow
def test_a_tangle_of_chains_takes_no_exponential_time() -> None:
    """Thirty layers of four, each leading to all four of the next: 4^30 ways."""
    layers = [range(4 * layer + 1, 4 * layer + 5) for layer in range(30)]
    pairs = [f"{a}>{b}" for low, high in pairwise(layers) for a in low for b in high]
    graph = grown([*concepts(*["consequence"] * 120), *edges(*reversed(pairs))]).graph
    assert graph.longest == 30
