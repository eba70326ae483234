"""A server in which every text is a payload: what authors wrote, what people said, and what the
model says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from ruamel.yaml import YAML
from tests.app.studies.held_study import OAT
from tests.hanging import LONG
from tests.studio.payloads import ALL, GENTLE, SCRIPTS, SHORT, spoiled
from tests.studio.server import Server, serving
from tests.studio.slow_model import META, SlowModel

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.games.game_store import shelf_of
from dramaturg.content.library import packaged
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.job import Order

SAID = (
    "\n".join(ALL),
    f"It is creamy {SCRIPTS[2]}, and the creamy {SCRIPTS[0]} makes my coffee feel like a treat {SCRIPTS[3]}.",
    "=1+1, a treat makes me feel calm; and my sister Rosalind <img class=tripwire src=x onerror=alert(self)> feels healthy.",
)
FORMULA = "=1+1"


class HostileModel(SlowModel):
    """Says payloads, as fast as it can."""

    def pieces(self) -> Iterator[str]:
        yield " ".join((*GENTLE, "And that is that. "))
        yield META


@dataclass(frozen=True, slots=True)
class Stage:
    """What there is on the server, by id."""

    server: Server
    sessions: dict[str, str]
    study: str
    interviewed: str
    simulation: str


@contextmanager
def staged(folder: Path) -> Iterator[Stage]:
    _make_game(folder)
    _make_scenario(folder)
    with HostileModel().listening() as model:
        speaking = {
            "DRAMATURG_MODEL_SPEAK": "openai:hostile",
            "DRAMATURG_BASE_URL": model.base_url,
            "OPENAI_API_KEY": "none",
        }
        with (
            serving(folder, **speaking) as server,
            httpx2.Client(base_url=server.api, timeout=LONG) as client,
        ):
            yield _staged(server, client)


def _staged(server: Server, client: httpx2.Client) -> Stage:
    _write(client, "study", "hostile", spoiled({**OAT, "respondents": 3, "turns": 4}, SCRIPTS))
    simulated = {
        "kind": "sims",
        "scenario": "hostile",
        "count": 2,
        "against": {"set": [f"scenario.title=Other {SCRIPTS[2]}"]},
    }
    simulation = _done(client.post("/simulations", json=simulated))["id"]
    sessions = {
        "sims": _talked(client, {"engine": "sims", "scenario": "hostile", "npc": "qa_lead"}, *SAID),
        "interviews": _talked(
            client,
            {
                "engine": "interviews",
                "methodology": "means_end_chain",
                "about": f"milk {SCRIPTS[2]} {FORMULA}",
            },
            *SAID,
        ),
        "memoir": _talked(
            client, {"engine": "memoir", "teller": {"name": f"Ida {SCRIPTS[2]}"}}, *SAID
        ),
        "games": _done(client.post("/plays", json={"game": "hostile"}))["session"],
    }
    study, interviewed = _held(client)
    client.get(f"/jobs/{simulation}/events")
    return Stage(server, sessions, study, interviewed, simulation)


def _write(client: httpx2.Client, kind: str, id: str, document: Any) -> None:
    _done(client.put(f"/content/{kind}/{id}", json={"text": as_yaml({**document, "id": id})}))


def _make_scenario(folder: Path) -> None:
    """Laid there by hand: the editor would not take texts that answer one another's questions."""
    authored = packaged() / "sims" / "scenarios" / "launch_decision.yaml"
    file = folder / "content" / "scenario" / "hostile.yaml"
    file.parent.mkdir(parents=True)
    document = spoiled(YAML(typ="safe").load(authored.read_text(encoding="utf-8")))
    file.write_text(as_yaml({**document, "id": "hostile"}), encoding="utf-8")


def _make_game(folder: Path) -> None:
    """A game of two rounds, made from knowledge in which every text is a payload."""
    settings = Settings(store=str(folder / "store.db"), content=str(folder / "content"))
    (folder / "content" / "knowledge").mkdir(parents=True)
    authored = (packaged() / "games" / "knowledge" / "earth_layers.yaml").read_text(
        encoding="utf-8"
    )
    known = spoiled(YAML(typ="safe").load(authored), SCRIPTS, SHORT)
    file = folder / "content" / "knowledge" / "hostile.yaml"
    file.write_text(as_yaml({**known, "id": "hostile"}), encoding="utf-8")
    order = Order(
        id="hostile",
        knowledge="hostile",
        scenes=1,
        minutes=3,
        mechanics=("drag_drop", "memory_match"),
    )
    with ThreadPoolExecutor(1) as elsewhere:  # a browser has a loop running here
        game = elsewhere.submit(
            lambda: asyncio.run(make_at_once(order, library_of(settings)))
        ).result()
    shelf_of(settings).save("hostile", game)


def _talked(client: httpx2.Client, opening: dict[str, Any], *said: str) -> str:
    session: str = _done(client.post("/sessions", json=opening))["head"]["id"]
    _say(client, session, *said)
    return session


def _say(client: httpx2.Client, session: str, *said: str) -> None:
    for number, text in enumerate(said):
        _done(
            client.post(
                f"/sessions/{session}/turns",
                json={"text": text},
                headers={"Idempotency-Key": str(number)},
            )
        )


def _held(client: httpx2.Client) -> tuple[str, str]:
    """A study with one interview, and a code that was given another name."""
    study = _done(client.post("/studies", json={"document": "hostile"}))["head"]["id"]
    agreed = {"agrees": True, "consent_version": OAT["consent"]["version"]}
    receipt = {"receipt": _done(client.post(f"/join/{study}/consent", json=agreed))["receipt"]}
    answers = {"age": 41, "trade": f"{FORMULA} {SCRIPTS[2]}"}
    _done(client.post(f"/join/{study}/screening", json={**receipt, "answers": answers}))
    session = _done(client.post(f"/join/{study}/begin", json=receipt))["session"]
    _say(client, session, *SAID[1:])
    _done(client.post(f"/join/{study}/stop", json=receipt))
    for code, name in zip(
        _done(client.get(f"/studies/{study}/codes"))["codes"], (*SCRIPTS[:4], FORMULA), strict=False
    ):
        renamed = {
            "kind": "rename",
            "code": code["id"],
            "name": f"{code['name'][:20]} {name}"[:200],
        }
        _done(client.post(f"/studies/{study}/codes/decisions", json=renamed))
    return study, session


def _done(response: httpx2.Response) -> Any:
    assert response.is_success, response.text
    return response.json()
