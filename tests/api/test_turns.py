"""Turns over HTTP: what is recorded of them, taken along from them, and left by a failure."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from ruamel.yaml import YAML
from tests.api.asking import asking
from tests.api.talking import opened, say

PAYLOAD = "<script>alert(1)</script> [a](javascript:alert(2)) *b*"


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path) as client:
        yield client


async def test_records_are_what_the_log_has(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    await say(client, session, "Hi.", key="1")
    opening, turn = (await client.get(f"/sessions/{session}/records")).json()
    assert (opening["turn"], turn["key"], turn["record"]["heard"]["text"]) == (0, "1", "Hi.")
    assert turn["timings"]["decide"] >= 0
    assert (await client.get(f"/sessions/{session}/records?after=0")).json() == [turn]


async def test_why_a_turn_went_so(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    await say(client, session, "Hi.", key="1")
    assert (await client.get(f"/sessions/{session}/turns/1/why")).json()["shown"]["heard"] == "Hi."
    assert (await client.get(f"/sessions/{session}/turns/2/why")).status_code == 404


async def test_a_session_is_taken_along_as_json(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    await say(client, session, "Hi.", key="1")
    response = await client.get(f"/sessions/{session}/export?as=json")
    assert (
        response.headers["content-disposition"] == f'attachment; filename="session-{session}.json"'
    )
    assert [turn["turn"] for turn in response.json()["turns"]] == [0, 1]


async def test_a_session_is_taken_along_as_text_that_stays_text(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    await say(client, session, PAYLOAD, key="1")
    text = (await client.get(f"/sessions/{session}/export?as=markdown")).text
    assert "# Ship in 48 hours?" in text and "**1 You:** " in text
    assert r"\<script\>alert(1)\</script\> \[a\](javascript:alert(2)) \*b\*" in text


async def test_a_session_is_taken_along_as_a_walkthrough(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    await say(client, session, "Hi.", key="1")
    written = YAML(typ="safe").load(
        (await client.get(f"/sessions/{session}/export?as=walkthrough")).text
    )
    assert (written["kind"], len(written["turns"])) == ("walkthrough", 1)


async def test_there_is_nothing_to_resume_where_nothing_is_pending(
    client: httpx2.AsyncClient,
) -> None:
    session = await opened(client)
    response = await client.post(f"/sessions/{session}/resume")
    assert (response.status_code, response.json()) == (200, None)


async def test_no_name_of_a_session_breaks_anything(client: httpx2.AsyncClient) -> None:
    paths = (
        "",
        "/turns",
        "/events",
        "/records",
        "/export",
        "/turns/0/why",
        f"/turns/{10**30}/why",
        "/turns?after=x",
        "/export?as=x",
    )
    for name in ("none", "%00", "a" * 300, "%ED%A0%80", "%2e%2e%2fetc", "%2e%2e"):
        for path in paths:
            response = await client.get(f"/sessions/{name}{path}")
            assert 400 <= response.status_code < 500, (name, path)
