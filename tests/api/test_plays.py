"""Plays over HTTP: opened, played move by move, taken up again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.api.asking import asking
from tests.api.games_made import made, shelved

pytestmark = pytest.mark.slow

Client = httpx2.AsyncClient
Json = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shelved(tmp_path)
    return tmp_path


@pytest.fixture
async def client(folder: Path) -> AsyncIterator[Client]:
    async with asking(folder) as client:
        yield client


async def opened(client: Client, timers: bool = True) -> Json:
    answer = await client.post("/plays", json={"game": "earth", "timers": timers})
    assert answer.status_code == 201
    play: Json = answer.json()
    return play


async def moved(client: Client, session: str, key: str, **move: Any) -> httpx2.Response:
    headers = {"Idempotency-Key": key}
    return await client.post(
        f"/sessions/{session}/turns", json={"text": json.dumps(move)}, headers=headers
    )


async def test_a_play_is_taken_up_where_it_stands(client: Client) -> None:
    play = await opened(client, timers=False)
    session, round = play["session"], made()["blueprint"]["scenes"][0]["mechanics"][0]
    first = round["items"][0]
    turn = (
        await moved(
            client, session, "1", do="answer", item=first["id"], answer=first["answer"], at=4.5
        )
    ).json()
    assert (turn["turn"], turn["scene"]["points"]) == (1, round["pointsPerItem"])
    again = (await client.get(f"/plays/{session}")).json()
    assert again["moves"] == [
        {"do": "answer", "item": first["id"], "answer": first["answer"], "at": 4.5}
    ]
    assert (again["clock"], again["timers"], again["moved"]) == (4.5, False, False)
    assert again["scene"] == turn["scene"]


async def test_why_a_move_was_judged_as_it_was(client: Client) -> None:
    play = await opened(client)
    session, round = play["session"], made()["blueprint"]["scenes"][0]["mechanics"][0]
    item, wrong = (
        round["items"][0],
        next(each for each in round["choices"] if each["id"] != round["items"][0]["answer"]),
    )
    await moved(client, session, "1", do="answer", item=item["id"], answer=wrong["id"])
    why = (await client.get(f"/sessions/{session}/turns/1/why")).json()["own"]
    (judged,) = why["judged"]
    assert (judged["item"], judged["right"], judged["charged"]) == (item["text"], False, True)
    assert (why["points_before"], why["points_after"], why["way_out"]["open"]) == (0, 0, False)
    opening = (await client.get(f"/sessions/{session}/turns/0/why")).json()["own"]
    assert opening["move"] == ""


async def test_a_move_against_the_rules_changes_nothing(client: Client) -> None:
    session = (await opened(client))["session"]
    refused = await moved(client, session, "1", do="retry")
    assert (refused.status_code, "nothing to try again" in refused.text) == (422, True)
    assert (await client.get(f"/plays/{session}")).json()["moves"] == []


async def test_a_move_sent_twice_counts_once(client: Client) -> None:
    session = (await opened(client))["session"]
    first = await moved(client, session, "1", do="next", at=1.0)
    assert (await moved(client, session, "1", do="next", at=1.0)).json() == first.json()
    assert len((await client.get(f"/plays/{session}")).json()["moves"]) == 1


async def test_other_sessions_are_no_plays(client: Client) -> None:
    sim = (
        await client.post(
            "/sessions", json={"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
        )
    ).json()
    assert (await client.get(f"/plays/{sim['head']['id']}")).status_code == 404


CANNOT_BE_PLAYED: tuple[tuple[Json, int], ...] = (
    ({}, 422),
    ({"game": "a", "knowledge": "heart"}, 422),
    ({"game": "../../etc"}, 404),
    ({"knowledge": "none"}, 404),
    ({"again": "none"}, 404),
)


async def test_what_cannot_be_played_is_told(client: Client) -> None:
    for body, status in CANNOT_BE_PLAYED:
        assert (await client.post("/plays", json=body)).status_code == status, body


async def test_a_game_is_played_again_as_it_was(client: Client) -> None:
    first = (await opened(client))["session"]
    again = (await client.post("/plays", json={"again": first})).json()
    assert again["session"] != first
    assert await version(client, again["session"]) == await version(client, first)


async def version(client: Client, session: str) -> str:
    kept: str = (await client.get(f"/sessions/{session}")).json()["head"]["content_version"]
    return kept


async def test_a_play_has_the_page_of_the_game_it_began_with(client: Client) -> None:
    session = (await opened(client))["session"]
    before = (await client.get(f"/plays/{session}/page")).text
    assert (await client.delete("/games/earth")).status_code == 204
    after = await client.get(f"/plays/{session}/page")
    assert after.text == before
    assert "frame-ancestors 'self'" in after.headers["content-security-policy"]


async def test_a_game_is_made_on_the_spot_from_a_topic(client: Client) -> None:
    play = await client.post("/plays", json={"knowledge": "heart"})
    assert (play.status_code, play.json()["scene"]["game"]) == (201, "heart")


async def test_a_page_that_counts_otherwise_is_reported(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    session = (await opened(client))["session"]
    told = await client.post(f"/plays/{session}/differences", json={"turn": 1, "points": 10})
    assert told.status_code == 204
    assert "the page has 10 points" in caplog.text
