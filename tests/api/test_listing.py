"""Lists of sessions: found by what they are, page by page, without bringing all of them to life."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from tests.api.asking import asking
from tests.api.two_sessions import SAID, two_sessions

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.store.sqlite import connect

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(two_sessions(tmp_path_factory.mktemp("listing")).parent) as client:
        yield client


async def listed(client: httpx2.AsyncClient, **query: Any) -> Mapping[str, Any]:
    response = await client.get("/sessions", params=query)
    assert response.status_code == 200, response.text
    page: Mapping[str, Any] = response.json()
    return page


async def engines(client: httpx2.AsyncClient, **query: Any) -> list[str]:
    return [head["engine"] for head in (await listed(client, **query))["sessions"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["games", "sims"]),
        ({"engine": "memoir"}, []),
        ({"content": "launch_decision"}, ["sims"]),
        ({"study": "none"}, []),
        ({"state": "ended"}, ["games"]),
        ({"state": "open", "engine": "sims"}, ["sims"]),
        ({"words": "48 HOURS"}, ["sims"]),
        ({"words": "nothing of the kind"}, []),
        ({"words": "\x00%"}, []),
    ],
)
async def test_sessions_are_found_by_what_they_are(
    client: httpx2.AsyncClient, query: Mapping[str, str], expected: list[str]
) -> None:
    assert await engines(client, **query) == expected


async def test_a_session_is_found_by_the_beginning_of_its_id(client: httpx2.AsyncClient) -> None:
    (head,) = (await listed(client, engine="sims"))["sessions"]
    found = (await listed(client, words=head["id"][:30]))["sessions"]
    assert found == [head]
    assert (head["title"], head["ended"], head["turns"]) == ("Ship in 48 hours?", "", 5)


async def test_pages_follow_one_another_without_gap_or_double(client: httpx2.AsyncClient) -> None:
    seen, cursor = [], ""
    for _ in range(2):
        page = await listed(client, limit=1, cursor=cursor)
        seen += [head["engine"] for head in page["sessions"]]
        cursor = page["next"]
    assert cursor == ""
    assert seen == ["games", "sims"]


async def test_only_what_is_over_is_brought_to_life(
    client: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    lively: list[str] = []
    live = Sessions.live

    async def noted(self: Sessions, session: str) -> Any:
        lively.append(session)
        return await live(self, session)

    monkeypatch.setattr(Sessions, "live", noted)
    over = [head["id"] for head in (await listed(client))["sessions"] if head["ended"]]
    assert lively == over != []


async def test_what_an_end_looks_like_cannot_be_said(client: httpx2.AsyncClient) -> None:
    assert "DecisionTaken" in SAID[-1]
    assert await engines(client, state="ended") == ["games"]


async def test_content_that_cannot_be_read_any_more_is_listed_by_its_id(tmp_path: Path) -> None:
    unreadable = '{"scenario": {"id": "launch_decision"}, "backbones": {}}'
    with closing(connect(two_sessions(tmp_path))) as connection:
        connection.execute("UPDATE contents SET body = ? WHERE engine = 'sims'", (unreadable,))
    async with asking(tmp_path) as client:
        heads = (await listed(client))["sessions"]
        assert [head["title"] for head in heads] == ["The layers of the earth", "launch_decision"]
        assert (await client.get(f"/sessions/{heads[1]['id']}/other-values")).status_code == 422


@pytest.mark.parametrize(
    "query",
    [
        {"cursor": "nan_x"},
        {"cursor": "x"},
        {"limit": 0},
        {"limit": 10**30},
        {"engine": "none"},
        {"words": "x" * 300},
    ],
)
async def test_a_list_that_cannot_be_is_refused(
    client: httpx2.AsyncClient, query: Mapping[str, Any]
) -> None:
    assert (await client.get("/sessions", params=query)).status_code == 422
