"""The repertory grid: elements at the poles of constructs, and their principal components."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import sqrt
from xml.etree import ElementTree

import pytest
from tests.studies.by_method.telling import ground, told

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method.biplot import as_svg
from dramaturg.studies.by_method.common import Support
from dramaturg.studies.by_method.grid import (
    Grid,
    GridCell,
    GridTally,
    as_markdown,
    as_rows,
    components,
)

IDEAS = [
    "1 element: Rao",
    "2 element: Agnes",
    "3 element: Joshi",
    "4 construct: patient",
    "5 contrast: cross",
    "6 construct: honest",
    "7 sign: folds her hands",
]
OPPOSITES = ["patient -opposite_of> cross"]
ANA = told(
    "R001",
    IDEAS,
    [
        *OPPOSITES,
        "Agnes -described_as> patient",
        "Rao -described_as> cross",
        "Joshi -described_as> honest",
    ],
)
BEN = told(
    "R002",
    IDEAS,
    [
        "Rao -described_as> patient",
        "Agnes -described_as> folds her hands",
        "folds her hands -shows> patient",
    ],
)
UNDECIDED = told("R003", IDEAS, ["Rao -described_as> patient", "Rao -described_as> cross"])


def made(*interviews: CodedInterview) -> Grid:
    tally = GridTally(ground("repertory_grid", interviews))
    for each in interviews:
        tally.add(each)
    return tally.result()


def values(result: Grid) -> dict[tuple[str, str], float]:
    return {(cell.element, cell.construct): cell.value for cell in result.cells}


def test_an_element_at_the_pole_is_at_1_and_at_its_opposite_at_minus_1() -> None:
    assert values(made(ANA)) == {
        ("Agnes", "patient"): 1.0,
        ("Rao", "patient"): -1.0,
        ("Joshi", "honest"): 1.0,
    }


def test_what_one_respondent_calls_opposites_are_opposites_for_all() -> None:
    late = told("R004", IDEAS, ["Joshi -described_as> cross"])
    assert values(made(late, ANA))["Joshi", "patient"] == -1.0


def test_cells_are_the_mean_over_respondents_and_missing_stays_missing() -> None:
    found = values(made(ANA, BEN))
    assert found["Rao", "patient"] == 0.0  # R001 said -1, R002 said 1
    assert ("Rao", "honest") not in found


def test_a_sign_that_shows_a_quality_places_its_element() -> None:
    assert values(made(BEN))["Agnes", "patient"] == 1.0


def test_who_puts_an_element_at_both_poles_puts_it_between_them() -> None:
    # R003 said both: (1 + -1) / 2 = 0. R001 said -1. The mean of both respondents is -0.5.
    assert values(made(ANA, UNDECIDED))["Rao", "patient"] == -0.5


def test_the_quality_and_not_its_opposite_gives_the_construct_its_name() -> None:
    assert [(each.pole, each.opposite) for each in made(ANA).constructs] == [
        ("patient", "cross"),
        ("honest", ""),
    ]


def test_whoever_names_both_poles_is_one_respondent() -> None:
    only = told("R005", ["1 contrast: cross"])
    patient = made(ANA, only).constructs[0]
    assert (patient.support.respondents, patient.support.mentions) == (2, 3)


def test_every_placement_has_its_respondent_and_words() -> None:
    found = {
        (each.respondent, each.element): each.quotes[0].text for each in made(ANA, BEN).placements
    }
    assert found["R002", "Agnes"] == "Agnes, folds her hands"


# ── components ────────────────────────────────────────────────────────────────────────────────────


def cells(*rows: str) -> list[GridCell]:
    """As `A: 1 1 -1`, a `?` where nobody told."""
    found = []
    for row in rows:
        element, _, placed = row.partition(": ")
        for construct, value in zip("klm", placed.split(), strict=True):
            if value != "?":
                found.append(GridCell(element, construct, float(value), Support(1, 1)))
    return found


FOUR = ("A: 1 1 1", "B: 1 1 -1", "C: -1 -1 1", "D: -1 -1 -1")


def test_components_of_a_grid_worked_out_by_hand() -> None:
    # All columns have mean 0, so X'X = [[4 4 0] [4 4 0] [0 0 4]]: eigenvalue 8 for (1 1 0)/√2, 4
    # for (0 0 1), 0 for (1 -1 0)/√2. Shares are 8/12 and 4/12. A = (1 1 1) lies at (1 + 1)/√2 = √2
    # on the first and at 1 on the second, and so on.
    found, _ = components(cells(*FOUR))
    assert found is not None
    assert found.shares == pytest.approx((8 / 12, 4 / 12), abs=0.001)
    assert {point.code: (point.x, point.y) for point in found.elements} == {
        "A": pytest.approx((sqrt(2), 1), abs=0.001),
        "B": pytest.approx((sqrt(2), -1), abs=0.001),
        "C": pytest.approx((-sqrt(2), 1), abs=0.001),
        "D": pytest.approx((-sqrt(2), -1), abs=0.001),
    }
    assert {point.code: (point.x, point.y) for point in found.constructs} == {
        "k": pytest.approx((1 / sqrt(2), 0), abs=0.001),
        "l": pytest.approx((1 / sqrt(2), 0), abs=0.001),
        "m": pytest.approx((0, 1), abs=0.001),
    }


def test_what_counts_is_how_far_from_the_mean_an_element_is() -> None:
    # Every column has mean 1/2, so A = (1 1 1) is (1/2 1/2 1/2) off it: at (1/2 + 1/2)/√2 = 1/√2
    # and at 1/2.
    found, _ = components(cells("A: 1 1 1", "B: 1 1 0", "C: 0 0 1", "D: 0 0 0"))
    assert found is not None
    assert next(
        (point.x, point.y) for point in found.elements if point.code == "A"
    ) == pytest.approx((1 / sqrt(2), 0.5), abs=0.001)


def test_what_nobody_told_is_set_to_the_mean_of_its_construct() -> None:
    # E stands at 0 on k, which is the mean of k; on l and m it is missing. So it lies in the middle
    # and changes no share.
    found, _ = components(cells(*FOUR, "E: 0 ? ?"))
    assert found is not None
    assert next((point.x, point.y) for point in found.elements if point.code == "E") == (0.0, 0.0)
    assert found.shares == pytest.approx((8 / 12, 4 / 12), abs=0.001)
    assert found.filled == pytest.approx(13 / 15, abs=0.001)


@pytest.mark.parametrize(
    "rows",
    [
        ("A: 1 1 1", "B: 1 -1 -1"),
        ("A: 1 1 ?", "B: 1 -1 ?", "C: -1 1 ?"),
        ("A: 1 1 1", "B: 1 -1 -1", "C: 1 1 -1"),
        (),
    ],
    ids=["two elements", "two constructs", "all alike on one construct", "nothing"],
)
def test_too_little_is_said_plainly(rows: tuple[str, ...]) -> None:
    found, too_little = components(cells(*rows))
    assert found is None
    assert "at least 3 of both are needed" in too_little


# ── telling ───────────────────────────────────────────────────────────────────────────────────────

FULL = [
    told(
        "R001",
        [
            *(f"1 element: {name}" for name in "ABCD"),
            *(f"2 construct: {k}" for k in "klm"),
            *(f"3 contrast: not {k}" for k in "klm"),
        ],
        [
            *(f"{k} -opposite_of> not {k}" for k in "klm"),
            *(
                f"{row[0]} -described_as> {'' if value == '1' else 'not '}{k}"
                for row in FOUR
                for k, value in zip("klm", row[3:].split(), strict=True)
            ),
        ],
    )
]


def test_an_interview_that_places_everything_gives_the_same_components() -> None:
    assert made(*FULL).components == components(cells(*FOUR))[0]


def test_the_report_shows_the_grid_and_says_how_missing_cells_were_filled() -> None:
    text = "\n".join(as_markdown(made(*FULL), {"k": "kind"}))
    assert "| kind – not k | 1 | 1.00 | 1.00 | -1.00 | -1.00 |" in text
    assert "67% and 33% of the variance" in text
    assert "set to the mean of its construct" in text


def test_the_report_says_plainly_that_there_is_too_little() -> None:
    assert (
        "No principal components: 2 elements on 1 construct that tell elements apart, and at least 3 of both are needed."
        in (as_markdown(made(ANA), {}))
    )


def test_without_constructs_the_report_says_so() -> None:
    assert as_markdown(made(told("R001", ["1 element: Rao"])), {}) == [
        "No interview has a construct so far."
    ]


def test_tables_are_even_and_the_result_is_json() -> None:
    result = made(*FULL)
    tables = as_rows(result, {})
    assert len(tables["grid_placements"]) == 1 + 12
    assert all(len(row) == len(rows[0]) for rows in tables.values() for row in rows)
    json.dumps(asdict(result))


def test_the_picture_names_elements_and_both_poles() -> None:
    picture = ElementTree.fromstring(as_svg(made(*FULL), {}, "Grid"))
    names = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {"A", "B", "C", "D", "k", "not k", "m", "not m"} <= names


def test_without_components_the_picture_says_why() -> None:
    assert "at least 3 of both" in as_svg(made(ANA), {}, "Grid")
