"""Exported games in a real browser, inside a learning platform that answers from memory: nothing
reaches a network.

The page is the exported one with one line more, which lets a test make the moves of a player of
code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

from playwright.sync_api import Browser, Frame, Page, Route

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.rules.play import total_points
from dramaturg.engines.games.rules.players import PLAYERS, Play, play_through

PLATFORMS = Path(__file__).with_name("platforms") / "node_modules"
HOST = "http://platform.test"
LAST_LINE = "hear(blueprint, takeUp);"
HANDLE = f"{LAST_LINE} globalThis.game = {{ start, send, points: () => play && totalPoints(blueprint, play.state), told: () => typeof waiting === 'undefined' ? null : waiting }};"
KINDS = {"js": "text/javascript", "json": "application/json", "css": "text/css"}
Files = Mapping[str, bytes]


def package(name: str) -> Path:
    """What a platform is made of. Raises RuntimeError where it was not fetched."""
    folder = PLATFORMS / name
    if not folder.is_dir():
        raise RuntimeError(f"{name} is not here; `make platforms` fetches it")
    return folder


def unpacked(archive: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(archive)) as files:
        return {name: files.read(name) for name in files.namelist()}


def with_handle(page: bytes) -> bytes:
    text = page.decode()
    assert text.count(LAST_LINE) == 1
    return text.replace(LAST_LINE, HANDLE).encode()


@contextmanager
def served(browser: Browser, files: Files) -> Iterator[Page]:
    """A page of the platform: each file at its name. Any error on it fails the test."""
    trouble: list[str] = []

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(f"{HOST}/").partition("?")[0]
        if name not in files:
            route.fulfill(status=404)
            return
        kind = KINDS.get(name.rpartition(".")[2], "text/html; charset=utf-8")
        route.fulfill(body=files[name], content_type=kind)

    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.on("pageerror", lambda error: trouble.append(f"{error.message} {error.stack}"))
    page.route("**/*", answer)
    yield page
    context.close()
    assert trouble == [], trouble


@dataclass(frozen=True)
class Asked:
    """A request to a platform."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    key: str
    body: Any


class Answers(Protocol):
    def answer(self, asked: Asked) -> Any: ...


@contextmanager
def platform(store: Answers, files: Files) -> Iterator[str]:
    """A platform on this machine, for pages that still speak when they are closed: its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        do_POST = do_PUT = do_GET  # noqa: N815

        def _answer(self) -> None:
            asked = urlsplit(self.path)
            text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            key = self.headers.get("Authorization", "")
            body = json.loads(text) if text else None
            said = files.get(asked.path)
            if said is None:
                found = store.answer(
                    Asked(self.command, asked.path, parse_qs(asked.query), key, body)
                )
                said = None if found is None else json.dumps(found).encode()
            self.send_response(404 if said is None else 200)
            is_page = asked.path in files and not asked.path.endswith(".js")
            self.send_header(
                "Content-Type", "text/html; charset=utf-8" if is_page else "text/javascript"
            )
            self.end_headers()
            self.wfile.write(said or b"")

        def log_message(self, format: str, *values: Any) -> None:
            """Nothing is told."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def frame_of(page: Page, address: str = "game/index.html") -> Frame:
    """The game inside the platform, once it can be played."""
    page.wait_for_function("() => frames.length && frames[0].game?.start")
    return next(frame for frame in page.frames if address in frame.url)


def played(name: str, blueprint: Blueprint, seed: int = 0) -> Play:
    """A play without clocks, by one of the players."""
    return play_through(blueprint, PLAYERS[name], seed, timers=False)


def make_moves(frame: Frame, play: Play, count: int | None = None) -> None:
    """Begin, and make the first moves of a play, or all of them."""
    moves = [json.loads(move_json(move)) for move in play.moves[:count]]
    frame.evaluate(
        "(moves) => { game.start(false); moves.forEach((move) => game.send(move)); }", moves
    )


def points_of(blueprint: Blueprint, play: Play) -> int:
    return total_points(blueprint, play.state)


def answers_in(play: Play) -> int:
    return sum(event.kind == "answered" for event in play.events)


def as_json(page: Page, expression: str) -> Any:
    return json.loads(page.evaluate(f"JSON.stringify({expression})"))
