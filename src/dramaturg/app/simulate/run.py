"""Playing plans: every session of every plan, in as many processes as wanted, each result as soon
as it is there.

Processes are spawned, not forked, for a model that has threads does not live on in a forked
process. What sessions are played with is handed to a process once, when it begins, and a process
that has loaded a model keeps it for all its sessions.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from threading import Thread
from typing import Any

from dramaturg.app.config.providers import LOCAL_MODELS, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.engines.simulation import AnyResult, Playing, SimulationPlan
from dramaturg.turn.jobs import Work

WORTH_A_PROCESS = 4  # sessions; with fewer, loading the models takes longer than playing


@dataclass(frozen=True, slots=True)
class RunTask:
    """One run, and the place of its plan among the plans."""

    plan: int
    run: Any


PlayTasks = Callable[[Sequence[RunTask]], Iterator[AnyResult]]


def simulate(
    plans: Sequence[SimulationPlan], settings: Settings, workers: int = 1
) -> Iterator[AnyResult]:
    """What became of every session, in the order of `tasks_of`, as they come."""
    with processes(plans, settings, workers) as play:
        yield from play(tasks_of(plans))


def tasks_of(plans: Sequence[SimulationPlan]) -> list[RunTask]:
    """All runs, each plan's in its order and the plans mixed evenly, so that the time taken tells
    the time that is left.
    """
    placed = [
        ((place + 0.5) / len(plan.runs), number, RunTask(number, run))
        for number, plan in enumerate(plans)
        for place, run in enumerate(plan.runs)
    ]
    return [task for _, _, task in sorted(placed, key=lambda each: each[:2])]


def playing_of(settings: Settings) -> Playing:
    """What sessions are played with. It is made for every session, for a voice belongs to one event
    loop.
    """
    return Playing(voice_of(settings), LOCAL_MODELS, worded=settings.model != "offline")


def sides_of(
    plans: Sequence[SimulationPlan], results: Sequence[AnyResult]
) -> list[list[AnyResult]]:
    """The results of each plan, from those of all of them as they were played so far."""
    own: list[list[AnyResult]] = [[] for _ in plans]
    for task, result in zip(tasks_of(plans), results, strict=False):
        own[task.plan].append(result)
    return own


async def play_step(
    work: Work,
    name: str,
    play: PlayTasks,
    plans: Sequence[SimulationPlan],
    batch: Sequence[RunTask],
) -> list[AnyResult]:
    """A batch as one step of a job, which keeps its results as JSON."""
    codecs = [plans[task.plan].simulator.codec for task in batch]

    def played() -> list[Any]:
        results = zip(codecs, play(batch), strict=True)
        return [codec.dump_python(result, mode="json") for codec, result in results]

    kept = await work.step(name, lambda: asyncio.to_thread(played))
    return [codec.validate_python(one) for codec, one in zip(codecs, kept, strict=True)]


def mark_of(plans: Sequence[SimulationPlan], settings: Settings) -> str:
    """What makes two simulations the same: their runs, contents and people, and the models that
    speak.
    """
    models = (
        settings.model,
        settings.model_extract,
        settings.model_read,
        settings.model_speak,
        settings.base_url,
    )
    played = [
        [plan.simulator.word, [asdict(run) for run in plan.runs], _marks(plan)] for plan in plans
    ]
    return sha256(json.dumps([played, models], sort_keys=True).encode()).hexdigest()[:16]


def _marks(plan: SimulationPlan) -> dict[str, str]:
    people = {
        name: sha256(each.person.model_dump_json().encode()).hexdigest() if each.person else ""
        for name, each in plan.materials.items()
    }
    return {name: f"{plan.materials[name].content.hash} {people[name]}" for name in people}


def fitting_workers(sessions: int) -> int:
    """As many processes as there are processors, if there is work for them."""
    return min(os.cpu_count() or 1, 1 + sessions // WORTH_A_PROCESS)


@contextmanager
def processes(
    plans: Sequence[SimulationPlan], settings: Settings, workers: int, nice: int = 0
) -> Iterator[PlayTasks]:
    """For as long as the block lasts, somewhere to play tasks of these plans; with one worker, in
    this process.

    Those that are to be `nice` stand back behind others on the machine, and are always processes of
    their own.
    """
    if workers == 1 and not nice:
        yield lambda tasks: map(TaskPlayer(plans, settings).play, tasks)
        return
    with ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), _begin_here, (plans, settings, nice)
    ) as pool:
        try:
            yield lambda tasks: pool.map(_play_here, tasks)
        except BaseException:
            # somebody wants to stop: what was not begun is not begun any more
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@dataclass(frozen=True, slots=True)
class TaskPlayer:
    """What a process plays from."""

    plans: Sequence[SimulationPlan]
    settings: Settings

    def play(self, task: RunTask) -> AnyResult:
        plan = self.plans[task.plan]
        began = time.perf_counter()
        try:
            result = plan.simulator.play(
                task.run, plan.material_of(task.run), playing_of(self.settings)
            )
        except Exception as error:
            error.add_note(f"This happened in the session {task.run}.")
            raise
        return replace(result, seconds=time.perf_counter() - began, memory=peak_memory())


# ── in a process of its own ───────────────────────────────────────────────────────────────────────

_HERE: list[TaskPlayer] = []


def _begin_here(plans: Sequence[SimulationPlan], settings: Settings, nice: int) -> None:
    os.nice(nice)
    # Ctrl-C reaches every process of a terminal; the first one decides
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _HERE.append(TaskPlayer(plans, settings))
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A pool's processes wait for work for ever when whoever began them was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_here(task: RunTask) -> AnyResult:
    return _HERE[0].play(task)


def peak_memory() -> int:
    """The most bytes of memory that this process has held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
