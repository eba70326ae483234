"""Durable turn: script voice, SQLite, full sync, beside LangGraph with its SQLite checkpointer on
the same eight-node walk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

from bench.eight_nodes import course
from bench.langgraph_peer import Peer, async_peer, peer
from bench.measure import Cost, bytes_on_disk, folders, in_rounds_async, metered
from bench.real_sim import WALK, sim_troupe
from bench.report import Finding, at_least, at_most, millis, per_second, size
from bench.stage import Troupe, resuming, walking_troupe

SHORT = 90  # ten walks
LONG = 1_022  # 31 turns after a snapshot, which is the most that a resume has to fold
CHUNKS = 7
TOGETHER = 32
ROUNDS = 3
NAMES = (f"session-{number}" for number in count())

Contender = Callable[[], Awaitable[Cost]]


def findings() -> Iterator[Finding]:
    yield from asyncio.run(one_session())
    yield from asyncio.run(many_sessions())
    yield from asyncio.run(long_session())


# ── one session, from its beginning ───────────────────────────────────────────────────────────────


async def one_session() -> list[Finding]:
    with (
        folders("ours", "sync", "async", "lean", "sim") as (
            ours_at,
            sync_at,
            async_at,
            lean_at,
            sim_at,
        ),
        peer(sync_at) as usual,
        peer(lean_at, lean=True) as lean,
    ):
        hold_to_course(usual)
        hold_to_course(lean)
        async with (
            walking_troupe(ours_at) as ours,
            async_peer(async_at) as served,
            sim_troupe(sim_at) as sim,
        ):
            contenders = (_ours(ours), _invoked(usual), _served(served), _invoked(lean), _sim(sim))
            mine, invoked, awaited, leanest, whole = await in_rounds_async(ROUNDS, *contenders)
    what, tenth = f"processor time a turn, {SHORT} turns", at_most(0.1)
    return [
        Finding(f"{what}; LangGraph, async as Dramaturg is", mine.cpu, awaited.cpu, millis, tenth),
        Finding(f"{what}; LangGraph, sync", mine.cpu, invoked.cpu, millis, tenth),
        Finding(f"{what}; leanest LangGraph, sync", mine.cpu, leanest.cpu, millis),
        Finding("wall time of a turn; LangGraph, async", mine.wall, awaited.wall, millis),
        Finding(
            "processor time, a whole sim turn; LangGraph's bare walk, async",
            whole.cpu,
            awaited.cpu,
            millis,
        ),
    ]


def hold_to_course(contender: Peer) -> None:
    """The peer must take the very same walk, and begin it again."""
    session = next(NAMES)
    contender.open(session)
    walked = tuple(contender.play(session, 2 * len(course())))
    if walked != course() * 2:
        raise AssertionError(f"LangGraph took another way: {walked}")


def _ours(troupe: Troupe) -> Contender:
    async def contender() -> Cost:
        live = await troupe.open(next(NAMES))
        with metered() as cost:
            await troupe.play(live, SHORT)
        return cost.over(SHORT)

    return contender


def _invoked(peer: Peer) -> Contender:
    async def contender() -> Cost:
        session = next(NAMES)
        peer.open(session)
        with metered() as cost:
            peer.play(session, SHORT)
        return cost.over(SHORT)

    return contender


def _served(peer: Peer) -> Contender:
    async def contender() -> Cost:
        session = next(NAMES)
        await peer.open_async(session)
        with metered() as cost:
            await peer.play_async(session, SHORT)
        return cost.over(SHORT)

    return contender


def _sim(troupe: Troupe) -> Contender:
    """A sim ends, so the turns are those of several sessions, one after the other."""
    walks = SHORT // len(WALK)

    async def contender() -> Cost:
        lives = [await troupe.open(next(NAMES)) for _ in range(walks)]
        with metered() as cost:
            for live in lives:
                await troupe.play(live, len(WALK))
        return cost.over(walks * len(WALK))

    return contender


# ── many sessions at once ─────────────────────────────────────────────────────────────────────────


async def many_sessions() -> list[Finding]:
    with folders("ours", "usual", "lean", "sim") as (ours_at, usual_at, lean_at, sim_at):
        async with (
            walking_troupe(ours_at) as ours,
            async_peer(usual_at) as usual,
            async_peer(lean_at, lean=True) as lean,
            sim_troupe(sim_at) as sim,
        ):
            contenders = (
                _ours_together(ours, SHORT),
                _together(usual),
                _together(lean),
                _ours_together(sim, len(WALK)),
            )
            costs = await in_rounds_async(ROUNDS, *contenders)
    mine, theirs, leanest, whole = (1 / cost.wall for cost in costs)
    what = f"durable turns, {TOGETHER} sessions at once"
    return [
        Finding(f"{what}; LangGraph", mine, theirs, per_second, at_least(20)),
        Finding(f"{what}; leanest LangGraph", mine, leanest, per_second),
        Finding("the same in whole sim turns; LangGraph's bare walk", whole, theirs, per_second),
    ]


def _ours_together(troupe: Troupe, turns: int) -> Contender:
    async def contender() -> Cost:
        lives = [await troupe.open(next(NAMES)) for _ in range(TOGETHER)]
        with metered() as cost:
            await asyncio.gather(*(troupe.play(live, turns) for live in lives))
        return cost.over(TOGETHER * turns)

    return contender


def _together(peer: Peer) -> Contender:
    turns = len(course())

    async def contender() -> Cost:
        sessions = [next(NAMES) for _ in range(TOGETHER)]
        await asyncio.gather(*(peer.open_async(session) for session in sessions))
        with metered() as cost:
            await asyncio.gather(*(peer.play_async(session, turns) for session in sessions))
        return cost.over(TOGETHER * turns)

    return contender


# ── a long session ────────────────────────────────────────────────────────────────────────────────


async def long_session() -> list[Finding]:
    session = next(NAMES)
    with folders("ours", "usual", "lean") as (ours_at, usual_at, lean_at):
        mine, theirs = await _grown(session, ours_at, usual_at, lean_at)
        # All connections are closed, so each write-ahead log has been emptied into its file.
        sizes = [bytes_on_disk(folder) for folder in (ours_at, usual_at, lean_at)]
        resumed = await in_rounds_async(
            9,
            resuming(ours_at, session),
            _resumed(usual_at, session),
            _resumed(lean_at, session, lean=True),
        )
    turns, tenth = f"{LONG:,} turns", at_most(0.1)
    return [
        Finding(
            f"processor time a turn, {turns}; LangGraph, sync", mine.cpu, theirs.cpu, millis, tenth
        ),
        Finding(f"stored after {turns}; LangGraph", sizes[0], sizes[1], size, tenth),
        Finding(f"stored after {turns}; leanest LangGraph", sizes[0], sizes[2], size),
        Finding(
            f"resume after {turns}; LangGraph", resumed[0].wall, resumed[1].wall, millis, tenth
        ),
        Finding(
            f"resume after {turns}; leanest LangGraph", resumed[0].wall, resumed[2].wall, millis
        ),
    ]


async def _grown(session: str, ours_at: Path, usual_at: Path, lean_at: Path) -> tuple[Cost, Cost]:
    """The same session everywhere, chunk by chunk in turns. What a turn cost us and LangGraph, over
    all of them.
    """
    mine, theirs, chunk = Cost(), Cost(), LONG // CHUNKS
    with peer(usual_at) as usual, peer(lean_at, lean=True) as lean:
        async with walking_troupe(ours_at) as ours:
            live = await ours.open(session)
            usual.open(session)
            for _ in range(CHUNKS):
                with metered() as cost:
                    await ours.play(live, chunk)
                mine += cost
                with metered() as cost:
                    usual.play(session, chunk)
                theirs += cost
                lean.play(session, chunk)
    return mine.over(LONG), theirs.over(LONG)


def _resumed(folder: Path, session: str, lean: bool = False) -> Contender:
    async def contender() -> Cost:
        with peer(folder, lean) as opened, metered() as cost:
            opened.resume(session)
        return cost

    return contender
