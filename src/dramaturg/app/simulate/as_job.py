"""Long simulations as jobs: every batch of sessions is kept when it is over, so that a killed
simulation loses one batch.

The job's own record is all there is to resume from. The same command again goes on after the last
kept batch; a simulation that has come to its end is begun anew, for the code may have changed
since. What is kept are results, and nothing that was said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from dramaturg.app.config.settings import Settings
from dramaturg.app.simulate.run import mark_of, play_step, processes, tasks_of
from dramaturg.engines.simulation import AnyPlan, AnyResult
from dramaturg.kernel.errors import ConflictError
from dramaturg.store.jobs import open_jobs
from dramaturg.turn.jobs import Job, Jobs, Work

SIMULATION = "simulation"
MANY = 200  # sessions; a simulation of more is a job
BATCH = 24  # sessions that are kept together
REMEMBERED = 100  # of the newest simulations, among which an unfinished one is looked for

Tell = Callable[[Sequence[AnyResult]], None]


async def run_as_job(
    plans: Sequence[AnyPlan], settings: Settings, workers: int, tell: Tell
) -> None:
    """Play all sessions as one job and tell every batch of results in order, those of an earlier
    try first.

    Raises ConflictError while another process plays the same, and JobFailed when a session cannot
    be played.
    """
    name = f"{SIMULATION}-{mark_of(plans, settings)}"
    jobs = await open_jobs(
        settings.store, {SIMULATION: _job(plans, settings, workers, tell)}, adopt=False
    )
    try:
        await jobs.result(await _begun(jobs, name, sum(len(plan.runs) for plan in plans)))
    finally:
        await jobs.close()


async def _begun(jobs: Jobs, name: str, sessions: int) -> str:
    """The id of the unfinished job of that name, which goes on, or of a new one."""
    same = [
        each
        for each in await jobs.newest(SIMULATION, REMEMBERED)
        if each.id.startswith(f"{name}-") and each.state != "done"
    ]
    if not same:
        return await jobs.start(SIMULATION, {"sessions": sessions}, f"{name}-{uuid4().hex[:8]}")
    if same[0].state in ("waiting", "running"):
        raise ConflictError(
            "This very simulation is being played by another process. Wait for it, or choose"
            " another --seed."
        )
    await jobs.resume(same[0].id)
    return same[0].id


def _job(plans: Sequence[AnyPlan], settings: Settings, workers: int, tell: Tell) -> Job:
    tasks = tasks_of(plans)
    batches = [tasks[first : first + BATCH] for first in range(0, len(tasks), BATCH)]

    async def run(work: Work, _: Any) -> int:
        with processes(plans, settings, workers) as play:
            for number, batch in enumerate(batches, 1):
                name = f"batch {number} of {len(batches)}"
                tell(await play_step(work, name, play, plans, batch))
        return len(tasks)

    return run
