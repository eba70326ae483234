"""`dramaturg study matrix`: CSV in, JSON or tables out, all faults at once."""

from __future__ import annotations

import io
import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from dramaturg.app.studies.csv_figures import LONGEST, ladders_in
from dramaturg.app.studies.csv_files import text_of
from dramaturg.cli.study_matrix import MOST_ROWS, run_matrix, shown
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.figures.matrix import Cell, ImplicationMatrix, Ladder, implication_matrix
from dramaturg.studies.figures.matrix_table import matrix_figures

HEADER = "respondent,ladder,position,code"
LADDERS = """\
R1,1,1,crunchy
R1,1,2,fresh
R1,1,3,health
R2,1,1,crunchy
R2,1,2,fresh
R2,2,1,fresh
R2,2,2,crunchy
R3,1,1,crunchy
R3,1,2,health"""


def read_ladders(file: Path) -> list[Ladder]:
    return ladders_in(text_of(file), str(file))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, LADDERS)


def written(folder: Path, rows: str) -> Path:
    path = folder / "ladders.csv"
    path.write_text(f"{HEADER}\n{rows}\n", encoding="utf-8")
    return path


def faults(folder: Path, rows: str) -> list[str]:
    with pytest.raises(BadInput) as refused:
        read_ladders(written(folder, rows))
    return [
        line.removeprefix(f"{folder / 'ladders.csv'}:") for line in str(refused.value).splitlines()
    ]


def chain(length: int, indirect: int) -> ImplicationMatrix:
    """Codes of which each leads to the next, the first once directly, the second twice and
    so on.
    """
    codes = tuple(f"code{number}" for number in range(length + 1))
    cells = {
        pair: Cell(*pair, count, indirect) for count, pair in enumerate(pairwise(codes), start=1)
    }
    return ImplicationMatrix(codes, cells, "respondents", 400, 400)


