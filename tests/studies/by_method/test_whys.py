"""Cause trees: from problems to root causes, with respondents behind every step."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import pairwise

from tests.studies.by_method.telling import ground, told

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method.five_whys import (
    DEEPEST,
    Branch,
    CauseMap,
    CauseTally,
    as_markdown,
    as_rows,
    longest,
)

ANA = told(
    "R001",
    [
        "1 problem: late deliveries",
        "2 cause: vans leave late",
        "3 cause: goods not ready",
        "4 root_cause: no cut-off time",
        "5 effect: customers ring",
        "6 countermeasure: second shift",
    ],
    [
        "late deliveries -caused_by> vans leave late",
        "vans leave late -caused_by> goods not ready",
        "goods not ready -caused_by> no cut-off time",
        "customers ring -caused_by> late deliveries",
        "goods not ready -countered_by> second shift",
    ],
)
BEN = told(
    "R002",
    [
        "1 problem: late deliveries",
        "2 cause: vans leave late",
        "3 root_cause: no cut-off time",
        "4 root_cause: too few drivers",
    ],
    ["late deliveries -caused_by> vans leave late", "late deliveries -caused_by> no cut-off time"],
)
CIRCLE = told(
    "R003",
    ["1 problem: noise", "2 cause: open door", "3 cause: stale air"],
    [
        "noise -caused_by> open door",
        "open door -caused_by> stale air",
        "stale air -caused_by> open door",
    ],
)


def made(*interviews: CodedInterview) -> CauseMap:
    tally = CauseTally(ground("five_whys", interviews))
    for each in interviews:
        tally.add(each)
    return tally.result()


def outline(branch: Branch) -> object:
    return {
        f"{branch.code} {branch.support.respondents}": [outline(cause) for cause in branch.causes]
    }


def test_a_tree_goes_from_the_problem_to_its_root_causes_with_respondents() -> None:
    (tree,) = made(ANA, BEN).trees
    assert outline(tree) == {
        "late deliveries 2": [
            {"vans leave late 2": [{"goods not ready 1": [{"no cut-off time 1": []}]}]},
            {"no cut-off time 1": []},
        ]
    }


def test_what_follows_from_a_problem_is_no_cause_of_it() -> None:
    result = made(ANA)
    assert [(step.effect, step.cause) for step in result.follows] == [
        ("customers ring", "late deliveries")
    ]
    assert [tree.code for tree in result.trees] == ["late deliveries"]


def test_a_circle_ends_where_it_comes_back_to_itself() -> None:
    (tree,) = made(CIRCLE).trees
    assert outline(tree) == {"noise 1": [{"open door 1": [{"stale air 1": [{"open door 1": []}]}]}]}
    assert tree.causes[0].causes[0].causes[0].told_above


def test_a_problem_that_explains_another_is_told_under_it_even_if_more_people_have_it() -> None:
    ideas = ["1 problem: late orders", "2 problem: no stock", "3 cause: van broke down"]
    links = ["late orders -caused_by> no stock", "no stock -caused_by> van broke down"]
    assert [
        tree.code for tree in made(told("R001", ideas, links), told("R002", ideas[1:])).trees
    ] == ["late orders"]


def test_causes_that_nobody_traced_to_a_problem_have_trees_of_their_own() -> None:
    loose = told(
        "R004",
        ["1 cause: wet floor", "2 root_cause: no gutter"],
        ["wet floor -caused_by> no gutter"],
    )
    assert [tree.code for tree in made(ANA, loose).trees] == ["late deliveries", "wet floor"]


def test_a_very_long_row_goes_on_in_another_tree() -> None:
    codes = [f"thing {number:02}" for number in range(DEEPEST + 5)]
    long = told(
        "R005",
        [f"{at} cause: {code}" for at, code in enumerate(codes)],
        [f"{one} -caused_by> {other}" for one, other in pairwise(codes)],
    )
    assert [tree.code for tree in made(long).trees] == ["thing 00", f"thing {DEEPEST:02}"]


def test_depth_counts_the_whys_in_a_row_within_one_interview() -> None:
    result = made(ANA, BEN, told("R006", ["1 problem: noise"]))
    # R001: customers ring, late deliveries, vans leave late, goods not ready, no cut-off time: 4
    # whys. R002: 1. R006: none.
    assert result.depths == {0: 1, 1: 1, 4: 1}
    assert result.at_root == 2


def test_the_longest_row_does_not_depend_on_where_one_starts() -> None:
    assert longest({"c": ["d"], "b": ["c", "d"], "a": ["d", "b"]}) == 3


def test_a_row_longer_than_any_stack_is_measured() -> None:
    assert longest({str(at): [str(at + 1)] for at in range(5000)}) == 5000


def test_root_causes_are_ranked_by_who_was_led_to_them() -> None:
    assert [
        (each.code, each.reached, each.support.respondents) for each in made(ANA, BEN).roots
    ] == [("no cut-off time", 2, 2), ("too few drivers", 0, 1)]


def test_remedies_are_told_with_what_they_are_against() -> None:
    assert [(step.effect, step.cause) for step in made(ANA).remedies] == [
        ("goods not ready", "second shift")
    ]


def test_a_remedy_that_brought_the_trouble_about_is_a_cause_of_it() -> None:
    worse = told(
        "R007",
        ["1 problem: hour longer", "2 countermeasure: second check"],
        ["hour longer -caused_by> second check"],
    )
    result = made(worse)
    assert outline(result.trees[0]) == {"hour longer 1": [{"second check 1": []}]}
    assert result.remedies == ()


def test_the_report_draws_the_tree_and_names_standing_conditions() -> None:
    lines = as_markdown(made(ANA, BEN), {})
    assert "### late deliveries" in lines
    assert "- ↳ vans leave late: 2" in lines
    assert "- \u2003\u2003↳ goods not ready: 1" in lines
    assert "- ↳ no cut-off time (standing condition): 1" in lines
    assert "| no cut-off time | 2 | 2 | 2 |" in lines


def test_without_causes_the_report_says_so() -> None:
    assert as_markdown(made(told("R001", ["1 problem: noise"])), {}) == [
        "No interview has a cause that leads to anything so far."
    ]


def test_tables_have_every_step_and_the_result_is_json() -> None:
    result = made(ANA, BEN, CIRCLE)
    tables = as_rows(result, {})
    assert tables["causes"][1][:4] == ("late deliveries", "vans leave late", 2, 2)
    assert len(tables["causes"]) == 1 + len(result.steps)
    assert all(len(row) == len(rows[0]) for rows in tables.values() for row in rows)
    json.dumps(asdict(result))
