"""Simulations: many sessions with simulated people, played as a job, and what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Path, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, create_model

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import as_file
from dramaturg.api.base.dependencies import TheApp
from dramaturg.app.content.cohort import simulators
from dramaturg.app.simulate.jobs import SimulationCard, Simulations, SimulationShown
from dramaturg.app.simulate.requests import Simulation

router = APIRouter(tags=["simulations"])

SimulationId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


def _simulations(app: TheApp) -> Simulations:
    return Simulations(app.jobs, app.settings)


TheSimulations = Annotated[Simulations, Depends(_simulations)]


if TYPE_CHECKING:
    SimulatedPeople = BaseModel
else:
    SimulatedPeople = create_model(
        "SimulatedPeople",
        __doc__="The sorts of people there are, by what they take part in.",
        **{
            name: (tuple[str, ...], tuple(sorts))
            for name, sorts in (each.people for each in simulators().values())
        },
    )


@router.get("/simulated-people", dependencies=[for_readers])
async def list_simulated_people() -> SimulatedPeople:
    """The sorts of simulated people there are."""
    return SimulatedPeople()


@router.post("/simulations", status_code=202, dependencies=[for_authors])
async def start_simulation(asked: Simulation, simulations: TheSimulations) -> SimulationCard:
    """Start a simulation. It is a job of the same id, which outlives the server."""
    return await simulations.start(asked)


@router.get("/simulations", dependencies=[for_readers])
async def list_simulations(simulations: TheSimulations) -> list[SimulationCard]:
    """The newest simulations."""
    return await simulations.newest()


@router.get("/simulations/{simulation}", dependencies=[for_readers])
async def show_simulation(simulation: SimulationId, simulations: TheSimulations) -> SimulationShown:
    """How far a simulation is, what is known so far, and what became of it."""
    return await simulations.shown(simulation)


@router.get(
    "/simulations/{simulation}/report", response_class=HTMLResponse, dependencies=[for_readers]
)
async def download_simulation(simulation: SimulationId, simulations: TheSimulations) -> Response:
    """The whole of it as one web page with plots, to keep or to send."""
    return as_file(
        f"simulation-{simulation[:8]}.html", await simulations.report(simulation), "text/html"
    )
