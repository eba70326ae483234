"""A server with the studio for tests: a real one, in a process of its own, on a port that
was free.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

HERE = (sys.executable, "-c", "from dramaturg.cli.main import run; run()")
"""The command line of this checkout."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    """One server over one store. It can be killed, and started again at the same address."""

    folder: Path
    port: int = field(default_factory=free_port)
    environment: Mapping[str, str] = field(default_factory=dict)
    program: Sequence[str] = HERE
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def api(self) -> str:
        return f"{self.url}/api/v1"

    def start(self) -> None:
        settings = {
            "DRAMATURG_STORE": str(self.folder / "store.db"),
            "DRAMATURG_CONTENT": str(self.folder / "content"),
        }
        (self.folder / "content").mkdir(exist_ok=True)
        command = [*self.program, "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env={**os.environ, **settings, **self.environment})
        self._wait()

    def kill(self) -> None:
        """As a crash does it: no farewell."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def _wait(self) -> None:
        for _ in range(6000):
            try:
                httpx2.get(f"{self.api}/health", timeout=10.0)
                return
            except httpx2.HTTPError:
                assert self.process is not None and self.process.poll() is None, (
                    "the server did not start"
                )
                time.sleep(0.1)
        raise TimeoutError("the server did not answer within ten minutes")


@contextmanager
def serving(folder: Path, program: Sequence[str] = HERE, **environment: str) -> Iterator[Server]:
    server = Server(folder, environment=environment, program=program)
    server.start()
    try:
        yield server
    finally:
        server.kill()
