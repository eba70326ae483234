"""The JSON of `study matrix`: its keys, and where the cut-off of the map is from."""

from __future__ import annotations

import json

from tests.studies.laddering import matrix_of, told

from dramaturg.studies.figures.matrix import implication_matrix
from dramaturg.studies.figures.matrix_table import matrix_json

# a to b by R1, R2 and R3; b to c by R1 and R2, c back to b by R3; a to c past b by R1 and R2, a to
# b past c by nobody.
MATRIX = implication_matrix(told("R1: a > b > c", "R2: a > b > c", "R3: a > b", "R3: c > b"))


def test_the_whole_of_a_small_study() -> None:
    found = matrix_json(MATRIX, k=1)
    assert (found["respondents"], found["ladders"], found["count"], found["relations"]) == (
        3,
        4,
        "respondents",
        "direct",
    )
    assert found["cells"] == [
        {"from": "a", "to": "b", "direct": 3, "indirect": 0, "text": "3.00"},
        {"from": "a", "to": "c", "direct": 0, "indirect": 2, "text": "0.02"},
        {"from": "b", "to": "c", "direct": 2, "indirect": 0, "text": "2.00"},
        {"from": "c", "to": "b", "direct": 1, "indirect": 0, "text": "1.00"},
    ]
    # 3 + 2 + 1 = 6 direct relations; b is reached 3 + 1 times and leads on twice
    assert found["codes"][1] == {
        "code": "b",
        "in": 4,
        "out": 2,
        "abstractness": 4 / 6,
        "centrality": 6 / 6,
        "prestige": 4 / 6,
    }
    assert found["cutoffs"] == [
        {"k": 1, "cells": 3, "relations": 6, "share": 1.0, "codes": 3},
        {"k": 2, "cells": 2, "relations": 5, "share": 5 / 6, "codes": 3},
        {"k": 3, "cells": 1, "relations": 3, "share": 3 / 6, "codes": 2},
    ]
    assert found["map"] == {
        "k": 1,
        "rule": "given",
        "edges": [{"from": "a", "to": "b", "count": 3}, {"from": "b", "to": "c", "count": 2}],
        "dropped": [{"from": "c", "to": "b", "count": 1, "why": "cycle", "via": []}],
    }


def test_without_a_cut_off_the_map_names_the_rule_it_follows() -> None:
    # 5/6 - 2/3 at 2 and 3/6 - 1/3 at 3 are both 1/6; the first of them is followed.
    found = matrix_json(MATRIX)
    assert (found["map"]["rule"], found["map"]["k"]) == ("elbow", 2)
    assert [(rule["rule"], rule["k"]) for rule in found["rules"]] == [
        ("share", 2),
        ("respondents", 2),
        ("elbow", 2),
    ]


def test_all_relations_reach_every_part() -> None:
    found = matrix_json(MATRIX, k=2, relations="all")
    assert found["cutoffs"][0]["relations"] == 8  # 3 + 2 + 1 directly and 2 indirectly
    assert found["codes"][0]["out"] == 5
    assert found["map"]["dropped"] == [
        {"from": "a", "to": "c", "count": 2, "why": "redundant", "via": ["b"]}
    ]


def test_nothing_at_all_is_json_too() -> None:
    found = json.loads(json.dumps(matrix_json(implication_matrix([]))))
    assert (found["cells"], found["codes"], found["cutoffs"]) == ([], [], [])
    assert found["map"] == {"k": 1, "rule": "elbow", "edges": [], "dropped": []}


def test_a_cut_off_above_every_cell_draws_nothing() -> None:
    assert matrix_json(matrix_of({"ab": 2}), k=9)["map"] == {
        "k": 9,
        "rule": "given",
        "edges": [],
        "dropped": [],
    }
