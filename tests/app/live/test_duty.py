"""People on duty: what is raised is there after a restart, with who has seen it, and is told elsewhere."""

from __future__ import annotations

import csv
import hmac
import json
from collections.abc import AsyncIterator
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import httpx2
import pytest

from dramaturg.app.live.duty import Duty
from dramaturg.app.live.webhook import TOO_OLD, Teller, Webhook
from dramaturg.kernel.errors import NotFound
from dramaturg.store import Log, open_log
from dramaturg.testing.store_conformance import CONTENT, RAISED, SESSION, HandClock, said
from dramaturg.turn.ports import TableRow

HOURS = 3600.0
SECRET = "a secret of their own"
FORMULA = TableRow("raised", {**RAISED.values, "turn": 1, "words": "=HYPERLINK(1)"})


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[Log]:
    log = await open_log(str(tmp_path / "duty.db"), HandClock())
    await log.open(SESSION, CONTENT)
    await said(log, "one", RAISED)
    yield log
    await log.close()


async def test_a_flag_is_new_then_seen_then_handled(log: Log) -> None:
    duty = Duty(log, HandClock())
    (new,) = await duty.flags()
    assert (new.state, new.danger, new.words) == ("new", "abuse", "He hits me.")
    await duty.note(SESSION.id, 0, "seen", "Ada")
    await duty.note(SESSION.id, 0, "handled", "Ben")
    (flag,) = await Duty(log, HandClock()).flags("handled")
    assert (flag.seen_by, flag.handled_by) == ("Ada", "Ben")
    assert await duty.flags("new") == ()
    with pytest.raises(NotFound):
        await duty.note(SESSION.id, 7, "seen", "Ada")


async def test_all_that_was_raised_can_be_taken_along(log: Log) -> None:
    await said(log, "two", FORMULA)
    duty = Duty(log, HandClock())
    rows = list(csv.DictReader(StringIO(await duty.export("csv"))))
    assert {row["words"] for row in rows} == {"He hits me.", "'=HYPERLINK(1)"}
    told = json.loads(await duty.export("json"))
    assert {each["state"] for each in told} == {"new"}


# ── the webhook ───────────────────────────────────────────────────────────────────────────────────


class Elsewhere:
    """Answers with these statuses, one after the other, then that all is well."""

    def __init__(self, *statuses: int) -> None:
        self.statuses, self.requests = list(statuses), list[httpx2.Request]()

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        status = self.statuses.pop(0) if self.statuses else 204
        if status == 0:
            raise httpx2.ConnectError("nobody there")
        return httpx2.Response(status)


def teller(log: Log, clock: HandClock, elsewhere: Elsewhere, words: bool = False) -> Teller:
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(elsewhere))
    return Teller(Webhook("https://duty.example/flags", SECRET, words), log, clock, http)


async def test_a_flag_is_told_once_signed_and_without_the_words(log: Log) -> None:
    elsewhere, clock = Elsewhere(), HandClock()
    await teller(log, clock, elsewhere).tell()
    await teller(log, clock, elsewhere).tell()  # as after a restart
    (request,) = elsewhere.requests
    body, time = request.content, request.headers["X-Dramaturg-Time"]
    wanted = hmac.new(SECRET.encode(), f"{time}.".encode() + body, sha256).hexdigest()
    assert request.headers["X-Dramaturg-Signature"] == f"sha256={wanted}"
    told: dict[str, Any] = json.loads(body)
    assert (told["id"], told["kind"], told["said"]) == (f"{SESSION.id}:0", "abuse", "stop")
    assert "words" not in told


async def test_the_words_go_along_where_the_deployment_says_so(log: Log) -> None:
    elsewhere = Elsewhere()
    await teller(log, HandClock(), elsewhere, words=True).tell()
    assert json.loads(elsewhere.requests[0].content)["words"] == "He hits me."


async def test_it_is_told_again_until_it_was_taken(log: Log) -> None:
    elsewhere, clock = Elsewhere(0, 500), HandClock()
    telling = teller(log, clock, elsewhere)
    for seconds in (0, 1, 5, 1, 30, 1, 3600):
        clock.after(seconds)
        await telling.tell()
    assert len(elsewhere.requests) == 3


async def test_what_is_days_old_is_no_news(log: Log) -> None:
    elsewhere, clock = Elsewhere(), HandClock()
    clock.after(TOO_OLD + HOURS)
    await teller(log, clock, elsewhere).tell()
    assert elsewhere.requests == []
