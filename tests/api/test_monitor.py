"""The monitor over HTTP: what runs, what is flagged and why, what has changed, and what was seen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.api.asking import asking
from tests.support.ears import doing, models_hearing

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.live import monitor

pytestmark = pytest.mark.slow

MEMOIR = {"engine": "memoir", "teller": {"name": "Ida"}}
SIM = {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
INTERVIEW = {"engine": "interviews", "methodology": "means_end_chain", "about": "oat milk"}
DISTRESS = "My daughter died and I can't breathe when I think of it, I can't stop crying, please, I can't bear this."
DANGER = "Honestly I don't want to live any more. I think about killing myself every night."
REFUSAL, DOUBT = "I'd rather not talk about that.", "Looking after my body is important to me."
AGAIN = "I would rather not say, please."
HEARD = {
    DISTRESS: doing(danger="distress", care="stop"),
    REFUSAL: doing("refusal"),
    AGAIN: doing("refusal"),
    DOUBT: doing(danger="self_harm", care="check"),
}


@pytest.fixture
async def client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx2.AsyncClient]:
    monkeypatch.setattr(monitor, "FRESH", 0.0)
    models = models_hearing(HEARD, LOCAL_MODELS.ear)
    async with asking(tmp_path, models) as client:
        yield client


async def opened(client: httpx2.AsyncClient, wanted: dict[str, Any], *said: str) -> str:
    session: str = (await client.post("/sessions", json=wanted)).json()["head"]["id"]
    for number, text in enumerate(said):
        await say(client, session, text, str(number))
    return session


async def say(client: httpx2.AsyncClient, session: str, text: str, key: str) -> None:
    answer = await client.post(
        f"/sessions/{session}/turns", json={"text": text}, headers={"Idempotency-Key": key}
    )
    assert answer.status_code == 200


async def look(client: httpx2.AsyncClient, since: int = 0) -> dict[str, Any]:
    answer = await client.get("/monitor", params={"since": since})
    assert answer.status_code == 200
    seen: dict[str, Any] = answer.json()
    return seen


def flags(seen: dict[str, Any], session: str) -> list[tuple[str, str, int, bool]]:
    (card,) = [card for card in seen["cards"] if card["id"] == session]
    return [(flag["kind"], flag["urgency"], flag["turn"], flag["seen"]) for flag in card["flags"]]


FLAGGED: tuple[tuple[dict[str, Any], str, tuple[str, ...]], ...] = (
    (MEMOIR, DANGER, ("self_harm now",)),
    (MEMOIR, DISTRESS, ("distress now",)),
    (MEMOIR, REFUSAL, ("refusal note",)),
    (MEMOIR, "I grew up in Leeds, over my uncle's shop.", ()),
    (INTERVIEW, DANGER, ("self_harm now",)),
    (INTERVIEW, DISTRESS, ("distress now",)),
    (INTERVIEW, REFUSAL, ("refusal note",)),
    (INTERVIEW, DOUBT, ("doubt soon",)),
    (INTERVIEW, "It is creamy, and I feel good about it.", ()),
    (SIM, "This is ridiculous, you're wasting my time.", ("mood note",)),
    (SIM, "What did you find?", ()),
)


async def test_a_session_is_flagged_by_what_its_turns_recorded(client: httpx2.AsyncClient) -> None:
    sessions = [await opened(client, wanted, said) for wanted, said, _ in FLAGGED]
    seen = await look(client)
    for session, (wanted, said, expected) in zip(sessions, FLAGGED, strict=True):
        found = tuple(
            f"{kind} {urgency}"
            for kind, urgency, turn, is_seen in flags(seen, session)
            if (turn, is_seen) == (1, False)
        )
        assert found == expected, (wanted["engine"], said)


async def test_the_monitor_tells_nothing_that_was_said(client: httpx2.AsyncClient) -> None:
    await opened(client, MEMOIR, "My uncle Zebedee hid a euphonium.", DANGER)
    seen = str(await look(client))
    assert not [word for word in ("Zebedee", "euphonium", "killing") if word in seen]


async def test_only_what_has_changed_is_told_again(client: httpx2.AsyncClient) -> None:
    quiet, busy = await opened(client, SIM), await opened(client, MEMOIR)
    first = await look(client)
    assert (first["whole"], {card["id"] for card in first["cards"]}) == (True, {quiet, busy})
    assert (await look(client, first["mark"]))["cards"] == []
    await say(client, busy, "I grew up in Leeds.", "1")
    second = await look(client, first["mark"])
    assert (second["whole"], [card["id"] for card in second["cards"]]) == (False, [busy])
    await client.delete(f"/sessions/{quiet}")
    assert (await look(client, second["mark"]))["gone"] == [quiet]


async def test_whoever_comes_with_a_mark_that_is_not_ours_gets_everything(
    client: httpx2.AsyncClient,
) -> None:
    session = await opened(client, SIM)
    for mark in (1, 2**53 - 1):
        seen = await look(client, mark)
        assert (seen["whole"], [card["id"] for card in seen["cards"]]) == (True, [session])


async def test_danger_stays_up_until_it_was_seen_however_much_is_said_after_it(
    client: httpx2.AsyncClient,
) -> None:
    session = await opened(client, MEMOIR, DANGER)
    for turn in range(4):
        await say(client, session, "The kettle is on.", f"later {turn}")
    seen = await look(client)
    assert flags(seen, session)[0][:2] == ("self_harm", "now")
    assert (
        await client.put(f"/monitor/{session}/seen", json={"turn": seen["cards"][0]["turns"]})
    ).status_code == 204
    assert ("self_harm", "now", 1, True) in flags(await look(client), session)
    (flag,) = (await client.get("/care/flags")).json()
    assert (flag["state"], flag["words"]) == ("seen", DANGER)


async def test_who_looks_after_somebody_is_known_to_all(client: httpx2.AsyncClient) -> None:
    session = await opened(client, MEMOIR, DANGER)
    done = {"did": "handled", "who": "Ada"}
    assert (await client.put(f"/care/flags/{session}/1", json=done)).status_code == 204
    (flag,) = (await client.get("/care/flags", params={"state": "handled"})).json()
    assert (flag["handled_by"], flag["danger"], flag["turn"]) == ("Ada", "self_harm", 1)
    assert (await client.put(f"/care/flags/{session}/0", json=done)).status_code == 404
    export = await client.get("/care/flags/export", params={"as": "csv"})
    assert export.headers["content-disposition"] == 'attachment; filename="care-flags.csv"'
    assert DANGER in export.text


async def test_what_was_seen_is_told_as_seen_and_new_flags_are_not(
    client: httpx2.AsyncClient,
) -> None:
    session = await opened(client, MEMOIR, "I grew up in Leeds.", "I'd rather not talk about that.")
    seen = await look(client)
    await client.put(f"/monitor/{session}/seen", json={"turn": 2})
    assert flags(await look(client, seen["mark"]), session) == [("refusal", "note", 2, True)]
    await say(client, session, AGAIN, "again")
    assert flags(await look(client), session) == [("refusal", "note", 3, False)]


async def test_mistakes_are_refused(client: httpx2.AsyncClient) -> None:
    session = await opened(client, SIM)
    for name, turn, status in (
        ("nobody", 1, 404),
        ("%00", 1, 404),
        (session, -1, 422),
        (session, 10**30, 422),
    ):
        assert (
            await client.put(f"/monitor/{name}/seen", json={"turn": turn})
        ).status_code == status, name
