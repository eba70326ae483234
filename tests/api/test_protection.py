"""What every answer says to a browser, and how much one caller may send."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from tests.api.asking import asking

from dramaturg.api.base.access import Access
from dramaturg.api.limits import RateLimit
from dramaturg.api.server import LOOPBACK, create_api
from dramaturg.app.config.settings import Settings


async def test_every_answer_forbids_what_is_not_ours(tmp_path: Path) -> None:
    async with asking(tmp_path) as client:
        for path in ("/health", "/nothing", "http://test/"):
            headers = (await client.get(path)).headers
            policy = headers["content-security-policy"]
            assert (
                policy.startswith("default-src 'none'; script-src 'self';")
                and "unsafe" not in policy
            )
            assert (headers["x-content-type-options"], headers["cache-control"]) == (
                "nosniff",
                "no-store",
            )


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {"Origin": "https://elsewhere.example"}, 403),
        ("POST", {"Origin": "null"}, 403),
        ("DELETE", {"Origin": "http://127.0.0.1:1"}, 403),
        ("POST", {"Origin": "http://127.0.0.1"}, 422),
        ("POST", {}, 422),
        ("GET", {"Host": "rebound.example"}, 403),
        ("GET", {"Host": "localhost:8420"}, 200),
        ("GET", {"Host": "[::1]:8420"}, 200),
    ],
)
async def test_another_site_can_neither_ask_nor_pose_as_this_one(
    tmp_path: Path, method: str, headers: dict[str, str], status: int
) -> None:
    api = create_api(Settings(store=str(tmp_path / "s.db")), hosts=LOOPBACK)
    async with (
        api.router.lifespan_context(api),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=api), base_url="http://127.0.0.1"
        ) as client,
    ):
        assert (
            await client.request(method, "/api/v1/sessions", headers=headers)
        ).status_code == status


async def test_a_request_that_is_too_large_is_refused_by_what_it_says_and_by_what_comes(
    tmp_path: Path,
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 100

    async with asking(tmp_path, largest_request=1000) as client:
        for body in (b" " * 1001, pieces()):
            refused = await client.post(
                "/sessions", content=body, headers={"Content-Type": "application/json"}
            )
            assert (refused.status_code, refused.headers["content-type"]) == (
                413,
                "application/problem+json",
            )
            assert "1,000 bytes" in refused.json()["detail"]


async def test_who_asks_too_often_is_told_when_to_go_on(tmp_path: Path) -> None:
    async with asking(tmp_path, rate=1) as client:
        answers = [await client.get("/sessions") for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert (await client.get("/health")).status_code == 200


async def test_who_tries_out_keys_is_one_caller_and_holds_nobody_back_who_has_one(
    tmp_path: Path,
) -> None:
    key = "an-author-key-0001"
    async with asking(tmp_path, rate=1, author_keys=key) as client:
        tried = [
            await client.get("/sessions", headers={"Authorization": f"Bearer guess-{n}"})
            for n in range(2)
        ]
        assert [each.status_code for each in tried] == [401, 429]
        assert (
            await client.get("/sessions", headers={"Authorization": f"Bearer {key}"})
        ).status_code == 200


def test_a_bucket_fills_again_and_callers_do_not_share_one() -> None:
    now = 0.0
    limit = RateLimit(app=None, rate=60, access=Access(), clock=lambda: now)  # type: ignore[arg-type]  # nothing is passed on here
    assert [limit.taken("a") > 0 for _ in range(61)] == [False] * 60 + [True]
    assert limit.taken("b") == 0
    now += 1.0
    assert limit.taken("a") == 0 and limit.taken("a") > 0
