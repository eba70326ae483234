"""Abstractness, centrality and prestige, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.studies.laddering import matrix_of, some_ladders, told

from dramaturg.studies.figures.matrix import Ladder, implication_matrix
from dramaturg.studies.figures.measures import Measure, measures

# a leads to b 4 times, a to c once, b to c 3 times: 4 + 1 + 3 = 8 relations
MATRIX = matrix_of({"ab": 4, "ac": 1, "bc": 3})


def test_measures_follow_their_definitions() -> None:
    assert measures(MATRIX) == (
        Measure("a", into=0, out=5, abstractness=0.0, centrality=5 / 8, prestige=0.0),  # out: 4 + 1
        Measure(
            "b", into=4, out=3, abstractness=4 / 7, centrality=7 / 8, prestige=4 / 8
        ),  # 4 / (4 + 3), (4 + 3) / 8
        Measure(
            "c", into=4, out=0, abstractness=1.0, centrality=4 / 8, prestige=4 / 8
        ),  # in: 1 + 3
    )


def test_all_relations_add_the_indirect_ones() -> None:
    # One ladder a, b, c: a to b and b to c directly, a to c indirectly. c then has 2 of 3
    # relations, without it 1 of 2.
    matrix = implication_matrix(told("R1: a > b > c"))
    assert [each.prestige for each in measures(matrix, "all")] == [0.0, 1 / 3, 2 / 3]
    assert [each.prestige for each in measures(matrix, "direct")] == [0.0, 1 / 2, 1 / 2]


def test_a_code_without_relations_is_neither_abstract_nor_concrete() -> None:
    assert measures(implication_matrix(told("R1: alone"))) == (
        Measure("alone", 0, 0, None, 0.0, 0.0),
    )


@given(some_ladders)
def test_every_relation_leads_to_one_code_and_has_to_do_with_two(ladders: list[Ladder]) -> None:
    found = measures(implication_matrix(ladders))
    whole = 1.0 if any(each.into for each in found) else 0.0
    assert sum(each.prestige for each in found) == pytest.approx(whole)
    assert sum(each.centrality for each in found) == pytest.approx(2 * whole)
