"""Games over HTTP: made, shown, edited, built again, exported, graded, deleted."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.api.asking import asking
from tests.api.games_made import made, shelved

from dramaturg.app.config.settings import Settings

pytestmark = pytest.mark.slow

Client = httpx2.AsyncClient
Json = dict[str, Any]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return shelved(tmp_path)


@pytest.fixture
async def client(settings: Settings) -> AsyncIterator[Client]:
    async with asking(settings.games_folder.parent) as client:
        yield client


async def design_of(client: Client) -> Json:
    shown: Json = (await client.get("/games/earth/design")).json()
    return shown


async def test_a_game_is_listed_and_shown_with_its_plan(client: Client) -> None:
    (card,), blueprint = (await client.get("/games")).json(), made()["blueprint"]
    assert (card["id"], card["points"], card["edited"]) == (
        "earth",
        blueprint["totalMaxScore"],
        False,
    )
    shown = (await client.get("/games/earth")).json()
    assert shown["card"] == card
    plan = (await client.get("/games/earth/plan")).json()
    assert plan == shown["plan"]
    assert [each["type"] for scene in plan["scenes"] for each in scene["mechanics"]] == card[
        "rounds"
    ]
    assert (await client.get("/games/earth/blueprint")).json() == blueprint


async def test_topics_are_what_games_can_be_made_from(client: Client) -> None:
    topics = (await client.get("/topics")).json()
    assert "heart" in [topic["id"] for topic in topics]


@pytest.mark.slow
async def test_a_game_is_made_by_a_job_and_one_that_cannot_be_made_leaves_no_trace(
    client: Client, settings: Settings
) -> None:
    begun = await client.post(
        "/games", json={"knowledge": "heart", "scenes": 1, "mechanics": ["trace_path"]}
    )
    assert begun.status_code == 202
    assert (await ended(client, begun.json()["job"]))["state"] == "done"
    assert (await client.get(f"/games/{begun.json()['game']}")).json()["card"]["rounds"] == [
        "trace_path"
    ]
    unknown = (await client.post("/games", json={"question": "qqq zzz"})).json()
    job = await ended(client, unknown["job"])
    assert (job["state"], "nothing is known" in job["error"]) == ("failed", True)
    assert not (settings.games_folder / unknown["game"]).exists()


async def ended(client: Client, job: str) -> Json:
    await client.get(f"/jobs/{job}/events")
    shown: Json = (await client.get(f"/jobs/{job}")).json()
    return shown


async def test_a_design_with_faults_is_refused_with_all_of_them_and_the_old_one_stays(
    client: Client,
) -> None:
    shown = await design_of(client)
    broken = json.loads(json.dumps(shown["design"]))
    broken["scenes"][0]["mechanics"][0]["mechanic_type"] = "origami"
    broken["scenes"][0]["mechanics"][1]["points_per_item"] = -3
    refused = await client.put(
        "/games/earth/design", json={"version": shown["version"], "design": broken}
    )
    places = [fault["place"] for fault in refused.json()["faults"]]
    assert refused.status_code == 422
    assert any("mechanics[0]" in place for place in places)
    assert any("mechanics[1]" in place for place in places)
    assert await design_of(client) == shown
    checked = (await client.post("/games/earth/design/check", json=broken)).json()
    assert [issue["place"] for issue in checked["issues"] if issue["severity"] == "error"] == places


async def test_an_edited_game_is_built_again_and_keeps_the_content_of_what_was_not_changed(
    client: Client,
) -> None:
    shown, before = await design_of(client), (await client.get("/games/earth/contents")).json()
    design = shown["design"]
    design["title"] = "The earth, turned round"
    design["scenes"][0]["mechanics"].reverse()
    checked = (await client.post("/games/earth/design/check", json=design)).json()
    assert len(checked["changes"]["kept"]) == len(before)
    saved = await client.put(
        "/games/earth/design", json={"version": shown["version"], "design": design}
    )
    assert saved.status_code == 200
    assert (await client.get("/games/earth")).json()["card"]["edited"]
    assert (await client.post("/games/earth/rebuild")).json() == {"game": "earth", "job": None}
    card = (await client.get("/games/earth")).json()["card"]
    assert (card["title"], card["edited"]) == ("The earth, turned round", False)
    after = (await client.get("/games/earth/contents")).json()
    assert [each["content"] for each in after] == [each["content"] for each in reversed(before)]


async def test_of_two_who_edit_the_same_design_the_second_is_told(client: Client) -> None:
    shown = await design_of(client)
    first = {"version": shown["version"], "design": {**shown["design"], "title": "First"}}
    second = {"version": shown["version"], "design": {**shown["design"], "title": "Second"}}
    assert (await client.put("/games/earth/design", json=first)).status_code == 200
    assert (await client.put("/games/earth/design", json=second)).status_code == 409
    assert (await design_of(client))["design"]["title"] == "First"


async def test_content_is_checked_kept_and_played_after_a_rebuild(client: Client) -> None:
    one = (await client.get("/games/earth/contents")).json()[0]
    address, content = f"/games/earth/contents/{one['use']['fingerprint']}", one["content"]
    without = {**content, "items": content["items"][1:]}
    refused = await client.put(address, json=without)
    assert refused.status_code == 422
    assert refused.json()["faults"]
    unknown = await client.put(address, json={**content, "colour": "red"})
    assert unknown.json()["faults"][0]["place"] == "colour"
    content["items"][0]["hint"] = "Look further down."
    assert (await client.put(address, json=content)).status_code == 200
    await client.post("/games/earth/rebuild")
    assert "Look further down." in (await client.get("/games/earth/blueprint")).text


async def test_the_page_runs_its_own_script_and_nothing_else(client: Client) -> None:
    page = await client.get("/games/earth/page")
    policy = page.headers["content-security-policy"]
    assert page.headers["content-type"].startswith("text/html")
    assert "script-src 'sha256-" in policy
    assert "sandbox allow-scripts allow-downloads" in policy
    assert "frame-ancestors 'self'" in policy
    file = await client.get("/games/earth/exports/html")
    assert file.headers["content-disposition"] == 'attachment; filename="earth.html"'
    assert file.text == page.text
    forms = (await client.get("/games/earth/exports")).json()
    assert [form["id"] for form in forms][:2] == ["html", "sheet"]
    assert (await client.get("/games/earth/exports/pdf")).status_code == 404


async def test_a_saved_play_is_graded(client: Client) -> None:
    play = {"blueprint": "earth", "moves": [{"do": "next", "at": 1.0}]}
    graded = (await client.post("/games/earth/grade", json=play)).json()
    assert (graded["score"], graded["finished"]) == (0, False)
    wrong = await client.post(
        "/games/earth/grade", json={"blueprint": "earth", "moves": [{"do": "fly"}]}
    )
    assert (wrong.status_code, "move 0" in wrong.text) == (422, True)


async def test_a_deleted_game_is_gone(client: Client, settings: Settings) -> None:
    assert (await client.delete("/games/earth")).status_code == 204
    assert (await client.get("/games")).json() == []
    assert not (settings.games_folder / "earth").exists()


async def test_a_damaged_game_hides_no_other(client: Client, settings: Settings) -> None:
    broken = settings.games_folder / "broken"
    broken.mkdir()
    (broken / "game.json").write_text("{", encoding="utf-8")
    cards = (await client.get("/games")).json()
    assert [(card["id"], bool(card["fault"])) for card in cards] == [
        ("broken", True),
        ("earth", False),
    ]


NAMES = ("..", "%2e%2e", "..%2f..", "%00", "a%20b", "ä", "x" * 300, "nothing", ".earth")
ASKED = (("GET", ""), ("GET", "/page"), ("GET", "/design"), ("DELETE", ""), ("POST", "/rebuild"))


async def test_no_name_leads_out_of_the_folder_of_games(client: Client, settings: Settings) -> None:
    for name in NAMES:
        for method, rest in ASKED:
            answer = await client.request(method, f"/games/{name}{rest}")
            assert 400 <= answer.status_code < 500, (method, name, rest)
    assert (settings.games_folder / "earth").is_dir()
    assert settings.games_folder.parent.is_dir()


NONSENSE = (
    ("/games/earth/design/check", '{"title": "\\ud800"}', 422),
    ("/games/earth/design/check", '{"scenes": ' + "[" * 900 + "]" * 900 + "}", 422),
    ("/games/earth/design/check", '{"scenes": [{"mechanics": [{"points_per_item": 1e999}]}]}', 422),
    ("/games/earth/grade", '{"blueprint": "earth", "moves": [{"do": "\\udfff"}]}', 422),
    ("/games", '{"knowledge": "../secrets"}', 404),
    ("/games", "{}", 422),
    ("/games", '{"question": "x", "minutes": 99999999999999999999}', 422),
)


async def test_nonsense_is_answered_in_words(client: Client) -> None:
    for path, text, status in NONSENSE:
        answer = await client.post(path, content=text, headers={"Content-Type": "application/json"})
        assert (answer.status_code, text) == (status, text)
