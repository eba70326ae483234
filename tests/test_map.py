"""The map of the code is true: every folder is on it once, and every module that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dramaturg"
PAGE = (ROOT / "docs/map.md").read_text(encoding="utf-8")
ROOMS = re.findall(r"^\| `([a-z_/]+/)` \|", PAGE, re.MULTILINE)


def test_every_folder_of_the_code_is_on_the_map_once() -> None:
    folders = {file.parent.relative_to(SOURCE).as_posix() + "/" for file in SOURCE.rglob("*.py")}
    assert sorted(ROOMS) == sorted(folders - {"./"})


def test_every_module_that_the_way_of_a_turn_names_exists() -> None:
    way = PAGE.split("## The way of a turn")[1]
    named = {name for name in re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", way) if "." not in name}
    lacking = [
        name
        for name in named
        if not (SOURCE / f"{name}.py").is_file() and not (SOURCE / name).is_dir()
    ]
    assert len(named) > 10 and lacking == []


def test_every_engine_has_the_files_that_the_map_promises() -> None:
    table = PAGE.split("## An engine, the same in each")[1].split("## The way of a turn")[0]
    cells = re.findall(r"^\| (`.*?`.*?) \|", table, re.MULTILINE)
    promised = {name for cell in cells for name in re.findall(r"`([a-z_/]+)`", cell)} - {"why"}
    lacking = [
        f"{engine}/{name}"
        for engine in ("sims", "interviews", "memoir", "games")
        for name in sorted(promised)
        if not (SOURCE / "engines" / engine / f"{name}.py").is_file()
    ]
    assert "kit" in promised
    assert lacking == [
        "games/check"
    ]  # a game says what its blueprint says: nothing is to be checked


def test_no_room_is_described_by_nothing() -> None:
    assert all(
        re.search(rf"^\| `{re.escape(room)}` \| \S.{{10,}} \|$", PAGE, re.MULTILINE)
        for room in ROOMS
    )
