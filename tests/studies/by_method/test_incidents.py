"""Incident tables: a row for every incident of every respondent, and categories over all
of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

import pytest
from tests.studies.by_method.telling import ground, told

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method.incidents import (
    IncidentTable,
    IncidentTally,
    as_markdown,
    as_rows,
    ending,
)

ANA = told(
    "R001",
    [
        "1 context: first night on the ward",
        "2 incident: bell fell behind the bed",
        "2 ineffective_behaviour: nobody came",
        "3 outcome: lost the whole night",
        "5 incident: nurse stopped at four",
        "5 effective_behaviour: tied the bell to the rail",
        "6 feeling: was glad",
        "9 requirement: a bell within reach",
    ],
    [
        "first night on the ward -before> bell fell behind the bed",
        "bell fell behind the bed -leads_to> nobody came",
        "nobody came -leads_to> lost the whole night",
        "nurse stopped at four -felt_as> was glad",
    ],
)
BEN = told(
    "R002",
    [
        "1 incident: bell fell behind the bed",
        "1 effective_behaviour: nobody came",
        "8 outcome: slept",
    ],
    ["bell fell behind the bed -leads_to> slept"],
)


def made(*interviews: CodedInterview) -> IncidentTable:
    tally = IncidentTally(ground("critical_incident", (*interviews, ANA)))
    for each in interviews:
        tally.add(each)
    return tally.result()


def test_there_is_a_row_for_every_incident_of_every_respondent() -> None:
    assert [(each.respondent, each.code) for each in made(ANA, BEN).incidents] == [
        ("R001", "bell fell behind the bed"),
        ("R001", "nurse stopped at four"),
        ("R002", "bell fell behind the bed"),
    ]


def test_links_lead_to_an_incident_over_several_steps() -> None:
    bell = made(ANA).incidents[0]
    assert [(each.code, each.linked) for each in bell.told] == [
        ("first night on the ward", True),
        ("nobody came", True),
        ("lost the whole night", True),
    ]


def test_what_is_not_linked_belongs_to_the_incident_in_the_same_answer() -> None:
    nurse = made(ANA).incidents[1]
    assert ("tied the bell to the rail", False) in [(each.code, each.linked) for each in nurse.told]


def test_what_belongs_to_no_incident_is_counted() -> None:
    assert made(ANA).loose == 1  # a bell within reach


@pytest.mark.parametrize(
    ("signs", "ended", "by"),
    [
        ({"outcome": -0.4, "effective_behaviour": 1}, "bad", "outcome"),
        (
            {"outcome": 0.0, "effective_behaviour": 2, "ineffective_behaviour": -1},
            "good",
            "behaviour",
        ),
        (
            {"effective_behaviour": 1, "ineffective_behaviour": -1, "feeling": -0.5},
            "bad",
            "feeling",
        ),
        ({"context": 1.0}, "not told", ""),
        ({}, "not told", ""),
    ],
)
def test_how_it_ended_is_told_by_the_outcome_then_by_what_was_done_then_by_feelings(
    signs: Mapping[str, float], ended: str, by: str
) -> None:
    assert ending(signs) == (ended, by)


def test_an_interview_tells_how_its_incidents_ended() -> None:
    assert [(each.ending, each.ending_by) for each in made(ANA).incidents] == [
        ("bad", "outcome"),
        ("good", "behaviour"),
    ]


def test_categories_count_respondents_and_how_their_incidents_ended() -> None:
    bell = next(
        each for each in made(ANA, BEN).categories if each.code == "bell fell behind the bed"
    )
    # R001's ended badly by its outcome; R002's outcome is not clear, and what was done counts as
    # ineffective: badly too.
    assert (bell.support.respondents, bell.good, bell.bad, bell.not_told) == (2, 0, 2, 0)


def test_the_report_has_a_table_of_each_type_and_all_incidents() -> None:
    lines = as_markdown(made(ANA, BEN), {})
    assert "### Ineffective behaviour" in lines
    assert "| nobody came | 2 | 2 | 0 | 2 | 0 |" in lines
    assert any(
        line.startswith("| R001 | nurse stopped at four |") and "tied the bell to the rail°" in line
        for line in lines
    )


def test_without_an_incident_the_report_says_so() -> None:
    assert as_markdown(made(told("R001", ["1 action: waited"])), {}) == [
        "No interview has an incident so far."
    ]


def test_tables_are_even_and_the_result_is_json() -> None:
    result = made(ANA, BEN)
    tables = as_rows(result, {})
    assert [len(rows) - 1 for rows in tables.values()] == [3, 7, len(result.categories)]
    assert all(len(row) == len(rows[0]) for rows in tables.values() for row in rows)
    assert json.loads(json.dumps(asdict(result)))["loose"] == 1
