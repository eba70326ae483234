"""What all Jobs must do, one behaviour a function, for the ones here and for anybody else's.

Run each of `BEHAVIOURS` and `PATIENT_BEHAVIOURS` with a fresh `JobStage`, that is, over an empty
database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from dramaturg.kernel.errors import (
    BadInput,
    ConflictError,
    ContentError,
    DramaturgError,
    Fault,
    JobFailed,
    LLMTimeoutError,
    NotFound,
    StoreUnavailable,
)
from dramaturg.turn.jobs import Job, Jobs, JobStatus, Work

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class OpenJobs(Protocol):
    def __call__(self, kinds: Mapping[str, Job], adopt: bool = True) -> Awaitable[Jobs]: ...


@dataclass(frozen=True, slots=True)
class JobStage:
    """One empty database, and a diary of the steps that were really done."""

    open: OpenJobs
    diary: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def jobs(self, adopt: bool = True, **kinds: Job) -> AsyncIterator[Jobs]:
        jobs = await self.open(kinds, adopt)
        try:
            yield jobs
        finally:
            await jobs.close()

    def done(
        self, entry: str, gives: Any = None, waits_for: asyncio.Event | None = None
    ) -> Callable[[], Awaitable[Any]]:
        """A step that notes in the diary that it was done."""

        async def do() -> Any:
            if waits_for is not None:
                await waits_for.wait()
            self.diary.append(entry)
            return gives

        return do

    def failing(self, error: BaseException) -> Callable[[], Awaitable[Any]]:
        async def do() -> Any:
            raise error

        return do


LONG = 600.0
"""Seconds after which something hangs; however busy a machine is, nothing here fails before."""

Behaviour = Callable[[JobStage], Awaitable[None]]


async def refused(error: type[DramaturgError], action: Awaitable[object]) -> str:
    """What `action` is refused with, for it must be."""
    try:
        async with asyncio.timeout(LONG):
            await action
    except error as refusal:
        return str(refusal)
    raise AssertionError(f"expected {error.__name__}")


async def finished(jobs: Jobs, id: str) -> Any:
    async with asyncio.timeout(LONG):
        return await jobs.result(id)


async def until(jobs: Jobs, id: str, holds: Callable[[JobStatus], bool]) -> JobStatus:
    for _ in range(60_000):
        if holds(status := await jobs.status(id)):
            return status
        await asyncio.sleep(0.01)
    raise AssertionError(f"it stayed at {status}")


def names(status: JobStatus) -> list[str]:
    return [step.name for step in status.steps]


def counting(stage: JobStage, steps: int = 3) -> Job:
    """Adds up what its steps give."""

    async def job(work: Work, request: Any) -> Any:
        return (
            sum(
                [
                    await work.step(f"step {number}", stage.done(f"step {number}", number))
                    for number in range(steps)
                ]
            )
            + request
        )

    return job


def breaking_off(stage: JobStage, broken: asyncio.Event) -> Job:
    """Its second step fails until `broken` is set."""

    async def job(work: Work, request: Any) -> Any:
        first = await work.step("first", stage.done("first", [1]))
        repaired = stage.done("second", [2])
        second = await work.step(
            "second",
            repaired if broken.is_set() else stage.failing(LLMTimeoutError("No answer in 30 s.")),
        )
        return first + second

    return job


def held_up(stage: JobStage, go: asyncio.Event) -> Job:
    """Its second step waits for `go`."""

    async def job(work: Work, request: Any) -> Any:
        first = await work.step("first", stage.done("first", "a"))
        return first + await work.step("second", stage.done("second", "b", waits_for=go))

    return job


# ── running ───────────────────────────────────────────────────────────────────────────────────────


async def a_job_gives_its_result(stage: JobStage) -> None:
    async with stage.jobs(count=counting(stage)) as jobs:
        id = await jobs.start("count", 10)
        assert await finished(jobs, id) == 13
        assert await finished(jobs, id) == 13
    assert stage.diary == ["step 0", "step 1", "step 2"]


async def a_job_may_give_nothing(stage: JobStage) -> None:
    async def job(work: Work, request: Any) -> Any:
        return await work.step("nothing", stage.done("nothing"))

    async with stage.jobs(idle=job) as jobs:
        assert await finished(jobs, await jobs.start("idle", None)) is None


async def a_job_tells_where_it_stands(stage: JobStage) -> None:
    go = asyncio.Event()
    async with stage.jobs(wait=held_up(stage, go)) as jobs:
        id = await jobs.start("wait", {})
        status = await until(jobs, id, lambda status: bool(status.steps))
        assert (status.id, status.kind, status.state, names(status)) == (
            id,
            "wait",
            "running",
            ["first"],
        )
        go.set()
        await finished(jobs, id)
        status = await jobs.status(id)
        assert (status.state, names(status), status.error) == ("done", ["first", "second"], None)
        assert status.steps[1].seconds >= 0
        assert status.started_at > 1.7e9


async def the_newest_jobs_are_listed_first(stage: JobStage) -> None:
    async with stage.jobs(count=counting(stage), other=counting(stage)) as jobs:
        for id, kind, to in (("a", "count", 0), ("b", "other", 1), ("c", "count", 0)):
            await finished(jobs, await jobs.start(kind, to, id))
            await asyncio.sleep(0.002)
        assert [(job.id, job.state) for job in await jobs.newest()] == [
            ("c", "done"),
            ("b", "done"),
            ("a", "done"),
        ]
        assert [job.id for job in await jobs.newest("count")] == ["c", "a"]
        assert [job.id for job in await jobs.newest(limit=1)] == ["c"]
        assert [job.request for job in await jobs.newest()] == [0, 1, 0]
        assert (await jobs.status("b")).request == 1


async def the_same_id_is_the_same_job(stage: JobStage) -> None:
    async with stage.jobs(count=counting(stage)) as jobs:
        await asyncio.gather(*(jobs.start("count", 1, "mine") for _ in range(5)))
        assert await finished(jobs, "mine") == 4
        assert await jobs.start("count", 1, "mine") == "mine"
        assert len(await jobs.newest()) == 1
    assert stage.diary == ["step 0", "step 1", "step 2"]


async def an_id_is_not_given_to_another_job(stage: JobStage) -> None:
    async with stage.jobs(count=counting(stage), other=counting(stage)) as jobs:
        await jobs.start("count", {"to": [1]}, "mine")
        assert "another request" in await refused(
            BadInput, jobs.start("count", {"to": [2]}, "mine")
        )
        assert "'count', not 'other'" in await refused(
            BadInput, jobs.start("other", {"to": [1]}, "mine")
        )
        await refused(BadInput, jobs.start("count", 1, " "))


async def what_is_not_there_is_not_found(stage: JobStage) -> None:
    async with stage.jobs(count=counting(stage)) as jobs:
        for action in (jobs.result, jobs.status, jobs.cancel, jobs.resume):
            assert "'nobody'" in await refused(NotFound, action("nobody"))
        assert "'nobody'" in await refused(NotFound, anext(aiter(jobs.watch("nobody"))))
        assert "Did you mean 'count'?" in await refused(BadInput, jobs.start("cuont", 1))


async def steps_are_watched_as_they_end(stage: JobStage) -> None:
    go = asyncio.Event()
    async with stage.jobs(wait=held_up(stage, go)) as jobs:
        id = await jobs.start("wait", {})
        seen = []
        async with asyncio.timeout(LONG):
            async for step in jobs.watch(id):
                seen.append(step.name)
                assert stage.diary == seen, "it should be told before the next one ends"
                go.set()
        assert seen == ["first", "second"]
        assert [step.name async for step in jobs.watch(id)] == seen


# ── side by side ──────────────────────────────────────────────────────────────────────────────────


async def steps_side_by_side_give_results_in_the_order_given(stage: JobStage) -> None:
    signs = [asyncio.Event() for _ in range(4)]
    signs[-1].set()

    def last_first(number: int) -> Callable[[], Awaitable[int]]:
        async def do() -> int:
            await signs[number].wait()
            signs[number - 1].set()
            stage.diary.append(f"step {number}")
            return number

        return do

    async def job(work: Work, request: Any) -> Any:
        return await work.side_by_side(
            [(f"step {number}", last_first(number)) for number in range(4)]
        )

    async with stage.jobs(fan=job) as jobs:
        id = await jobs.start("fan", {})
        assert await finished(jobs, id) == [0, 1, 2, 3]
        assert names(await jobs.status(id)) == [f"step {number}" for number in range(4)]
        assert sorted([step.name async for step in jobs.watch(id)]) == [
            f"step {number}" for number in range(4)
        ]
    assert stage.diary == ["step 3", "step 2", "step 1", "step 0"]


async def a_failure_does_not_lose_what_was_done_beside_it(stage: JobStage) -> None:
    repaired = asyncio.Event()

    async def job(work: Work, request: Any) -> Any:
        steps = [(name, stage.done(name, name)) for name in "abcd"]
        if not repaired.is_set():
            steps[1] = ("b", stage.failing(ValueError("no b")))
            steps[2] = ("c", stage.failing(LLMTimeoutError("No answer.")))
        return await work.side_by_side(steps)

    async with stage.jobs(fan=job) as jobs:
        id = await jobs.start("fan", {})
        assert await refused(JobFailed, jobs.result(id)) == "b: ValueError: no b\nc: No answer."
        assert names(await jobs.status(id)) == ["a", "d"]
        repaired.set()
        await jobs.resume(id)
        assert await finished(jobs, id) == ["a", "b", "c", "d"]
    assert [sorted(stage.diary[:2]), sorted(stage.diary[2:])] == [["a", "d"], ["b", "c"]]


# ── failing ───────────────────────────────────────────────────────────────────────────────────────

FAULT = Fault("unknown-name", "There is no label 'aorta'.", "Add it to the diagram.", ("scenes", 0))
FAILURES: tuple[tuple[BaseException, str], ...] = (
    (LLMTimeoutError("No answer in 30 s."), "broken: No answer in 30 s."),
    (ContentError([FAULT, FAULT]), f"broken: {FAULT}\n{FAULT}"),
    (KeyError("title"), "broken: KeyError: 'title'"),
    (ZeroDivisionError(), "broken: ZeroDivisionError"),
    (asyncio.CancelledError(), "broken: CancelledError"),
)


async def a_failure_is_told_with_its_step_and_reason(stage: JobStage) -> None:
    for error, message in FAILURES:

        async def job(work: Work, request: Any, error: BaseException = error) -> Any:
            return await work.step("broken", stage.failing(error))

        async with stage.jobs(fail=job) as jobs:
            id = await jobs.start("fail", {})
            assert await refused(JobFailed, jobs.result(id)) == message
            status = await jobs.status(id)
            assert (status.state, status.error, status.steps) == ("failed", message, ())


async def a_job_may_fail_between_its_steps(stage: JobStage) -> None:
    async def job(work: Work, request: Any) -> Any:
        return request["nothing"]

    async with stage.jobs(fail=job) as jobs:
        assert (
            await refused(JobFailed, jobs.result(await jobs.start("fail", {})))
            == "KeyError: 'nothing'"
        )


async def a_resumed_job_does_only_what_is_missing(stage: JobStage) -> None:
    repaired = asyncio.Event()
    async with stage.jobs(fail=breaking_off(stage, repaired)) as jobs:
        id = await jobs.start("fail", {})
        for _ in range(2):
            assert await refused(JobFailed, jobs.result(id)) == "second: No answer in 30 s."
            await jobs.resume(id)
            await until(jobs, id, lambda status: status.state == "failed")
        assert await jobs.start("fail", {}, id) == id
        assert (await jobs.status(id)).state == "failed", "only resuming may try it again"
        repaired.set()
        await jobs.resume(id)
        assert await finished(jobs, id) == [1, 2]
        await jobs.resume(id)
        assert (await jobs.status(id)).state == "done"
    assert stage.diary == ["first", "second"]


async def a_failed_job_is_resumed_in_another_process(stage: JobStage) -> None:
    repaired = asyncio.Event()
    async with stage.jobs(fail=breaking_off(stage, repaired)) as jobs:
        id = await jobs.start("fail", {})
        await refused(JobFailed, jobs.result(id))
    repaired.set()
    async with stage.jobs(fail=breaking_off(stage, repaired)) as jobs:
        assert await refused(JobFailed, jobs.result(id)) == "second: No answer in 30 s."
        await jobs.resume(id)
        assert await finished(jobs, id) == [1, 2]
    assert stage.diary == ["first", "second"]


async def a_job_whose_steps_have_changed_says_so(stage: JobStage) -> None:
    async def changed(work: Work, request: Any) -> Any:
        return await work.step("something else", stage.done("something else"))

    async with stage.jobs(wait=held_up(stage, asyncio.Event())) as jobs:
        id = await jobs.start("wait", {})
        await until(jobs, id, lambda status: bool(status.steps))
    async with stage.jobs(wait=changed) as jobs:
        assert "Start a new one" in await refused(JobFailed, jobs.result(id))
    assert stage.diary == ["first"]


# ── stopping and going on ─────────────────────────────────────────────────────────────────────────


async def a_cancelled_job_stops_and_can_go_on(stage: JobStage) -> None:
    go = asyncio.Event()
    async with stage.jobs(wait=held_up(stage, go)) as jobs:
        id = await jobs.start("wait", {})
        await until(jobs, id, lambda status: bool(status.steps))
        await jobs.cancel(id)
        go.set()
        assert "cancelled" in await refused(JobFailed, jobs.result(id))
        assert (await jobs.status(id)).state == "cancelled"
        await asyncio.sleep(0.05)
        assert stage.diary == ["first"]
        await jobs.resume(id)
        assert await finished(jobs, id) == "ab"
        await jobs.cancel(id)
        assert await finished(jobs, id) == "ab"
    assert stage.diary == ["first", "second"]


async def a_job_goes_on_where_its_process_left_it(stage: JobStage) -> None:
    go = asyncio.Event()
    async with stage.jobs(wait=held_up(stage, go)) as jobs:
        id = await jobs.start("wait", {})
        await until(jobs, id, lambda status: bool(status.steps))
    go.set()
    async with stage.jobs(wait=held_up(stage, go)) as jobs:
        assert await finished(jobs, id) == "ab"
    assert stage.diary == ["first", "second"]


async def an_abandoned_job_may_be_left_alone(stage: JobStage) -> None:
    go = asyncio.Event()
    async with stage.jobs(wait=held_up(stage, go)) as jobs:
        ids = [await jobs.start("wait", {"number": number}) for number in range(3)]
        for id in ids:
            await until(jobs, id, lambda status: bool(status.steps))
    go.set()
    async with stage.jobs(adopt=False, wait=held_up(stage, go)) as jobs:
        await jobs.resume(ids[0])
        await jobs.start("wait", {"number": 1}, ids[1])
        assert [await finished(jobs, id) for id in ids[:2]] == ["ab", "ab"]
        assert (await jobs.status(ids[2])).state == "abandoned"
    assert stage.diary == ["first"] * 3 + ["second"] * 2


async def a_job_runs_on_the_loop_that_opened_it(stage: JobStage) -> None:
    loops: list[asyncio.AbstractEventLoop] = []
    go = asyncio.Event()

    async def here() -> None:
        loops.append(asyncio.get_running_loop())

    async def job(work: Work, request: Any) -> Any:
        await work.step("first", here)
        await work.step("second", stage.done("second", waits_for=go))
        await work.step("third", here)

    async with stage.jobs(loop=job) as jobs:
        id = await jobs.start("loop", {})
        await until(jobs, id, lambda status: bool(status.steps))
        await jobs.cancel(id)
        go.set()
        await jobs.resume(id)
        await finished(jobs, id)
    assert loops == [asyncio.get_running_loop()] * 2


async def jobs_begun_just_before_closing_are_not_lost(stage: JobStage) -> None:
    ids = []
    for _ in range(4):
        async with stage.jobs(adopt=False, count=counting(stage)) as jobs:
            ids += [await jobs.start("count", number) for number in range(8)]
    async with stage.jobs(count=counting(stage)) as jobs:
        assert [await finished(jobs, id) for id in ids] == [number + 3 for number in range(8)] * 4


# ── opening, closing ──────────────────────────────────────────────────────────────────────────────


async def jobs_are_opened_once_in_a_process(stage: JobStage) -> None:
    async with stage.jobs() as jobs:
        assert "Close them" in await refused(ConflictError, stage.open({}))
        assert list(await jobs.newest()) == []


async def closed_jobs_refuse(stage: JobStage) -> None:
    async with stage.jobs(wait=held_up(stage, asyncio.Event())) as jobs:
        id = await jobs.start("wait", {})
        waiting = asyncio.create_task(refused(StoreUnavailable, jobs.result(id)))
        await until(jobs, id, lambda status: bool(status.steps))
    assert "closed" in await waiting
    assert "closed" in await refused(StoreUnavailable, jobs.start("wait", {}))
    assert "closed" in await refused(StoreUnavailable, jobs.newest())
    await jobs.close()
    assert await asyncio.to_thread(lambda: "threads still work") == "threads still work"


# ── what is carried ───────────────────────────────────────────────────────────────────────────────


async def what_json_cannot_carry_is_refused(stage: JobStage) -> None:
    async def job(work: Work, request: Any) -> Any:
        if request == "step":
            await work.step("tuple", stage.done("tuple", {"pair": [(1, 2)]}))
        return {"when": object()}

    async with stage.jobs(odd=job) as jobs:
        assert "request.tags is a set" in await refused(
            BadInput, jobs.start("odd", {"tags": {1}}, "refused")
        )
        await refused(NotFound, jobs.status("refused"))
        in_step = await jobs.start("odd", "step")
        assert (
            "tuple: JSON cannot carry what it gave: what it gave.pair[0] is a tuple"
            in await refused(JobFailed, jobs.result(in_step))
        )
        in_result = await jobs.start("odd", "result")
        assert "the job's result.when is a object" in await refused(
            JobFailed, jobs.result(in_result)
        )


async def anything_json_carries_comes_back_as_it_was(stage: JobStage) -> None:
    request = {
        "": [None, True, False, 0, -1, 2**70, 0.1, 1e300, -0.0],
        "text": ["", "żółć 心臓 ❤️ \U0001f9e0", "\x00\x1f\n\r\u2028'\"\\"],
        "nested": {"a": [[[]], {}]},
    }

    async def job(work: Work, request: Any) -> Any:
        return await work.step("echo", stage.done("echo", request))

    async with stage.jobs(echo=job) as jobs:
        assert await finished(jobs, await jobs.start("echo", request, "mine")) == request
        assert await jobs.start("echo", request, "mine") == "mine"


async def results_may_be_big(stage: JobStage) -> None:
    megabyte = {"rows": [{"id": number, "text": "ß" * 100} for number in range(6000)]}

    async def job(work: Work, request: Any) -> Any:
        given = await work.side_by_side(
            [(f"big {number}", stage.done("big", megabyte)) for number in range(3)]
        )
        return given[2]

    async with stage.jobs(big=job) as jobs:
        assert await finished(jobs, await jobs.start("big", {})) == megabyte


BEHAVIOURS: tuple[Behaviour, ...] = (
    a_job_gives_its_result,
    a_job_may_give_nothing,
    a_job_tells_where_it_stands,
    the_newest_jobs_are_listed_first,
    the_same_id_is_the_same_job,
    an_id_is_not_given_to_another_job,
    what_is_not_there_is_not_found,
    steps_are_watched_as_they_end,
    steps_side_by_side_give_results_in_the_order_given,
    a_job_may_fail_between_its_steps,
    jobs_are_opened_once_in_a_process,
    closed_jobs_refuse,
    what_json_cannot_carry_is_refused,
    anything_json_carries_comes_back_as_it_was,
    results_may_be_big,
)

PATIENT_BEHAVIOURS: tuple[Behaviour, ...] = (
    a_failure_does_not_lose_what_was_done_beside_it,
    a_failure_is_told_with_its_step_and_reason,
    a_resumed_job_does_only_what_is_missing,
    a_failed_job_is_resumed_in_another_process,
    a_job_whose_steps_have_changed_says_so,
    a_cancelled_job_stops_and_can_go_on,
    a_job_goes_on_where_its_process_left_it,
    an_abandoned_job_may_be_left_alone,
    a_job_runs_on_the_loop_that_opened_it,
    jobs_begun_just_before_closing_are_not_lost,
)
"""Those that wait for a job to be taken up again, which takes a second or so."""
