"""A job whose process is killed, at any moment and any number of times, ends as if nothing had
happened.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from itertools import count
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

import pytest
from tests.support.killing import Acknowledge, last_words

from dramaturg.kernel.errors import JobFailed
from dramaturg.store.jobs import open_jobs
from dramaturg.store.jobs.runner import SWEEP
from dramaturg.testing.job_conformance import LONG, finished, until
from dramaturg.turn.jobs import Work

KILLS = 8


class Diary:
    """Lines in a file, each written whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, *words: object) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(file, f"{' '.join(map(str, words))}\n".encode())
        os.close(file)

    def read(self) -> list[str]:
        return self._path.read_text().splitlines() if self._path.exists() else []


def long_job(diary: Diary) -> Callable[[Work, Any], Awaitable[Any]]:
    """Ten rounds of a step alone and three side by side. It notes which steps were done, and which
    of them it knows were kept.
    """

    def noted(step: str) -> Callable[[], Awaitable[Any]]:
        async def do() -> Any:
            await asyncio.sleep(0.02)
            diary.write("done", step)
            return {"step": step, "length": len(step)}

        return do

    async def job(work: Work, request: Any) -> Any:
        results = []
        for number in range(10):
            results.append(await work.step(f"{number}", noted(f"{number}")))
            diary.write("kept", f"{number}")
            beside = [f"{number}{letter}" for letter in "abc"]
            results += await work.side_by_side([(step, noted(step)) for step in beside])
            for step in beside:
                diary.write("kept", step)
        return results

    return job


def living(url: str, id: str, diary: Diary) -> Callable[[Acknowledge], None]:
    """A process that starts the job, or goes on with it, and tells its result."""

    async def live(acknowledge: Acknowledge) -> None:
        diary.write("born")
        jobs = await open_jobs(url, {"long": long_job(diary)}, adopt=False)
        acknowledge(json.dumps(await jobs.result(await jobs.start("long", {"for": id}, id))))
        await jobs.close()

    return lambda acknowledge: asyncio.run(live(acknowledge))


def check_lives(lines: list[str]) -> None:
    """No step is done after it was kept; and of those not yet known to be kept, a life repeats at
    most the four under way.
    """
    lives = " ".join(lines).split("born")
    kept: set[str] = set()
    for life in lives:
        words = life.split()
        for word, step in zip(words[::2], words[1::2], strict=True):
            assert word == "kept" or step not in kept, f"{step} was done again although it was kept"
            if word == "kept":
                kept.add(step)
    done = Counter(line for line in lines if line.startswith("done"))
    assert sum(done.values()) - len(done) <= 4 * (len(lives) - 2)


def more_done(diary: Diary, steps: int) -> Callable[[], bool]:
    """Whether so many steps more were done than by now."""

    def done() -> int:
        return sum(line.startswith("done") for line in diary.read())

    before = done()
    return lambda: done() >= before + steps


@pytest.mark.slow
def test_a_job_killed_many_times_ends_like_one_that_never_was(url: str, tmp_path: Path) -> None:
    chance, kills, at_work = random.Random(4), 0, 0
    unkilled = Diary(tmp_path / "unkilled")
    [expected] = last_words(living(url, "unkilled", unkilled))
    assert set(Counter(unkilled.read()).values()) == {1}

    for number in count():
        diary = Diary(tmp_path / f"{number}")
        while not (
            words := last_words(
                living(url, f"job {number}", diary),
                kill_when=more_done(diary, chance.randint(1, 8)),
            )
        ):
            kills += 1
            at_work += diary.read()[-1] != "born"
        assert words == [expected]
        check_lives(diary.read())
        if kills >= KILLS:
            break
    assert at_work >= KILLS / 4, "many should have been killed in the midst of their work"


def test_a_step_done_after_it_was_kept_is_found_out() -> None:
    check_lives(["born", "done 0", "kept 0", "done 1", "born", "done 1", "kept 0", "kept 1"])
    with pytest.raises(AssertionError):
        check_lives(["born", "done 0", "kept 0", "born", "done 0", "kept 0"])


