"""Data files: read once, checked by a type, and what is wrong is told with file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from dramaturg.data_files import BadDataFile, WordList, Words, load, load_words


@dataclass(frozen=True)
class Colours:
    warm: Words
    cold: WordList
    weight: float = 1.0


def written(folder: Path, name: str, text: str) -> str:
    """A data file beside a module, whose name is given."""
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / "module.py")


def test_what_a_file_holds_is_of_the_kind_that_was_asked_for(tmp_path: Path) -> None:
    beside = written(tmp_path, "c.yaml", "warm: red\ncold:\n  - blue green\n  - no\nweight: 2\n")
    assert load(beside, "c.yaml", Colours) == Colours(
        frozenset({"red"}), ("blue", "green", "no"), 2
    )


def test_json_is_read_as_well(tmp_path: Path) -> None:
    beside = written(tmp_path, "c.json", '{"warm": "red", "cold": ["blue"], "weight": 0.5}')
    assert load(beside, "c.json", Colours).weight == 0.5


def test_a_plain_list_has_remarks_and_many_words_on_a_line(tmp_path: Path) -> None:
    beside = written(tmp_path, "w.txt", "# small words\na an the  # articles\n\non off\n")
    assert load_words(beside, "w.txt") == {"a", "an", "the", "on", "off"}
    assert load(beside, "w.txt", list[str]) == ["a an the", "on off"]


def test_a_file_is_read_once(tmp_path: Path) -> None:
    beside = written(tmp_path, "c.yaml", "warm: red\ncold: blue\n")
    first = load(beside, "c.yaml", Colours)
    written(tmp_path, "c.yaml", "")
    assert load(beside, "c.yaml", Colours) is first


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.yaml", "warm: red\ncold:\n  - blue\nweight: heavy\n", [4]),
        ("b.json", '{"warm": "red",\n "cold": ["blue"],\n\n "weight": "heavy"}', [4]),
        ("c.yaml", "cold: blue\n\nweight: heavy\n", [1, 3]),
        ("d.yaml", "warm: red\ncold: [blue\n", [3]),
        ("e.yaml", "warm: red\ncold: blue\nwarm: red\n", [3]),
    ],
)
def test_every_fault_is_told_with_file_and_line(
    tmp_path: Path, name: str, text: str, lines: list[int]
) -> None:
    beside = written(tmp_path, name, text)
    with pytest.raises(BadDataFile) as caught:
        load(beside, name, Colours)
    places = [line.split(": ")[0] for line in str(caught.value).splitlines()]
    assert places == [f"{tmp_path / name}:{line}" for line in lines]
