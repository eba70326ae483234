"""H5P packages: their heads fit the schemas of a server of H5P, and a player gives the score that
Python gives.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from jsonschema import Draft7Validator
from playwright.sync_api import Browser, Frame, Page
from referencing import Registry, Resource
from tests.engines.games.exports.driving import (
    HOST,
    answers_in,
    make_moves,
    package,
    played,
    points_of,
    served,
    unpacked,
    with_handle,
)
from tests.engines.games.page.fixtures import whole
from tests.engines.games.page.generated import SUBJECTS, generated

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.h5p import PLACE, h5p

pytestmark = pytest.mark.slow

PLAYER = """<!doctype html><div id="here"></div><script src="{host}/main.bundle.js"></script><script>
globalThis.said = [];
new H5PStandalone.H5P(document.getElementById("here"), {{
  h5pJsonPath: "{host}/h5p", frameJs: "{host}/frame.bundle.js", frameCss: "{host}/h5p.css",
  contentUserData: {state}, saveFreq: 3600,
}}).then(() => {{
  H5P.externalDispatcher.on("xAPI", ({{ data }}) => said.push(data.statement));
  globalThis.ready = true;
}});
</script>"""


@contextmanager
def playing(browser: Browser, game: Blueprint, state: Any = None) -> Iterator[tuple[Page, Frame]]:
    files = {f"h5p/{name}": data for name, data in unpacked(h5p(game, 0.6)).items()}
    script = f"h5p/{PLACE}/game.js"
    there = package("h5p-standalone") / "dist"
    kept = [{"state": json.dumps(state)}]
    page_text = PLAYER.format(host=HOST, state=json.dumps(kept if state else []))
    bundles = {name: (there / name).read_bytes() for name in ("main.bundle.js", "frame.bundle.js")}
    more = {"": page_text.encode(), "h5p.css": (there / "styles" / "h5p.css").read_bytes()}
    with served(browser, {**files, **bundles, **more, script: playable(files[script])}) as page:
        page.goto(f"{HOST}/")
        page.wait_for_function("() => globalThis.ready")
        yield page, inner(page)


def playable(script: bytes) -> bytes:
    """With a handle for players of code, which the policy of the page would not let in."""
    anything = "script-src script-src &#x27;unsafe-inline&#x27;;"  # x27;unsafe-inlinescript-src &#x27;unsafe-inline&#x27;;"#x27; script-src &#x27;unsafe-inline&#x27;;"#x27;unsafe-evalscript-src &#x27;unsafe-inline&#x27;;"#x27;;"
    return re.sub(r"script-src [^;]*;[^;]*;[^;]*;", anything, with_handle(script).decode()).encode()


def inner(page: Page) -> Frame:
    """The game, in the frame of the content type, in the frame of the player."""
    inside = page.locator("iframe").element_handle().content_frame()
    assert inside is not None
    place = inside.wait_for_selector("iframe", state="attached")
    assert place is not None
    game = place.content_frame()
    assert game is not None
    game.wait_for_function("() => Boolean(globalThis.game?.start)")
    return game


def statements(page: Page, verb: str) -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = page.evaluate("said")
    return [each for each in said if each["verb"]["id"].endswith(f"/{verb}")]


def test_heads_fit_the_schemas_of_a_server() -> None:
    folder = package("@lumieducation/h5p-server") / "build" / "src" / "schemas"
    known = {file.name: json.loads(file.read_text()) for file in folder.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        (each["$id"], Resource.from_contents(each)) for each in known.values() if "$id" in each
    )
    files = unpacked(h5p(whole(), 0.6))
    for name, schema in (("h5p.json", "h5p-schema"), (f"{PLACE}/library.json", "library-schema")):
        checked = Draft7Validator(known[f"{schema}.json"], registry=registry)
        assert [error.message for error in checked.iter_errors(json.loads(files[name]))] == []


@pytest.mark.parametrize("player", ["perfect", "worst", "guessing"])
def test_the_player_has_the_score_that_python_gives(browser: Browser, player: str) -> None:
    game = whole()
    play = played(player, game)
    with playing(browser, game) as (page, frame):
        make_moves(frame, play)
        page.wait_for_function("() => said.some((each) => each.verb.id.endsWith('/completed'))")
        [completed] = statements(page, "completed")
        score = completed["result"]["score"]
        assert (score["raw"], score["max"]) == (points_of(game, play), game.total_max_score)
        assert len(statements(page, "answered")) == answers_in(play)


def test_a_game_from_knowledge_has_the_same_score(browser: Browser) -> None:
    game = generated(SUBJECTS[0])
    play = played("guessing", game, 1)
    with playing(browser, game) as (page, frame):
        make_moves(frame, play)
        page.wait_for_function("() => said.some((each) => each.verb.id.endsWith('/completed'))")
        [completed] = statements(page, "completed")
        assert completed["result"]["score"]["raw"] == points_of(game, play)


def test_a_play_goes_on_where_it_was_left(browser: Browser) -> None:
    game = whole()
    play = played("guessing", game, 3)
    half = len(play.moves) // 2
    with playing(browser, game) as (page, frame):
        make_moves(frame, play, half)
        before = frame.evaluate("game.points()")
        page.wait_for_timeout(200)
        inside = page.locator("iframe").element_handle().content_frame()
        assert inside is not None
        state = inside.evaluate("H5P.instances[0].getCurrentState()")
    with playing(browser, game, state) as (page, frame):
        frame.wait_for_function("() => game.points() !== null")
        assert frame.evaluate("game.points()") == before
