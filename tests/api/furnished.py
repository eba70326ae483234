"""A server that has one of everything: a session of each engine, a study, a game, a simulation and
its job.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx2
from tests.api.asking import asking
from tests.api.games_made import shelved
from tests.app.held_study import OAT, written
from tests.hanging import LONG

from dramaturg.app.config.settings import Settings

OPENINGS: Mapping[str, Mapping[str, Any]] = {
    "sims": {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"},
    "interviews": {"engine": "interviews", "methodology": "means_end_chain", "about": "oat_milk"},
    "memoir": {"engine": "memoir", "teller": {"name": "Ada"}},
}
SAID = {
    "sims": "Hi. What did the eval turn up?",
    "interviews": "I like it because it is creamy, and that makes my coffee a treat.",
    "memoir": "I was born in Leeds in 1950, and my mother Rose worked in the mill.",
}
ANSWERS = {"age": 41, "trade": "lighthouse keeper"}

Real = Mapping[str, tuple[Any, ...]]
"""What really is there, by the name that parameters and fields have for it."""


def furnish(folder: Path) -> tuple[Settings, Real]:
    """Everything in this folder, and what it is called."""
    (folder / "content").mkdir()
    written(folder / "content", respondents=5, turns=3)
    settings = shelved(folder).model_copy(update={"content": str(folder / "content")})
    return settings, asyncio.run(_furnish(folder, settings))


async def _furnish(folder: Path, settings: Settings) -> Real:
    async with asking(folder, content=settings.content) as client:
        sessions = [await _talked(client, engine) for engine in OPENINGS]
        play = (await _done(client.post("/plays", json={"game": "earth"})))["session"]
        study, receipts = await _study(client)
        simulation = await _simulated(client)
        rounds = await _done(client.get("/games/earth/contents"))
        design = await _done(client.get("/games/earth/design"))
        tag = (await client.get("/content/study/oat_small")).headers["etag"]
    return {
        "session": (*sessions, play),
        "again": (play,),
        "study": (study,),
        "receipt": receipts,
        "respondent": ("R001", "R002"),
        "job": (simulation,),
        "simulation": (simulation,),
        "fingerprint": tuple(each["use"]["fingerprint"] for each in rounds),
        "version": (design["version"],),
        "design": (design["design"],),
        "if-match": (tag,),
        **NAMES,
    }


NAMES: Real = {
    "scenario": ("launch_decision",),
    "npc": ("qa_lead",),
    "person": ("qa_lead",),
    "backbone": ("technical",),
    "kind": ("scenario", "study", "methodology"),
    "id": ("launch_decision", "oat_small", "means_end_chain"),
    "game": ("earth",),
    "knowledge": ("earth_layers",),
    "document": ("oat_small",),
    "methodology": ("means_end_chain",),
    "about": ("oat_milk", "what it is to queue"),
    "consent_version": (OAT["consent"]["version"],),
    "answers": (ANSWERS,),
    "text": ("Hi.", json.dumps({"type": "start"})),
    "model": ("sims/launch_decision", "memoir/origins"),
    "turn": (0, 1),
    "turns": (2,),
    "number": (1, 2),
    "code": ("bad-character", "c1"),
    "to": ("html", "qa_lead"),
    "csv": (
        "respondent,ladder,position,code\nAda,1,1,bed\nAda,1,2,rested\n",
        "interview,code\nAda,bed\n",
    ),
    "set": (("backbones.technical.nodes.DEEPEN.max_turns=1",),),
}


async def _talked(client: httpx2.AsyncClient, engine: str) -> str:
    session: str = (await _done(client.post("/sessions", json=OPENINGS[engine])))["head"]["id"]
    await _done(
        client.post(
            f"/sessions/{session}/turns",
            json={"text": SAID[engine]},
            headers={"Idempotency-Key": "1"},
        )
    )
    return session


async def _study(client: httpx2.AsyncClient) -> tuple[str, tuple[str, ...]]:
    """One interview was held, one is going on, and somebody has agreed."""
    study = (await _done(client.post("/studies", json={"document": "oat_small"})))["head"]["id"]
    agreed = {"agrees": True, "consent_version": OAT["consent"]["version"]}
    receipts = tuple(
        [
            (await _done(client.post(f"/join/{study}/consent", json=agreed)))["receipt"]
            for _ in range(3)
        ]
    )
    for receipt, answers in zip(receipts[:2], (3, 1), strict=True):
        await _done(
            client.post(f"/join/{study}/screening", json={"receipt": receipt, "answers": ANSWERS})
        )
        session = (await _done(client.post(f"/join/{study}/begin", json={"receipt": receipt})))[
            "session"
        ]
        for number in range(answers):
            said = {"text": SAID["interviews"]}
            await _done(
                client.post(
                    f"/sessions/{session}/turns",
                    json=said,
                    headers={"Idempotency-Key": str(number)},
                )
            )
    return study, receipts


async def _simulated(client: httpx2.AsyncClient) -> str:
    started = await _done(
        client.post(
            "/simulations", json={"kind": "sims", "scenario": "launch_decision", "count": 1}
        )
    )
    await client.get(f"/jobs/{started['id']}/events", timeout=LONG)
    id: str = started["id"]
    return id


async def _done(asked: Any) -> Any:
    response = await asked
    assert response.is_success, response.text
    return response.json()
