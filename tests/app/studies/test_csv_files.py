"""CSV files from anywhere: read with whatever separates the columns, refused with every fault and
its line.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dramaturg.app.studies.csv_files import read_csv
from dramaturg.kernel.errors import BadInput


def file_with(folder: Path, text: str | bytes) -> Path:
    path = folder / "codes.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        "interview,code\nA,quiet\nB,money\n",
        "interview;code\nA;quiet\nB;money\n",
        "interview\tcode\r\nA\tquiet\r\nB\tmoney\r\n",
        "\ufeffInterview, Code \nA, quiet\nB, money\n",
        'code,interview,note\n"quiet",A,"two\nlines"\nmoney,B,\n',
    ],
)
def test_columns_are_found_by_name_however_they_are_separated(tmp_path: Path, text: str) -> None:
    rows = read_csv(file_with(tmp_path, text), ("interview", "code"))
    assert [dict(row.values) for row in rows] == [
        {"interview": "A", "code": "quiet"},
        {"interview": "B", "code": "money"},
    ]


def test_words_that_were_marked_for_spreadsheets_are_read_without_the_mark(tmp_path: Path) -> None:
    rows = read_csv(
        file_with(tmp_path, "interview,code\nA,'+44 is where I live\nB,'twas cold\n"),
        ("interview", "code"),
    )
    assert [row.values["code"] for row in rows] == ["+44 is where I live", "'twas cold"]


def test_every_empty_value_is_told_with_its_line(tmp_path: Path) -> None:
    path = file_with(tmp_path, "interview,code\nA,quiet\n,money\nB\n")
    with pytest.raises(BadInput) as refused:
        read_csv(path, ("interview", "code"))
    assert str(refused.value) == f"{path}:3: interview left empty\n{path}:4: code left empty"


def test_a_missing_column_is_named_with_what_may_be_meant(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no column 'code'. Did you mean 'codes'"):
        read_csv(file_with(tmp_path, "interview,codes\nA,quiet\n"), ("interview", "code"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        (b"interview,code\nA,\xff\xfe\n", "not UTF-8"),
        ('interview,code\nA,"quiet\n', "not CSV"),
    ],
)
def test_what_is_no_csv_is_refused(tmp_path: Path, text: str | bytes, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read_csv(file_with(tmp_path, text), ("interview", "code"))


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"gone\.csv cannot be read: no such file"):
        read_csv(tmp_path / "gone.csv", ("interview", "code"))


def test_of_very_many_faults_the_first_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="and 80 more like these"):
        read_csv(file_with(tmp_path, "interview,code\n" + "A,\n" * 100), ("interview", "code"))
