"""A model server on loopback that is hostile or broken in one chosen way, for driving the real
client against it.

    async with HostileServer("lies") as server:
        voice = ProviderVoice("compatible:any", base_url=server.base_url)

The ways are listed in `MODES`.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from types import TracebackType
from typing import Self

from tests.support.hostile_modes import MODES, well_spoken
from tests.support.hostile_wire import Asked, TextOf, Wire

from dramaturg.kernel.errors import BadInput, did_you_mean

__all__ = ["MODES", "Asked", "HostileServer"]


class HostileServer:
    """Serves one mode; `text` gives the answers of those that behave. What it was asked is kept in
    `requests`.
    """

    def __init__(self, mode: str, text: TextOf = well_spoken) -> None:
        if mode not in MODES:
            raise BadInput(f"No such mode: {mode!r}. {did_you_mean(mode, MODES)}")
        self._mode = MODES[mode]
        self._text_of = text
        self._connections: set[asyncio.Task[None]] = set()
        self._reached = asyncio.Event()
        self.requests: list[Asked] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    @property
    def base_url(self) -> str:
        host, port = self._server.sockets[0].getsockname()
        return f"http://{host}:{port}/v1"

    async def reached(self) -> None:
        """Wait until somebody has asked something."""
        await self._reached.wait()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = Wire(reader, writer, self._text_of)
        # whoever hangs up on us had reason to
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            asked = Asked(
                len(self.requests) + 1, lines[0].split()[1], headers, json.loads(body or b"{}")
            )
            self.requests.append(asked)
            self._reached.set()
            await self._mode(wire, asked)
        wire.close()
