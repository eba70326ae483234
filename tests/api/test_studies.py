"""Studies over HTTP: opened, invited to, analysed, decided about, exported and erased."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.api.asking import asking
from tests.app.studies.held_study import INES, OAT, OTIS, store, written

from dramaturg.content.yaml_writer import as_yaml

LADDERS = "respondent,ladder,position,code\nAda,1,1,bed\nAda,1,2,rested\nBen,1,1,bed\nBen,1,2,rested\nBen,1,3,patient\n"
CODES = "interview,code\nAda,bed\nAda,rested\nBen,bed\nCem,-\n"


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    (tmp_path / "content").mkdir()
    written(tmp_path / "content", invited_only=True)
    async with asking(tmp_path, content=str(tmp_path / "content")) as client:
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a store in which a study of five interviews was held."""
    (tmp_path / "s.db").write_bytes(store())
    return tmp_path


@pytest.fixture
async def held(folder: Path) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks about the study; addresses begin at it."""
    async with asking(folder) as client:
        study = (await client.get("/studies")).json()[0]["id"]
        client.base_url = httpx2.URL(f"{client.base_url}studies/{study}/")
        yield client


async def opened(client: httpx2.AsyncClient) -> str:
    response = await client.post("/studies", json={"document": "oat_small"})
    assert response.status_code == 201
    study: str = response.json()["head"]["id"]
    return study


async def told(client: httpx2.AsyncClient, path: str, **asked: Any) -> Any:
    response = await client.get(path, params=asked)
    assert response.status_code == 200, response.text
    return response.json()


# ── running one ───────────────────────────────────────────────────────────────────────────────────


async def test_a_study_of_the_library_is_opened_and_listed(client: httpx2.AsyncClient) -> None:
    documents = {each["id"]: each for each in await told(client, "/studies/documents")}
    assert documents["oat_small"]["title"] == OAT["title"]
    study = await opened(client)
    assert [
        (each["id"], each["status"], each["placed"]) for each in await told(client, "/studies")
    ] == [(study, "open", 0)]


@pytest.mark.slow
async def test_a_study_with_faults_is_listed_with_their_number(
    client: httpx2.AsyncClient, tmp_path: Path
) -> None:
    (tmp_path / "content" / "torn.yaml").write_text(
        as_yaml({**OAT, "id": "torn", "turns": 0}), encoding="utf-8"
    )
    documents = {each["id"]: each for each in await told(client, "/studies/documents")}
    assert documents["torn"]["faults"] == 1
    refused = await client.post("/studies", json={"document": "torn"})
    assert refused.status_code == 422
    assert refused.json()["faults"][0]["line"]
    assert refused.json()["faults"][0]["place"] == "torn.yaml" and str(tmp_path) not in refused.text


async def test_only_ids_of_the_library_open_a_study(client: httpx2.AsyncClient) -> None:
    for document in (
        "../oat_small",
        "/etc/passwd.yaml",
        "oat_small.yaml",
        "no_such_study",
        ".",
        "\u0000",
    ):
        assert (await client.post("/studies", json={"document": document})).status_code in (
            404,
            422,
        ), document


@pytest.mark.slow
async def test_invitations_are_links_shown_once(client: httpx2.AsyncClient) -> None:
    study = await opened(client)
    made = (await client.post(f"/studies/{study}/invitations", json={"number": 3})).json()
    assert [each["address"] for each in made] == [
        f"/join/{study}?code={each['code']}" for each in made
    ]
    shown = await told(client, f"/studies/{study}")
    assert (shown["invitations"], shown["used"]) == (3, 0)
    assert made[0]["code"] not in str(shown)
    assert (await told(client, f"/studies/{study}/link"))["address"] is None


@pytest.mark.slow
async def test_a_closed_study_stays_closed(client: httpx2.AsyncClient) -> None:
    study = await opened(client)
    for status, answered in (("paused", 200), ("open", 200), ("closed", 200), ("open", 422)):
        response = await client.put(f"/studies/{study}/status", json={"status": status})
        assert response.status_code == answered
    assert (await told(client, f"/studies/{study}"))["head"]["status"] == "closed"


@pytest.mark.slow
async def test_a_deleted_study_is_gone(client: httpx2.AsyncClient) -> None:
    study = await opened(client)
    assert (await client.delete(f"/studies/{study}")).status_code == 204
    assert (await client.get(f"/studies/{study}")).status_code == 404
    assert await told(client, "/studies") == []


# ── figures from anywhere ─────────────────────────────────────────────────────────────────────────


async def test_a_matrix_of_ladders_from_anywhere(client: httpx2.AsyncClient) -> None:
    matrix = (await client.post("/matrices", json={"csv": LADDERS, "cutoff": 2})).json()
    cells = {(cell["source"], cell["target"]): cell["text"] for cell in matrix["cells"]}
    assert cells == {
        ("bed", "rested"): "2.00",
        ("bed", "patient"): "0.01",
        ("rested", "patient"): "1.00",
    }
    assert [(edge["source"], edge["target"]) for edge in matrix["map"]["edges"]] == [
        ("bed", "rested")
    ]


async def test_saturation_of_codes_from_anywhere(client: httpx2.AsyncClient) -> None:
    found = (await client.post("/saturations", json={"csv": CODES, "base": 1, "run": 1})).json()
    assert (found["new"], found["cumulative"]) == ([2, 0, 0], [2, 2, 2])
    assert found["guest"]["reached_at"] == 2


FAULTY = [
    ("/matrices", "", "ladders.csv is empty"),
    ("/matrices", "respondent,ladder,code\n", "there is no column 'position'"),
    ("/matrices", LADDERS.replace("Ada,1,2", "Ada,1,1"), "ladders.csv:3: position 1"),
    ("/saturations", "interview,code\nR1,\n", "codes.csv:2: code left empty"),
    ("/saturations", 'interview,code\n"R1', "this is not CSV"),
]


async def test_faulty_csv_is_told_by_its_lines(client: httpx2.AsyncClient) -> None:
    for path, csv, detail in FAULTY:
        response = await client.post(path, json={"csv": csv})
        assert response.status_code == 422
        assert detail in response.json()["detail"]


# ── what comes of five interviews ─────────────────────────────────────────────────────────────────


@pytest.mark.slow
async def test_a_study_shows_everybody_by_their_pseudonym(held: httpx2.AsyncClient) -> None:
    shown = await told(held, str(held.base_url).rstrip("/"))
    assert [each["id"] for each in shown["people"]] == ["R001", "R002", "R003", INES, OTIS]
    otis = shown["people"][-1]
    assert (otis["standing"], otis["turns"], otis["answers"]["trade"]) == (
        "finished",
        6,
        "zookeeper",
    )


@pytest.mark.slow
async def test_every_cell_of_the_matrix_leads_to_words_that_were_said(
    held: httpx2.AsyncClient,
) -> None:
    matrix = await told(held, "matrix", cutoff=1)
    assert len(matrix["map"]["edges"]) > 2
    for cell in matrix["cells"]:
        behind = await told(held, "words", code=cell["source"], leads_to=cell["target"])
        assert behind["words"] and behind["by"] == cell["by"]
        assert behind["in_one_step"] or cell["direct"] == 0
        assert all(
            words["session"] and words["respondent"] in cell["by"]
            for words in behind["words"]
            if not behind["in_one_step"]
        )


@pytest.mark.slow
async def test_mentions_are_counted_apart_from_respondents(held: httpx2.AsyncClient) -> None:
    by_respondent, by_mention = (
        await told(held, "matrix"),
        await told(held, "matrix", count="mentions", relations="all"),
    )
    assert (by_mention["count"], by_mention["relations"]) == ("mentions", "all")
    assert sum(cell["indirect"] for cell in by_mention["cells"]) >= sum(
        cell["indirect"] for cell in by_respondent["cells"]
    )


@pytest.mark.slow
async def test_codes_are_merged_renamed_split_and_taken_back(held: httpx2.AsyncClient) -> None:
    before = await told(held, "codes")
    first, second = before["codes"][:2]

    async def decided(**decision: Any) -> Any:
        response = await held.post("codes/decisions", json=decision)
        assert response.status_code == 201, response.text
        return response.json()

    merged = await decided(kind="merge", into=first["id"], other=second["id"])
    assert len(merged["codes"]) == len(before["codes"]) - 1
    renamed = await decided(kind="rename", code=first["name"], name="<b>foam</b>")
    assert "<b>foam</b>" in {code["name"] for code in renamed["codes"]}
    whole = next(code for code in renamed["codes"] if code["name"] == "<b>foam</b>")
    split = await decided(kind="split", code=whole["id"], ideas=[whole["ideas"][-1]["ref"]])
    assert len(split["codes"]) == len(before["codes"])
    for decision in split["decisions"]:
        taken = await held.delete(f"codes/decisions/{decision['number']}")
    assert taken.json()["codes"] == before["codes"]
    assert all(decision["undone"] for decision in taken.json()["decisions"])


ABOUT_NOTHING: list[tuple[dict[str, Any], int]] = [
    ({"kind": "merge", "into": "creamy foam", "other": "Creamy Foam"}, 422),
    ({"kind": "merge", "into": "creamy foam", "other": "no such code"}, 404),
    ({"kind": "split", "code": "creamy foam", "ideas": ["R004"]}, 422),
    ({"kind": "rename", "code": "creamy foam", "name": "  "}, 422),
]


@pytest.mark.slow
async def test_a_decision_about_nothing_is_refused(held: httpx2.AsyncClient) -> None:
    for decision, status in ABOUT_NOTHING:
        assert (await held.post("codes/decisions", json=decision)).status_code == status, decision
    assert (await held.delete("codes/decisions/99")).status_code == 404


@pytest.mark.slow
async def test_every_claim_of_the_report_has_its_words(held: httpx2.AsyncClient) -> None:
    report = await told(held, "report")
    assert report["claims"]
    assert all(claim["words"] and claim["low"] < claim["high"] for claim in report["claims"])
    quotes = [block for block in report["blocks"] if block["kind"] == "quote"]
    assert quotes and all(quote["session"] and quote["turn"] for quote in quotes)
    headings = [
        block["text"]
        for block in report["blocks"]
        if block["kind"] == "heading" and block["level"] == 2
    ]
    assert (headings[0], headings[-1]) == ("What leads to what", "Limits")
    assert any(
        block["kind"] == "picture" and block["source"].startswith("data:image/svg")
        for block in report["blocks"]
    )


EXPORTS = [
    ("qdpx", "oat_small.qdpx", b"PK"),
    ("graphml", "oat_small-graphml.zip", b"PK"),
    ("csv", "oat_small-csv.zip", b"PK"),
    ("json", "oat_small.json", b"{"),
    ("md", "oat_small-md.zip", b"PK"),
    ("html", "oat_small.html", b"<!doctype html>"),
    ("svg", "oat_small.svg", b"<"),
    ("report", "oat_small-report.zip", b"PK"),
]


@pytest.mark.slow
async def test_every_export_is_one_file(held: httpx2.AsyncClient) -> None:
    for form, name, begins in EXPORTS:
        response = await held.get(f"exports/{form}")
        assert response.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert response.content.startswith(begins), form
        if begins == b"PK":
            assert zipfile.ZipFile(io.BytesIO(response.content)).testzip() is None


@pytest.mark.slow
async def test_a_redacted_export_names_nobody(held: httpx2.AsyncClient) -> None:
    assert "Rosalind" in (await held.get("exports/json")).text
    assert "Rosalind" not in (await held.get("exports/json", params={"redact": True})).text


@pytest.mark.slow
async def test_whoever_is_erased_is_in_no_figure_any_more(held: httpx2.AsyncClient) -> None:
    assert "marmalade" in str(await told(held, "report"))
    erased = await held.delete(f"respondents/{INES}")
    assert erased.json()["respondent"] == INES
    assert "marmalade" not in str(await told(held, "report"))
    ines = next(
        each
        for each in (await told(held, str(held.base_url).rstrip("/")))["people"]
        if each["id"] == INES
    )
    assert (ines["standing"], ines["answers"], ines["session"]) == ("withdrawn", {}, "")
    assert INES not in str((await told(held, "matrix"))["cells"])
    assert (await held.delete("respondents/R099")).status_code == 404
