"""The folder of a game: whatever somebody edits there stays, in the game or set aside, and comes
back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.api.games_made import made as made_earth

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.game_folder import (
    contents_aside,
    edited_files,
    read_json,
    rebuild_request,
    save_game,
    write_json,
)
from dramaturg.engines.games.job import Order

LIBRARY = library_of(Settings(store=""))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_game(made_earth(), tmp_path / "earth", LIBRARY)
    return tmp_path / "earth"


async def rebuild(folder: Path) -> tuple[str, ...]:
    request = rebuild_request(folder)
    return save_game(await make_at_once(Order(**request), LIBRARY), folder, LIBRARY, request)


def edit(file: Path, change: Callable[[Any], object]) -> None:
    value = read_json(file)
    change(value)
    write_json(file, value)


def matching(folder: Path) -> Path:
    """The content of the memory match."""
    rounds = [
        each for scene in read_json(folder / "plan.json")["scenes"] for each in scene["mechanics"]
    ]
    (print_,) = (each["fingerprint"] for each in rounds if each["mechanic_type"] == "memory_match")
    return folder / "content" / f"{print_}.json"


def ask_for(count: int) -> Callable[[Any], object]:
    """A change of the design after which the memory match needs other content."""

    def change(design: Any) -> None:
        for each in design["scenes"][0]["mechanics"]:
            if each["mechanic_type"] == "memory_match":
                each["expected_item_count"] = count

    return change


def hint(text: str) -> Callable[[Any], object]:
    return lambda content: content["items"][0].update(hint=text)


def test_a_game_as_it_was_made_is_not_edited(folder: Path) -> None:
    assert edited_files(folder) == ()


def test_other_ends_of_lines_are_no_edit(folder: Path) -> None:
    for file in [folder / "game.html", *folder.rglob("*.json")]:
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert edited_files(folder) == ()


@pytest.mark.parametrize("name", ["design.json", "plan.json", "blueprint.json", "game.html"])
def test_an_edited_file_is_known(folder: Path, name: str) -> None:
    (folder / name).write_text((folder / name).read_text() + " ")
    assert edited_files(folder) == (name,)


async def test_a_rebuilt_game_keeps_edited_content_in_use_and_knows_it_as_edited(
    folder: Path,
) -> None:
    edit(matching(folder), hint("Think of an onion."))
    assert await rebuild(folder) == ()
    assert "Think of an onion." in (folder / "blueprint.json").read_text()
    assert edited_files(folder) == (f"content/{matching(folder).name}",)


@pytest.mark.parametrize("rebuilt_between", [False, True])
async def test_edited_content_that_is_used_no_more_is_set_aside_and_comes_back(
    folder: Path, rebuilt_between: bool
) -> None:
    content, design = matching(folder), folder / "design.json"
    before = read_json(design)
    edit(content, hint("Think of an onion."))
    mine = read_json(content)
    if rebuilt_between:
        await rebuild(folder)
    edit(design, ask_for(3))
    assert await rebuild(folder) == (f"content/{content.name}",)
    assert not content.exists()
    assert contents_aside(folder) == {content.stem: mine}
    assert any(
        f"set_aside/content/{content.name}" in note
        for note in read_json(folder / "game.json")["degraded"]
    )

    write_json(design, before)
    assert await rebuild(folder) == ()
    assert read_json(content) == mine
    assert "Think of an onion." in (folder / "blueprint.json").read_text()
    assert contents_aside(folder) == {}
    assert f"content/{content.name}" in edited_files(folder)


async def test_content_that_nobody_edited_goes_when_it_is_used_no_more(folder: Path) -> None:
    content = matching(folder)
    edit(folder / "design.json", ask_for(3))
    assert await rebuild(folder) == ()
    assert not content.exists()
    assert not (folder / "set_aside").exists()


async def test_a_blueprint_that_was_edited_is_set_aside_when_the_game_is_built_again(
    folder: Path,
) -> None:
    edit(folder / "blueprint.json", lambda blueprint: blueprint.update(title="Mine"))
    assert await rebuild(folder) == ("blueprint.json",)
    assert read_json(folder / "set_aside" / "blueprint.json")["title"] == "Mine"
    assert read_json(folder / "blueprint.json")["title"] != "Mine"
    edit(folder / "blueprint.json", lambda blueprint: blueprint.update(title="Mine again"))
    await rebuild(folder)
    assert read_json(folder / "set_aside" / "blueprint.json")["title"] == "Mine again"
    assert json.loads((folder / "set_aside" / "blueprint.json.1").read_text())["title"] == "Mine"


async def test_what_may_have_been_edited_in_an_older_game_is_set_aside(folder: Path) -> None:
    content = matching(folder)
    edit(folder / "game.json", lambda head: head.pop("written"))
    edit(folder / "design.json", ask_for(3))
    assert await rebuild(folder) == (f"content/{content.name}",)
