"""A game whose making is killed again and again is the game that would have been made, and no
answer is paid for twice.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.engines.games.fluent import FluentVoice
from tests.engines.games.library import knowledge_of
from tests.engines.games.test_job import EVERY, SHELF, order

from dramaturg.engines.games.content import AtOnce
from dramaturg.engines.games.job import GAME_JOB, Workbench, make_game
from dramaturg.kernel.errors import LLMUnavailableError
from dramaturg.store.jobs import open_jobs
from dramaturg.turn.jobs import Work

J = TypeVar("J")
KILLS = 20


class Diary:
    """Lines in a file that outlive the process."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, what: str, name: str) -> None:
        with self._path.open("a") as file:
            file.write(f"{what} {name}\n")

    def read(self) -> list[list[str]]:
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        return [line.split(" ", 1) for line in lines]


class Noting:
    """Work that notes which calls were begun, and which it knows were kept. After so many `calls`
    it is stuck in the next.
    """

    def __init__(self, work: Work, diary: Diary, calls: float) -> None:
        self._work, self._diary, self._left = work, diary, calls

    async def step(self, name: str, do: Callable[[], Awaitable[J]]) -> J:
        (result,) = await self.side_by_side([(name, do)])
        return result

    async def side_by_side(
        self, steps: Sequence[tuple[str, Callable[[], Awaitable[J]]]]
    ) -> list[J]:
        results = await self._work.side_by_side(
            [(name, self._noted(name, do)) for name, do in steps]
        )
        for name, _ in steps:
            self._diary.write("kept", name)
        return results

    def _noted(self, name: str, do: Callable[[], Awaitable[J]]) -> Callable[[], Awaitable[J]]:
        async def noted() -> J:
            self._diary.write("begun", name)
            self._left -= 1
            if self._left < 0:
                self._diary.write("stuck", name)
                await asyncio.Event().wait()
            return await do()

        return noted


def make(url: str, diary: Diary, told: Path, calls: float) -> None:
    """What a process does: make the game, or go on with it, and leave its blueprint in a file."""

    async def job(work: Work, request: Any) -> Any:
        return await make_game(
            Noting(work, diary, calls),
            request,
            Workbench(FluentVoice(knowledge_of("heart"), EVERY, 4), SHELF),
        )

    async def live() -> Any:
        jobs = await open_jobs(url, {GAME_JOB: job}, adopt=False)
        made = await jobs.result(await jobs.start(GAME_JOB, order(EVERY, question="How?"), "g"))
        await jobs.close()
        return made["blueprint"]

    told.write_text(json.dumps(asyncio.run(live())))


def killed_at_work(process: ForkProcess, diary: Diary) -> bool:
    """Start a process and kill it in the midst of a call; False when it was done before."""
    before = len(diary.read())
    process.start()
    while process.is_alive() and not any(what == "stuck" for what, _ in diary.read()[before:]):
        time.sleep(0.005)
    died = process.is_alive()
    process.kill()
    process.join()
    return died


@pytest.mark.slow
def test_a_game_killed_twenty_times_is_the_game_never_killed(tmp_path: Path) -> None:
    voice = FluentVoice(knowledge_of("heart"), EVERY, 4)
    never = asyncio.run(make_game(AtOnce(), order(EVERY, question="How?"), Workbench(voice, SHELF)))
    diary, told, chance = Diary(tmp_path / "diary"), tmp_path / "told", random.Random(7)

    def child(calls: float) -> ForkProcess:
        return get_context("fork").Process(
            target=make, args=(str(tmp_path / "a.db"), diary, told, calls)
        )

    kills = [killed_at_work(child(chance.randint(0, 1)), diary) for _ in range(KILLS)]
    process = child(math.inf)
    process.start()
    process.join()
    assert sum(kills) == KILLS, "the job was done too soon: let it do less at a time"
    assert json.loads(told.read_text()) == never["blueprint"]
    assert_nothing_done_after_it_was_kept(diary)


def assert_nothing_done_after_it_was_kept(diary: Diary) -> None:
    kept: set[str] = set()
    for what, name in diary.read():
        assert what != "begun" or name not in kept, f"{name} was done again"
        if what == "kept":
            kept.add(name)
    assert len(kept) > 20


@pytest.mark.slow
async def test_a_game_goes_on_after_the_model_comes_back(tmp_path: Path) -> None:
    voice = FluentVoice(knowledge_of("heart"), EVERY, 4)
    calls = iter(range(1000))
    down = [True]

    class Failing:
        name = "failing"

        async def say(self, prompt: Any, on_text: Any = None) -> Any:
            if next(calls) >= 6 and down[0]:
                raise LLMUnavailableError("the line is dead")
            return await voice.say(prompt)

    async def job(work: Work, request: Any) -> Any:
        return await make_game(work, request, Workbench(Failing(), SHELF))

    jobs = await open_jobs(str(tmp_path / "a.db"), {GAME_JOB: job}, adopt=False)
    try:
        await jobs.start(GAME_JOB, order(EVERY, question="How?"), "g")
        with pytest.raises(Exception, match="the line is dead"):
            await jobs.result("g")
        answered = len(voice.asked)
        down[0] = False
        await jobs.resume("g")
        made = await jobs.result("g")
    finally:
        await jobs.close()
    assert answered >= 6
    assert len(voice.asked) == sum(spent["calls"] for spent in made["tokens"].values())