def printed(matrix: ImplicationMatrix, cutoff: int | None = None, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(shown(matrix_figures(matrix, cutoff)))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# ── in ────────────────────────────────────────────────────────────────────────────────────────────


def test_rows_in_any_order_are_the_same_ladders(tmp_path: Path, file: Path) -> None:
    ladders = read_ladders(file)
    rows = LADDERS.splitlines()
    Random(5).shuffle(rows)
    assert read_ladders(written(tmp_path, "\n".join(rows))) == ladders
    assert [(each.respondent, each.ladder, each.codes) for each in ladders] == [
        ("R1", "1", ("crunchy", "fresh", "health")),
        ("R2", "1", ("crunchy", "fresh")),
        ("R2", "2", ("fresh", "crunchy")),
        ("R3", "1", ("crunchy", "health")),
    ]


def test_respondents_and_ladders_come_as_people_count_whatever_the_order_of_rows(
    tmp_path: Path,
) -> None:
    places = [
        ("R1", "1"),
        ("R01", "1"),
        ("R2", "2"),
        ("R2", "10"),
        ("R2", "x"),
        ("R10", "1"),
        (f"R{'9' * 5000}", "1"),
        ("²", "1"),
    ]
    rows = [f"{respondent},{ladder},1,some" for respondent, ladder in places]
    found = [
        [
            (each.respondent, each.ladder)
            for each in read_ladders(written(tmp_path, "\n".join(order)))
        ]
        for order in (rows, rows[::-1])
    ]
    assert found[0] == found[1] == [places[1], places[0], *places[2:]]


def test_positions_are_numbers_of_any_kind(tmp_path: Path) -> None:
    rows = "R1,1,10,last\nR1,1,-2,first\nR1,1,2.5,then\nR1,1,9007199254740993,end\nR1,1,9007199254740992,before"
    assert read_ladders(written(tmp_path, rows))[0].codes == (
        "first",
        "then",
        "last",
        "before",
        "end",
    )


def test_all_faults_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    assert faults(tmp_path, "R1,1,one,a\nR1,1,2,b\nR1,1,2.0,c\nR2,1,2,d\nR2,1,nan,e") == [
        "2: position 'one' is not a number",
        "4: position 2.0 of ladder '1' of 'R1' was taken on line 3",
        "6: position 'nan' is not a number",
    ]


def test_a_ladder_too_long_to_be_one_is_refused(tmp_path: Path) -> None:
    rows = "\n".join(f"R1,1,{number},c{number}" for number in range(LONGEST + 1))
    assert faults(tmp_path, rows) == [
        f"{LONGEST + 2}: ladder '1' of 'R1' has more than {LONGEST} codes"
    ]


def test_a_cut_off_below_one_is_refused(file: Path) -> None:
    with pytest.raises(BadInput, match="a cut-off of 0 leaves nothing out"):
        run_matrix(file, "respondents", 0, "direct", True)


# ── out ───────────────────────────────────────────────────────────────────────────────────────────


def test_json_has_the_documented_form(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_matrix(file, "respondents", None, "direct", True)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["cells"][0] == {
        "from": "crunchy",
        "to": "fresh",
        "direct": 2,
        "indirect": 0,
        "text": "2.00",
    }
    assert set(found["codes"][0]) == {"code", "in", "out", "abstractness", "centrality", "prestige"}
    assert {"k", "cells", "relations", "share"} <= set(found["cutoffs"][0])
    assert {"k", "edges", "dropped"} <= set(found["map"])
    assert (found["respondents"], found["ladders"]) == (3, 4)


def test_mentions_cut_off_and_relations_are_heeded(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_matrix(file, "mentions", 2, "all", True)
    found = json.loads(capsys.readouterr().out)
    assert (found["count"], found["relations"], found["map"]["k"], found["map"]["rule"]) == (
        "mentions",
        "all",
        2,
        "given",
    )
    # crunchy to fresh in two ladders; crunchy to health in one directly and in one past fresh
    assert {(edge["from"], edge["to"]): edge["count"] for edge in found["map"]["edges"]} == {
        ("crunchy", "fresh"): 2,
        ("crunchy", "health"): 2,
    }


def test_a_ladder_of_one_code_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_matrix(written(tmp_path, "R1,1,1,alone"), "respondents", None, "direct", True)
    found = json.loads(capsys.readouterr().out)
    assert (found["respondents"], found["ladders"], [code["code"] for code in found["codes"]]) == (
        1,
        1,
        ["alone"],
    )


@pytest.mark.parametrize("rows", ["", "R1,1,1,alone", "R1,1,1,[bold]\nR1,1,2,😀 naïve [/x]"])
def test_odd_files_are_shown_without_trouble(
    tmp_path: Path, rows: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run_matrix(written(tmp_path, rows), "respondents", None, "direct", False)
    assert all(row.split(",")[3] in capsys.readouterr().out for row in rows.splitlines()[:1])


def test_few_codes_are_shown_as_a_square(file: Path) -> None:
    lines = [line.split() for line in printed(implication_matrix(read_ladders(file))).splitlines()]
    # crunchy is reached by R2 from fresh; it leads R1 and R2 to fresh, R3 directly and R1 past
    # fresh to health
    assert ["1", "crunchy", "2.00", "1.01"] in lines
    assert ["2", "fresh", "1.00", "1.00"] in lines


def test_many_codes_are_shown_as_the_strongest_pairs() -> None:
    text = printed(chain(59, indirect=1))
    assert text.index("59.01") < text.index("58.01")
    assert f"and {59 - MOST_ROWS} more; --json has all" in text


def test_rules_are_marked_in_the_table_and_the_one_followed_is_named(file: Path) -> None:
    text = printed(implication_matrix(read_ladders(file)))
    # Cells of 2, 1, 1 and 1: the elbow is at 2; two thirds of 5 are only left at 1; five per cent
    # of 3 people are at least 2.
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "1 4 5 100% 3 share" in lines
    assert "2 1 2 40% 2 respondents, elbow" in lines
    assert "elbow (followed): k = 2" in text
    assert "Value map at k = 2 (elbow)" in text


def test_a_given_cut_off_is_named_as_given(file: Path) -> None:
    text = printed(implication_matrix(read_ladders(file)), cutoff=1)
    assert "given (followed): k = 1" in text
    assert "(followed)" not in text.replace("given (followed)", "")


def test_what_is_not_drawn_is_shown_with_why(file: Path) -> None:
    lines = [
        " ".join(line.split())
        for line in printed(implication_matrix(read_ladders(file)), cutoff=1).splitlines()
    ]
    assert "fresh crunchy closes a circle: crunchy → fresh 1" in lines
    assert "crunchy health redundant: crunchy → fresh → health 1" in lines


def test_a_long_table_of_cut_offs_is_thinned_and_keeps_what_is_proposed() -> None:
    text = printed(chain(299, indirect=0), cutoff=123)
    table = text.split("Cut-offs:")[1].split("share: k")[0]
    assert all(name in table for name in ("share", "respondents", "elbow", "given"))
    assert "more; --json" not in table
