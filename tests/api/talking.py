"""A conversation over HTTP for tests, and the events of its stream."""

from __future__ import annotations

import json
from typing import Any

import httpx2

SIM = {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}


async def opened(client: httpx2.AsyncClient) -> str:
    response = await client.post("/sessions", json=SIM)
    assert response.status_code == 201, response.text
    session: str = response.json()["head"]["id"]
    return session


async def say(client: httpx2.AsyncClient, session: str, text: str, key: str) -> dict[str, Any]:
    response = await client.post(
        f"/sessions/{session}/turns", json={"text": text}, headers={"Idempotency-Key": key}
    )
    assert response.status_code == 200, response.text
    turn: dict[str, Any] = response.json()
    return turn


def events(text: str) -> list[tuple[str, str, Any]]:
    """Name, id and data of each event in a stream."""
    found = []
    for block in text.strip().split("\n\n"):
        fields = dict(
            line.split(": ", 1) for line in block.splitlines() if not line.startswith(":")
        )
        found.append((fields["event"], fields.get("id", ""), json.loads(fields["data"])))
    return found
