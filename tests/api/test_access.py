"""Who may ask for what, and what protects the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from tests.api.asking import asking

from dramaturg.api.base.access import COOKIE, Access, Who, access_for
from dramaturg.app.config.settings import Settings
from dramaturg.kernel.errors import SettingsError

AUTHOR_KEY, ANALYST_KEY = "the author's own key", "the analyst's own key"
SIM = {"engine": "sims", "scenario": "launch_decision"}


def bearing(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path, author_keys=AUTHOR_KEY, analyst_keys=ANALYST_KEY) as client:
        yield client


async def opened(client: httpx2.AsyncClient) -> str:
    response = await client.post("/sessions", json=SIM, headers=bearing(AUTHOR_KEY))
    id: str = response.json()["head"]["id"]
    return id


async def test_without_a_key_nothing_is_told_but_that_the_server_is_well(
    client: httpx2.AsyncClient,
) -> None:
    refused = await client.get("/sessions")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert refused.headers["content-type"] == "application/problem+json"
    assert (await client.get("/health")).json()["role"] is None


@pytest.mark.parametrize(
    ("key", "reads", "opens"),
    [(AUTHOR_KEY, 200, 201), (ANALYST_KEY, 200, 403), ("somebody else's key", 401, 401)],
)
async def test_an_author_opens_an_analyst_reads_a_stranger_neither(
    client: httpx2.AsyncClient, key: str, reads: int, opens: int
) -> None:
    assert (await client.get("/sessions", headers=bearing(key))).status_code == reads
    assert (await client.post("/sessions", json=SIM, headers=bearing(key))).status_code == opens


async def test_a_link_opens_its_own_session_and_no_other(
    client: httpx2.AsyncClient, tmp_path: Path
) -> None:
    mine, other = await opened(client), await opened(client)
    access = access_for(Settings(store=str(tmp_path / "s.db"), author_keys=AUTHOR_KEY))
    link = bearing(access.sign(Who("respondent", session=mine)))
    said = {"json": {"text": "Hello."}, "headers": {**link, "Idempotency-Key": "1"}}
    assert (await client.post(f"/sessions/{mine}/turns", **said)).status_code == 200  # type: ignore[arg-type]
    assert (await client.post(f"/sessions/{other}/turns", **said)).status_code == 403  # type: ignore[arg-type]
    assert (await client.get(f"/sessions/{mine}/turns/0/why", headers=link)).status_code == 403
    assert (await client.get("/sessions", headers=link)).status_code == 403


async def test_an_analyst_reads_a_session_and_says_nothing_in_it(
    client: httpx2.AsyncClient,
) -> None:
    session = await opened(client)
    headers = {**bearing(ANALYST_KEY), "Idempotency-Key": "1"}
    assert (await client.get(f"/sessions/{session}", headers=headers)).status_code == 200
    assert (
        await client.post(f"/sessions/{session}/turns", json={"text": "Hi."}, headers=headers)
    ).status_code == 403
    assert (await client.delete(f"/sessions/{session}", headers=headers)).status_code == 403


async def test_a_key_is_exchanged_for_a_cookie_that_scripts_cannot_read(
    client: httpx2.AsyncClient,
) -> None:
    assert (await client.post("/access", json={"key": "no key at all"})).status_code == 401
    admitted = await client.post("/access", json={"key": AUTHOR_KEY})
    cookie = admitted.headers["set-cookie"]
    assert admitted.json()["role"] == "author"
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and AUTHOR_KEY not in cookie
    assert (await client.get("/sessions")).status_code == 200
    await client.delete("/access")
    assert (await client.get("/access")).json()["role"] is None


TWO = {
    "author_keys": f"{AUTHOR_KEY}, another author's key",
    "analyst_keys": ANALYST_KEY,
    "link_secret": "signs everything",
}


async def logged_in(client: httpx2.AsyncClient, key: str) -> str:
    """The cookie that a key is exchanged for; the client forgets it."""
    response = await client.post("/access", json={"key": key})
    client.cookies.clear()
    return response.cookies[COOKIE]


async def role_of(client: httpx2.AsyncClient, cookie: str) -> str | None:
    role: str | None = (
        await client.get("/access", headers={"Cookie": f"{COOKIE}={cookie}"})
    ).json()["role"]
    return role


async def test_a_cookie_is_worth_as_much_as_the_key_it_came_by(tmp_path: Path) -> None:
    async with asking(tmp_path, **TWO) as client:
        first, second = [
            await logged_in(client, key) for key in (AUTHOR_KEY, "another author's key")
        ]
        assert [await role_of(client, cookie) for cookie in (first, second)] == ["author", "author"]
    async with asking(tmp_path, **{**TWO, "author_keys": AUTHOR_KEY}) as client:
        assert [await role_of(client, cookie) for cookie in (first, second)] == ["author", None]
        assert (await client.post("/access", json={"key": second})).status_code == 401
    demoted = {**TWO, "author_keys": "another author's key", "analyst_keys": AUTHOR_KEY}
    async with asking(tmp_path, **demoted) as client:
        assert [await role_of(client, cookie) for cookie in (first, second)] == [None, "author"]


async def test_a_cookie_is_no_key_and_does_not_renew_itself(client: httpx2.AsyncClient) -> None:
    cookie = await logged_in(client, ANALYST_KEY)
    assert await role_of(client, cookie) == "analyst"
    assert (await client.post("/access", json={"key": cookie})).status_code == 401
    assert (await client.get("/sessions", headers=bearing(cookie))).status_code == 401


async def test_logging_out_ends_that_login_and_no_other_for_good(tmp_path: Path) -> None:
    async with asking(tmp_path, **TWO) as client, asking(tmp_path, **TWO) as beside:
        mine, other = [await logged_in(client, AUTHOR_KEY) for _ in range(2)]
        assert await role_of(beside, mine) == "author"
        assert (
            await client.delete("/access", headers={"Cookie": f"{COOKIE}={mine}"})
        ).status_code == 204
        for server in (client, beside):
            assert [await role_of(server, cookie) for cookie in (mine, other)] == [None, "author"]
    async with asking(tmp_path, **TWO) as client:
        assert [await role_of(client, cookie) for cookie in (mine, other)] == [None, "author"]


async def test_a_respondent_who_logs_out_comes_back_by_the_link(
    client: httpx2.AsyncClient, tmp_path: Path
) -> None:
    link = access_for(Settings(store=str(tmp_path / "s.db"), author_keys=AUTHOR_KEY)).sign(
        Who("respondent", study="s")
    )
    cookie = await logged_in(client, link)
    await client.delete("/access", headers={"Cookie": f"{COOKIE}={cookie}"})
    assert await role_of(client, cookie) is None
    assert await role_of(client, await logged_in(client, link)) == "respondent"


async def test_a_logout_that_cannot_be_kept_is_told_and_counts_until_the_server_ends(
    tmp_path: Path,
) -> None:
    async with asking(tmp_path, **TWO) as client:
        cookie = await logged_in(client, AUTHOR_KEY)
        (tmp_path / "ended-logins").mkdir()
        told = await client.delete("/access", headers={"Cookie": f"{COOKIE}={cookie}"})
        assert told.status_code == 503 and "ended-logins cannot be written" in told.json()["detail"]
        assert await role_of(client, cookie) is None
    with pytest.raises(SettingsError, match="ended-logins cannot be read"):
        access_for(Settings(store=str(tmp_path / "s.db"), **TWO))  # type: ignore[arg-type]


def test_a_token_is_worth_nothing_when_it_is_changed_or_old_or_signed_elsewhere() -> None:
    access = Access((AUTHOR_KEY,), secret=b"one")
    who = Who("respondent", study="s", invitation="i")
    token = access.sign(who)
    assert access.read(token) == who
    assert replace(access, secret=b"another").read(token) is None
    assert access.read(access.sign(who, days=-1)) is None
    body, _, signature = access.sign(replace(who, study="another")).partition(".")
    assert access.read(f"{body}.{signature}")
    for forged in (
        f"{token.partition('.')[0]}.{signature}",
        f"{body}.",
        body,
        "",
        ".",
        "é.é",
        f"{body}.{signature}x",
    ):
        assert access.read(forged) is None


@pytest.mark.parametrize(
    ("host", "settings", "told"),
    [
        ("0.0.0.0", {}, "DRAMATURG_AUTHOR_KEYS"),
        ("studio.example.org", {}, "DRAMATURG_AUTHOR_KEYS"),
        ("127.0.0.1", {"author_keys": "short"}, "at least 16"),
        ("127.0.0.1", {"analyst_keys": ANALYST_KEY}, "DRAMATURG_AUTHOR_KEYS"),
    ],
)
def test_a_server_does_not_stand_open_to_others(
    host: str, settings: dict[str, str], told: str
) -> None:
    with pytest.raises(SettingsError, match=told):
        access_for(Settings(store="unused.db", **settings), host)  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_on_loopback_everybody_is_the_author(host: str) -> None:
    assert access_for(Settings(store="unused.db"), host).open


def test_keys_do_not_show_when_settings_are_printed() -> None:
    settings = Settings(
        store="unused.db",
        author_keys=AUTHOR_KEY,
        analyst_keys=ANALYST_KEY,
        link_secret="the links' secret",
    )
    assert not any(
        secret in repr(settings) for secret in (AUTHOR_KEY, ANALYST_KEY, "the links' secret")
    )
