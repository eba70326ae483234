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
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dramaturg.app.config.settings import Settings
from dramaturg.app.study_simulation import Seat, admit, hold_all, population_of, recovered
from dramaturg.app.wiring import open_app
from dramaturg.cli.study_options import Json
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.content import study_content, study_of
from dramaturg.studies.figures.recovery import Accuracy, Recovery

commands = typer.Typer(add_completion=False)


MOST_JOBS = 2


@dataclass(frozen=True, slots=True)
class SimulatedStudy:
    """`study` is the id under which it stays in the store, with all its interviews."""

    study: str
    population: str
    respondents: int
    seed: int
    seconds: float
    recovery: Recovery


@commands.command("simulate")
def run_study_simulate(
    name: Annotated[
        str,
        typer.Argument(
            help="Id of a study in the library, or a YAML file; it is opened anew.", metavar="STUDY"
        ),
    ] = "oat_milk_values",
    population: Annotated[
        str | None,
        typer.Option(
            help="Id of a population of simulated people; found by the subject if left out."
        ),
    ] = None,
    respondents: Annotated[int, typer.Option(min=1, help="How many are interviewed.")] = 40,
    seed: Annotated[int, typer.Option(help="The same seed gives the same people.")] = 1,
    as_json: Json = False,
) -> None:
    """Hold a whole study with simulated people whose values are known, and tell how much of them
    the map recovers.
    """
    done = simulated(name, population, respondents, seed, Settings())
    if as_json:
        print(json.dumps(asdict(done), indent=2))
    else:
        _show(done)


def simulated(
    study: str, population: str | None, respondents: int, seed: int, settings: Settings
) -> SimulatedStudy:
    began = time.monotonic()
    name, seats = asyncio.run(_admitted(study, population, respondents, seed, settings))
    _hold(seats, settings)
    found = asyncio.run(_recovered(seats, settings))
    return SimulatedStudy(
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

ROWS: Mapping[str, Callable[[Recovery], Accuracy]] = {
    "edges, one code for each true one": lambda found: found.strict,
    "edges, several codes may stand for one": lambda found: found.alike,
    "everything that leads to something": lambda found: found.ways,
}


def _show(done: SimulatedStudy) -> None:
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


def _title(done: SimulatedStudy) -> str:
    return (
        f"{done.respondents} simulated respondents ({done.population}, seed {done.seed}) in"
        f" {done.seconds:.0f} s, map at cut-off {done.recovery.k}"
    )
