"""`dramaturg simulate`: many sessions with simulated people, one bar while they are played, and
what became of them.

What is the same for every kind of session is here; the tables that only one kind has are in
`simulate_sims` and its neighbours.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

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
from dramaturg.app.simulate.all_engines import WantedAll, plan_all
from dramaturg.app.simulate.as_job import MANY, run_kept
from dramaturg.app.simulate.cohorts import find_cohort, plan_cohort
from dramaturg.app.simulate.groups import Other, Party, by_person, opposed
from dramaturg.app.simulate.page import report_page
from dramaturg.app.simulate.results import Held, sides_of
from dramaturg.app.simulate.run import fitting_workers, simulate
from dramaturg.app.simulate.scripted import plan_scripts
from dramaturg.cli import simulate_games, simulate_interviews, simulate_memoirs, simulate_sims
from dramaturg.cli.shell import make_folder, write_file
from dramaturg.cli.simulate_report import in_json, show_comparison, show_groups
from dramaturg.content.library import Library
from dramaturg.engines.games.simulate import plan_games
from dramaturg.engines.interviews.simulate import plan_interviews
from dramaturg.engines.memoir.simulate import plan_memoirs
from dramaturg.engines.sims.simulate import plan_sims
from dramaturg.engines.simulation import KINDS, AnyPlan, AnyResult, Kind, overview
from dramaturg.kernel.errors import BadInput

RESULTS, REPORT = ("results.jsonl", "results_b.jsonl"), "report.json"
TITLES: Mapping[Kind, str] = {
    "sim": "conversations",
    "interview": "interviews",
    "memoir": "memoirs",
    "game": "plays",
}


@dataclass(frozen=True, slots=True)
class Playing:
    """How to play and where to tell it, the same for every kind of session."""

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


class Telling(NamedTuple):
    """What one kind of simulation does of its own: plan, report as JSON, and show."""

    plan: Callable[[Library, Any], AnyPlan]
    report: Callable[[Sequence[Any], Any], Mapping[str, object]]
    show: Callable[[Console, Sequence[Any], str], None]


TELLING: Mapping[Kind, Telling] = {
    "sim": Telling(plan_sims, simulate_sims.report, simulate_sims.show),
    "interview": Telling(plan_interviews, simulate_interviews.report, simulate_interviews.show),
    "memoir": Telling(plan_memoirs, simulate_memoirs.report, simulate_memoirs.show),
    "game": Telling(plan_games, simulate_games.report, simulate_games.show),
}


# ── the commands ──────────────────────────────────────────────────────────────────────────────────


def run_simulate(kind: Kind, wanted: Any, playing: Playing) -> None:
    """Sessions of one kind, with simulated people or with scripts."""
    settings, telling = Settings(), TELLING[kind]
    if playing.script:
        _scripts(plan_scripts(playing.script, settings, wanted.count, (kind,)), settings, playing)
        return
    party = by_person(telling.plan(library_of(settings), wanted))
    held = _held(f"Simulated {TITLES[kind]}", party, wanted.seed, settings, playing)
    own = [result.own for result in held.a.results]
    if not _reported(
        held,
        {"overview": {kind: asdict(overview(held.a.results))}, **telling.report(own, wanted)},
        playing,
    ):
        return
    if held.b is not None:
        show_comparison(Console(highlight=False), held)
    else:
        telling.show(Console(highlight=False), own, settings.model)


def run_cohort(name: str, count: int | None, seed: int, playing: Playing) -> None:
    """The groups of a cohort, each by itself; and with other content, if there is some."""
    settings = Settings()
    library = library_of(settings)
    cohort = find_cohort(library, name)
    title = cohort.document.title or cohort.id
    held = _held(title, plan_cohort(library, cohort, count, seed), seed, settings, playing)
    if not _reported(held, {"cohort": cohort.id}, playing):
        return
    show_groups(Console(highlight=False), held)
    if held.b is not None:
        show_comparison(Console(highlight=False), held)


def run_simulate_all(wanted: WantedAll, playing: Playing) -> None:
    """Sessions of every kind, mixed; ends with 1 when one of them was stuck."""
    settings = Settings()
    if playing.script:
        _scripts(plan_scripts(playing.script, settings, wanted.count), settings, playing)
        return
    began = time.perf_counter()
    results = _played(plan_all(library_of(settings), wanted), settings, playing)
    wall = time.perf_counter() - began
    if _told(
        [results],
        lambda: {**asdict(wanted), "wall_seconds": wall, "overview": _overviews(results)},
        playing,
    ):
        show_kinds(Console(highlight=False), results, wall)
    if any(result.stuck for result in results):
        sys.exit(1)


def _scripts(plans: Sequence[AnyPlan], settings: Settings, playing: Playing) -> None:
    if playing.other is not None or playing.html is not None:
        raise BadInput(
            "scripts are not compared, and have no page: take --against, --against-set and --html"
            " away, or --script"
        )
    results = _played(plans, settings, playing)
    if _told([results], lambda: {"overview": _overviews(results)}, playing):
        show_scripts(Console(highlight=False), results)


# ── playing, with a bar ───────────────────────────────────────────────────────────────────────────


def _held(title: str, party: Party, seed: int, settings: Settings, playing: Playing) -> Held:
    """The party, played; and once more with other content, if there is some."""
    parties = (
        [party] if playing.other is None else [*opposed(party, library_of(settings), playing.other)]
    )
    a, *b = sides_of(parties, _played([each.plan for each in parties], settings, playing))
    left_out = len(party.plan.runs) - len(a.results)
    return Held(title, settings.model, seed, a, b[0] if b else None, playing.other, left_out)


def _played(plans: Sequence[AnyPlan], settings: Settings, playing: Playing) -> list[AnyResult]:
    """Every result; many sessions are played as a job, so that the same command goes on after a
    crash.
    """
    for folder in filter(None, (playing.out, playing.html and playing.html.parent)):
        make_folder(folder)  # now, not when everything was played for nothing
    sessions = sum(len(plan.runs) for plan in plans)
    workers = playing.workers or fitting_workers(sessions)
    results: list[AnyResult] = []
    with _bar(sessions) as advance:

        def heard(batch: Sequence[AnyResult]) -> None:
            results.extend(batch)
            advance(len(batch))

        try:
            if playing.job or sessions > MANY:
                asyncio.run(run_kept(plans, settings, workers, heard))
            else:
                for result in simulate(plans, settings, workers):
                    heard([result])
        except KeyboardInterrupt:
            kept = (
                "the same command goes on from there"
                if playing.job or sessions > MANY
                else "nothing was kept"
            )
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


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def _reported(held: Held, own: Mapping[str, object], playing: Playing) -> bool:
    """The page, and all else as wanted; whether there is still something to show."""
    if playing.html is not None:
        write_file(playing.html, report_page(held).encode())
    return _told([side.results for side in held.sides], lambda: {**own, **in_json(held)}, playing)


def _told(
    sides: Sequence[Sequence[AnyResult]],
    report: Callable[[], Mapping[str, object]],
    playing: Playing,
) -> bool:
    """Written into the folder and printed as JSON, as wanted; whether there is still something to
    show.
    """
    if playing.out is None and not playing.as_json:
        return True
    told = to_json(report(), indent=2) + b"\n"
    if playing.out is not None:
        for file, results in zip(RESULTS, sides, strict=False):
            write_file(playing.out / file, b"".join(to_json(result) + b"\n" for result in results))
        write_file(playing.out / REPORT, told)
    if playing.as_json:
        print(told.decode(), end="")
    return not playing.as_json


def _by_kind(results: Sequence[AnyResult]) -> dict[str, list[AnyResult]]:
    found: dict[str, list[AnyResult]] = {
        kind: [result for result in results if result.kind == kind] for kind in KINDS
    }
    return {kind: some for kind, some in found.items() if some}


def _overviews(results: Sequence[AnyResult]) -> dict[str, object]:
    return {kind: asdict(overview(some)) for kind, some in _by_kind(results).items()}


NUMBERS = ("sessions", "stuck", "turns", "seconds", "seconds each", "peak memory")


def show_kinds(console: Console, results: Sequence[AnyResult], wall: float) -> None:
    """How every kind fared. Seconds are those of the sessions, which are played side by side."""
    columns = (Column(name, justify="right") for name in NUMBERS)
    table = Table("engine", *columns, title="Simulated sessions", title_justify="left")
    for kind, some in {**_by_kind(results), "all": list(results)}.items():
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
