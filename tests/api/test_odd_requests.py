"""Requests that no client of good will sends: every operation refuses them in words, none of them
breaks the server.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from fastapi import FastAPI
from tests.api.test_roles import operations

from dramaturg.api.server import LOOPBACK, create_api
from dramaturg.app.config.settings import Settings

pytestmark = pytest.mark.slow

SEGMENTS = (
    b"..",
    b"%2e%2e",
    b"..%2f..%2fpyproject.toml",
    b"%00",
    b"%ED%A0%80",  # a lone surrogate
    b"%ff%fe",
    b"x" * 10_000,
    "🦊".encode(),
    b"%0d%0aSet-Cookie:%20a=b",
    b"%E2%80%AEtxt",
    b"%2Fetc%2Fpasswd",
    b"9" * 5000,
)
BODIES = (
    b"",
    b"null",
    b"[]",
    b'"\\ud800"',
    b"NaN",
    b'{"a": NaN}',
    b'{"\\ud800": "\\u0000"}',
    b'{"a": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
    b'{"a":' * 5000 + b"1" + b"}" * 5000,
    b"\xff\xfe",
    b'{"a": 1, "a":',
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"host", b"["),
    (b"host", b"[::1"),
    (b"host", b"\xff"),
    (b"origin", b"http://["),
    (b"origin", b"\xff"),
    (b"content-length", b"-1"),
    (b"content-length", "²".encode("latin-1")),
    (b"content-length", b"9" * 5000),
    (b"content-type", b"\xff"),
    (b"content-type", b"application/json; charset=\x00"),
    (b"content-type", b"multipart/form-data"),
    (b"authorization", b"Bearer \xff\xfe"),
    (b"authorization", b"Bearer ."),
    (b"cookie", b"dramaturg=\xff.\xff; ="),
    (b"cookie", b"dramaturg=e30.; dramaturg=e30.e30"),
    (b"last-event-id", b"-1.x.\xff"),
    (b"if-match", b"\xff"),
    (b"idempotency-key", b"\xff" * 200),
    (b"accept", b"image/png"),
    (b"x-conversation-id", b"\xff"),
)
ASKED = (
    ("GET", b"/api/v1/sessions"),
    ("POST", b"/api/v1/sessions"),
    ("POST", b"/v1/chat/completions"),
)


@asynccontextmanager
async def serving(folder: Path, keys: str = "") -> AsyncIterator[FastAPI]:
    api = create_api(
        Settings(store=str(folder / "s.db"), author_keys=keys), hosts=() if keys else LOOPBACK
    )
    async with api.router.lifespan_context(api):
        yield api


@pytest.fixture
async def api(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with serving(tmp_path) as api:
        yield api


async def answer(
    api: FastAPI, method: str, path: bytes, body: bytes = b"", *headers: tuple[bytes, bytes]
) -> tuple[int, Any]:
    """Status and content of what is answered to a request that is sent as it is, byte for byte."""
    given = {b"host": b"localhost", b"content-type": b"application/json", **dict(headers)}
    path, _, query = path.partition(b"?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method.upper(),
        "scheme": "http",
        "path": unquote(path.decode("latin-1"), errors="replace"),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": list(given.items()),
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }
    messages: Iterator[Any] = iter([{"type": "http.request", "body": body, "more_body": False}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(messages, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        sent.append(message)

    await api(scope, receive, send)
    return sent[0]["status"], (
        dict(sent[0]["headers"]),
        b"".join(each.get("body", b"") for each in sent[1:]),
    )


def assert_refused(status: int, answered: Any, about: object) -> None:
    headers, body = answered
    assert 400 <= status < 500, (about, status, body[:300])
    assert headers[b"content-type"] == b"application/problem+json", (about, status, headers)
    assert json.loads(body)["status"] == status


async def test_odd_names_in_every_address_lead_nowhere(api: FastAPI) -> None:
    for name, (method, path) in operations().items():
        if "{" in path:
            for segment in SEGMENTS:
                address = b"/".join(
                    segment if part.startswith("{") else part.encode() for part in path.split("/")
                )
                assert_refused(*await answer(api, method, address, b"{}"), (name, segment[:40]))


async def test_odd_bodies_are_refused_by_every_operation_that_reads_one(api: FastAPI) -> None:
    for name, (method, path) in operations().items():
        if method in ("post", "put"):
            for body in BODIES:
                status, answered = await answer(api, method, path.encode(), body)
                assert status < 500, (name, body[:40], status)
                if status >= 400:
                    assert_refused(status, answered, (name, body[:40]))


@pytest.mark.parametrize("keys", ["", "the author's own key"], ids=["open", "with keys"])
async def test_odd_headers_do_no_harm(tmp_path: Path, keys: str) -> None:
    body = b'{"model": "sims/launch_decision", "messages": [{"role": "user", "content": "Hi."}]}'
    async with serving(tmp_path, keys) as api:
        for header in HEADERS:
            for method, path in ASKED:
                status, answered = await answer(api, method, path, body, header)
                assert status < 500, (header, path, status)
                if status >= 400:
                    assert_refused(status, answered, (header, path))
