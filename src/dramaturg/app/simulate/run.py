"""Playing plans: every session of every plan, in as many processes as wanted, each result as soon
as it is there.

Processes are spawned, not forked, for a model that has threads does not live on in a forked
process. What sessions are played with is handed to a process once, when it begins, and a process
that has loaded a model keeps it for all its sessions.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Thread
from typing import Any

from dramaturg.app.config.settings import Settings
from dramaturg.engines.simulation import AnyPlan, AnyResult

WORTH_A_PROCESS = 4  # sessions; with fewer, loading the models takes longer than playing


@dataclass(frozen=True, slots=True)
class Task:
    """One run, and the place of its plan among the plans."""

    plan: int
    run: Any


PlayTasks = Callable[[Sequence[Task]], Iterator[AnyResult]]


def simulate(plans: Sequence[AnyPlan], settings: Settings, workers: int = 1) -> Iterator[AnyResult]:
    """What became of every session, in the order of `tasks_of`, as they come."""
    with processes(plans, settings, workers) as play:
        yield from play(tasks_of(plans))


def tasks_of(plans: Sequence[AnyPlan]) -> list[Task]:
    """All runs, each plan's in its order and the plans mixed evenly, so that the time taken tells
    the time that is left.
    """
    placed = [
        ((place + 0.5) / len(plan.runs), number, Task(number, run))
        for number, plan in enumerate(plans)
        for place, run in enumerate(plan.runs)
    ]
    return [task for _, _, task in sorted(placed, key=lambda each: each[:2])]


def fitting_workers(sessions: int) -> int:
    """As many processes as there are processors, if there is work for them."""
    return min(os.cpu_count() or 1, 1 + sessions // WORTH_A_PROCESS)


@contextmanager
def processes(
    plans: Sequence[AnyPlan], settings: Settings, workers: int, nice: int = 0
) -> Iterator[PlayTasks]:
    """For as long as the block lasts, somewhere to play tasks of these plans; with one worker, in
    this process.

    Those that are to be `nice` stand back behind others on the machine, and are always processes of
    their own.
    """
    if workers == 1 and not nice:
        house = House(plans, settings)
        yield lambda tasks: map(house.play, tasks)
        return
    with ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), _move_in, (plans, settings, nice)
    ) as pool:
        try:
            yield lambda tasks: pool.map(_play_here, tasks)
        except BaseException:
            pool.shutdown(
                wait=False, cancel_futures=True
            )  # somebody wants to stop: what was not begun is not begun any more
            raise


@dataclass(frozen=True, slots=True)
class House:
    """What a process plays from."""

    plans: Sequence[AnyPlan]
    settings: Settings

    def play(self, task: Task) -> AnyResult:
        plan = self.plans[task.plan]
        began = time.perf_counter()
        try:
            result = plan.troupe.play(
                task.run, plan.materials[plan.troupe.needs(task.run)], self.settings
            )
        except Exception as error:
            error.add_note(f"This happened in the session {task.run}.")
            raise
        return replace(result, seconds=time.perf_counter() - began, memory=most_held())


# ── in a process of its own ───────────────────────────────────────────────────────────────────────

_HERE: list[House] = []


def _move_in(plans: Sequence[AnyPlan], settings: Settings, nice: int) -> None:
    os.nice(nice)
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches every process of a terminal; the first one decides
    _HERE.append(House(plans, settings))
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A pool's processes wait for work for ever when whoever began them was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_here(task: Task) -> AnyResult:
    return _HERE[0].play(task)


def most_held() -> int:
    """The most bytes of memory that this process has held."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held if sys.platform == "darwin" else held * 1024
