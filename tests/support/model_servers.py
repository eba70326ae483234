"""A model server on loopback in a thread of its own, for commands that run a loop of their own: lists
its models, streams word by word, and answers as it is told.

    with model_server(models=("qwen3",)) as server:
        Settings(model="compatible:qwen3", base_url=server.base_url)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

LINE = "Busy, but fine."
GOOD = {
    "try_read": '{"feeling": "angry", "words": "I was furious"}',
    "try_extract": '{"concepts": [{"label": "foam", "quote": "foams well"}], "links": []}',
}


@dataclass(frozen=True)
class Refusal:
    """An answer that is none: a status and a body."""

    status: int
    body: Any = field(default_factory=dict)


class Cut(str):
    """An answer that breaks off, and the reason that the server gives."""

    def __new__(cls, text: str, why: str) -> Cut:
        cut = super().__new__(cls, text)
        cut.why = why
        return cut

    why: str


Answer = Callable[[dict[str, Any]], str | Refusal]
"""What is answered to the body of a request."""


def good(asked: dict[str, Any]) -> str:
    """As each role needs it."""
    name = (asked.get("response_format") or {}).get("json_schema", {}).get("name")
    if name is not None:
        return GOOD[name]
    words = json.dumps(asked["messages"])
    if "`feeling`" in words:
        return GOOD["try_read"]
    return GOOD["try_extract"] if "`concepts`" in words else LINE


@dataclass
class ModelServer:
    base_url: str
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)


@contextmanager
def model_server(
    models: Sequence[str] = ("qwen3",),
    answer: Answer = good,
    pages: Mapping[str, Any] | None = None,
    owner: str | None = None,
    prefix: str = "/v1",
) -> Iterator[ModelServer]:
    """Serves until the block ends; `pages` are what else can be had from it, or the same otherwise,
    as JSON or as bytes.
    """
    listed = {"object": "list", "data": [{"id": name, "owned_by": owner} for name in models]}
    found: dict[str, Any] = {f"{prefix}/models": listed, **(pages or {})}

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            server.keys.append(self.headers["authorization"])
            page = found.get(self.path)
            self._send(200 if page is not None else 404, page if page is not None else {})

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.asked.append((self.path, asked))
            if self.path != f"{prefix}/chat/completions":
                return self._send(404, {"error": "there is nothing here"})
            said = answer(asked)
            if isinstance(said, Refusal):
                return self._send(said.status, said.body)
            usage = {"prompt_tokens": 40, "completion_tokens": 8, "total_tokens": 48}
            usage["prompt_tokens_details"] = {"cached_tokens": 16}  # type: ignore[assignment]  # JSON
            if asked.get("stream"):
                return self._stream(said, usage)
            message = {"role": "assistant", "content": said}
            choice = {"index": 0, "message": message, "finish_reason": finish(said)}
            self._send(200, _frame("chat.completion", [choice], usage))
            return None

        def _stream(self, said: str, usage: Any) -> None:
            words = [f"{word} " for word in said.split()]
            choices = [
                *(
                    {"index": 0, "delta": {"content": word}, "finish_reason": None}
                    for word in words
                ),
                {"index": 0, "delta": {}, "finish_reason": finish(said)},
            ]
            frames = [_frame("chat.completion.chunk", [choice], None) for choice in choices]
            frames.append(_frame("chat.completion.chunk", [], usage))
            body = "".join(f"data: {json.dumps(frame)}\n\n" for frame in frames)
            self._send(200, f"{body}data: [DONE]\n\n".encode(), "text/event-stream")

        def _send(self, status: int, page: Any, kind: str = "application/json") -> None:
            body = page if isinstance(page, bytes) else json.dumps(page).encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server = ModelServer(f"http://127.0.0.1:{http.server_port}{prefix}")
        thread = Thread(target=http.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


def finish(said: str) -> str:
    return said.why if isinstance(said, Cut) else "stop"


def _frame(kind: str, choices: list[Any], usage: Any) -> dict[str, Any]:
    named = {"id": "1", "object": kind, "created": 1, "model": "m"}
    return {**named, "choices": choices, "usage": usage}