@pytest.mark.slow
def test_killed_while_the_database_is_made_it_is_made_later(new_url: Callable[[], str]) -> None:
    async def use(url: str) -> None:
        jobs = await open_jobs(url, {})
        assert not await jobs.newest()
        await jobs.close()

    def using(url: str) -> Callable[[Acknowledge], None]:
        return lambda _: asyncio.run(use(url))

    chance = random.Random(5)
    for _ in range(KILLS):
        url = new_url()
        last_words(using(url), kill_after=chance.uniform(0, 0.12))
        asyncio.run(use(url))


# ── two processes ─────────────────────────────────────────────────────────────────────────────────

FORK = get_context("fork")


def beside_us(act: Callable[[], Coroutine[Any, Any, None]]) -> ForkProcess:
    process = FORK.Process(target=lambda: asyncio.run(act()))
    process.start()
    return process


@pytest.mark.slow
def test_the_same_jobs_started_in_two_processes_are_run_once(url: str, tmp_path: Path) -> None:
    diary = Diary(tmp_path / "diary")
    ids = [f"job-{number}" for number in range(4)]

    async def run_them() -> None:
        jobs = await open_jobs(url, {"long": long_job(diary)})
        started = [await jobs.start("long", {"for": id}, id) for id in ids]
        diary.write("result", [await jobs.result(id) for id in started])
        await jobs.close()

    for process in [beside_us(run_them) for _ in range(2)]:
        process.join(LONG)
        assert process.exitcode == 0
    lines = Counter(diary.read())
    assert [count for line, count in lines.items() if line.startswith("result")] == [2]
    assert {count for line, count in lines.items() if line.startswith("done")} == {len(ids)}


def slow_job(diary: Diary) -> Callable[[Work, Any], Awaitable[Any]]:
    """One step that takes longer than the others take to look for abandoned jobs."""

    async def job(work: Work, request: Any) -> Any:
        async def do() -> str:
            diary.write("began")
            try:
                await asyncio.sleep(2.5 * SWEEP)
            except asyncio.CancelledError:
                diary.write("stopped")
                raise
            diary.write("ended")
            return "done"

        return await work.step("slow", do)

    return job


def a_process_with_a_slow_job(url: str, diary: Diary) -> ForkProcess:
    async def run_it() -> None:
        jobs = await open_jobs(url, {"slow": slow_job(diary)})
        try:
            await jobs.result(await jobs.start("slow", {}, "mine"))
        except JobFailed:
            await asyncio.sleep(1.5 * SWEEP)
        diary.write("closing")
        await jobs.close()

    process = beside_us(run_it)
    while diary.read() != ["began"]:
        time.sleep(0.02)
    return process


@pytest.mark.slow
def test_a_job_of_a_living_process_is_left_to_it(url: str, tmp_path: Path) -> None:
    diary = Diary(tmp_path / "diary")
    process = a_process_with_a_slow_job(url, diary)

    async def look_on() -> None:
        jobs = await open_jobs(url, {"slow": slow_job(diary)})
        assert (await jobs.status("mine")).state == "running"
        await jobs.start("slow", {}, "mine")
        await jobs.resume("mine")
        assert await finished(jobs, "mine") == "done"
        await jobs.close()

    asyncio.run(look_on())
    process.join()
    assert diary.read() == ["began", "ended", "closing"]


@pytest.mark.slow
def test_a_job_of_a_killed_process_is_taken_over_by_a_living_one(url: str, tmp_path: Path) -> None:
    diary = Diary(tmp_path / "diary")
    process = a_process_with_a_slow_job(url, diary)

    async def inherit() -> None:
        jobs = await open_jobs(url, {"slow": slow_job(diary)})
        process.kill()
        process.join()
        await until(jobs, "mine", lambda status: len(diary.read()) == 2)
        assert await finished(jobs, "mine") == "done"
        await jobs.close()

    asyncio.run(inherit())
    assert diary.read() == ["began", "began", "ended"]


@pytest.mark.slow
def test_a_job_cancelled_in_another_process_stops(url: str, tmp_path: Path) -> None:
    diary = Diary(tmp_path / "diary")
    process = a_process_with_a_slow_job(url, diary)

    async def cancel() -> None:
        jobs = await open_jobs(url, {"slow": slow_job(diary)})
        await jobs.cancel("mine")
        await jobs.close()

    asyncio.run(cancel())
    process.join()
    assert diary.read() == ["began", "stopped", "closing"]
