"""Sims over HTTP: the debrief, and the graphs of their conversations."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from tests.api.asking import asking
from tests.app.launch_talk import ASKED, CHOSEN, CLEARED, DECIDED, HELD, talked_through


@pytest.fixture
def session(tmp_path: Path) -> str:
    return talked_through(tmp_path)


@pytest.fixture
async def client(session: str, tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path) as client:
        yield client


async def test_a_debrief_tells_what_was_decided_and_the_turns_that_mattered(
    client: httpx2.AsyncClient, session: str
) -> None:
    debrief = (await client.get(f"/sessions/{session}/debrief")).json()
    assert (debrief["decision"]["option"], debrief["decision"]["is_best"]) == ("ship_as_is", False)
    maya, marcus = debrief["people"]
    assert (maya["facts"][0]["heard"], maya["facts"][0]["acknowledged"], maya["ended"]) == (
        HELD,
        CLEARED,
        11,
    )
    assert (marcus["ended"], debrief["not_met"]) == (None, ["Priya Nair", "Otto Lindqvist"])


async def test_a_control_graph_has_the_trail_of_whom_one_asks_for(
    client: httpx2.AsyncClient, session: str
) -> None:
    now = (await client.get(f"/sessions/{session}/control-graph")).json()
    assert (now["name"], now["current"]) == ("Marcus Reed", "SURFACE")
    maya = (
        await client.get(f"/sessions/{session}/control-graph", params={"person": "qa_lead"})
    ).json()
    assert [step["turn"] for step in maya["trail"] if "PIVOT_1" in (step["node"], step["to"])] == [
        4,
        ASKED,
        CHOSEN,
    ]
    assert {step["edge"] for step in maya["trail"]} - {""} <= {
        edge["id"] for edge in maya["graph"]["edges"]
    }


async def test_every_turn_says_why(client: httpx2.AsyncClient, session: str) -> None:
    for turn in range(DECIDED + 1):
        why = (await client.get(f"/sessions/{session}/turns/{turn}/why")).json()
        assert (why["shown"]["turn"], why["own"]["engine"]) == (turn, "sims")


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        (
            "/control-graphs/launch_decision/qa_lead",
            ["step", "step", "loop", "question", "gate", "question", "step", "end"],
        ),
        ("/control-graphs/launch_decision/guide", ["step", "loop", "end"]),
        ("/control-graphs/academic", ["step", "loop", "end"]),
    ],
)
async def test_graphs_of_content_need_no_session(
    client: httpx2.AsyncClient, path: str, kinds: list[str]
) -> None:
    graph = (await client.get(path)).json()
    assert [node["kind"] for node in graph["nodes"]] == kinds


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/sessions/none/debrief", 404, "There is no session 'none'"),
        ("/sessions/{session}/control-graph?person=qa", 404, "nobody here is called 'qa'"),
        ("/sessions/{session}/control-graph?person=%00", 404, "nobody here"),
        ("/control-graphs/lunch_decision/qa_lead", 404, "Did you mean 'launch_decision'"),
        ("/control-graphs/launch_decision/%2e%2e", 404, "nobody in launch_decision"),
        ("/control-graphs/%2e%2e%2fsettings", 404, ""),
        ("/control-graphs/" + "x" * 300, 422, "backbone"),
    ],
)
async def test_mistakes_are_told_in_words(
    client: httpx2.AsyncClient, session: str, path: str, status: int, detail: str
) -> None:
    response = await client.get(path.format(session=session))
    assert (response.status_code, detail in response.text) == (status, True), response.text


async def test_only_sims_are_debriefed(client: httpx2.AsyncClient) -> None:
    memoir = (await client.post("/sessions", json={"engine": "memoir"})).json()["head"]["id"]
    for path in ("debrief", "control-graph"):
        refused = await client.get(f"/sessions/{memoir}/{path}")
        assert (refused.status_code, "is not a sim" in refused.text) == (422, True)
