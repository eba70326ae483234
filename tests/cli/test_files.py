"""Writing what a command has made."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.at_the_shell import shell

from dramaturg.cli.shell import make_folder, write_file
from dramaturg.kernel.errors import BadInput


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b" / "map.yaml", b"here")
    assert (tmp_path / "a" / "b" / "map.yaml").read_bytes() == b"here"


def test_where_nothing_can_be_written_the_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadInput, match="file cannot be written"):
        make_folder(tmp_path / "file")
    with pytest.raises(BadInput, match="choose another place"):
        write_file(tmp_path, b"")


def test_nothing_is_played_whose_results_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    out = str(tmp_path / "file" / "out")
    shell(tmp_path).fails(
        BadInput,
        "cannot be written",
        "simulate",
        "game",
        "--game",
        "heart",
        "--count",
        "1",
        "--out",
        out,
    )
