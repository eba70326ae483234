"""`dramaturg migrate` at the shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.at_the_shell import Shell, shell

from dramaturg.content.library import packaged
from dramaturg.kernel.errors import BadInput

TECHNICAL = (
    (packaged() / "sims/backbones/technical.yaml")
    .read_text(encoding="utf-8")
    .replace('version: "1"', 'version: "2"')
)


@pytest.fixture
def played(tmp_path: Path) -> Shell:
    """A session that stands in SURFACE."""
    at = shell(tmp_path)
    at("play", "sim", "launch_decision", said=("Hi.", "/quit"))
    return at


def edited(folder: Path, was: str, now: str) -> str:
    file = folder / "technical.yaml"
    file.write_text(TECHNICAL.replace(was, now), encoding="utf-8")
    return str(file)


def test_the_plan_is_shown_and_applied_when_agreed_to(played: Shell) -> None:
    file = edited(played.folder, "SURFACE", "PROBLEM")
    refused = played("migrate", file, said=("n",))
    assert "node technical/SURFACE: renamed to technical/PROBLEM" in refused
    assert "1 session: 1 remapped" in refused
    assert "Migrated" not in refused
    assert "Migrated 1 session." in played("migrate", file, said=("y",))
    assert "1 session: 1 up to date" in played("migrate", file)
    assert "Taken back for 1 session." in played("migrate", file, "--undo", "--yes")
    assert "1 remapped" in played("migrate", file, "--dry-run")


def test_a_session_that_needs_a_decision_makes_it_fail_and_is_named(played: Shell) -> None:
    file = edited(
        played.folder,
        "    max_turns: 2\n    advance: DEEPEN",
        "    max_turns: 3\n    advance: DEEPEN",
    )
    Path(file).write_text(
        Path(file).read_text(encoding="utf-8").replace("SURFACE", "PROBLEM"), encoding="utf-8"
    )
    played.fails(
        SystemExit,
        "gone: node technical/SURFACE is gone; could go on at technical/PROBLEM",
        "migrate",
        file,
        "--yes",
    )


def test_the_same_map_can_be_given_again_when_all_is_done(played: Shell) -> None:
    file, map = edited(played.folder, "SURFACE", "PROBLEM"), played.folder / "map.yaml"
    heading = 'kind: migration\nid: technical_2\nversion: "2"\ncontent: technical\n'
    map.write_text(heading + "renamed:\n  node:\n    SURFACE: PROBLEM\n", encoding="utf-8")
    assert "Migrated 1 session." in played("migrate", file, "--map", str(map), "--yes")
    assert "1 session: 1 up to date" in played("migrate", file, "--map", str(map), "--yes")


def test_content_that_no_session_is_held_with_is_told_so(played: Shell) -> None:
    assert "no stored session is held with methodology five_whys" in played("migrate", "five_whys")


def test_the_plan_as_json(played: Shell) -> None:
    file = edited(played.folder, "SURFACE", "PROBLEM")
    printed = json.loads(played("migrate", file, "--dry-run", "--json"))
    assert printed["sessions"] == {"up to date": 0, "remapped": 1}
    assert printed["plans"][0]["remapped"] == [
        [["node", "technical/SURFACE"], ["node", "technical/PROBLEM"]]
    ]
    played.fails(BadInput, "give --dry-run to see the plan, or --yes", "migrate", file, "--json")


def test_a_map_is_not_written_over_another_file(played: Shell) -> None:
    file = edited(played.folder, "SURFACE", "PROBLEM")
    map = str(played.folder / "map.yaml")
    played("migrate", file, "--write-map", map)
    assert "Certain, and done without being asked" in Path(map).read_text(encoding="utf-8")
    played.fails(BadInput, "is there already", "migrate", file, "--write-map", map)
    played.fails(
        BadInput, "is a map for technical, not for academic", "migrate", "academic", "--map", map
    )
    played.fails(
        BadInput,
        "is a backbone: give a YAML file with `kind: migration`",
        "migrate",
        file,
        "--map",
        file,
    )


def test_where_nobody_is_there_to_agree_nothing_is_done(played: Shell) -> None:
    file = edited(played.folder, "SURFACE", "PROBLEM")
    assert "Nothing was migrated: answer y, or give --yes." in played("migrate", file)
    assert "Migrated 1 session." in played("migrate", file, "--yes")
    assert "Nothing was taken back: answer y, or give --yes." in played("migrate", file, "--undo")
    played.fails(BadInput, "give --yes to have it done", "migrate", file, "--undo", "--json")
