"""A server under load, in a process of its own: how it is started, what it costs, and whether it
lost anything.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from socket import socket

from bench.rehearsal import Rehearsal
from bench.studio_driver import Crowd
from bench.studio_servers import REHEARSED, STORE
from dramaturg.app.config.providers import SystemClock
from dramaturg.store import open_log

TICK = os.sysconf("SC_CLK_TCK")

WARM_UP = 40
"""Sessions; more than one caller plays through in the time it has, however quick the answers."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server, and those who use it."""

    process: subprocess.Popen[bytes]
    folder: Path
    crowd: Crowd

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far, over all threads. Linux counts them."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def held(self) -> int:
        """Bytes of memory that it holds now."""
        status = dict(
            line.split(":", 1)
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        )
        return int(status["VmRSS"].removesuffix("kB")) * 1024

    @property
    def turns(self) -> int:
        return sum(self.crowd.played.values())

    async def warmed_up(self) -> None:
        """A few sessions are played, so that models are loaded and what authors wrote is read."""
        await self.crowd.open(WARM_UP)
        await self.crowd.play(1, 2.0)

    async def lost_or_doubled(self) -> int:
        """Sessions whose stored turns are not exactly those that were answered, in their order."""
        log = await open_log(str(self.folder / STORE), SystemClock())
        try:
            stored = {
                session: [turn.turn for turn in await log.turns(session)]
                for session in self.crowd.played
            }
        finally:
            await log.close()
        return sum(
            turns != list(range(self.crowd.played[session] + 1))
            for session, turns in stored.items()
        )


@contextmanager
def serving(name: str, folder: Path, rehearsal: Rehearsal, answer: float) -> Iterator[Server]:
    rehearsal.write(folder / REHEARSED)
    started = [sys.executable, "-m", "bench.studio_servers", name, str(folder), str(answer)]
    with answering(started, folder) as (process, port):
        yield Server(process, folder, Crowd(port, endless=name == "bare"))


def command(name: str, folder: Path) -> list[str]:
    """What a user types for the studio; for the bare handler, a file that is run."""
    if name == "studio":
        return [str(Path(sys.executable).parent / "dramaturg"), "serve", "--port"]
    Rehearsal({}, []).write(folder / REHEARSED)
    return [sys.executable, "-m", "bench.studio_servers", name, str(folder), "0"]


@contextmanager
def answering(
    started: Sequence[str], folder: Path
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The process of a command that takes a port last, from when it answers there."""
    port = _free_port()
    places = {"DRAMATURG_STORE": str(folder / STORE), "DRAMATURG_CONTENT": str(folder / "content")}
    process = subprocess.Popen(
        [*started, str(port)], env={**os.environ, **places}, stdout=subprocess.DEVNULL
    )
    try:
        while not _answers(port):
            if process.poll() is not None:
                raise RuntimeError(f"{' '.join(started)} ended with {process.returncode}")
            time.sleep(0.01)
        yield process, port
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/api/v1/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
