"""Content over HTTP: read, checked at its lines, saved under a tag, brought to the sessions that
have an older version.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from dramaturg.api.server import create_api
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import packaged

pytestmark = pytest.mark.slow

DRAMA = "/content/scenario/launch_decision"


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    api = create_api(Settings(store=str(tmp_path / "s.db")))
    async with (
        api.router.lifespan_context(api),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=api), base_url="http://test/api/v1"
        ) as client,
    ):
        yield client


async def checked(
    client: httpx2.AsyncClient, text: str, kind: str = "scenario", id: str = "launch_decision"
) -> dict[str, list]:  # type: ignore[type-arg]
    response = await client.post("/content-check", json={"kind": kind, "id": id, "text": text})
    assert response.status_code == 200, response.text
    return {**response.json()["found"], "graphs": response.json()["graphs"]}


async def test_a_fault_is_told_at_its_line_with_its_remedy_and_its_meaning(
    client: httpx2.AsyncClient,
) -> None:
    text = (await client.get(DRAMA)).json()["text"]
    found = await checked(client, text.replace("backbone: technical", "backbone: tecnical"))
    line = 1 + text.splitlines().index("backbone: technical")
    assert [(fault["line"], fault["code"]) for fault in found["faults"]] == [(line, "unknown-name")]
    fault = found["faults"][0]
    assert fault["remedy"] == "Did you mean 'technical'?"
    assert fault["meaning"] == (await client.get("/faults/unknown-name")).json()["meaning"]
    assert (found["proofs"], found["graphs"]) == ([], [])


async def test_what_holds_is_proven_and_every_person_has_their_graph(
    client: httpx2.AsyncClient,
) -> None:
    found = await checked(client, (await client.get(DRAMA)).json()["text"])
    assert not found["faults"]
    assert {proof["holds"] for proof in found["proofs"]} == {True}
    assert "in “Ship in 48 hours?”" in found["graphs"][0]["title"]


async def test_what_does_not_hold_comes_with_the_walk_that_breaks_it(
    client: httpx2.AsyncClient,
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "faults" / "trap.md").read_text()
    text = page.partition("```yaml\n")[2].partition("```")[0]
    found = await checked(client, text, "backbone", "short_talk")
    broken = next(
        proof
        for proof in found["proofs"]
        if proof["claim"] == "the end can be reached from everywhere"
    )
    assert not broken["holds"]
    assert broken["walk"] == [
        "GREET: not satisfied, goto ASK (max turns reached (1/1); relationship <= guarded)"
    ]


async def test_two_editors_never_write_over_one_another(client: httpx2.AsyncClient) -> None:
    read = await client.get(DRAMA)
    text, tag = read.json()["text"], read.headers["ETag"]
    first = await client.put(DRAMA, json={"text": text + "# mine\n"}, headers={"If-Match": tag})
    assert (first.status_code, first.json()["head"]["own"]) == (200, True)
    for headers in ({"If-Match": tag}, {}):
        second = await client.put(DRAMA, json={"text": text + "# theirs\n"}, headers=headers)
        assert (second.status_code, second.headers["Content-Type"]) == (
            409,
            "application/problem+json",
        )
    assert (await client.get(DRAMA)).json()["text"].endswith("# mine\n")


async def test_a_draft_is_kept_shows_as_faulty_and_cannot_be_opened(
    client: httpx2.AsyncClient,
) -> None:
    read = await client.get(DRAMA)
    text, tag = (
        read.json()["text"].replace("best: delay_and_eval", "best: delay"),
        read.headers["ETag"],
    )
    refused = await client.put(DRAMA, json={"text": text}, headers={"If-Match": tag})
    assert (refused.status_code, refused.json()["faults"][0]["place"]) == (
        422,
        "launch_decision.yaml",
    )
    assert (
        await client.put(DRAMA, json={"text": text, "draft": True}, headers={"If-Match": tag})
    ).status_code == 200
    assert (await client.get("/content-faults")).json() == [
        {"kind": "scenario", "id": "launch_decision", "faults": 1}
    ]
    assert (
        await client.post("/sessions", json={"engine": "sims", "scenario": "launch_decision"})
    ).status_code == 422


async def test_a_copy_and_a_template_are_ones_own(client: httpx2.AsyncClient) -> None:
    copied = await client.post("/content/subject/oat_milk/copy", json={"id": "my_milk"})
    made = await client.post("/content", json={"kind": "study", "about": "bread in the morning"})
    assert [each.status_code for each in (copied, made)] == [201, 201]
    own = [
        (head["kind"], head["id"]) for head in (await client.get("/content")).json() if head["own"]
    ]
    assert own == [("study", "bread_morning"), ("subject", "my_milk")]
    gone = await client.delete(
        "/content/subject/my_milk", headers={"If-Match": copied.headers["ETag"]}
    )
    assert (gone.status_code, (await client.get("/content/subject/my_milk")).status_code) == (
        204,
        404,
    )


async def test_a_session_goes_on_with_the_saved_version_and_back_again(
    client: httpx2.AsyncClient,
) -> None:
    opened = (
        await client.post(
            "/sessions", json={"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
        )
    ).json()
    read = await client.get(DRAMA)
    text = (
        read.json()["text"]
        .replace('version: "1"', 'version: "2"', 1)
        .replace("Ship in 48 hours?", "Ship in two days?", 1)
    )
    assert (
        await client.put(DRAMA, json={"text": text}, headers={"If-Match": read.headers["ETag"]})
    ).status_code == 200
    looked = (await client.post(f"{DRAMA}/migration", json={})).json()
    assert [(each["session"], each["fate"]) for each in looked["sessions"]] == [
        (opened["head"]["id"], "keeps its place")
    ]
    assert any("Ship in two days?" in change for change in looked["changes"])
    assert (await client.get(f"/sessions/{opened['head']['id']}")).json()["head"][
        "title"
    ] == "Ship in 48 hours?"
    done = (await client.post(f"{DRAMA}/migration", json={"dry_run": False})).json()
    assert (done["migrated"], done["sessions"], done["up_to_date"]) == (
        [opened["head"]["id"]],
        [],
        1,
    )
    assert (await client.get(f"/sessions/{opened['head']['id']}")).json()["head"][
        "title"
    ] == "Ship in two days?"
    back = (await client.delete(f"{DRAMA}/migration")).json()
    assert back == {"sessions": [opened["head"]["id"]], "left": []}


async def test_a_draft_and_decisions_for_something_else_move_no_session(
    client: httpx2.AsyncClient,
) -> None:
    opened = (
        await client.post(
            "/sessions", json={"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
        )
    ).json()
    read = await client.get(DRAMA)
    text = read.json()["text"].replace("backbone: technical", "backbone: expert", 1)
    await client.put(
        DRAMA, json={"text": text, "draft": True}, headers={"If-Match": read.headers["ETag"]}
    )
    done = (await client.post(f"{DRAMA}/migration", json={"dry_run": False})).json()
    assert [(each["session"], each["goes_on"]) for each in done["sessions"]] == [
        (opened["head"]["id"], False)
    ]
    elsewhere = done["decisions"].replace("content: launch_decision", "content: night_shift")
    refused = await client.post(
        f"{DRAMA}/migration", json={"dry_run": False, "decisions": elsewhere}
    )
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "these decisions are for night_shift, not for launch_decision",
    )


NAMES = (
    "%2e",
    "%2e%2e",
    "%00",
    "..%2f..%2fpyproject",
    "a" * 300,
    "%ed%a0%80",
    "%F0%9F%8E%AD",
    "-1",
)
SAVE = {"text": "kind: subject\nid: x\ntitle: t\nobjective: o\n", "draft": True}
BY_NAME: tuple[tuple[str, str, object], ...] = (
    ("GET", "/content/subject/{name}", None),
    ("GET", "/content/{name}/oat_milk", None),
    ("PUT", "/content/subject/{name}", SAVE),
    ("PUT", "/content/router_policy/{name}", SAVE),
    ("POST", "/content/subject/{name}/copy", {"id": "x"}),
    ("POST", "/content/scenario/{name}/migration", {}),
    ("DELETE", "/content/subject/{name}", None),
    ("DELETE", "/content/scenario/{name}/migration", None),
    ("GET", "/kinds/{name}/schema", None),
    ("GET", "/faults/{name}", None),
)


async def test_no_name_leads_out_of_the_content(client: httpx2.AsyncClient) -> None:
    for name in NAMES:
        for method, path, body in BY_NAME:
            response = await client.request(
                method, path.format(name=name), json=body, headers={"If-Match": '"x"'}
            )
            assert 400 <= response.status_code < 500, (method, path, name, response.text)


REFUSED: tuple[tuple[str, dict[str, str]], ...] = (
    ("/content-check", {"kind": "router_policy", "id": "../../memoir", "text": "{}"}),
    ("/content-check", {"kind": "subject", "id": "\0", "text": ""}),
    ("/content-check", {"kind": "nothing", "id": "x", "text": ""}),
    ("/content", {"kind": "scenario", "about": "   "}),
    ("/content/subject/oat_milk/copy", {"id": "../elsewhere"}),
    ("/content/subject/oat_milk/copy", {"id": "hospital_stay"}),
    ("/content/guide/oat_milk_guide/migration", {"decisions": "no: map"}),
    ("/content/cohort/a_mixed_class/migration", {}),
)


async def test_what_cannot_be_is_refused_in_words_without_places_of_this_machine(
    client: httpx2.AsyncClient,
) -> None:
    for path, body in REFUSED:
        response = await client.post(path, json=body)
        assert 400 <= response.status_code < 500, path
        assert response.json()["detail"]
        assert str(packaged()) not in response.text


async def test_any_text_can_be_checked(client: httpx2.AsyncClient) -> None:
    for text in (
        "\0",
        "kind: scenario\nid: x\n\0",
        "&a [*a]",
        "{" * 100,
        '"\\ud800"',
        "kind: [",
        "- " * 5000,
    ):
        assert (await checked(client, text))["faults"], text


async def test_half_a_character_is_refused(client: httpx2.AsyncClient) -> None:
    body = b'{"kind": "scenario", "id": "x", "text": "\\ud800"}'
    response = await client.post(
        "/content-check", content=body, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 422


async def test_every_kind_is_told_and_has_a_schema(client: httpx2.AsyncClient) -> None:
    assert {kind["kind"] for kind in (await client.get("/kinds")).json()} == set(KINDS)
    assert (await client.get("/kinds/scenario/schema")).json()["title"] == "Scenario"
