"""The studio: `dramaturg serve` with a script that answers after 300 ms, beside a bare FastAPI handler with the same writes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from socket import socket
from statistics import median

import uvloop

from bench.measure import folders
from bench.real_sim import rehearse
from bench.rehearsal import Rehearsal
from bench.report import Finding, at_least, millis, per_second, seconds, size
from bench.studio_driver import Crowd, Onlookers, Round
from bench.studio_servers import REHEARSED, STORE
from dramaturg.app.wiring import SystemClock
from dramaturg.store import open_log

ANSWER = 0.3
CALLERS = 32
MORE_CALLERS = 64
AT_ONCE = 16
"""Callers where an answer takes no time: enough to keep a server busy."""
SESSIONS, QUICK_SESSIONS = 1_000, 400
STREAMS, WATCHED = 500, 250
ROUNDS, ROUND = 4, 5.0
STARTS = 3
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Measured:
    """One server in one way of asking: its rounds, and the processor time that it spent on them."""

    rounds: list[Round] = field(default_factory=list)
    cpu: float = 0.0
    turns: int = 0

    @property
    def rate(self) -> float:
        return median(round_.rate for round_ in self.rounds)

    @property
    def waits(self) -> list[float]:
        return [wait for round_ in self.rounds for wait in round_.waits]


@dataclass(frozen=True, slots=True)
class Server:
    """A server in a process of its own, and those who use it."""

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
        status = dict(line.split(":", 1) for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines())
        return int(status["VmRSS"].removesuffix("kB")) * 1024

    async def lost_or_doubled(self) -> int:
        """Turns that were answered and are not in the store, or are there without having been answered."""
        log = await open_log(str(self.folder / STORE), SystemClock())
        try:
            stored = {session: [turn.turn for turn in await log.turns(session)] for session in self.crowd.played}
        finally:
            await log.close()
        played = self.crowd.played
        return sum(turns != list(range(played[session] + 1)) for session, turns in stored.items())


def findings() -> Iterator[Finding]:
    yield from starts()
    rehearsal = uvloop.run(rehearse())
    with folders("studio", "bare") as places, ExitStack() as stack:
        ours, bare = (stack.enter_context(serving(place.name, place, rehearsal, ANSWER)) for place in places)
        yield from uvloop.run(under_load(ours, bare))
        stack.close()
        NOTES.append(f"sessions whose turns are not exactly those that were answered: {uvloop.run(ours.lost_or_doubled())}")
    with folders("studio", "bare") as places, ExitStack() as stack:
        ours, bare = (stack.enter_context(serving(place.name, place, rehearsal, 0.0)) for place in places)
        yield from uvloop.run(without_waiting(ours, bare))


NOTES: list[str] = []


def details() -> str:
    return "\n".join(f"- {note}" for note in NOTES)


# ── starting ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def starts() -> Iterator[Finding]:
    """From the command to the first answer."""
    took: dict[str, list[float]] = {"studio": [], "bare": []}
    for _ in range(STARTS):
        for name, times in took.items():
            with folders(name) as (folder,):
                began = time.perf_counter()
                Rehearsal({}, []).write(folder / REHEARSED)
                with answering(_serve() if name == "studio" else _bench(name, folder, 0.0), folder):
                    times.append(time.perf_counter() - began)
    yield Finding("from the command to the first answer", median(took["studio"]), median(took["bare"]), seconds)


def _serve() -> list[str]:
    return [str(Path(sys.executable).parent / "dramaturg"), "serve", "--port"]


def _bench(name: str, folder: Path, answer: float) -> list[str]:
    return [sys.executable, "-m", "bench.studio_servers", name, str(folder), str(answer)]


@contextmanager
def serving(name: str, folder: Path, rehearsal: Rehearsal, answer: float) -> Iterator[Server]:
    rehearsal.write(folder / REHEARSED)
    with answering(_bench(name, folder, answer), folder) as (process, port):
        yield Server(process, folder, Crowd(port, endless=name == "bare"))


@contextmanager
def answering(command: Sequence[str], folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The process of a command that takes a port last, once it answers there."""
    port = _free_port()
    places = {"DRAMATURG_STORE": str(folder / STORE), "DRAMATURG_CONTENT": str(folder / "content")}
    process = subprocess.Popen([*command, str(port)], env={**os.environ, **places}, stdout=subprocess.DEVNULL)
    try:
        while not _answers(port):
            if process.poll() is not None:
                raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
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


