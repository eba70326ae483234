"""The implication matrix: who or what is counted, directly and indirectly."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from tests.studies.laddering import some_ladders, told

from dramaturg.studies.figures.matrix import Cell, Count, Ladder, implication_matrix

# R1 goes from crunchy to fresh twice, R2 once; R1 gets to health past fresh, R3 at once and, in
# another ladder, past fresh.
LADDERS = told(
    "R1: crunchy > fresh > health",
    "R1: crunchy > fresh",
    "R2: crunchy > fresh",
    "R3: crunchy > health",
    "R3: crunchy > fresh > health",
)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        # crunchy to fresh: R1, R2 and R3. fresh to health: R1 and R3. crunchy to health: R3
        # directly; R1 and R3 past fresh.
        (
            "respondents",
            {"crunchy fresh": "3.00", "fresh health": "2.00", "crunchy health": "1.02"},
        ),
        # crunchy to fresh in ladders 1, 2, 3 and 5; fresh to health in 1 and 5; crunchy to health
        # in 4, past fresh in 1 and 5.
        ("mentions", {"crunchy fresh": "4.00", "fresh health": "2.00", "crunchy health": "1.02"}),
    ],
)
def test_respondents_count_once_and_mentions_count_by_ladder(
    count: Count, expected: dict[str, str]
) -> None:
    matrix = implication_matrix(LADDERS, count)
    assert {" ".join(pair): cell.text for pair, cell in matrix.cells.items()} == expected
    assert matrix.count == count


def test_a_cell_is_written_as_ten_directly_and_six_indirectly() -> None:
    direct = [f"R{number}: a > b" for number in range(10)]
    indirect = [f"R{number}: a > x > b" for number in range(6)]
    assert implication_matrix(told(*direct, *indirect)).cells["a", "b"].text == "10.06"


def test_more_than_ninety_nine_indirect_relations_are_written_out() -> None:
    assert Cell("a", "b", 3, 107).text == "3.107"


def test_all_relations_of_a_cell_are_the_direct_and_the_indirect_ones() -> None:
    assert (Cell("a", "b", 10, 6).relations("direct"), Cell("a", "b", 10, 6).relations("all")) == (
        10,
        16,
    )


def test_what_leads_there_only_indirectly_has_no_direct_count() -> None:
    matrix = implication_matrix(told("R1: a > b > c"))
    assert matrix.counts("direct") == {("a", "b"): 1, ("b", "c"): 1}
    assert matrix.counts("all") == {("a", "b"): 1, ("a", "c"): 1, ("b", "c"): 1}


def test_a_cell_names_the_respondents_behind_it_directly_or_indirectly() -> None:
    assert implication_matrix(LADDERS).cells["crunchy", "health"].by == ("R1", "R3")


def test_the_matrix_knows_how_many_ladders_and_respondents_it_is_from_and_codes_in_their_order() -> (
    None
):
    matrix = implication_matrix([*LADDERS, Ladder("R4", "1", ("alone",))])
    assert (matrix.respondents, matrix.ladders, matrix.codes) == (
        4,
        6,
        ("crunchy", "fresh", "health", "alone"),
    )


def test_a_code_that_comes_twice_leads_on_from_where_it_stands_nearest_and_never_to_itself() -> (
    None
):
    # a stands beside b and beside c, b beside a; b leads to c past the second a. From the first a
    # to c is farther than from the second, and the ladder has that pair already.
    cells = implication_matrix(told("R1: a > b > a > c"), "mentions").cells
    assert {pair: cell.text for pair, cell in cells.items()} == {
        ("a", "b"): "1.00",
        ("a", "c"): "1.00",
        ("b", "a"): "1.00",
        ("b", "c"): "0.01",
    }


def test_a_code_said_twice_in_a_row_is_one_step() -> None:
    assert (
        implication_matrix(told("R1: a > a > b")).cells
        == implication_matrix(told("R1: a > b")).cells
    )


def test_no_ladders_make_an_empty_matrix() -> None:
    matrix = implication_matrix([])
    assert (matrix.codes, matrix.cells, matrix.respondents, matrix.ladders) == ((), {}, 0, 0)


@given(some_ladders)
def test_direct_mentions_sum_to_the_different_steps_of_all_ladders(ladders: list[Ladder]) -> None:
    steps = sum(
        len({pair for pair in pairwise(ladder.codes) if pair[0] != pair[1]}) for ladder in ladders
    )
    assert (
        sum(cell.direct for cell in implication_matrix(ladders, "mentions").cells.values()) == steps
    )


@given(some_ladders)
def test_no_cell_counts_more_respondents_than_mentions_nor_more_than_there_are(
    ladders: list[Ladder],
) -> None:
    people, mentions = (
        implication_matrix(ladders, "respondents"),
        implication_matrix(ladders, "mentions"),
    )
    assert people.cells.keys() == mentions.cells.keys()
    for pair, cell in people.cells.items():
        assert cell.direct <= mentions.cells[pair].direct
        assert cell.indirect <= mentions.cells[pair].indirect
        assert max(cell.direct, cell.indirect) <= len(cell.by) <= people.respondents
