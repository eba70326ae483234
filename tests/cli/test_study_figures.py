"""`study saturation` and `study agreement` from CSV files, as their functions print them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dramaturg.app.studies.csv_figures import codes_in
from dramaturg.app.studies.csv_files import text_of
from dramaturg.app.studies.second_coding import read_coding
from dramaturg.cli.study_agreement import print_agreement
from dramaturg.cli.study_saturation import run_saturation
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.coding.agreement import CodedAnswer, agreement

CODES = "interview,code\nR2,taste\nR1,calm\nR2,price\nR3,-\nR1,taste\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "given.csv"


def test_interviews_come_in_the_order_they_first_appear(file: Path) -> None:
    file.write_text(CODES, encoding="utf-8")
    assert codes_in(text_of(file), str(file)) == [
        ("R2", {"taste", "price"}),
        ("R1", {"calm", "taste"}),
        ("R3", frozenset()),
    ]


def test_a_code_left_empty_is_told_with_its_line(file: Path) -> None:
    file.write_text("interview,code\nR1,calm\nR2,\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"given\.csv:3: code left empty"):
        codes_in(text_of(file), str(file))


def test_saturation_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(CODES, encoding="utf-8")
    run_saturation(file, base=1, run=1, threshold=0.5, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert (told["new"], told["cumulative"]) == ([2, 1, 0], [2, 3, 3])
    assert told["guest"] == {
        "base": 1,
        "run": 1,
        "threshold": 0.5,
        "reached_at": 2,
    }  # one new code of the base's two


@pytest.mark.parametrize("interviews", [0, 1, 7, 300])
def test_saturation_as_tables_ends_with_the_answer(
    file: Path, interviews: int, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"R{place},[b]code {place % 5}\n" for place in range(interviews))
    file.write_text("interview,code\n" + rows, encoding="utf-8")
    run_saturation(file, base=4, run=2, threshold=0.05, as_json=False)
    out = capsys.readouterr().out
    assert "Enough?" in out
    assert "[b]code 0" in out or not interviews


def test_a_coding_has_the_codes_of_each_answer(file: Path) -> None:
    file.write_text("interview,turn,code\nR1,3,calm\nR1,3,taste\nR1,4,-\n", encoding="utf-8")
    assert read_coding(file).codes == {
        CodedAnswer("R1", 3): {"calm", "taste"},
        CodedAnswer("R1", 4): frozenset(),
    }


def test_turns_that_are_no_numbers_are_told_all_at_once(file: Path) -> None:
    file.write_text("interview,turn,code\nR1,x,calm\nR1,2,calm\nR1,²,calm\n", encoding="utf-8")
    with pytest.raises(BadInput) as told:
        read_coding(file)
    assert [line.split("given.csv")[1] for line in str(told.value).splitlines()] == [
        ":2: 'x' is not the number of a turn",
        ":4: '²' is not the number of a turn",
    ]


def test_agreement_is_printed_with_its_verdict(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("interview,turn,code\nR1,1,calm\nR1,2,-\n", encoding="utf-8")
    coding = read_coding(file)
    print_agreement(agreement(coding, coding), as_json=False)
    assert "Reliable: alpha is 1.00 over 2 answers" in capsys.readouterr().out


def test_a_code_of_interviews_that_only_one_coded_is_not_in_the_table(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("interview,turn,code\nR1,1,calm\nR1,2,-\n", encoding="utf-8")
    theirs = read_coding(file)
    file.write_text("interview,turn,code\nR1,1,calm\nR1,2,-\nR2,1,price\n", encoding="utf-8")
    print_agreement(agreement(read_coding(file), theirs), as_json=False)
    printed = capsys.readouterr().out
    assert "│ calm" in printed
    assert "│ price" not in printed


def test_agreement_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("interview,turn,code\nR1,1,calm\nR1,2,-\n", encoding="utf-8")
    coding = read_coding(file)
    print_agreement(agreement(coding, coding), as_json=True)
    assert json.loads(capsys.readouterr().out)["codes"][0]["kappa"] == 1.0
