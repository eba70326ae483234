"""The stream of a session: from any event on, exactly what is lacking."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from tests.api.asking import asking
from tests.api.talking import events, opened, say
from tests.hanging import LONG

from dramaturg.api.server import create_api
from dramaturg.app.config.providers import SystemClock
from dramaturg.app.config.settings import Settings
from dramaturg.store import open_log
from dramaturg.turn.ports import TurnClaim


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path) as client:
        yield client


async def heard(
    client: httpx2.AsyncClient, session: str, **headers: str
) -> list[tuple[str, str, Any]]:
    response = await client.get(f"/sessions/{session}/events?follow=false", headers=headers)
    assert response.headers["content-type"].startswith("text/event-stream")
    return events(response.text)


async def test_a_stream_tells_all_turns_and_then_that_it_is_live(
    client: httpx2.AsyncClient,
) -> None:
    session = await opened(client)
    turn = await say(client, session, "Hi.", key="1")
    told = await heard(client, session)
    assert [(name, place) for name, place, _ in told] == [
        ("turn", "0"),
        ("turn", "1"),
        ("ready", ""),
    ]
    assert told[1][2] == turn
    assert told[2][2] == {"turns": 2, "rewritten": 0}


async def test_from_the_last_event_on_nothing_is_lost_or_doubled(
    client: httpx2.AsyncClient,
) -> None:
    session = await opened(client)
    await say(client, session, "Hi.", key="1")
    for place, lacking in (
        ("-1", ["0", "1"]),
        ("0", ["1"]),
        ("1.0190-ab.2", ["1"]),
        ("1", []),
        ("99", []),
    ):
        told = await heard(client, session, **{"Last-Event-ID": place})
        assert [at for name, at, _ in told if name == "turn"] == lacking, place
        by_address = await client.get(f"/sessions/{session}/events?follow=false&after={place}")
        assert events(by_address.text) == told


async def test_reading_the_stream_plays_nothing_and_the_turn_sent_again_is_answered(
    tmp_path: Path,
) -> None:
    async with asking(tmp_path) as client:
        session = await opened(client)
    log = await open_log(str(tmp_path / "s.db"), SystemClock())
    assert isinstance(
        await log.claim(session, "k", '{"text": "Hi."}', "dead", 0.0), TurnClaim
    )  # as a crash leaves it
    await log.close()
    async with asking(tmp_path) as client:
        for _ in range(2):
            told = await heard(client, session, **{"Last-Event-ID": "0"})
            assert [(name, data.get("key")) for name, _, data in told] == [
                ("pending", "k"),
                ("ready", None),
            ]
        assert (await say(client, session, "Hi.", key="k"))["turn"] == 1
        assert [name for name, _, _ in await heard(client, session)] == ["turn", "turn", "ready"]


async def test_a_place_that_is_none_is_refused(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    for place in ("", "x", "-2", "1.", "1.a", "1.é.2", "1" * 40, "1.a.1\x00"):
        response = await client.get(
            f"/sessions/{session}/events", params={"after": place, "follow": "false"}
        )
        assert response.status_code == 422, place


async def test_a_stream_of_no_session_is_a_problem(client: httpx2.AsyncClient) -> None:
    response = await client.get("/sessions/none/events")
    assert (response.status_code, response.headers["content-type"]) == (
        404,
        "application/problem+json",
    )


async def test_an_open_stream_tells_a_turn_as_it_is_played(tmp_path: Path) -> None:
    api = create_api(Settings(store=str(tmp_path / "s.db")))
    server = uvicorn.Server(
        uvicorn.Config(api, port=0, log_level="error", timeout_graceful_shutdown=1)
    )
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with httpx2.AsyncClient(
        base_url=f"http://127.0.0.1:{port}/api/v1", timeout=LONG
    ) as client:
        session = await opened(client)
        async with client.stream("GET", f"/sessions/{session}/events?after=0") as stream:
            blocks = stream.aiter_text()
            assert "event: ready" in await anext(blocks)
            turn = await say(client, session, "Hi.", key="1")
            told = ""
            while "event: turn" not in told:
                told += await anext(blocks)
        assert [(name, at.count(".")) for name, at, _ in events(told)] == [
            ("heard", 2),
            ("turn", 0),
        ]
        assert events(told)[-1][2] == turn
    server.should_exit = True
    await serving
