"""Jobs run by DBOS in this process, which also takes over those of processes that are gone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from threading import Lock
from typing import Any
from uuid import uuid4

from dbos import (
    DBOS,
    DBOSConfig,
    DBOSPortableJSONSerializer,
    SetWorkflowID,
    StepInfo,
    WorkflowStatus,
)
from dbos import error as dbos_error
from sqlalchemy.exc import SQLAlchemyError

from dramaturg.kernel.errors import (
    BadInput,
    ConflictError,
    JobFailed,
    NotFound,
    StoreUnavailable,
    did_you_mean,
)
from dramaturg.store.jobs.database import JobsDatabase, place_of
from dramaturg.store.jobs.job_steps import KeptWork, told
from dramaturg.store.jobs.locks import Locks
from dramaturg.turn.jobs import Job, JobState, JobStatus, StepDone, require_json

SETTINGS: DBOSConfig = {
    "name": "dramaturg",
    "application_version": (
        "1"
    ),  # else every change of code would leave the jobs begun before it to nobody
    "serializer": DBOSPortableJSONSerializer(),
    "db_engine_kwargs": {
        "hide_parameters": True
    },  # errors are shown to people; what was kept is not
    "notification_listener_polling_interval_sec": 0.2,  # closing waits for it
    "log_level": "CRITICAL",
}

STATES: dict[str, JobState] = {
    "DELAYED": "waiting",
    "ENQUEUED": "waiting",
    "PENDING": "running",
    "SUCCESS": "done",
    "ERROR": "failed",
    "MAX_RECOVERY_ATTEMPTS_EXCEEDED": "failed",
    "CANCELLED": "cancelled",
}
ENDED = ("done", "failed", "cancelled")

SWEEP = 2.0
"""Seconds between two looks for jobs that were abandoned, or cancelled from another process."""

GLANCE = 0.5
"""Seconds between two looks at a job that may be running in another process."""

PATIENCE, KNOCKS = 30.0, 1500
"""Seconds to wait at the gate, and how often we knock meanwhile."""

GATE = "gate"
"""The lock of whoever opens, takes over or resumes: two processes that did it at once could both
run the same job.
"""

AFTER_ALL = 2**31 - 1
"""A step number beyond every step there is."""

ONE_PER_PROCESS = Lock()
"""DBOS is there once in a process."""

Run = Callable[[Any], Coroutine[Any, Any, Any]]


class DbosJobs:
    """The Jobs of this process. Open them with `DbosJobs.opened`.

    A process is known to the others by a lock that it holds for as long as it lives, named like its
    executor in DBOS.
    """

    def __init__(self, place: JobsDatabase, locks: Locks) -> None:
        self._place = place
        self._locks = locks
        self._executor = f"{os.getpid()}-{uuid4().hex}"
        self._runs: dict[str, Run] = {}
        self._running: dict[asyncio.Task[Any], str] = {}
        self._news = asyncio.Event()
        self._at_the_gate = asyncio.Lock()
        self._housekeeping: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def opened(cls, url: str, kinds: Mapping[str, Job], adopt: bool) -> DbosJobs:
        place = place_of(url)
        if not ONE_PER_PROCESS.acquire(blocking=False):
            raise ConflictError(
                "Jobs are open in this process already. Close them before you open others."
            )
        try:
            jobs = cls(place, await place.locks())
        except BaseException:
            ONE_PER_PROCESS.release()
            raise
        try:
            await jobs._launch(kinds)
        except BaseException:
            await jobs.close()
            raise
        jobs._housekeeping = asyncio.create_task(jobs._keep_house(adopt))
        return jobs

    async def start(self, kind: str, request: Any, id: str | None = None) -> str:
        run = self._run_of(kind)
        require_json(request, "request")
        if id is None:
            id = uuid4().hex
        elif not id.strip():
            raise BadInput("A job's id cannot be empty. Leave it out, and the job gets one.")
        elif (found := await self._find(id)) is not None:
            require_same(found, kind, request)
            await self._go_on(id, ("abandoned",))
            return id
        with self._explained(), SetWorkflowID(id):
            try:
                await DBOS.start_workflow_async(run, request)
            except (
                dbos_error.DBOSConflictingWorkflowError
            ) as error:  # somebody was faster, with something else
                raise BadInput(
                    f"There is a job {id!r} of another kind. Choose another id."
                ) from error
        return id

    async def result(self, id: str) -> Any:
        while True:
            news = self._news
            found = await self._get(id)
            match STATES[found.status]:
                case "done":
                    return found.output
                case "failed":
                    raise JobFailed(reason(found))
                case "cancelled":
                    raise JobFailed(f"Job {id!r} was cancelled. Resume it to let it go on.")
            await soon(news)

    async def status(self, id: str) -> JobStatus:
        found = await self._get(id)
        status = await self._status(found)
        error = reason(found) if status.state == "failed" else None
        return replace(status, error=error, steps=tuple((await self._steps(id)).values()))

    async def newest(self, kind: str | None = None, limit: int = 100) -> Sequence[JobStatus]:
        with self._explained():
            found = await DBOS.list_workflows_async(
                name=kind, limit=limit, sort_desc=True, load_output=False
            )
        return [await self._status(one) for one in found]

    async def watch(self, id: str) -> AsyncIterator[StepDone]:
        seen: set[int] = set()
        while True:
            news = self._news
            found = await self._get(
                id
            )  # before its steps: a job that has ended gets no more of them
            for number, step in (await self._steps(id)).items():
                if number not in seen:
                    seen.add(number)
                    yield step
            if STATES[found.status] in ENDED:
                return
            await soon(news)

    async def cancel(self, id: str) -> None:
        await self._get(id)
        here = [task for task, running in self._running.items() if running == id]
        with self._explained():
            await DBOS.cancel_workflow_async(id)
        if STATES[(await self._get(id)).status] == "cancelled":
            await stop(here)

    async def resume(self, id: str) -> None:
        await self._go_on(id, ("failed", "cancelled", "abandoned"))

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._housekeeping is not None:
            await stop([self._housekeeping])
        await stop(list(self._running))
        self._tell()
        # DBOS has put its own threads under our loop and takes them away again; whoever comes after
        # us needs some.
        asyncio.get_running_loop().set_default_executor(
            ThreadPoolExecutor(thread_name_prefix="asyncio")
        )
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
        await self._locks.close()
        ONE_PER_PROCESS.release()

    # ── running ───────────────────────────────────────────────────────────────────────────────────

    async def _launch(self, kinds: Mapping[str, Job]) -> None:
        with self._explained():
            async with self._gate():
                await asyncio.to_thread(self._place.prepare)
                await self._locks.tidy()
                await self._locks.take(self._executor)
            DBOS(config=SETTINGS | self._place.config | {"executor_id": self._executor})
            self._runs = {kind: self._registered(kind, job) for kind, job in kinds.items()}
            DBOS.launch()  # not in a thread: the loop it is launched on is the one that jobs run on

    def _registered(self, kind: str, job: Job) -> Run:
        @DBOS.workflow(name=kind, max_recovery_attempts=None)
        async def run(request: Any) -> Any:
            self._count_in()
            try:
                result = await job(KeptWork(self._tell), request)
                require_json(result, "the job's result")
            except (JobFailed, dbos_error.DBOSException):
                raise
            except Exception as error:
                raise JobFailed(told(error)) from error
            return result

        return run

    def _count_in(self) -> None:
        if self._closed:
            raise asyncio.CancelledError  # begun too late; it goes on when somebody takes it over
        task, id = asyncio.current_task(), DBOS.workflow_id
        assert task is not None and id is not None
        self._running[task] = id
        task.add_done_callback(self._count_out)

    def _count_out(self, task: asyncio.Task[Any]) -> None:
        del self._running[task]
        self._tell()

    def _run_of(self, kind: str) -> Run:
        if kind not in self._runs:
            raise BadInput(
                f"There is no job of the kind {kind!r}. {did_you_mean(kind, self._runs)}".strip()
            )
        return self._runs[kind]

    # ── taking over ───────────────────────────────────────────────────────────────────────────────

    async def _keep_house(self, adopt: bool) -> None:
        while True:
            with suppress(StoreUnavailable, ConflictError):  # the next look may find it better
                await self._locks.keep()
                await self._stop_cancelled()
                if adopt:
                    with self._explained():
                        async with self._gate():
                            pending = await DBOS.list_workflows_async(
                                status="PENDING",
                                name=list(self._runs),
                                load_input=False,
                                load_output=False,
                            )
                            for found in pending:
                                if await self._state(found) == "abandoned":
                                    await DBOS.resume_workflow_async(found.workflow_id)
            await asyncio.sleep(SWEEP)

    async def _stop_cancelled(self) -> None:
        running = dict(
            self._running
        )  # as it was before we asked: a job may be resumed here meanwhile
        if not running:
            return
        with self._explained():
            found = await DBOS.list_workflows_async(
                workflow_ids=list(running.values()),
                status="CANCELLED",
                load_input=False,
                load_output=False,
            )
        cancelled = {one.workflow_id for one in found}
        await stop([task for task, id in running.items() if id in cancelled])

    async def _go_on(self, id: str, states: Sequence[JobState]) -> None:
        with self._explained():
            async with self._gate():
                state = await self._state(await self._get(id))
                if state not in states:
                    return
                if state == "failed":
                    await DBOS.rewind_workflow_async(id, start_step=AFTER_ALL)
                else:
                    await DBOS.resume_workflow_async(id)

    @asynccontextmanager
    async def _gate(self) -> AsyncIterator[None]:
        async with self._at_the_gate:
            await self._enter()
            try:
                yield
            finally:
                await self._locks.release(GATE)

    async def _enter(self) -> None:
        for _ in range(KNOCKS):
            if await self._locks.take(GATE):
                return
            await asyncio.sleep(PATIENCE / KNOCKS)
        raise ConflictError(
            f"Another process has held {self._place} for too long. End it and try again."
        )

    # ── looking ───────────────────────────────────────────────────────────────────────────────────

    async def _find(self, id: str) -> WorkflowStatus | None:
        with self._explained():
            return await DBOS.get_workflow_status_async(id)

    async def _get(self, id: str) -> WorkflowStatus:
        found = await self._find(id)
        if found is None:
            raise NotFound(f"There is no job {id!r}.")
        return found

    async def _steps(self, id: str) -> dict[int, StepDone]:
        with self._explained():
            steps = await DBOS.list_workflow_steps_async(id, load_output=False)
        return {
            step["function_id"]: StepDone(step["function_name"], seconds(step)) for step in steps
        }

    async def _status(self, found: WorkflowStatus) -> JobStatus:
        began, (request,) = (
            (found.created_at or 0) / 1000,
            found.input["args"] if found.input else (None,),
        )
        return JobStatus(
            found.workflow_id, found.name, await self._state(found), began, request=request
        )

    async def _state(self, found: WorkflowStatus) -> JobState:
        state = STATES[found.status]
        if (
            state == "running"
            and found.executor_id != self._executor
            and not await self._locks.held(found.executor_id or "")
        ):
            return "abandoned"
        return state

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        if self._closed:
            raise StoreUnavailable("The jobs are closed. Open them again to go on.")
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            told_by_driver = getattr(error, "orig", None) or error
            raise StoreUnavailable(
                f"{self._place} cannot be used: {told_by_driver}. See that it can be reached, has"
                " room, and lets this user write."
            ) from error


def require_same(found: WorkflowStatus, kind: str, request: Any) -> None:
    if found.name != kind:
        raise BadInput(
            f"Job {found.workflow_id!r} is of the kind {found.name!r}, not {kind!r}. Choose"
            " another id."
        )
    if found.input is None or list(found.input["args"]) != [request]:
        raise BadInput(
            f"Job {found.workflow_id!r} was started with another request. Choose another id."
        )


def seconds(step: StepInfo) -> float:
    return ((step["completed_at_epoch_ms"] or 0) - (step["started_at_epoch_ms"] or 0)) / 1000


def reason(found: WorkflowStatus) -> str:
    if isinstance(found.error, Exception) and getattr(found.error, "name", "") == "JobFailed":
        return str(found.error)
    return (
        f"Job {found.workflow_id!r} cannot go on: its stored steps are not those that this version"
        f" asks for. Start a new one. ({found.error})"
    )


async def soon(news: asyncio.Event) -> None:
    """When something has happened here since `news` was looked up, or else in a moment: it may
    happen in another process.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(GLANCE):  # wait_for may swallow a Ctrl-C that comes with news
            await news.wait()


async def stop(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
