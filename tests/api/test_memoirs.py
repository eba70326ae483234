"""Memoirs over HTTP: sittings, marks, forgetting, the timeline, the book and the audit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.api.asking import asking

pytestmark = pytest.mark.slow

TOLD = (
    "I was born in 1938 in Oldham, by the canal, and there were seven of us in two rooms.",
    "My sister Rosalind kept a brass euphonium in the loft.",
    "At fifteen I started at the mill, and the looms were so loud you went deaf.",
)
STOP = "Please stop. I want to stop here."


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path) as client:
        yield client


async def told(client: httpx2.AsyncClient, *passages: str) -> str:
    opened = await client.post("/sessions", json={"engine": "memoir", "teller": {"name": "Ida"}})
    session: str = opened.json()["head"]["id"]
    for number, text in enumerate(passages):
        await client.post(
            f"/sessions/{session}/turns",
            json={"text": text},
            headers={"Idempotency-Key": str(number)},
        )
    return f"/memoirs/{session}"


async def passages_of(client: httpx2.AsyncClient, memoir: str) -> dict[int, dict[str, Any]]:
    return {each["turn"]: each for each in (await client.get(f"{memoir}/passages")).json()}


async def test_a_sitting_begins_when_the_last_one_is_over(client: httpx2.AsyncClient) -> None:
    memoir = await told(client, TOLD[0])
    assert (await client.post(f"{memoir}/sittings")).status_code == 422
    session = memoir.removeprefix("/memoirs")
    await client.post(
        f"/sessions{session}/turns", json={"text": STOP}, headers={"Idempotency-Key": "stop"}
    )
    begun = await client.post(f"{memoir}/sittings")
    assert begun.status_code == 201
    assert begun.json()["scene"]["sitting"] == 2
    assert [line["by"] for line in begun.json()["lines"]] == ["program"]


async def test_an_interviewer_is_found_by_its_id_and_never_by_a_folder(
    client: httpx2.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    refused = await client.post("/sessions", json={"engine": "memoir", "artifacts": "mine"})
    assert refused.status_code == 404


async def test_a_marked_passage_is_left_out_of_the_book_until_the_mark_is_taken_away(
    client: httpx2.AsyncClient,
) -> None:
    memoir = await told(client, *TOLD)
    marked = await client.put(f"{memoir}/passages/2/mark", json={"mark": "off_record"})
    assert marked.json()["scene"]["marks"] == [{"turn": 2, "mark": "off_record"}]
    assert (await passages_of(client, memoir))[2]["withheld"] == "left out, as you wished"
    for query, there in (("", False), ("?include=2", True)):
        assert ("euphonium" in (await client.get(f"{memoir}/book{query}")).text) is there
    await client.put(f"{memoir}/passages/2/mark", json={"mark": None})
    assert "euphonium" in (await client.get(f"{memoir}/book")).text


async def test_a_sitting_that_is_over_stays_so_in_the_list_when_a_passage_is_marked(
    client: httpx2.AsyncClient,
) -> None:
    memoir = await told(client, TOLD[0], STOP)
    for _ in range(2):
        (head,) = (await client.get("/sessions", params={"state": "ended"})).json()["sessions"]
        assert head["ended"] == "stopped"
        await client.put(f"{memoir}/passages/1/mark", json={"mark": "sensitive"})


async def test_what_is_forgotten_is_nowhere_any_more_and_told_in_words(
    client: httpx2.AsyncClient,
) -> None:
    memoir = await told(client, *TOLD)
    forgotten = (await client.post(f"{memoir}/forget", json={"passage": 2})).json()
    assert forgotten["passages"] == 1
    assert forgotten["told"].startswith("Removed for good: 1 passage")
    assert list(await passages_of(client, memoir)) == [1, 3]
    paths = ("passages", "timeline", "book", "book/md", "book/html", "audit")
    session = f"/sessions{memoir.removeprefix('/memoirs')}"
    for path in (session, *(f"{memoir}/{each}" for each in paths)):
        answer = await client.get(path)
        assert answer.status_code == 200
        assert "euphonium" not in answer.text, path
    removed = [line for line in (await client.get(session)).json()["lines"] if line["removed"]]
    assert [line["turn"] for line in removed] == [2]


async def test_the_book_has_chapters_and_a_timeline_that_lead_to_turns(
    client: httpx2.AsyncClient,
) -> None:
    memoir = await told(client, *TOLD)
    book = (await client.get(f"{memoir}/book")).json()
    sections = [section for chapter in book["chapters"] for section in chapter["sections"]]
    assert book["title"] == "What Ida told"
    assert {paragraph["turn"] for section in sections for paragraph in section["paragraphs"]} == {
        1,
        2,
        3,
    }
    first = book["timeline"]["entries"][0]
    assert (first["when"], first["turns"]) == ("1938", [1])
    assert (await client.get(f"{memoir}/timeline")).json() == book["timeline"]


FILES = {
    "md": ("text/markdown", b"# What Ida told"),
    "html": ("text/html", b"<!doctype html>"),
    "epub": ("application/epub+zip", b"PK"),
}


async def test_the_book_is_handed_out_as_a_file(client: httpx2.AsyncClient) -> None:
    memoir = await told(client, TOLD[0])
    for form, (media, begins) in FILES.items():
        answer = await client.get(f"{memoir}/book/{form}")
        assert answer.headers["content-type"].startswith(media)
        assert answer.headers["content-disposition"].endswith(f'.{form}"')
        assert answer.content.startswith(begins)


async def test_an_audit_can_be_read_without_what_was_said(client: httpx2.AsyncClient) -> None:
    memoir = await told(client, TOLD[0])
    with_words, without = [
        (await client.get(f"{memoir}/audit?words={words}")).text for words in ("true", "false")
    ]
    assert "by the canal" in with_words
    assert "by the canal" not in without
    assert "routed" in without


MISTAKES: tuple[tuple[str, str, str, int], ...] = (
    ("POST", "/forget", "{}", 422),
    ("POST", "/forget", '{"passage": 1, "topic": "t1"}', 422),
    ("POST", "/forget", '{"passage": 99}', 404),
    ("POST", "/forget", '{"topic": "\\ud800"}', 422),
    ("PUT", "/passages/99/mark", '{"mark": "off_record"}', 422),
    ("PUT", "/passages/1/mark", '{"mark": "gone"}', 422),
    ("PUT", f"/passages/{10**30}/mark", '{"mark": null}', 422),
    ("GET", "/book/docx", "", 422),
    ("GET", f"/book?include={10**30}", "", 422),
)


async def test_mistakes_are_refused(client: httpx2.AsyncClient) -> None:
    memoir = await told(client, TOLD[0])
    for method, path, body, status in MISTAKES:
        answer = await client.request(
            method, f"{memoir}{path}", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == status, (path, answer.text)


async def test_what_is_no_memoir_has_no_book(client: httpx2.AsyncClient) -> None:
    opened = await client.post("/sessions", json={"engine": "sims", "scenario": "launch_decision"})
    answer = await client.get(f"/memoirs/{opened.json()['head']['id']}/book")
    assert (answer.status_code, "is no memoir" in answer.text) == (422, True)
