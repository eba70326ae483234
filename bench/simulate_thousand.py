"""1,000 simulated sessions of each engine in one run, as a job with a bar: time, memory, and none
stuck.

`python -m bench.simulate_thousand [COUNT]`: with fewer sessions it also says how long 1,000 of each
would take.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import Progress

from bench.measure import folders
from bench.report import rows_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.as_job import run_as_job
from dramaturg.app.simulate.requests import plan_all
from dramaturg.app.simulate.run import peak_memory
from dramaturg.content.library import Library, packaged
from dramaturg.engines import ENGINES
from dramaturg.engines.simulation import AnyResult, overview

COUNT = 1_000
TURNS = (
    6  # of an interview, and of a memoir's one sitting; sims and games take as many as they take
)
HEADINGS = (
    "engine",
    "sessions",
    "stuck",
    "turns",
    "mean turns",
    "seconds each",
    "peak memory of a process",
)


def played(count: int, workers: int) -> list[AnyResult]:
    plans = plan_all(Library(KINDS, (packaged(),)), count, TURNS)
    results: list[AnyResult] = []
    with folders("jobs") as (folder,), Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("sessions", total=count * len(plans))

        def heard(batch: Sequence[AnyResult]) -> None:
            results.extend(batch)
            progress.advance(task, len(batch))

        asyncio.run(
            run_as_job(
                plans, Settings(store=str(folder / "sessions.db"), model="offline"), workers, heard
            )
        )
    return results


def rows(results: Sequence[AnyResult]) -> Iterator[tuple[str, ...]]:
    for kind in (*(each.word for each in ENGINES.values()), "all"):
        found = overview([result for result in results if kind in (result.kind, "all")])
        turns, each = found.turns / found.sessions, found.seconds / found.sessions
        numbers = (
            f"{found.sessions:,}",
            f"{found.stuck}",
            f"{found.turns:,}",
            f"{turns:.1f}",
            f"{each:.3f}",
        )
        yield kind, *numbers, f"{found.memory / 2**20:.0f} MB"


def main(count: int) -> None:
    workers, began = os.cpu_count() or 1, time.perf_counter()
    results = played(count, workers)
    wall, used = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = used.ru_utime + used.ru_stime
    print(rows_of(HEADINGS, list(rows(results))))
    print(f"\n{wall:.0f} s in {workers} processes, which used {busy:.0f} s of processor time.")
    print(f"The process that hands them out held {peak_memory() / 2**20:.0f} MB.")
    if count < COUNT:
        minutes = busy / workers / count * COUNT / 60
        print(
            f"On a machine with nothing else to do, {COUNT:,} of each take about {minutes:.0f} minutes."
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
