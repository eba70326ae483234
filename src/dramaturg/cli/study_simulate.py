"""`dramaturg study simulate`: simulated people take part in a study, and what it finds is held
against what they think.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.simulate import Seat, admit, hold_all, population_of, recovered
from dramaturg.app.wiring import open_app
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.content import study_content, study_of
from dramaturg.studies.figures.recovery import Found, Recovery

MOST_JOBS = 2


@dataclass(frozen=True, slots=True)
class Simulated:
    """`study` is the id under which it stays in the store, with all its interviews."""

    study: str
    population: str
    respondents: int
    seed: int
    seconds: float
    recovery: Recovery


def run_study_simulate(
    study: str, population: str | None, respondents: int, seed: int, as_json: bool
) -> None:
    """`study` is an id of the library or a file; it is opened anew. `population` is found by the
    subject when it is left out.
    """
    done = simulated(study, population, respondents, seed, Settings())
    if as_json:
        print(json.dumps(asdict(done), indent=2))
    else:
        _show(done)


def simulated(
    study: str, population: str | None, respondents: int, seed: int, settings: Settings
) -> Simulated:
    began = time.monotonic()
    name, seats = asyncio.run(_admitted(study, population, respondents, seed, settings))
    _hold(seats, settings)
    found = asyncio.run(_recovered(seats, settings))
    return Simulated(
        seats[0].study, name, respondents, seed, round(time.monotonic() - began, 1), found
    )


async def _admitted(
    study: str, population: str | None, respondents: int, seed: int, settings: Settings
) -> tuple[str, list[Seat]]:
    async with open_app(settings) as app:
        content = study_content(app.library, study)
        document = study_of(content)
        if respondents > document.respondents:
            raise BadInput(
                f"{document.id} interviews {document.respondents} in all: raise that in its file,"
                " or ask for fewer"
            )
        chosen = population_of(app.library, document, population)
        return chosen.id, await admit(
            app, await app.studies.open(content), chosen, respondents, seed
        )


def _hold(seats: list[Seat], settings: Settings) -> None:
    """The interviews, with a bar."""
    jobs = min(os.cpu_count() or 1, MOST_JOBS, len(seats))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for _ in progress.track(
            hold_all(seats, settings, jobs, open_app), total=len(seats), description="interviews"
        ):
            pass


async def _recovered(seats: list[Seat], settings: Settings) -> Recovery:
    async with open_app(settings) as app:
        return await recovered(app, seats)


# ── as a table ────────────────────────────────────────────────────────────────────────────────────

ROWS: Mapping[str, Callable[[Recovery], Found]] = {
    "edges, one code for each true one": lambda found: found.strict,
    "edges, several codes may stand for one": lambda found: found.alike,
    "everything that leads to something": lambda found: found.ways,
}


def _show(done: Simulated) -> None:
    found = done.recovery
    table = Table("", "precision", "recall", title=_title(done), title_justify="left")
    for what, counted in ROWS.items():
        table.add_row(what, f"{counted(found).precision:.2f}", f"{counted(found).recall:.2f}")
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"{found.recognised} of {found.codes} true codes recognised; {found.edges} edges drawn,"
        f" {found.links} links true."
    )
    console.print(f"The study stays open:\n  dramaturg study report {done.study}", soft_wrap=True)


def _title(done: Simulated) -> str:
    return (
        f"{done.respondents} simulated respondents ({done.population}, seed {done.seed}) in"
        f" {done.seconds:.0f} s, map at cut-off {done.recovery.k}"
    )
