"""Simulations and jobs over HTTP: started, stopped, taken up again, watched, and told. One is
played for all tests here.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from tests.api.asking import asking
from tests.hanging import LONG

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

OTHERWISE = ["backbones.technical.nodes.DEEPEN.max_turns=1"]
WANTED = {"kind": "sims", "scenario": "launch_decision", "count": 6, "against": {"set": OTHERWISE}}


@dataclass(frozen=True, slots=True)
class Played:
    """A simulation that was stopped at once, taken up again, and watched to its end."""

    id: str
    stopped: Mapping[str, Any]
    early: httpx2.Response
    events: list[tuple[str, Any]]
    shown: Mapping[str, Any]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx2.AsyncClient]:
    folder = tmp_path_factory.mktemp("simulations")
    async with asking(folder, games=str(folder / "games")) as client:
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(client: httpx2.AsyncClient) -> Played:
    started = await client.post("/simulations", json=WANTED)
    assert started.status_code == 202, started.text
    id = started.json()["id"]
    stopped = (await client.post(f"/jobs/{id}/cancel")).json()
    early = await client.get(f"/simulations/{id}/report")
    assert (await client.post(f"/jobs/{id}/resume")).status_code == 200
    told = await events(client, id)
    return Played(id, stopped, early, told, (await client.get(f"/simulations/{id}")).json())


async def events(
    client: httpx2.AsyncClient, id: str, after: int | None = None
) -> list[tuple[str, Any]]:
    """All that a job tells until it has ended."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    text = (await client.get(f"/jobs/{id}/events", headers=headers, timeout=LONG)).text
    fields = [
        dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        for block in text.split("\n\n")
        if block
    ]
    return [(each["event"], json.loads(each["data"])) for each in fields if "event" in each]


# ── the job ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_simulation_that_was_stopped_goes_on_to_its_end(played: Played) -> None:
    assert played.stopped["state"] == "cancelled"
    assert (played.shown["card"]["state"], played.shown["done"], played.shown["error"]) == (
        "done",
        12,
        None,
    )


async def test_every_step_is_told_and_then_the_end(played: Played) -> None:
    assert [name for name, _ in played.events] == ["step"] * 12 + ["ended"]
    ended = played.events[-1][1]
    assert (ended["state"], ended["total"], len(ended["steps"])) == ("done", 12, 12)
    assert (ended["title"], ended["page"]) == (
        "Simulation: Conversations: Ship in 48 hours?",
        f"/simulations/{played.id}",
    )


async def test_a_dropped_stream_goes_on_after_the_last_event(
    client: httpx2.AsyncClient, played: Played
) -> None:
    assert [name for name, _ in await events(client, played.id, after=10)] == [
        "step",
        "step",
        "ended",
    ]


async def test_simulations_and_jobs_are_listed(client: httpx2.AsyncClient, played: Played) -> None:
    (card,) = (await client.get("/simulations")).json()
    assert (card["id"], card["sessions"], card["compared"]) == (played.id, 12, True)
    (job,) = (await client.get("/jobs", params={"kind": "studio-simulation"})).json()
    assert (job["id"], job["state"]) == (played.id, "done")
    assert (await client.get("/jobs", params={"kind": "another"})).json() == []


@pytest.mark.parametrize(
    "path", ["/jobs/none", "/jobs/none/events", "/jobs/%00", "/jobs/..", f"/simulations/{'0' * 32}"]
)
async def test_a_job_that_is_not_there_is_not_found(client: httpx2.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


# ── what became of it ─────────────────────────────────────────────────────────────────────────────


async def test_every_session_of_both_sides_is_counted(played: Played) -> None:
    result = played.shown["result"]
    assert [(side["name"], side["sessions"], side["stuck"]) for side in result["sides"]] == [
        ("A", 6, 0),
        ("B", 6, 0),
    ]
    for counted in (result["endings"], result["turns"]):
        assert [sum(each["sessions"][side] for each in counted) for side in (0, 1)] == [6, 6]


async def test_figures_are_compared_in_pairs_with_intervals(played: Played) -> None:
    result = played.shown["result"]
    assert result["other"] == OTHERWISE[0]
    everybody = next(group for group in result["comparison"] if group["name"] == "everybody")
    exchanges = next(each for each in everybody["figures"] if each["figure"] == "exchanges")
    assert (exchanges["pairs"], exchanges["higher"] + exchanges["lower"] + exchanges["equal"]) == (
        6,
        6,
    )
    assert exchanges["low"] <= exchanges["mean"] <= exchanges["high"]
    assert exchanges["b"] <= exchanges["a"]


async def test_what_nobody_reached_is_named(played: Played) -> None:
    kinds = {
        kind["name"]: kind for kind in played.shown["result"]["sides"][0]["reached"][0]["kinds"]
    }
    assert "academic/GROUND" in kinds["node"]["missed"]
    assert kinds["node"]["reached"] + len(kinds["node"]["missed"]) == kinds["node"]["things"]


async def test_the_report_is_there_when_it_is_done_and_not_before(
    client: httpx2.AsyncClient, played: Played
) -> None:
    assert played.early.status_code == 409
    report = await client.get(f"/simulations/{played.id}/report")
    assert report.headers["content-disposition"].startswith("attachment")
    assert "B compared with A" in report.text


# ── what cannot be played ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({"kind": "sims", "scenario": "lunch_decision"}, 404, "Did you mean 'launch_decision'"),
        ({"kind": "sims", "learners": ["nobody"]}, 422, "there is no learner"),
        ({"kind": "sims", "count": 5001}, 422, "count"),
        ({"kind": "sims", "steering": "both", "count": 2501}, 422, "too many"),
        ({"kind": "sims", "count": 1, "against": {}}, 422, "against"),
        ({"kind": "sims", "count": 1, "against": {"kind": "backbone", "id": "none"}}, 404, "none"),
        ({"kind": "sims", "count": 1, "against": {"set": ["scenario.titel=x"]}}, 422, "title"),
        ({"kind": "interviews", "manners": ["a,b"]}, 422, "manners"),
        ({"kind": "games", "game": "../games"}, 422, "game"),
        ({"kind": "games", "game": "tests"}, 404, "there is no game"),
        ({"kind": "cohort", "cohort": "pyproject.toml"}, 422, "cohort"),
        ({"kind": "cohort", "cohort": "none"}, 404, "none"),
        ({"kind": "everything"}, 422, "kind"),
    ],
)
async def test_what_cannot_be_simulated_is_refused_at_once(
    client: httpx2.AsyncClient, wanted: Mapping[str, Any], status: int, words: str
) -> None:
    response = await client.post("/simulations", json=wanted)
    assert response.status_code == status, response.text
    assert words in response.text
