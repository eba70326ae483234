"""What providers send, in the format they send it now: read as it is meant, by the real clients.

Written after their documentation; what belongs to nobody's conversation is left as it comes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import stamina
import yaml

from dramaturg.kernel.errors import LLMError
from dramaturg.language.provider import Patience, ProviderVoice
from dramaturg.turn.ports import Prompt

WIRES = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "wires").glob("*.yaml"))
}
SESSIONS = [(wire, session) for wire, file in WIRES.items() for session in file["sessions"]]
PROMPT = Prompt("speak", "speak", "You are Maya.", "What happened?")
SCHEMA = {
    "type": "object",
    "properties": {"mood": {"type": "string"}},
    "required": ["mood"],
    "additionalProperties": False,
}


@asynccontextmanager
async def sending(answers: list[dict[str, Any]]) -> AsyncIterator[tuple[str, list[Any]]]:
    """A server that sends these, one after the other, and keeps what it was asked."""
    asked: list[tuple[str, dict[str, Any]]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.partition(":")[2])
            for line in head.splitlines()
            if line.lower().startswith("content-length:")
        )
        body = json.loads(await reader.readexactly(length))
        answer = answers[len(asked)]
        asked.append((head.split()[1].partition("?")[0], body))
        sent = answer["body"].encode()
        lines = [
            f"HTTP/1.1 {answer.get('status', '200 OK')}",
            f"Content-Type: {answer.get('type', 'application/json')}",
            f"Content-Length: {len(sent)}",
            "Connection: close",
            *answer.get("headers", ()),
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


@pytest.fixture
def waits() -> Iterator[list[float]]:
    """How long is waited before each second attempt."""
    waits: list[float] = []
    before = stamina.instrumentation.get_on_retry_hooks()
    stamina.instrumentation.set_on_retry_hooks([lambda details: waits.append(details.wait_for)])
    yield waits
    stamina.instrumentation.set_on_retry_hooks(before)


def at(body: Any, path: str) -> Any:
    return reduce(
        lambda value, key: value[int(key)] if key.isdigit() else value[key], path.split("."), body
    )


@pytest.mark.parametrize(("wire", "name"), SESSIONS, ids=lambda each: each)
async def test_what_a_provider_sends_is_read_as_it_is_meant(
    wire: str, name: str, waits: list[float]
) -> None:
    file = WIRES[wire]
    session: Mapping[str, Any] = file["sessions"][name]
    streamed = session.get("streamed", False)
    prompt = (
        PROMPT
        if not session.get("schema")
        else Prompt("mood", "read", PROMPT.system, PROMPT.user, SCHEMA)
    )
    pieces: list[str] = []
    async with sending(session["answers"]) as (address, asked):
        patience = Patience(
            backoff=0.01, longest_wait=1.0, thinking=session.get("thinking"), thinking_tokens=4000
        )
        model = session.get("model", file["model"])
        voice = ProviderVoice(model, base_url=address, api_key="key", patience=patience)
        try:
            reply = await voice.say(prompt, pieces.append if streamed else None)
        except LLMError as error:
            assert type(error).__name__ == session["error"], error
            assert session.get("says", "") in str(error)
        else:
            assert reply is not None
            assert "error" not in session
            assert {key: getattr(reply, key) for key in session["reply"]} == session["reply"]
            assert not reply.estimated or streamed
        finally:
            await voice.close()
    assert len(asked) == len(session["answers"])
    path, body = asked[0]
    assert path.endswith(file.get("streamed_path" if streamed else "path", file["path"]))
    assert {key: at(body, key) for key in session.get("sent", {})} == session.get("sent", {})
    if streamed:
        assert pieces == session["pieces"]
    assert [pytest.approx(wait, abs=0.01) for wait in session.get("waits", ())] == waits or (
        "waits" not in session
    )
