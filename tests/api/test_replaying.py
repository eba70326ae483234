"""Replay and what-if over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from tests.api.asking import asking
from tests.api.two_sessions import two_sessions

from dramaturg.content.library import packaged
from dramaturg.store.sqlite import connect

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

ONE_FACT = "backbones.technical.nodes.DEEPEN.max_turns=1"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx2.AsyncClient]:
    folder = two_sessions(tmp_path_factory.mktemp("replaying")).parent
    async with asking(folder, games=str(folder / "games")) as client:
        yield client


async def session_of(client: httpx2.AsyncClient, engine: str) -> str:
    found = await client.get("/sessions", params={"engine": engine})
    session: str = found.json()["sessions"][0]["id"]
    return session


async def told(client: httpx2.AsyncClient, path: str, body: Mapping[str, Any]) -> Any:
    response = await client.post(path, json=body)
    assert response.status_code == 200, response.text
    return response.json()


# ── exact replay ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("engine", ("sims", "games"))
async def test_every_turn_is_the_same_again(
    client: httpx2.AsyncClient, engine: str, recorded: bool
) -> None:
    session = await session_of(client, engine)
    again = await told(client, f"/sessions/{session}/replay", {"recorded_readings": recorded})
    assert (again["same"], again["failure"], again["first"]) == (True, "", None)
    assert [turn["turn"] for turn in again["turns"]] == list(range(len(again["turns"])))


async def test_a_forged_turn_is_found_with_what_differs(tmp_path: Path) -> None:
    with closing(connect(two_sessions(tmp_path))) as connection:
        forged = "UPDATE turns SET record = replace(record, 'in SURFACE', 'in HIDING') WHERE record LIKE ?"
        assert connection.execute(forged, ("%in SURFACE%",)).rowcount == 1
    async with asking(tmp_path) as client:
        again = await told(client, f"/sessions/{await session_of(client, 'sims')}/replay", {})
    assert (again["same"], again["first"]) == (False, 2)
    (difference,) = again["turns"][2]["differences"]
    assert difference["path"] == "decision.reason"
    assert ("HIDING" in difference["was"], "SURFACE" in difference["now"]) == (True, True)


# ── what if ───────────────────────────────────────────────────────────────────────────────────────


async def test_another_value_decides_a_turn_otherwise_and_both_reasons_are_told(
    client: httpx2.AsyncClient,
) -> None:
    found = await told(
        client, f"/sessions/{await session_of(client, 'sims')}/what-if", {"set": [ONE_FACT]}
    )
    assert (found["outcome"], found["otherwise"], found["first"], found["another"]) == (
        "otherwise",
        1,
        3,
        ONE_FACT,
    )
    turn = next(turn for turn in found["turns"] if not turn["same"])
    assert turn["differing"] == ["decision", "next"]
    assert (turn["was"]["words"]["next"], turn["would"]["words"]["next"]) == ("DEEPEN", "PIVOT_1")
    assert ("not satisfied" in turn["was"]["reason"], "max turns" in turn["would"]["reason"]) == (
        True,
        True,
    )


async def test_a_document_may_be_handed_over_as_text(client: httpx2.AsyncClient) -> None:
    file = next(
        file
        for file in packaged().rglob("*.yaml")
        if "\nid: technical\n" in f"\n{file.read_text()}"
    )
    text = file.read_text().replace("max_turns: 2", "max_turns: 1", 1)
    session = await session_of(client, "sims")
    changed = await told(client, f"/sessions/{session}/what-if", {"with": {"text": text}})
    assert changed["outcome"] in ("same", "otherwise")
    same = await told(
        client, f"/sessions/{session}/what-if", {"with": {"kind": "backbone", "id": "technical"}}
    )
    assert same["outcome"] == "same"


async def test_many_sessions_are_summed_up(client: httpx2.AsyncClient) -> None:
    found = await told(client, "/what-if", {"all": True, "set": [ONE_FACT]})
    assert found["outcomes"] == {"otherwise": 1, "same": 0, "not concerned": 1, "undecided": 0}
    assert (found["otherwise"], len(found["sessions"]), found["left_out"]) == (1, 2, 0)
    assert [(change["turns"], change["sessions"]) for change in found["changes"]] == [(1, 1)]
    named = await told(
        client, "/what-if", {"sessions": [await session_of(client, "games")], "set": [ONE_FACT]}
    )
    assert named["outcomes"]["not concerned"] == 1


@pytest.mark.parametrize("engine", ("sims", "games"))
async def test_the_paths_that_are_told_can_be_set(client: httpx2.AsyncClient, engine: str) -> None:
    session = await session_of(client, engine)
    can_be = (await client.get(f"/sessions/{session}/other-values")).json()
    assert can_be["values"]
    first = can_be["values"][0]
    found = await told(
        client, f"/sessions/{session}/what-if", {"set": [f"{first['path']}={first['value']}"]}
    )
    assert found["outcome"] == "same"


async def test_paths_are_looked_for_by_words(client: httpx2.AsyncClient) -> None:
    session = await session_of(client, "sims")
    can_be = (
        await client.get(
            f"/sessions/{session}/other-values", params={"words": "technical DEEPEN max"}
        )
    ).json()
    assert can_be == {
        "documents": can_be["documents"],
        "values": [{"path": "backbones.technical.nodes.DEEPEN.max_turns", "value": "2"}],
        "more": 0,
    }
    documents = [(each["kind"], each["other"]) for each in can_be["documents"]]
    assert documents == [("scenario", False), ("backbone", False), ("backbone", False)]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"set": ["max_turns"]}, 422),
        ({"with": {"id": "technical"}}, 422),
        ({"with": {"kind": "backbone", "id": "../../etc/passwd"}}, 404),
        ({"with": {"kind": "/etc", "id": "passwd"}}, 404),
        ({"with": {"kind": "game", "id": ".."}}, 404),
        ({"with": {"kind": "cohort", "id": "a_mixed_class"}}, 422),
        ({"set": ["x"] * 51}, 422),
    ],
)
async def test_what_cannot_be_otherwise_is_refused(
    client: httpx2.AsyncClient, body: Mapping[str, Any], status: int
) -> None:
    session = await session_of(client, "sims")
    for path, more in ((f"/sessions/{session}/what-if", {}), ("/what-if", {"all": True})):
        response = await client.post(path, json={**body, **more})
        assert response.status_code == status, response.text


async def test_a_value_that_is_not_there_is_undecided_with_a_hint(
    client: httpx2.AsyncClient,
) -> None:
    found = await told(
        client,
        f"/sessions/{await session_of(client, 'sims')}/what-if",
        {"set": ["scenario.titel=x"]},
    )
    assert found["outcome"] == "undecided"
    assert "title" in found["why"]
