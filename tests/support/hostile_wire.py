"""OpenAI's chat completions from the server's side, on a raw socket: what was asked, and every way
to answer, proper or not.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

END = "---END---"
"""The line between what is said and what is reported (seed 000, §8.3)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived; `number` counts from 1."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def streamed(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def system(self) -> str:
        return self._said_by("system", "developer")

    @property
    def user(self) -> str:
        return self._said_by("user")

    def _said_by(self, *roles: str) -> str:
        return "\n".join(
            str(message["content"])
            for message in self.body.get("messages", [])
            if message.get("role") in roles
        )


TextOf = Callable[[Asked], str]


class Wire:
    """The server's end of one connection."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text_of: TextOf
    ) -> None:
        self._reader = reader
        self._writer = writer
        self.text_of = text_of

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def head(self, status: str, content_type: str, *headers: str) -> None:
        lines = [
            f"HTTP/1.1 {status}",
            f"Content-Type: {content_type}",
            "Connection: close",
            *headers,
        ]
        await self.send("\r\n".join([*lines, "", ""]).encode())

    async def page(self, status: str, content_type: str, body: bytes, *headers: str) -> None:
        await self.head(status, content_type, f"Content-Length: {len(body)}", *headers)
        await self.send(body)

    async def error(self, status: str, *headers: str, quoting: str = "") -> None:
        """An error as providers send it, quoting what it was asked: real ones do."""
        body = {"error": {"message": f"{status}: {quoting}", "type": "error", "code": None}}
        await self.page(status, "application/json", json.dumps(body).encode(), *headers)

    async def completion(self, asked: Asked, text: str) -> None:
        """A well-formed answer, streamed when that was asked for."""
        usage = usage_of(asked, text)
        if asked.streamed:
            await self.deltas(
                *({"role": "assistant", "content": piece} for piece in pieces_of(text)), usage=usage
            )
        else:
            await self.message({"role": "assistant", "content": text}, usage)

    async def message(
        self,
        message: Mapping[str, Any],
        usage: Mapping[str, int] | None = None,
        finish: str = "stop",
    ) -> None:
        body = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "hostile",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": usage,
        }
        await self.page("200 OK", "application/json", json.dumps(body).encode())

    async def deltas(
        self, *deltas: Mapping[str, Any], usage: Mapping[str, int] | None = None
    ) -> None:
        """A whole stream made of these steps."""
        await self.head("200 OK", "text/event-stream")
        for delta in deltas:
            await self._delta(delta)
        await self._delta({}, finish="stop", usage=usage)
        await self.send(b"data: [DONE]\n\n")

    async def begin(self, asked: Asked, text: str) -> None:
        """The beginning of an answer that says `text`; the end is up to the caller."""
        if asked.streamed:
            await self.head("200 OK", "text/event-stream")
            await self.event(text)
        else:
            await self.head("200 OK", "application/json")
            await self.send(
                '{"id": "1", "choices": [{"index": 0, "message": {"role": "assistant",'
                f' "content": "{text}'.encode()
            )

    async def event(self, piece: str) -> None:
        await self._delta({"role": "assistant", "content": piece})

    async def _delta(
        self,
        delta: Mapping[str, Any],
        finish: str | None = None,
        usage: Mapping[str, int] | None = None,
    ) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        body = {
            "id": "1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "hostile",
            "choices": [choice],
            "usage": usage,
        }
        await self.send(f"data: {json.dumps(body)}\n\n".encode())

    async def hung_up(self) -> None:
        """Wait until the client has had enough."""
        await self._reader.read()

    def reset(self) -> None:
        """Tear the connection down with RST instead of closing it."""
        raw = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    def close(self) -> None:
        self._writer.close()


Mode = Callable[[Wire, Asked], Awaitable[None]]


def pieces_of(text: str) -> list[str]:
    return [text[start : start + 20] for start in range(0, len(text), 20)]


def usage_of(asked: Asked, text: str) -> dict[str, int]:
    tokens_in, tokens_out = len((asked.system + asked.user).split()), len(text.split())
    return {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }
