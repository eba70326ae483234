"""The value map: what is drawn at a cut-off, which circles are broken where, and which edges are
ways round.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import ended_if_it_hangs
from tests.studies.laddering import CODES, matrix_of, some_counts, told

from dramaturg.studies.figures.matrix import Cell, Matrix, implication_matrix
from dramaturg.studies.figures.value_map import Dropped, ValueMap, value_map

Edges = set[tuple[str, str]]


def drawn(found: ValueMap) -> dict[str, int]:
    return {edge.source + edge.target: edge.count for edge in found.edges}


def dropped(found: ValueMap) -> dict[str, str]:
    return {edge.source + edge.target: edge.why for edge in found.dropped}


def reachable(edges: Edges) -> Edges:
    """All pairs that a way leads between, found the slow way."""
    found = set(edges)
    for middle in CODES:
        found |= {(a, d) for a, b in found if b == middle for c, d in found if c == middle}
    return found


def test_the_map_has_the_edges_that_reach_the_cut_off_strongest_first() -> None:
    found = value_map(matrix_of({"ab": 2, "bc": 3, "cd": 1}), 2)
    assert list(drawn(found).items()) == [("bc", 3), ("ab", 2)]
    assert found.k == 2
    assert not found.dropped  # what is below the cut-off is left out, not dropped


def test_indirect_relations_are_drawn_when_all_are_asked_for() -> None:
    # a leads to c once directly, once past b: 1.01, two in all. So do a to b and b to c, once
    # directly each.
    matrix = implication_matrix(told("R1: a > b > c", "R2: a > c"))
    assert drawn(value_map(matrix, 2, "all")) == {"ac": 2}
    assert drawn(value_map(matrix, 2, "direct")) == {}


# ── circles ───────────────────────────────────────────────────────────────────────────────────────


def test_a_circle_is_broken_at_its_weakest_edge_and_the_way_back_is_named() -> None:
    found = value_map(matrix_of({"ab": 5, "bc": 4, "ca": 3}), 1)
    assert drawn(found) == {"ab": 5, "bc": 4}
    assert found.dropped == (Dropped("c", "a", 3, "cycle", via=("b",)),)


def test_two_codes_that_lead_to_one_another_keep_the_stronger_direction() -> None:
    found = value_map(matrix_of({"ab": 2, "ba": 6}), 1)
    assert drawn(found) == {"ba": 6}
    assert found.dropped == (Dropped("a", "b", 2, "cycle", via=()),)


def test_of_equal_edges_the_one_that_rises_most_in_abstractness_stays() -> None:
    # b leads on 2 + 3 times and is reached 2: 2/7. a leads on 2 and is reached 2 + 4: 6/8. So b to
    # a rises, a to b falls.
    found = value_map(matrix_of({"ab": 2, "ba": 2, "bc": 3, "da": 4}), 1)
    assert dropped(found) == {"ab": "cycle"}


def test_of_edges_equal_in_all_the_first_of_the_matrix_stays() -> None:
    assert dropped(value_map(matrix_of({"ab": 2, "ba": 2}), 1)) == {"ba": "cycle"}
    assert dropped(value_map(matrix_of({"ba": 2, "ab": 2}), 1)) == {"ab": "cycle"}


def test_no_edge_is_dropped_for_a_circle_that_is_broken_already() -> None:
    # b, c, a, b is broken at ab, the weakest; then ba closes no circle any more, although ab was
    # stronger.
    found = value_map(matrix_of({"bc": 5, "ca": 4, "ab": 3, "ba": 2}), 1)
    assert dropped(found) == {"ab": "cycle", "ba": "redundant"}


def test_a_circle_that_the_cut_off_opens_drops_nothing() -> None:
    assert dropped(value_map(matrix_of({"ab": 5, "bc": 4, "ca": 1}), 2)) == {}


# ── ways round ────────────────────────────────────────────────────────────────────────────────────


def test_an_edge_is_redundant_when_a_longer_way_leads_there() -> None:
    found = value_map(matrix_of({"ab": 3, "bc": 3, "cd": 3, "ad": 5}), 1)
    assert drawn(found) == {"ab": 3, "bc": 3, "cd": 3}
    assert found.dropped == (Dropped("a", "d", 5, "redundant", via=("b", "c")),)


def test_the_way_named_is_the_one_whose_weakest_edge_is_strongest() -> None:
    # a, b, d: the weaker of 9 and 2 is 2. a, c, d: the weaker of 4 and 3 is 3.
    found = value_map(matrix_of({"ab": 9, "bd": 2, "ac": 4, "cd": 3, "ad": 5}), 1)
    assert found.dropped == (Dropped("a", "d", 5, "redundant", via=("c",)),)


def test_the_way_named_is_one_that_is_drawn() -> None:
    # From a to d there is a, b, d, but b to d is itself a way round c.
    found = value_map(matrix_of({"ab": 5, "bc": 5, "cd": 5, "bd": 9, "ad": 2}), 1)
    assert {(edge.source, edge.target): edge.via for edge in found.dropped} == {
        ("b", "d"): ("c",),
        ("a", "d"): ("b", "c"),
    }


def test_two_ways_of_which_neither_is_part_of_the_other_both_stay() -> None:
    assert dropped(value_map(matrix_of({"ab": 1, "bd": 1, "ac": 1, "cd": 1}), 1)) == {}


# ── whatever the matrix ───────────────────────────────────────────────────────────────────────────


@given(some_counts, st.integers(1, 4))
def test_every_edge_that_reaches_the_cut_off_is_drawn_or_dropped_with_a_reason(
    counts: dict[str, int], k: int
) -> None:
    found = value_map(matrix_of(counts), k)
    edges = [(edge.source + edge.target, edge.count) for edge in found.edges]
    edges += [(edge.source + edge.target, edge.count) for edge in found.dropped]
    assert sorted(edges) == sorted((pair, count) for pair, count in counts.items() if count >= k)


@given(some_counts, st.integers(1, 4))
def test_a_map_has_no_circle_and_no_way_round(counts: dict[str, int], k: int) -> None:
    edges = {(edge.source, edge.target) for edge in value_map(matrix_of(counts), k).edges}
    assert all(source != target for source, target in reachable(edges))
    assert all(edge not in reachable(edges - {edge}) for edge in edges)


@given(some_counts, st.integers(1, 4))
def test_what_can_be_reached_still_can_be_unless_a_circle_was_broken(
    counts: dict[str, int], k: int
) -> None:
    found = value_map(matrix_of(counts), k)
    edges = {(edge.source, edge.target) for edge in found.edges}
    circles = {(edge.source, edge.target) for edge in found.dropped if edge.why == "cycle"}
    before = {(pair[0], pair[1]) for pair, count in counts.items() if count >= k} - circles
    assert reachable(edges) == reachable(before)


@given(some_counts, st.integers(1, 4))
def test_a_dropped_edge_is_weakest_in_its_circle_and_its_way_is_drawn(
    counts: dict[str, int], k: int
) -> None:
    found = value_map(matrix_of(counts), k)
    edges = {(edge.source, edge.target) for edge in found.edges}
    kept = edges | {(edge.source, edge.target) for edge in found.dropped if edge.why == "redundant"}
    for edge in found.dropped:
        start, end = (
            (edge.source, edge.target) if edge.why == "redundant" else (edge.target, edge.source)
        )
        assert edges.issuperset(pairwise((start, *edge.via, end)))
        if edge.why == "cycle":
            assert (start, end) in reachable(
                {pair for pair in kept if counts["".join(pair)] >= edge.count}
            )


@pytest.mark.slow
def test_two_thousand_codes_and_twenty_thousand_edges_are_no_trouble() -> None:
    chance, codes = Random(7), [f"c{number}" for number in range(2_000)]
    pairs = {
        (source, target) for source, target in (chance.sample(codes, 2) for _ in range(20_000))
    }
    cells = {pair: Cell(*pair, chance.randint(1, 30), 0) for pair in sorted(pairs)}
    with ended_if_it_hangs():
        found = value_map(Matrix(tuple(codes), cells, "respondents", 1_000, 10_000), 1)
    assert len(found.edges) + len(found.dropped) == len(cells)
