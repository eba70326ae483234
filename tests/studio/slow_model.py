"""A model on loopback that speaks a sentence each time it is allowed to, as OpenAI's chat
completions do.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.hanging import LONG

SENTENCES = ("Run #47 worries me.", "It's 23% on some prompts.", "Sit down.")
META = '\n---END---\n{"node_satisfied": true, "engagement_score": 1}'


class SlowModel:
    """`allow` lets it go on by so many sentences; a sentence is heard when the next begins."""

    def __init__(self) -> None:
        self._allowed = threading.Semaphore(0)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def allow(self, sentences: int = 3 * len(SENTENCES)) -> None:
        for _ in range(sentences):
            self._allowed.release()

    def forget(self) -> None:
        """Nothing that was allowed so far counts any more."""
        while self._allowed.acquire(blocking=False):
            pass

    def pieces(self) -> Iterator[str]:
        for sentence in SENTENCES:
            self._allowed.acquire(timeout=LONG)
            yield f"{sentence} "
        yield META

    @contextmanager
    def listening(self) -> Iterator[SlowModel]:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if asked.get("stream"):
                    self._begin("text/event-stream")
                    for piece in model.pieces():
                        self._send(
                            {
                                "delta": {"role": "assistant", "content": piece},
                                "finish_reason": None,
                            }
                        )
                    self._send({"delta": {}, "finish_reason": "stop"})
                    self.wfile.write(b"data: [DONE]\n\n")
                else:
                    self._begin("application/json")
                    message = {"role": "assistant", "content": "".join(model.pieces())}
                    self.wfile.write(_body({"message": message, "finish_reason": "stop"}).encode())

            def _begin(self, content_type: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", content_type)
                self.end_headers()

            def _send(self, choice: dict[str, object]) -> None:
                self.wfile.write(f"data: {_body(choice)}\n\n".encode())
                self.wfile.flush()

            def log_message(self, format: str, *values: object) -> None:
                """Says nothing."""

        return Handler


def _body(choice: dict[str, object]) -> str:
    whole = {
        "id": "1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "slow",
        "choices": [{"index": 0, **choice}],
    }
    return json.dumps(whole)
