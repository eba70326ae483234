"""The HTTP door: a conversation through it, and mistakes told in words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from tests.api.asking import asking
from tests.api.talking import opened, say


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path) as client:
        yield client


async def test_a_conversation_over_http(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    said = await say(client, session, "Hi.", key="1")
    assert [(line["by"], line["text"][:25]) for line in said["lines"]] == [
        ("person", "Hi."),
        ("program", "Hey, I'm the QA lead here"),
    ]
    assert await say(client, session, "Hi.", key="1") == said
    turns = (await client.get(f"/sessions/{session}/turns")).json()
    assert [turn["turn"] for turn in turns] == [0, 1]
    shown = (await client.get(f"/sessions/{session}")).json()
    assert shown["lines"] == said["lines"] and "a program, not a person" in shown["notice"]
    assert (await client.delete(f"/sessions/{session}")).status_code == 204
    assert (await client.get(f"/sessions/{session}")).status_code == 404


MISTAKES: tuple[tuple[str, dict[str, str], str | None, int, str], ...] = (
    (
        "/sessions",
        {"engine": "sims", "scenario": "lunch_decision"},
        "1",
        404,
        "Did you mean 'launch_decision'",
    ),
    (
        "/sessions",
        {"engine": "sims", "scenario": "launch_decision", "npc": "qa"},
        "1",
        422,
        "nobody here is called 'qa'",
    ),
    ("/sessions", {"engine": "chess"}, "1", 422, "engine"),
    ("/sessions/none/turns", {"text": "Hi."}, "1", 404, "There is no session 'none'"),
    ("/sessions/{session}/turns", {"choice": "a"}, "1", 422, "nothing is offered"),
    ("/sessions/{session}/turns", {"text": " "}, "1", 422, "nothing was said"),
    ("/sessions/{session}/turns", {"text": "x" * 20_001}, "1", 422, "at most 20000"),
    ("/sessions/{session}/turns", {"txt": "Hi."}, "1", 422, "txt"),
    ("/sessions/{session}/turns", {"text": "Hi."}, None, 422, "idempotency-key"),
)


async def test_mistakes_are_told_in_words(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    for path, body, key, status, detail in MISTAKES:
        headers = {"Idempotency-Key": key} if key else {}
        response = await client.post(path.format(session=session), json=body, headers=headers)
        assert response.status_code == status, detail
        assert response.headers["content-type"] == "application/problem+json"
        assert detail in response.json()["detail"]
