"""The shelf of games: where it stands, whose names it takes, and that nobody's edit is lost."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from tests.api.games_made import made, shelved

from dramaturg.app.config.settings import Settings
from dramaturg.app.games.game_store import GameStore, remake_at_once, remaking, shelf_of
from dramaturg.kernel.errors import ConflictError, NotFound


@pytest.mark.parametrize(
    ("store", "games", "folder"),
    [
        ("/data/s.db", "", "/data/games"),
        ("sqlite:////data/s.db", "", "/data/games"),
        ("/data/s.db", "/elsewhere", "/elsewhere"),
    ],
)
def test_the_shelf_stands_beside_the_store_unless_it_is_put_elsewhere(
    store: str, games: str, folder: str
) -> None:
    assert Settings(store=store, games=games).games_folder == Path(folder)


@pytest.fixture
def shelf(tmp_path: Path) -> GameStore:
    return shelf_of(shelved(tmp_path))


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../earth", "earth/../earth", "earth\0", "earth ", "nothing", "x" * 65]
)
def test_only_ids_are_names_of_games(shelf: GameStore, name: str) -> None:
    with pytest.raises(NotFound):
        shelf.folder(name)


def test_two_games_of_one_name_get_two_ids(shelf: GameStore) -> None:
    assert [shelf.reserve("Earth"), shelf.reserve("Earth")] == ["earth_2", "earth_3"]
    shelf.release("earth_3")
    shelf.release("earth")
    assert shelf.reserve("Earth") == "earth_3"
    assert shelf.ids() == ["earth"]


def test_an_edit_made_while_the_game_is_built_again_is_not_lost(shelf: GameStore) -> None:
    settings = Settings(store=str(shelf.root.parent / "s.db"))
    request, shown = remaking(shelf, "earth"), shelf.design("earth")
    shelf.put_design("earth", shown.version, {**made()["design"], "title": "Edited meanwhile"})
    with pytest.raises(ConflictError, match="build it once more"):
        asyncio.run(remake_at_once(request, settings))
    assert shelf.design("earth").design.title == "Edited meanwhile"
    asyncio.run(remake_at_once(remaking(shelf, "earth"), settings))
    assert shelf.card("earth").title == "Edited meanwhile"


def test_content_edited_in_the_studio_outlives_a_design_that_does_without_it(
    shelf: GameStore,
) -> None:
    settings = Settings(store=str(shelf.root.parent / "s.db"))
    before, first = shelf.design("earth"), shelf.contents("earth")[-1]
    fingerprint = first.use.fingerprint
    content = json.loads(json.dumps(first.content))
    content["items"][0]["hint"] = "Think of an onion."
    shelf.put_content("earth", fingerprint, content)
    design = before.design.model_dump(mode="json")
    design["scenes"][0]["mechanics"].pop()
    shelf.put_design("earth", before.version, design)
    asyncio.run(remake_at_once(remaking(shelf, "earth"), settings))
    assert "set_aside" in "".join(shelf.shown("earth").degraded)

    again = before.design.model_dump(mode="json")
    assert fingerprint in {use.fingerprint for use in shelf.check("earth", again).changes.kept}  # type: ignore[union-attr]  # it is sound
    shelf.put_design("earth", shelf.design("earth").version, again)
    asyncio.run(remake_at_once(remaking(shelf, "earth"), settings))
    assert shelf.contents("earth")[-1].content == content
