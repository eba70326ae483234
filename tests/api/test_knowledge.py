"""What an interview found out, over HTTP: the graph at any turn, the report, the files."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from dramaturg.api.server import create_api
from dramaturg.app.config.settings import Settings

ANSWERS = (
    "I like oat milk because it froths well. It also costs less money.",
    "It makes me feel calm before work.",
    "<script>alert(1)</script> tastes of **biscuits**.",
)

pytestmark = pytest.mark.slow
UNESCAPED = re.compile(r"(?<!\\)<script")  # Markdown escapes it by a backslash, SVG by an entity
FILES = {
    "report.md": ("text/markdown", "# oat milk in coffee"),
    "transcript.md": ("text/markdown", "# oat milk in coffee"),
    "graph.svg": ("image/svg+xml", "<svg"),
    "slots.svg": ("image/svg+xml", "<svg"),
}
REFUSED = {
    "/sessions/none/knowledge": 404,
    "/sessions/none/report": 404,
    "/sessions/{session}/knowledge?at=-1": 422,
    "/sessions/{session}/knowledge?at=99999999999999999999": 422,
    "/sessions/{session}/knowledge?at=now": 422,
    "/sessions/{session}/report/passwd": 422,
    "/sessions/{session}/report/%00": 422,
    "/sessions/{session}/report/..%2Freport.md": 404,
}
OPENED = {"engine": "interviews", "methodology": "means_end_chain", "about": "oat_milk"}


@asynccontextmanager
async def talking(store: Path) -> AsyncIterator[httpx2.AsyncClient]:
    api = create_api(Settings(store=str(store)))
    async with (
        api.router.lifespan_context(api),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=api), base_url="http://localhost/api/v1"
        ) as client,
    ):
        yield client


async def held(store: Path) -> str:
    async with talking(store) as client:
        opened = await client.post("/sessions", json=OPENED)
        assert opened.status_code == 201, opened.text
        session: str = opened.json()["head"]["id"]
        for turn, text in enumerate(ANSWERS):
            said = await client.post(
                f"/sessions/{session}/turns",
                json={"text": text},
                headers={"Idempotency-Key": str(turn)},
            )
            assert said.status_code == 200, said.text
        return session


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("knowledge") / "s.db"


@pytest.fixture(scope="module")
def session(store: Path) -> str:
    """One interview, held once for all."""
    return asyncio.run(held(store))


@pytest.fixture
async def client(store: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with talking(store) as client:
        yield client


async def test_the_graph_grows_from_turn_to_turn(client: httpx2.AsyncClient, session: str) -> None:
    graphs = [
        (await client.get(f"/sessions/{session}/knowledge", params={"at": at})).json()
        for at in range(4)
    ]
    counts = [len(graph["concepts"]) for graph in graphs]
    assert counts[0] == 0 < counts[1]
    assert counts == sorted(counts)
    now = (await client.get(f"/sessions/{session}/knowledge")).json()
    assert now == graphs[-1] and now["last"] == 3
    assert now["concepts"][0]["quotes"][0]["text"] in ANSWERS[0]


async def test_a_turn_that_is_still_to_come_shows_the_graph_as_it_is(
    client: httpx2.AsyncClient, session: str
) -> None:
    later = (await client.get(f"/sessions/{session}/knowledge", params={"at": 999})).json()
    assert later == (await client.get(f"/sessions/{session}/knowledge")).json()


async def test_the_report_is_data_with_the_words_behind_every_concept(
    client: httpx2.AsyncClient, session: str
) -> None:
    report = (await client.get(f"/sessions/{session}/report")).json()
    assert report["title"] == "oat milk in coffee"
    assert {"name": "Ended", "words": "It has not ended yet."} in report["facts"]
    assert [moment["turn"] for moment in report["moments"]] == [1, 2, 3]
    assert all(concept["quotes"] for concept in report["knowledge"]["concepts"])


async def test_files_are_for_saving_and_carry_no_markup_of_the_respondent(
    client: httpx2.AsyncClient, session: str
) -> None:
    for file, (kind, beginning) in FILES.items():
        got = await client.get(f"/sessions/{session}/report/{file}")
        assert got.headers["content-type"].startswith(kind)
        assert got.headers["content-disposition"] == f'attachment; filename="{file}"'
        assert got.text.startswith(beginning)
        assert not UNESCAPED.search(got.text)


async def test_what_is_not_there_is_refused(client: httpx2.AsyncClient, session: str) -> None:
    asked = {path: (await client.get(path.format(session=session))).status_code for path in REFUSED}
    assert asked == REFUSED


async def test_only_an_interview_has_a_knowledge_graph(client: httpx2.AsyncClient) -> None:
    opened = await client.post("/sessions", json={"engine": "sims", "scenario": "launch_decision"})
    session = opened.json()["head"]["id"]
    for path in ("knowledge", "report", "report/report.md"):
        refused = await client.get(f"/sessions/{session}/{path}")
        assert refused.status_code == 422
        assert "is not an interview" in refused.json()["detail"]