# ── under load ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def under_load(ours: Server, bare: Server) -> list[Finding]:
    await opened(ours, bare)
    found: list[Finding] = []
    for callers in (CALLERS, MORE_CALLERS):
        mine, theirs = await in_turns(ours, bare, callers)
        found += _rates(f"{callers} callers, answers after 300 ms", mine, theirs, at_half=callers == CALLERS)
    found.append(await with_streams(ours))
    found.append(Finding("memory at the end", ours.held, bare.held, size))
    return found


async def opened(ours: Server, bare: Server) -> None:
    """A thousand sessions, all of them held; one is played before, so that the models are there already."""
    await ours.crowd.open(1)
    await ours.crowd.play(1, 2.0)
    before, began = ours.held, time.perf_counter()
    await ours.crowd.open(SESSIONS)
    took, held = time.perf_counter() - began, ours.held - before
    await bare.crowd.open(MORE_CALLERS)
    NOTES.append(f"{SESSIONS:,} sessions opened in {took:.0f} s; memory {size(before)} before and {size(before + held)} after,")
    NOTES[-1] += f" {size(held / SESSIONS)} each"


async def in_turns(ours: Server, bare: Server, callers: int) -> tuple[Measured, Measured]:
    """Round by round, one server after the other; the first round warms up and is not counted."""
    found = Measured(), Measured()
    for number in range(ROUNDS + 1):
        for server, measured in zip((ours, bare), found, strict=True):
            cpu, turns = server.cpu, sum(server.crowd.played.values())
            round_ = await server.crowd.play(callers, ROUND if number else ROUND / 5)
            if number:
                measured.rounds.append(round_)
                measured.cpu += server.cpu - cpu
                measured.turns += sum(server.crowd.played.values()) - turns
    return found


async def with_streams(server: Server) -> Finding:
    """Two onlookers for each of the watched sessions, in which turns are played meanwhile."""
    crowd = server.crowd
    fresh = [session for session, played in crowd.played.items() if not played][:WATCHED]
    crowd.resting.clear()
    crowd.resting.extend(fresh)
    onlookers = Onlookers(crowd, [session for session in fresh for _ in range(STREAMS // WATCHED)])
    async with onlookers.watching():
        round_ = await crowd.play(CALLERS, 2 * ROUND)
    came = sum(len(times) for came in onlookers.came for times in came.values())
    NOTES.append(
        f"{STREAMS} streams on {len(fresh)} sessions, {round_.rate:.0f} turns/s meanwhile: {came:,} turns came by them, "
    )
    NOTES[-1] += f"{onlookers.wrong} of them lost or doubled"
    delays, waits = onlookers.delays, round_.waits
    return Finding(f"p95 of a turn by one of {STREAMS} streams, beside its own answer", at(95, delays), at(95, waits), millis)


async def without_waiting(ours: Server, bare: Server) -> list[Finding]:
    await ours.crowd.open(QUICK_SESSIONS)
    await bare.crowd.open(AT_ONCE)
    mine, theirs = await in_turns(ours, bare, AT_ONCE)
    return [
        Finding(f"turns a second, {AT_ONCE} callers, answers at once", mine.rate, theirs.rate, per_second),
        Finding("processor time of a turn, answers at once", mine.cpu / mine.turns, theirs.cpu / theirs.turns, millis),
    ]


def _rates(how: str, mine: Measured, theirs: Measured, at_half: bool) -> Iterator[Finding]:
    yield Finding(f"turns a second, {how}", mine.rate, theirs.rate, per_second, at_least(0.5) if at_half else None)
    for share in (50, 95, 99):
        yield Finding(f"p{share} of a turn, {how}", at(share, mine.waits), at(share, theirs.waits), millis)


def at(share: int, values: Sequence[float]) -> float:
    """The value that so many in a hundred do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]
