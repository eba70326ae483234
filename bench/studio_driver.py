"""Those who use a server under load: callers who play turns, and onlookers who hold a stream open.

They speak just enough HTTP, so that the machine is the server's.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from bench.real_sim import WALK

LEAD_IN = 0.5
"""Seconds at the beginning of a round that do not count: callers set in one by one."""
LONGEST_EVENT = 1 << 20


class Connection:
    """One connection that is kept, as a browser keeps it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int) -> AsyncIterator[Connection]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_EVENT)
        try:
            yield cls(reader, writer)
        finally:
            writer.close()

    async def post(self, path: str, body: dict[str, Any], key: str = "-") -> Any:
        content = json.dumps(body).encode()
        self._send(
            f"POST {path}",
            f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}",
        )
        self._writer.write(content)
        status, length = await self._head()
        answer = await self._reader.readexactly(length)
        if status >= 300:
            raise RuntimeError(f"{path} was answered with {status}: {answer[:500].decode()}")
        return json.loads(answer)

    async def lines(self, path: str) -> AsyncIterator[bytes]:
        """The lines of a stream, with the sizes of its chunks between them."""
        self._send(f"GET {path}", "Accept: text/event-stream")
        await self._head()
        while line := await self._reader.readline():
            yield line

    def _send(self, what: str, headers: str) -> None:
        self._writer.write(f"{what} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n\r\n".encode())

    async def _head(self) -> tuple[int, int]:
        """The status, and how long the body is."""
        first, *headers = (await self._reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        length = next(
            (int(header[15:]) for header in headers if header.startswith(b"content-length:")), 0
        )
        return int(first.split()[1]), length


@dataclass(slots=True)
class Round:
    """What came of a round: seconds from sending a turn to having its answer, for those that were
    answered in `seconds`.
    """

    seconds: float
    waits: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.waits) / self.seconds


@dataclass(slots=True)
class Crowd:
    """All who use one server. `played` counts the turns of each session after its opening;
    `resting` may be played by anybody.
    """

    port: int
    endless: bool = False
    """Sessions of this server never end."""
    played: dict[str, int] = field(default_factory=dict)
    resting: deque[str] = field(default_factory=deque)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)

    async def open(self, sessions: int, callers: int = 8) -> None:
        left = iter(range(sessions))

        async def caller() -> None:
            async with Connection.to(self.port) as connection:
                for _ in left:
                    answer = await connection.post(
                        "/api/v1/sessions", {"engine": "sims", "scenario": "launch_decision"}
                    )
                    self.played[answer["head"]["id"]] = 0
                    self.resting.append(answer["head"]["id"])

        await asyncio.gather(*(caller() for _ in range(callers)))

    async def play(self, callers: int, seconds: float) -> Round:
        """Every caller sends the next turn as soon as the last was answered."""
        begin = time.perf_counter() + LEAD_IN
        round_ = Round(seconds)

        async def caller(number: int) -> None:
            await asyncio.sleep(LEAD_IN * number / callers)
            async with Connection.to(self.port) as connection:
                session = self.resting.popleft()
                while time.perf_counter() < begin + seconds:
                    if not self.endless and self.played[session] == len(WALK):
                        session = self.resting.popleft()
                    wait = await self._turn(connection, session)
                    if begin <= time.perf_counter() < begin + seconds:
                        round_.waits.append(wait)
                self.resting.append(session)

        await asyncio.gather(*(caller(number) for number in range(callers)))
        return round_

    async def _turn(self, connection: Connection, session: str) -> float:
        turn = self.played[session] + 1
        heard = WALK[(turn - 1) % len(WALK)]
        body = (
            {"choice": heard.choice} if heard.choice else {"text": _as_said_by(session, heard.text)}
        )
        began = self.sent[session, turn] = time.perf_counter()
        answer = await connection.post(f"/api/v1/sessions/{session}/turns", body, f"turn-{turn}")
        if answer["turn"] != turn:
            raise RuntimeError(f"turn {turn} of {session} was answered as turn {answer['turn']}")
        self.played[session] = turn
        return time.perf_counter() - began


def _as_said_by(session: str, text: str) -> str:
    """The same words with other spaces between them: the embedder remembers texts, and must not
    know these.
    """
    first, *words = text.split(" ")
    gaps = (1 + int(digit, 16) for digit in reversed(session.replace("-", "")))
    return first + "".join(" " * gap + word for gap, word in zip(gaps, words, strict=False))


@dataclass(slots=True)
class Onlookers:
    """Streams that are held open. `came` has, for each of them, when each turn came, as often as it
    did.
    """

    crowd: Crowd
    sessions: Sequence[str]
    came: list[dict[int, list[float]]] = field(default_factory=list)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        ready = [asyncio.Event() for _ in self.sessions]
        self.came = [defaultdict(list) for _ in self.sessions]
        tasks = [
            asyncio.create_task(self._watch(number, event)) for number, event in enumerate(ready)
        ]
        await asyncio.gather(*(event.wait() for event in ready))
        try:
            yield
            await asyncio.sleep(1.0)  # what is still on its way
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, number: int, ready: asyncio.Event) -> None:
        event = place = b""
        async with Connection.to(self.crowd.port) as connection:
            async for line in connection.lines(f"/api/v1/sessions/{self.sessions[number]}/events"):
                name, _, value = line.rstrip().partition(b": ")
                if name == b"event":
                    event = value
                elif name == b"id":
                    place = value
                elif line == b"\n" and event == b"turn":
                    self.came[number][int(place)].append(time.perf_counter())
                if event == b"ready":
                    ready.set()
                if line == b"\n":
                    event = b""

    @property
    def delays(self) -> list[float]:
        """Seconds from a turn's sending to its coming by each stream."""
        sent = self.crowd.sent
        return [
            at - sent[session, turn]
            for session, came in zip(self.sessions, self.came, strict=True)
            for turn, times in came.items()
            if (session, turn) in sent
            for at in times
        ]

    @property
    def count(self) -> int:
        return sum(len(times) for came in self.came for times in came.values())

    @property
    def wrong(self) -> int:
        """Turns that some stream did not get, or got twice."""
        return sum(
            len(came.get(turn, ())) != 1
            for session, came in zip(self.sessions, self.came, strict=True)
            for turn in range(self.crowd.played[session] + 1)
        )
