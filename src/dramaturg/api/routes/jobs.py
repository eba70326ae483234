"""Jobs: work that outlives a request, listed, looked at while it goes on, stopped, and taken up
again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.dependencies import TheApp
from dramaturg.app.jobs_shown import JobHead, JobShown, head_of, shown_job
from dramaturg.kernel.text import storable
from dramaturg.turn.jobs import Jobs, JobStatus, StepDone

NUMBER = r"^[0-9]{1,6}$"
RECONNECT_AFTER = 1000  # milliseconds

router = APIRouter(tags=["jobs"])


async def _jobs(app: TheApp) -> Jobs:
    return await app.jobs.opened()


TheJobs = Annotated[Jobs, Depends(_jobs)]


async def _job(job: Annotated[str, Path(max_length=100)], jobs: TheJobs) -> JobStatus:
    return await jobs.status(storable(job))


TheJob = Annotated[JobStatus, Depends(_job)]


@router.get("/jobs", dependencies=[for_readers])
async def list_jobs(
    jobs: TheJobs,
    kind: Annotated[str, Query(max_length=100)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[JobHead]:
    """The newest jobs, perhaps of one kind only."""
    return [head_of(status) for status in await jobs.newest(storable(kind) or None, limit)]


@router.get("/jobs/{job}", dependencies=[for_readers])
async def show_job(found: TheJob) -> JobShown:
    """How a job stands, and the steps it has taken."""
    return shown_job(found)


@router.get("/jobs/{job}/events", response_class=EventSourceResponse, dependencies=[for_readers])
async def job_events(
    found: TheJob,
    jobs: TheJobs,
    last_event_id: Annotated[
        str | None, Header(alias="Last-Event-ID", pattern=NUMBER, max_length=6)
    ] = None,
) -> AsyncIterator[StepDone | JobShown]:
    """Every step as it is done, as server-sent events `step`; then `ended`, with how the job
    stands, and no more.

    After the last event id it goes on with the step that follows.
    """
    number, seen = 0, int(last_event_id or 0)
    async with aclosing(jobs.watch(found.id)) as steps:  # type: ignore[type-var]  # the port promises less than it is
        async for step in steps:
            number += 1
            if number > seen:
                yield _event("step", step, number)  # type: ignore[misc]  # the frame of what the annotation says is in it
    yield _event("ended", shown_job(await jobs.status(found.id)), number)  # type: ignore[misc]


@router.post("/jobs/{job}/cancel", dependencies=[for_authors])
async def cancel_job(found: TheJob, jobs: TheJobs) -> JobShown:
    """Stop a job where it is; what has ended already stays as it is."""
    await jobs.cancel(found.id)
    return shown_job(await jobs.status(found.id))


@router.post("/jobs/{job}/resume", dependencies=[for_authors])
async def resume_job(found: TheJob, jobs: TheJobs) -> JobShown:
    """Let a failed or stopped job go on after its last finished step."""
    await jobs.resume(found.id)
    return shown_job(await jobs.status(found.id))


def _event(name: str, data: StepDone | JobShown, number: int) -> ServerSentEvent:
    return ServerSentEvent(data=data, event=name, id=str(number), retry=RECONNECT_AFTER)
