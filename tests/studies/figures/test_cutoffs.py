"""Cut-offs: the table, and the three rules with what each proposes and why."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from tests.studies.laddering import matrix_of, some_counts, told

from dramaturg.studies.figures.cutoffs import Cutoff, cutoff_rules, cutoff_table, proposed
from dramaturg.studies.figures.matrix import implication_matrix

# Six cells of 6, 5, 4, 1, 1 and 1 relations: 6 + 5 + 4 + 1 + 1 + 1 = 18
COUNTS = {"ab": 6, "bc": 5, "cd": 4, "ac": 1, "ad": 1, "de": 1}


def ks(counts: dict[str, int], respondents: int = 10) -> dict[str, int]:
    return {rule.rule: rule.k for rule in cutoff_rules(matrix_of(counts, respondents))}


def test_the_table_says_what_is_left_at_every_cut_off() -> None:
    assert cutoff_table(matrix_of(COUNTS)) == (
        Cutoff(1, 6, 18, 18 / 18, 5),
        Cutoff(2, 3, 15, 15 / 18, 4),  # 6 + 5 + 4, and e is gone
        Cutoff(3, 3, 15, 15 / 18, 4),
        Cutoff(4, 3, 15, 15 / 18, 4),
        Cutoff(5, 2, 11, 11 / 18, 3),  # 6 + 5, and d is gone
        Cutoff(6, 1, 6, 6 / 18, 2),
    )


def test_indirect_relations_count_when_all_are_asked_for() -> None:
    # Two ladders a, b, c: 2.00, 2.00 and 0.02. Directly two cells hold 2 + 2, in all three cells
    # hold 2 + 2 + 2.
    matrix = implication_matrix(told("R1: a > b > c", "R2: a > b > c"))
    assert cutoff_table(matrix, "direct")[-1] == Cutoff(2, 2, 4, 1.0, 3)
    assert cutoff_table(matrix, "all")[-1] == Cutoff(2, 3, 6, 1.0, 3)


def test_share_is_the_largest_cut_off_that_still_holds_two_thirds() -> None:
    # Two thirds of 18 are 12: at 4 there are 15, at 5 only 11.
    assert ks(COUNTS)["share"] == 4


def test_share_takes_exactly_two_thirds_as_enough() -> None:
    # 4 + 1 + 1 = 6, two thirds are 4: the one cell of 4 is enough.
    assert ks({"ab": 4, "bc": 1, "cd": 1})["share"] == 4


@pytest.mark.parametrize(
    ("respondents", "k"),
    [
        (2, 2),  # 0.1, but at least 2
        (40, 2),  # 2.0
        (41, 3),  # 2.05, rounded up
        (50, 3),  # 2.5
        (60, 3),  # 3.0
        (100, 5),  # 5.0
        (1000, 9),  # 50, but the largest cell has 9
    ],
)
def test_respondents_is_five_per_cent_of_them_rounded_up(respondents: int, k: int) -> None:
    assert ks({"ab": 9, "bc": 1}, respondents)["respondents"] == k


def test_elbow_is_where_relations_and_cells_are_furthest_apart() -> None:
    # Share of relations less share of cells: 1 - 1 = 0 at 1; 15/18 - 3/6 = .33 at 2, 3 and 4; 11/18
    # - 2/6 = .28 at 5; 6/18 - 1/6 = .17 at 6. Of 2, 3 and 4 the first.
    assert ks(COUNTS)["elbow"] == 2


def test_elbow_keeps_cells_that_hold_just_their_share() -> None:
    # 3 + 2 + 1 = 6. At 2: 5/6 - 2/3 = 1/6. At 3: 3/6 - 1/3 = 1/6. The cell of 2 holds a third and
    # is a third of the cells.
    assert ks({"ab": 3, "bc": 2, "cd": 1})["elbow"] == 2


def test_of_two_respondents_who_agree_on_nothing_everything_is_drawn() -> None:
    assert ks({"ab": 1, "bc": 1, "cd": 1}, respondents=2) == {
        "share": 1,
        "respondents": 1,
        "elbow": 1,
    }


def test_without_relations_every_rule_says_so_and_proposes_one() -> None:
    matrix = implication_matrix(told("R1: alone"))
    assert cutoff_table(matrix) == ()
    assert [(rule.k, rule.because) for rule in cutoff_rules(matrix)] == [
        (1, "no code leads to another")
    ] * 3


def test_each_rule_says_why_with_its_figures_and_its_source() -> None:
    share, respondents, elbow = (rule.because for rule in cutoff_rules(matrix_of(COUNTS, 50)))
    assert "15 of 18, 83% (after Reynolds and Gutman 1988)" in share
    assert "five per cent of 50 respondents, rounded up, at least 2: 3 (after" in respondents
    assert "50% of the cells hold 83% of the relations" in elbow


def test_a_rule_that_asks_for_more_than_any_cell_has_says_so() -> None:
    because = cutoff_rules(matrix_of(COUNTS, 200))[1].because
    assert "at least 2: 10; no cell has as many, so it is the largest cell's 6" in because


def test_the_elbow_is_proposed() -> None:
    assert proposed(cutoff_rules(matrix_of(COUNTS))).rule == "elbow"


@given(some_counts)
def test_no_rule_proposes_less_than_one_or_more_than_the_largest_cell(
    counts: dict[str, int],
) -> None:
    assert all(
        1 <= k <= max(counts.values(), default=1) for k in ks(counts, respondents=200).values()
    )


@given(some_counts.filter(bool))
def test_the_elbow_leaves_the_cells_that_are_no_weaker_than_the_mean(
    counts: dict[str, int],
) -> None:
    # Leaving out a cell of c relations takes c / all from the one share, 1 / cells from the other:
    # a gain while c < all / cells.
    mean = sum(counts.values()) / len(counts)
    left = [count for count in counts.values() if count >= ks(counts)["elbow"]]
    assert left == [count for count in counts.values() if count >= ceil(mean)]


@given(some_counts)
def test_a_higher_cut_off_never_leaves_more(counts: dict[str, int]) -> None:
    table = cutoff_table(matrix_of(counts))
    figures = [(row.cells, row.relations, row.share, row.codes) for row in table]
    assert figures == sorted(figures, reverse=True)
    assert [row.k for row in table] == list(range(1, max(counts.values(), default=0) + 1))
