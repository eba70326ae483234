"""The studio: `dramaturg serve` with a script that answers after 300 ms, beside a bare FastAPI
handler with the same writes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median

import uvloop

from bench.measure import folders
from bench.real_sim import rehearse
from bench.rehearsal import Rehearsal
from bench.report import Finding, at_least, at_most, millis, per_second, seconds, size
from bench.studio_driver import Onlookers, Round
from bench.studio_process import Server, answering, command, serving

ANSWER = 0.3
CALLERS, MORE_CALLERS = 32, 64
AT_ONCE = 16
"""Callers where an answer takes no time: enough to keep a server busy."""
SESSIONS, QUICK_SESSIONS = 1_000, 300
STREAMS, WATCHED = 500, 250
STARTS, ROUNDS, QUICK_ROUNDS = 3, 5, 3
ROUND = 4.0
HALF = at_least(0.5)
NONE = at_most(0)


def findings() -> Iterator[Finding]:
    yield from starts()
    rehearsal = uvloop.run(rehearse())
    with both(rehearsal, ANSWER) as (ours, bare):
        yield from uvloop.run(under_load(ours, bare))
    with both(rehearsal, 0.0) as (ours, bare):
        yield from uvloop.run(without_waiting(ours, bare))


@contextmanager
def both(rehearsal: Rehearsal, answer: float) -> Iterator[tuple[Server, Server]]:
    with (
        folders("studio", "bare") as (studio_at, bare_at),
        serving("studio", studio_at, rehearsal, answer) as ours,
        serving("bare", bare_at, rehearsal, answer) as bare,
    ):
        yield ours, bare


def starts() -> Iterator[Finding]:
    """From the command to the first answer, without waiting for a model to be loaded: nobody has
    said anything yet.
    """
    took: dict[str, list[float]] = {"studio": [], "bare": []}
    for _ in range(STARTS):
        for name, times in took.items():
            with folders(name) as (folder,):
                began = time.perf_counter()
                with answering(command(name, folder), folder):
                    times.append(time.perf_counter() - began)
    yield Finding(
        "from the command to the first answer",
        median(took["studio"]),
        median(took["bare"]),
        seconds,
    )


# ── under load ────────────────────────────────────────────────────────────────────────────────────


async def under_load(ours: Server, bare: Server) -> list[Finding]:
    await ours.warmed_up()
    before = ours.held
    mine, theirs = await opened(ours), await opened(bare)
    found = [
        Finding(f"sessions opened a second, {SESSIONS:,} of them", mine, theirs, per_second),
        Finding(f"memory with {SESSIONS:,} sessions open, beside none", ours.held, before, size),
    ]
    found += rates(f"{CALLERS} callers", *await in_turns(ours, bare, CALLERS, ROUNDS))
    found += rates(
        f"{MORE_CALLERS} callers", *await in_turns(ours, bare, MORE_CALLERS, QUICK_ROUNDS)
    )
    found += await with_streams(ours)
    found.append(Finding("memory at the end", ours.held, bare.held, size))
    wrong, turns = await ours.lost_or_doubled(), sum(ours.crowd.played.values())
    return [
        *found,
        Finding(
            "sessions with a turn lost or doubled in the store, of all turns",
            wrong,
            turns,
            number,
            NONE,
        ),
    ]


async def opened(server: Server) -> float:
    """All sessions are opened and stay open; how many a second."""
    began = time.perf_counter()
    await server.crowd.open(SESSIONS)
    return SESSIONS / (time.perf_counter() - began)


@dataclass(slots=True)
class Measured:
    """One server in one way of asking: its rounds, and the processor time that their turns took."""

    rounds: list[Round] = field(default_factory=list)
    cpu: float = 0.0
    turns: int = 0

    @property
    def rate(self) -> float:
        return median(round_.rate for round_ in self.rounds)

    @property
    def waits(self) -> list[float]:
        return [wait for round_ in self.rounds for wait in round_.waits]


async def in_turns(
    ours: Server, bare: Server, callers: int, rounds: int
) -> tuple[Measured, Measured]:
    """Round by round, one server after the other; a short first round warms up and is not
    counted.
    """
    found = Measured(), Measured()
    for nth in range(rounds + 1):
        for server, measured in zip((ours, bare), found, strict=True):
            cpu, turns = server.cpu, server.turns
            round_ = await server.crowd.play(callers, ROUND if nth else 1.0)
            if nth:
                measured.rounds.append(round_)
                measured.cpu += server.cpu - cpu
                measured.turns += server.turns - turns
    return found


def rates(who: str, mine: Measured, theirs: Measured) -> Iterator[Finding]:
    yield Finding(
        f"turns a second, {who}, answers after 300 ms", mine.rate, theirs.rate, per_second, HALF
    )
    for share in (50, 95, 99):
        yield Finding(
            f"p{share} of a turn, {who}", at(share, mine.waits), at(share, theirs.waits), millis
        )


async def with_streams(server: Server) -> list[Finding]:
    """Two onlookers at each of the watched sessions, in which turns are played meanwhile."""
    crowd = server.crowd
    fresh = [session for session, played in crowd.played.items() if not played][:WATCHED]
    crowd.resting.clear()
    crowd.resting.extend(fresh)
    onlookers = Onlookers(crowd, [session for session in fresh for _ in range(STREAMS // WATCHED)])
    async with onlookers.watching():
        round_ = await crowd.play(CALLERS, 2 * ROUND)
    delays, waits = onlookers.delays, round_.waits
    return [
        Finding(
            f"p95 of a turn by {STREAMS} streams, beside its own answer",
            at(95, delays),
            at(95, waits),
            millis,
        ),
        Finding(
            "turns lost or doubled on a stream, of all that came",
            onlookers.wrong,
            onlookers.count,
            number,
            NONE,
        ),
    ]


async def without_waiting(ours: Server, bare: Server) -> list[Finding]:
    await ours.warmed_up()
    await ours.crowd.open(QUICK_SESSIONS)
    await bare.crowd.open(AT_ONCE)
    mine, theirs = await in_turns(ours, bare, AT_ONCE, QUICK_ROUNDS)
    return [
        Finding(
            f"turns a second, {AT_ONCE} callers, answers at once",
            mine.rate,
            theirs.rate,
            per_second,
        ),
        Finding(
            "processor time of a turn, answers at once",
            mine.cpu / mine.turns,
            theirs.cpu / theirs.turns,
            millis,
        ),
    ]


def at(share: int, values: Sequence[float]) -> float:
    """The value that so many in a hundred do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


def number(count: float) -> str:
    return f"{count:,.0f}"
