"""A whole turn of an interview without its language work, durable: ours beside reloading
everything, and ours as it grows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path

from bench.interview_given import GivenExtractor, answers, given_engine, readings
from bench.interview_peer import ReloadingInterview
from bench.measure import Cost, folders, in_rounds_async, metered
from bench.report import Finding, at_least, at_most, millis
from bench.stage import AnyLive, Troupe, troupe
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.base.extraction import Source
from dramaturg.engines.interviews.base.methodology import Methodology, Subject
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard

BESIDE = 200  # the turn at which both are measured
AGES = (200, 2_000, 10_000)
WINDOW = 16
ROUNDS = 5
ENDLESS = 10**6
"""Turns a session may have: none of them ends."""

Contender = Callable[[], Awaitable[Cost]]


def findings() -> Iterator[Finding]:
    methodology = methodology_of(Library(KINDS, (packaged(),)), "means_end_chain").document
    ours, one_commit, every_call, *ages = asyncio.run(measured(methodology))
    what = f"turn {BESIDE}, beside reloading everything (times faster)"
    yield Finding(f"{what}, processor time", one_commit.cpu, ours.cpu, millis, at_least(50))
    yield Finding(f"{what}, on the clock", one_commit.wall, ours.wall, millis)
    yield Finding(
        f"{what}, committing every call, on the clock", every_call.wall, ours.wall, millis
    )
    for (younger, first), (older, second) in pairwise(zip(AGES, ages, strict=True)):
        yield Finding(
            f"turn {older:,}, beside turn {younger:,}, processor time",
            second.cpu,
            first.cpu,
            millis,
            at_most(1.5),
        )
        yield Finding(
            f"turn {older:,}, beside turn {younger:,}, on the clock",
            second.wall,
            first.wall,
            millis,
        )


async def measured(methodology: Methodology) -> list[Cost]:
    with folders("ours", "one", "every", *map(str, AGES)) as (home, one, every, *places):
        async with AsyncExitStack() as stack:
            ours = await _ours(stack, home, methodology, BESIDE)
            peers = (
                _peer(one, methodology, every_call=False),
                _peer(every, methodology, every_call=True),
            )
            beside = await in_rounds_async(ROUNDS, ours, *peers)
            aged = [
                await _ours(stack, place, methodology, age)
                for place, age in zip(places, AGES, strict=True)
            ]
            return [*beside, *await in_rounds_async(ROUNDS, *aged)]


async def _ours(
    stack: AsyncExitStack, folder: Path, methodology: Methodology, age: int
) -> Contender:
    says = answers([each.type for each in methodology.ontology.concepts])
    engine = given_engine(methodology, ENDLESS)
    stage = await stack.enter_async_context(
        troupe(folder, engine, OfflineVoice(), lambda turn: Heard(next(says)))
    )
    live = await stage.open("s")
    await stage.play(live, age - live.turns)
    return _window(stage, live)


def _window(stage: Troupe, live: AnyLive) -> Contender:
    async def contender() -> Cost:
        with metered() as cost:
            await stage.play(live, WINDOW)
        return cost.over(WINDOW)

    return contender


def _peer(folder: Path, methodology: Methodology, every_call: bool) -> Contender:
    says = answers([each.type for each in methodology.ontology.concepts])
    interview, extractor = ReloadingInterview(folder, methodology, every_call), GivenExtractor()
    subject = Subject(kind="subject", id="given", title="what is given", objective="to measure")

    def play(turns: int) -> None:
        for _ in range(turns):
            text = next(says)
            found = extractor.extract(Source("u", text, "", subject, methodology.ontology))
            interview.turn(text, found, readings())

    play(BESIDE)

    async def contender() -> Cost:
        with metered() as cost:
            play(WINDOW)
        return cost.over(WINDOW)

    return contender
