"""A study as tables: every row with its origin, no cell that a spreadsheet would run."""

from __future__ import annotations

import pytest
from tests.studies.bicycles import book_of, interview

from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Conduct, IdeaLink
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.tables import HEADS, Cell, Row, codes_table, harmless, interview_rows
from dramaturg.studies.qdpx.project import unlike_names

CONDUCT = Conduct(
    answers=2,
    words=5,
    refusals=1,
    termination="max_turns_reached",
    models=("m-1", "m-2"),
    seconds=90.0,
)
ADA = interview("R001", "light so joy", "red", variables={"town": "city"}, conduct=CONDUCT)


def rows(table: str, told: CodedInterview = ADA, **renamed: str) -> list[Row]:
    book = book_of([told], **renamed)
    found = interview_rows(told, ladders_of(told), book, unlike_names(book), ["town", "age"])
    return [row for name, row in found if name == table]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "respondents",
            [("R001", "session-R001", 2, 5, 1.5, 1, "max_turns_reached", "m-1 m-2", "city", None)],
        ),
        ("lines", [("R001", 1, "respondent", "light so joy"), ("R001", 2, "respondent", "red")]),
        ("ladders", [("R001", "1", 1, "light"), ("R001", "1", 2, "joy")]),
        ("interview_codes", [("R001", "light"), ("R001", "joy"), ("R001", "red")]),
        ("links", [("R001", "light", "joy", "leads_to", True, 1, 1, 0, 12, "light so joy")]),
    ],
)
def test_an_interview_as_rows(table: str, expected: list[Row]) -> None:
    assert rows(table) == expected


def test_a_quote_says_whose_where_and_for_which_code() -> None:
    assert rows("quotes")[1] == ("R001", "code joy", "joy", 1, 9, 12, "joy")


def test_an_idea_says_how_it_came_to_its_code() -> None:
    assert rows("ideas")[2] == (
        "R001",
        "red",
        "red",
        "feature",
        "code red",
        "red",
        "exact",
        1.0,
        2,
        1,
    )


@pytest.mark.parametrize(
    "table", ["lines", "ideas", "quotes", "links", "ladders", "interview_codes"]
)
def test_rows_are_as_wide_as_their_head(table: str) -> None:
    assert {len(row) for row in rows(table)} == {len(HEADS[table])}


def test_a_link_without_words_is_still_a_row() -> None:
    told = replace(
        ADA, evidence=replace(ADA.evidence, links=(IdeaLink("light", "joy", "leads_to", ()),))
    )
    assert rows("links", told) == [("R001", "light", "joy", "leads_to", True, 1, 0, 0, 0, "")]


def test_an_interview_without_codes_is_not_forgotten() -> None:
    """`study saturation` reads it as an interview that brought nothing new."""
    assert rows(
        "interview_codes", CodedInterview(replace(ADA.evidence, ideas=(), links=()), {})
    ) == [("R001", "-")]


def test_two_codes_of_one_name_are_two_in_every_table() -> None:
    assert rows("interview_codes", red="light") == [
        ("R001", "light"),
        ("R001", "joy"),
        ("R001", "light (2)"),
    ]
    assert rows("quotes", red="light")[-1][:3] == ("R001", "code red", "light (2)")
    book = book_of([ADA], red="light")
    assert [row[1] for row in codes_table(book, unlike_names(book))] == [
        "name",
        "light",
        "joy",
        "light (2)",
    ]


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+44 20", "'+44 20"),
        ("-5 degrees", "'-5 degrees"),
        ("@home", "'@home"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("it = this", "it = this"),
        ("-", "-"),
        ("", ""),
        (-5, -5),
        (-0.5, -0.5),
        (None, None),
        (True, True),
    ],
)
def test_what_a_spreadsheet_would_run_is_words(cell: Cell, written: Cell) -> None:
    assert harmless(cell) == written
