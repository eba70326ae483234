"""Watching: which files are looked at."""

from __future__ import annotations

from pathlib import Path

from dramaturg.cli.watch import look


def test_files_are_looked_at_in_all_folders_but_not_in_hidden_ones(tmp_path: Path) -> None:
    for name in ("here.yaml", "deeper/there.yaml", ".git/index", "deeper/.there.yaml.swp"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("kind: guide")
    assert look([tmp_path]).keys() == {tmp_path / "here.yaml", tmp_path / "deeper" / "there.yaml"}


def test_a_file_that_is_gone_is_not_looked_at(tmp_path: Path) -> None:
    assert look([tmp_path / "gone.yaml"]) == {}
