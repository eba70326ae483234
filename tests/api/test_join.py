"""Taking part over HTTP: the door, consent, screening, the interview, a way out at any time, and
one's words back.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from tests.api.asking import asking
from tests.app.studies.held_study import OAT, written

pytestmark = pytest.mark.slow

KEY = "the author's own key"
AUTHOR = {"Authorization": f"Bearer {KEY}"}
AGREED = {"agrees": True, "consent_version": OAT["consent"]["version"]}
ANSWERS = {"age": 41, "trade": "lighthouse keeper"}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    (tmp_path / "content").mkdir()
    rules = [{"when": "age < 18", "message": "We can only talk with adults."}]
    written(tmp_path / "content", respondents=2, turns=2, rules=rules)
    async with asking(tmp_path, content=str(tmp_path / "content"), author_keys=KEY) as client:
        yield client


@pytest.fixture
async def study(client: httpx2.AsyncClient) -> str:
    id: str = (
        await client.post("/studies", json={"document": "oat_small"}, headers=AUTHOR)
    ).json()["head"]["id"]
    return id


async def come_in(client: httpx2.AsyncClient, study: str) -> None:
    """As somebody who opens the study's link."""
    address = (await client.get(f"/studies/{study}/link", headers=AUTHOR)).json()["address"]
    key = parse_qs(urlsplit(address).query)["key"][0]
    assert (await client.post("/access", json={"key": key})).json()["study"] == study


async def sent(
    client: httpx2.AsyncClient, study: str, step: str, status: int = 200, **body: Any
) -> Any:
    response = await client.post(f"/join/{study}/{step}", json=body)
    assert response.status_code == status, response.text
    return response.json() if response.content else None


async def admitted(
    client: httpx2.AsyncClient, study: str, answers: dict[str, Any] = ANSWERS
) -> str:
    """Somebody who has agreed and answered the screener; their receipt."""
    receipt: str = (await sent(client, study, "consent", 201, **AGREED))["receipt"]
    await sent(client, study, "screening", receipt=receipt, answers=answers)
    return receipt


async def say(client: httpx2.AsyncClient, session: str, text: str) -> httpx2.Response:
    return await client.post(
        f"/sessions/{session}/turns", json={"text": text}, headers={"Idempotency-Key": text}
    )


async def test_a_link_leads_through_the_whole_of_one_interview_and_nowhere_else(
    client: httpx2.AsyncClient, study: str
) -> None:
    assert (await client.get(f"/join/{study}")).status_code == 401
    await come_in(client, study)
    door = (await client.get(f"/join/{study}")).json()
    assert (door["open"], door["consent"]) == (True, OAT["consent"]["text"])
    assert "machine" in door["notice"]
    receipt = await admitted(client, study)
    begun = await sent(client, study, "begin", receipt=receipt)
    assert (begun["respondent"], begun["standing"]) == ("R001", "interviewing")
    for answer in ("It is creamy, and that makes my coffee a treat.", "A treat makes me calm."):
        assert (await say(client, begun["session"], answer)).status_code == 200
    shown = (await client.get(f"/studies/{study}", headers=AUTHOR)).json()
    assert shown["people"][0]["standing"] == "finished", (
        "also of those who close the window without a word"
    )
    assert (await sent(client, study, "visit", receipt=receipt))["standing"] == "finished"
    for path in (
        "/studies",
        f"/studies/{study}",
        f"/studies/{study}/codes",
        "/sessions",
        "/join/another",
    ):
        assert (await client.get(path)).status_code == 403


async def test_after_a_break_the_same_interview_goes_on(
    client: httpx2.AsyncClient, study: str
) -> None:
    await come_in(client, study)
    receipt = await admitted(client, study)
    begun = await sent(client, study, "begin", receipt=receipt)
    client.cookies.clear()
    await come_in(client, study)
    again = await sent(client, study, "begin", receipt=f" {receipt.lower().replace('-', ' ')}")
    assert again == begun
    assert (await client.get(f"/sessions/{begun['session']}")).status_code == 200


async def test_whoever_stops_keeps_their_words_in_and_whoever_withdraws_takes_them_back(
    client: httpx2.AsyncClient, study: str
) -> None:
    await come_in(client, study)
    receipt = await admitted(client, study)
    session = (await sent(client, study, "begin", receipt=receipt))["session"]
    await say(client, session, "Because of the quokkas.")
    assert (await sent(client, study, "stop", receipt=receipt))["standing"] == "finished"
    await sent(client, study, "withdraw", 204, receipt=receipt)
    assert (await client.get(f"/sessions/{session}", headers=AUTHOR)).status_code == 404
    await sent(client, study, "visit", 404, receipt=receipt)


async def test_a_full_paused_or_closed_study_says_so_at_the_door(
    client: httpx2.AsyncClient, study: str
) -> None:
    await come_in(client, study)

    async def message() -> str:
        told: str = (await client.get(f"/join/{study}")).json()["message"]
        return told

    for status, words in (("paused", "paused"), ("open", "")):
        await client.put(f"/studies/{study}/status", json={"status": status}, headers=AUTHOR)
        assert words in await message()
    assert await message() == ""
    assert (
        await sent(
            client, study, "visit", receipt=await admitted(client, study, {**ANSWERS, "age": 12})
        )
    )["message"] == "We can only talk with adults."
    await admitted(client, study)
    await admitted(client, study)
    assert "has found all the people" in await message()
    late = await admitted(client, study)
    assert (await sent(client, study, "visit", receipt=late))["standing"] == "quota_full"
    await sent(client, study, "begin", 422, receipt=late)
    await client.put(f"/studies/{study}/status", json={"status": "closed"}, headers=AUTHOR)
    assert "closed" in await message()
    await sent(client, study, "consent", 422, **AGREED)


async def test_an_invitation_opens_the_door_once(client: httpx2.AsyncClient, study: str) -> None:
    address = (await client.post(f"/studies/{study}/invitations", json={}, headers=AUTHOR)).json()[
        0
    ]["address"]
    given = parse_qs(urlsplit(address).query)
    await client.post("/access", json={"key": given["key"][0]})
    await sent(client, study, "consent", 201, **AGREED, code=given["code"][0])
    door = (await client.get(f"/join/{study}")).json()
    assert (door["open"], "was used already" in door["message"]) == (False, True)


REFUSED: list[tuple[str, dict[str, Any], int]] = [
    ("consent", {"agrees": False, "consent_version": "3"}, 422),
    ("consent", {"agrees": True, "consent_version": "2"}, 422),
    ("consent", {**AGREED, "code": "ABCD-EFGH-JKLM-NPQR"}, 422),
    ("visit", {"receipt": "-"}, 404),
    ("withdraw", {"receipt": "ABCD-EFGH-JKLM-NPQR"}, 404),
    ("screening", {"receipt": "x" * 101, "answers": {}}, 422),
]


async def test_what_is_not_meant_is_refused(client: httpx2.AsyncClient, study: str) -> None:
    await come_in(client, study)
    for step, body, status in REFUSED:
        await sent(client, study, step, status, **body)
    receipt = (await sent(client, study, "consent", 201, **AGREED))["receipt"]
    await sent(client, study, "begin", 422, receipt=receipt)
    for answers in (
        {},
        {"age": "old", "trade": "x"},
        {**ANSWERS, "shoe": 43},
        {**ANSWERS, "age": 10**400},
    ):
        await sent(client, study, "screening", 422, receipt=receipt, answers=answers)
