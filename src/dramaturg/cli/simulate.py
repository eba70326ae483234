"""`dramaturg simulate`: many sessions with simulated people, one bar while they are played, and
what became of them. The tables that only one engine has come from its simulator.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic_core import to_json
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column, Table

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.simulate.as_job import MANY, run_as_job
from dramaturg.app.simulate.cohorts import find_cohort, plan_cohort
from dramaturg.app.simulate.groups import GroupedPlan, Other, by_person, opposed
from dramaturg.app.simulate.page import report_page
from dramaturg.app.simulate.requests import plan_all
from dramaturg.app.simulate.results import SimulationResults, results_of
from dramaturg.app.simulate.run import fitting_workers, simulate
from dramaturg.app.simulate.scripted import plan_scripts
from dramaturg.cli.shell import make_folder, write_file
from dramaturg.cli.simulate_report import in_json, show_comparison, show_groups, show_table
from dramaturg.engines.simulation import (
    AnyResult,
    SimulationPlan,
    SimulationRequest,
    Simulator,
    overview,
)
from dramaturg.kernel.errors import BadInput

RESULTS, REPORT = ("results.jsonl", "results_b.jsonl"), "report.json"


@dataclass(frozen=True, slots=True)
class Choices:
    """How to play and where to print it, the same for every engine."""

    workers: int | None = None
    script: tuple[Path, ...] = ()
    job: bool = False
    as_json: bool = False
    out: Path | None = None
    other: Other | None = None
    html: Path | None = None


def other_of(name: str | None, settings: Sequence[str] | None) -> Other | None:
    """What B is; None when nothing is to be compared."""
    return Other(name, tuple(settings or ())) if name or settings else None


# ── the commands ──────────────────────────────────────────────────────────────────────────────────


def run_simulate(simulator: Simulator, request: SimulationRequest, choices: Choices) -> None:
    """Sessions of one engine, with simulated people or with scripts."""
    settings, word, console = Settings(), simulator.word, Console(highlight=False)
    if choices.script:
        _scripts(plan_scripts(choices.script, settings, request.count, (word,)), settings, choices)
        return
    plan = by_person(simulator.plan(library_of(settings), request))
    title = f"Simulated {simulator.sessions}"
    simulation = _simulated(title, plan, request.seed, settings, choices)
    results = simulation.a.results
    report = simulator.report([result.own for result in results], request, settings.model)
    own = {"overview": {word: asdict(overview(results))}, **report.figures}
    if not _reported(simulation, own, choices):
        return
    if simulation.b is not None:
        show_comparison(console, simulation)
        return
    for table in report.tables:
        show_table(console, table)
    for note in report.notes:
        console.print(note)


def run_cohort(name: str, count: int | None, seed: int, choices: Choices) -> None:
    """The groups of a cohort, each by itself; and with other content, if there is some."""
    settings = Settings()
    library = library_of(settings)
    cohort = find_cohort(library, name)
    title, plan = cohort.document.title or cohort.id, plan_cohort(library, cohort, count, seed)
    simulation = _simulated(title, plan, seed, settings, choices)
    if not _reported(simulation, {"cohort": cohort.id}, choices):
        return
    show_groups(Console(highlight=False), simulation)
    if simulation.b is not None:
        show_comparison(Console(highlight=False), simulation)


def run_simulate_all(count: int, turns: int, seed: int, choices: Choices) -> None:
    """Sessions of every engine, mixed; ends with 1 when one of them was stuck."""
    settings = Settings()
    if choices.script:
        _scripts(plan_scripts(choices.script, settings, count), settings, choices)
        return
    began, library = time.perf_counter(), library_of(settings)
    results = _played(plan_all(library, count, turns, seed), settings, choices)
    wall = time.perf_counter() - began
    asked = {"count": count, "turns": turns, "seed": seed}
    report = {**asked, "wall_seconds": wall, "overview": _overviews(results)}
    if _printed([results], lambda: report, choices):
        show_engines(Console(highlight=False), results, wall)
    if any(result.stuck for result in results):
        sys.exit(1)


def _scripts(plans: Sequence[SimulationPlan], settings: Settings, choices: Choices) -> None:
    if choices.other is not None or choices.html is not None:
        raise BadInput(
            "scripts are not compared, and have no page: take --against, --against-set and --html"
            " away, or --script"
        )
    results = _played(plans, settings, choices)
    if _printed([results], lambda: {"overview": _overviews(results)}, choices):
        show_scripts(Console(highlight=False), results)


# ── playing, with a bar ───────────────────────────────────────────────────────────────────────────


def _simulated(
    title: str, plan: GroupedPlan, seed: int, settings: Settings, choices: Choices
) -> SimulationResults:
    """The plan, played; and once more with other content, if there is some."""
    other = choices.other
    plans = [plan] if other is None else [*opposed(plan, library_of(settings), other)]
    results = _played([each.plan for each in plans], settings, choices)
    left_out = len(plan.plan.runs) - len(plans[0].plan.runs)
    return results_of(title, settings.model, seed, plans, results, other, left_out)


def _played(
    plans: Sequence[SimulationPlan], settings: Settings, choices: Choices
) -> list[AnyResult]:
    """Every result; many sessions are played as a job, so that the same command goes on after a
    crash.
    """
    for folder in filter(None, (choices.out, choices.html and choices.html.parent)):
        make_folder(folder)  # now, not when everything was played for nothing
    sessions = sum(len(plan.runs) for plan in plans)
    workers = choices.workers or fitting_workers(sessions)
    as_job = choices.job or sessions > MANY
    results: list[AnyResult] = []
    try:
        with _bar(sessions) as advance:

            def take(batch: Sequence[AnyResult]) -> None:
                results.extend(batch)
                advance(len(batch))

            if as_job:
                asyncio.run(run_as_job(plans, settings, workers, take))
            else:
                for result in simulate(plans, settings, workers):
                    take([result])
    except KeyboardInterrupt:
        kept = "the same command goes on from there" if as_job else "nothing was kept"
        sys.exit(f"Stopped after {len(results)} of {sessions} sessions: {kept}.")
    return results


@contextmanager
def _bar(sessions: int) -> Iterator[Callable[[int], None]]:
    columns = (
        TextColumn("sessions"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("sessions", total=sessions)
        yield lambda number: progress.advance(task, number)


# ── printing ──────────────────────────────────────────────────────────────────────────────────────


def _reported(simulation: SimulationResults, own: Mapping[str, object], choices: Choices) -> bool:
    """The page, and all else as chosen; whether there is still something to show."""
    if choices.html is not None:
        write_file(choices.html, report_page(simulation).encode())
    sides = [side.results for side in simulation.sides]
    return _printed(sides, lambda: {**own, **in_json(simulation)}, choices)


def _printed(
    sides: Sequence[Sequence[AnyResult]],
    report: Callable[[], Mapping[str, object]],
    choices: Choices,
) -> bool:
    """Written into the folder and printed as JSON, as chosen; whether there is still something to
    show.
    """
    if choices.out is None and not choices.as_json:
        return True
    text = to_json(report(), indent=2) + b"\n"
    if choices.out is not None:
        for file, results in zip(RESULTS, sides, strict=False):
            write_file(choices.out / file, b"".join(to_json(result) + b"\n" for result in results))
        write_file(choices.out / REPORT, text)
    if choices.as_json:
        print(text.decode(), end="")
    return not choices.as_json


def _by_engine(results: Sequence[AnyResult]) -> dict[str, list[AnyResult]]:
    """By what a session is called, in the order in which they come."""
    found: dict[str, list[AnyResult]] = {}
    for result in results:
        found.setdefault(result.kind, []).append(result)
    return found


def _overviews(results: Sequence[AnyResult]) -> dict[str, object]:
    return {kind: asdict(overview(some)) for kind, some in _by_engine(results).items()}


NUMBERS = ("sessions", "stuck", "turns", "seconds", "seconds each", "peak memory")


def show_engines(console: Console, results: Sequence[AnyResult], wall: float) -> None:
    """How every engine fared. Seconds are those of the sessions, which are played side by side."""
    columns = (Column(name, justify="right") for name in NUMBERS)
    table = Table("engine", *columns, title="Simulated sessions", title_justify="left")
    for kind, some in {**_by_engine(results), "all": list(results)}.items():
        found = overview(some)
        each = f"{found.seconds / found.sessions:.3f}"
        memory = f"{found.memory / 2**20:,.0f} MB"
        numbers = (
            f"{found.sessions:,}",
            f"{found.stuck}",
            f"{found.turns:,}",
            f"{found.seconds:,.0f}",
            each,
            memory,
        )
        table.add_row(kind, *numbers)
    console.print(table)
    console.print(
        f"{wall:,.0f} seconds in all. Peak memory is what the largest of the processes held."
    )


def show_scripts(console: Console, results: Sequence[AnyResult]) -> None:
    columns = ("script", "engine", "sessions", "turns", "refused", "endings")
    table = Table(*columns, title="Scripted sessions", title_justify="left")
    for name in dict.fromkeys(result.own.run.script for result in results):
        some = [result for result in results if result.own.run.script == name]
        found, refused = overview(some), sum(result.own.refused for result in some)
        endings = ", ".join(f"{ending} {count}" for ending, count in found.endings.items())
        table.add_row(
            name, some[0].kind, f"{found.sessions}", f"{found.turns}", f"{refused}", endings
        )
    console.print(table)
