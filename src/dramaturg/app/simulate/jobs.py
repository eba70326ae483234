"""The simulations of a server: each is a job, played beside the server in processes that stand
back, kept batch by batch.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from pydantic import TypeAdapter

from dramaturg.app.config.jobs import AllJobs
from dramaturg.app.config.settings import Settings
from dramaturg.app.games.game_store import shelf_of
from dramaturg.app.simulate.page import report_page
from dramaturg.app.simulate.requests import (
    PlannedSimulation,
    Simulation,
    SimulationBody,
    body_in,
    plan_simulation,
)
from dramaturg.app.simulate.results import results_of
from dramaturg.app.simulate.run import (
    WORTH_A_PROCESS,
    PlayTasks,
    mark_of,
    play_step,
    processes,
    sides_of,
    tasks_of,
)
from dramaturg.app.simulate.view import SimulationView, SoFar, so_far, view_of
from dramaturg.engines.simulation import AnyPlan, AnyResult
from dramaturg.kernel.errors import BadInput, ConflictError, NotFound
from dramaturg.turn.jobs import Job, JobState, JobStatus, Work

SIMULATION_JOB = "studio-simulation"
"""Not the kind that the command line has: whoever takes over a job must be able to plan it again
from its request.
"""

MOST_WORKERS = 4
NICE = 10  # so that people's turns come first
MOST_STEPS = (
    25  # into which a simulation is divided, unless that would keep too many sessions together
)
LARGEST_BATCH = 24
MOST_LISTED = 100

_VIEW = TypeAdapter(SimulationView)


# ── what a page shows ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SimulationCard:
    """A simulation in a list."""

    id: str
    title: str
    kind: str
    state: JobState
    started_at: float
    sessions: int
    compared: bool


@dataclass(frozen=True, slots=True)
class SimulationShown:
    """A simulation: what was asked for, how far it is, and what became of it. `result` comes when
    it is done.
    """

    card: SimulationCard
    wanted: Simulation
    done: int
    error: str | None = None
    so_far: SoFar | None = None
    result: SimulationView | None = None


class Simulations:
    """All simulations of one server."""

    def __init__(self, jobs: AllJobs, settings: Settings) -> None:
        self._jobs, self._settings = jobs, settings

    async def start(self, asked: SimulationBody) -> SimulationCard:
        """Raises NotFound, BadInput or ContentError when it cannot be played."""
        request = await asyncio.to_thread(_request, asked, self._settings)
        jobs = await self._jobs.opened()
        id = await jobs.start(SIMULATION_JOB, request, request["id"])
        return _card(await jobs.status(id))

    async def newest(self) -> list[SimulationCard]:
        jobs = await self._jobs.opened()
        return [_card(status) for status in await jobs.newest(SIMULATION_JOB, MOST_LISTED)]

    async def shown(self, id: str) -> SimulationShown:
        """Raises NotFound."""
        status = await self._status(id)
        done = min(
            status.request["sessions"], len(status.steps) * batch_size(status.request["sessions"])
        )
        result = await self._result(id) if status.state == "done" else None
        found = _VIEW.validate_python(result["told"]) if result else None
        return SimulationShown(
            _card(status), body_in(status.request), done, status.error, SO_FAR.get(id), found
        )

    async def report(self, id: str) -> str:
        """The whole of it as one web page. Raises NotFound, and ConflictError while there
        is none.
        """
        if (await self._status(id)).state != "done":
            raise ConflictError("this simulation has no report yet: wait until it is done")
        return str((await self._result(id))["report"])

    async def _status(self, id: str) -> JobStatus:
        status = await (await self._jobs.opened()).status(id)
        if status.kind != SIMULATION_JOB:
            raise NotFound(f"There is no simulation {id!r}.")
        return status

    async def _result(self, id: str) -> Mapping[str, Any]:
        result: Mapping[str, Any] = await (await self._jobs.opened()).result(id)
        return result


def _card(status: JobStatus) -> SimulationCard:
    asked = status.request
    compared = asked["wanted"]["against"] is not None
    kind = asked["wanted"]["kind"]
    return SimulationCard(
        status.id,
        asked["title"],
        kind,
        status.state,
        status.started_at,
        asked["sessions"],
        compared,
    )


def _request(asked: SimulationBody, settings: Settings) -> dict[str, Any]:
    planned = plan_simulation(asked, shelf_of(settings))
    return {
        "id": uuid4().hex,
        "title": planned.title,
        "sessions": planned.sessions,
        "mark": mark_of([side.plan for side in planned.sides], settings),
        "wanted": asked.model_dump(mode="json", by_alias=True),
    }


# ── the job ───────────────────────────────────────────────────────────────────────────────────────

SO_FAR: dict[str, SoFar] = {}
"""What is known of the simulations that are played by this process, by their ids."""


def simulation_job(settings: Settings) -> Job:
    """One simulation at a time: the others wait, and people's turns come before all of them."""
    alone = asyncio.Lock()

    async def run(work: Work, request: Any) -> dict[str, Any]:
        async with alone:
            try:
                return await _played(work, request, settings)
            finally:
                SO_FAR.pop(request["id"], None)

    return run


async def _played(work: Work, request: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    planned = await asyncio.to_thread(plan_simulation, body_in(request), shelf_of(settings))
    plans = [side.plan for side in planned.sides]
    if mark_of(plans, settings) != request["mark"]:
        raise BadInput("what it plays with has been changed since it was begun: start a new one")
    tasks = tasks_of(plans)
    size, results = batch_size(len(tasks)), list[AnyResult]()
    async with _aside(plans, settings, _workers(len(tasks))) as play:
        for first in range(0, len(tasks), size):
            batch = tasks[first : first + size]
            name = f"sessions {first + 1} to {first + len(batch)} of {len(tasks)}"
            results += await play_step(work, name, play, plans, batch)
            SO_FAR[request["id"]] = so_far(sides_of(plans, results))
    return await asyncio.to_thread(_finished, planned, results, settings.model)


def _finished(
    planned: PlannedSimulation, results: Sequence[AnyResult], model: str
) -> dict[str, Any]:
    """What is kept of a simulation: the view, and the report as a page."""
    found = results_of(
        planned.title, model, planned.seed, planned.sides, results, planned.other, planned.left_out
    )
    return {"told": _VIEW.dump_python(view_of(found), mode="json"), "report": report_page(found)}


@asynccontextmanager
async def _aside(
    plans: Sequence[AnyPlan], settings: Settings, workers: int
) -> AsyncIterator[PlayTasks]:
    """Processes of their own. They are left in a thread, for they end what they are at, which takes
    a while.
    """
    stack = ExitStack()
    play = stack.enter_context(processes(plans, settings, workers, NICE))
    try:
        yield play
    finally:
        await asyncio.to_thread(stack.__exit__, *sys.exc_info())


def batch_size(sessions: int) -> int:
    return max(1, min(LARGEST_BATCH, -(-sessions // MOST_STEPS)))


def steps_of(sessions: int) -> int:
    return -(-sessions // batch_size(sessions))


def _workers(sessions: int) -> int:
    """One processor is left for the server, where there are several."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1, -(-sessions // WORTH_A_PROCESS)))
