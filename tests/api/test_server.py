"""The HTTP door."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from dramaturg.api.server import create_api
from dramaturg.app.settings import Settings


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    api = create_api(Settings(store=str(tmp_path / "s.db")))
    async with (
        api.router.lifespan_context(api),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app=api), base_url="http://test/api/v1") as client,
    ):
        yield client


async def opened(client: httpx2.AsyncClient) -> str:
    response = await client.post("/sessions", json={"scenario": "launch_decision", "npc": "qa_lead"})
    assert response.status_code == 201
    session: str = response.json()["session"]
    return session


async def test_a_conversation_over_http(client: httpx2.AsyncClient) -> None:
    session = await opened(client)
    said = await client.post(f"/sessions/{session}/turns", json={"text": "Hi."}, headers={"Idempotency-Key": "1"})
    assert said.json()["line"].startswith("Hey, I'm the QA lead here")
    again = await client.post(f"/sessions/{session}/turns", json={"text": "Hi."}, headers={"Idempotency-Key": "1"})
    assert again.json() == said.json()
    turns = (await client.get(f"/sessions/{session}/turns")).json()
    assert [turn["turn"] for turn in turns] == [0, 1]
    assert (await client.delete(f"/sessions/{session}")).status_code == 204
    assert (await client.get("/sessions")).json() == []


@pytest.mark.parametrize(
    ("path", "body", "key", "status", "detail"),
    [
        ("/sessions", {"scenario": "lunch_decision"}, "1", 404, "Did you mean 'launch_decision'"),
        ("/sessions", {"scenario": "launch_decision", "npc": "qa"}, "1", 422, "nobody here is called 'qa'"),
        ("/sessions/none/turns", {"text": "Hi."}, "1", 404, "There is no session 'none'"),
        ("/sessions/{session}/turns", {"choice": "a"}, "1", 422, "nothing is offered"),
        ("/sessions/{session}/turns", {"txt": "Hi."}, "1", 422, "txt"),
        ("/sessions/{session}/turns", {"text": "Hi."}, None, 422, "idempotency-key"),
    ],
)
async def test_mistakes_are_told_in_words(
    client: httpx2.AsyncClient, path: str, body: dict[str, str], key: str | None, status: int, detail: str
) -> None:
    session = await opened(client)
    headers = {"Idempotency-Key": key} if key else {}
    response = await client.post(path.format(session=session), json=body, headers=headers)
    assert response.status_code == status
    assert detail in response.text


async def test_health_and_scenarios(client: httpx2.AsyncClient) -> None:
    assert (await client.get("/health")).json() == {"status": "ok"}
    assert "launch_decision" in (await client.get("/scenarios")).json()
