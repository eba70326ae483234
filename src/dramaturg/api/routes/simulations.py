"""Simulations: many sessions with simulated people, played as a job, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response
from fastapi.responses import HTMLResponse

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import as_file
from dramaturg.api.base.dependencies import TheApp
from dramaturg.app.simulate.jobs import SimulationCard, Simulations, SimulationShown
from dramaturg.app.simulate.requests import Simulation
from dramaturg.engines.games.simulated_players import PLAYERS
from dramaturg.engines.interviews.respondents import MANNERS as ANSWERING
from dramaturg.engines.memoir.manners import MANNERS as TELLING
from dramaturg.engines.sims.learners import LEARNERS

router = APIRouter(tags=["simulations"])

SimulationId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


def _simulations(app: TheApp) -> Simulations:
    return Simulations(app.jobs, app.settings)


TheSimulations = Annotated[Simulations, Depends(_simulations)]


@dataclass(frozen=True, slots=True)
class SimulatedPeople:
    """The sorts of people there are, by what they take part in."""

    learners: tuple[str, ...] = tuple(LEARNERS)
    respondents: tuple[str, ...] = tuple(ANSWERING)
    tellers: tuple[str, ...] = tuple(TELLING)
    players: tuple[str, ...] = tuple(PLAYERS)


@router.get("/simulated-people", dependencies=[for_readers])
async def list_simulated_people() -> SimulatedPeople:
    """The sorts of simulated people there are."""
    return SimulatedPeople()


@router.post("/simulations", status_code=202, dependencies=[for_authors])
async def start_simulation(wanted: Simulation, simulations: TheSimulations) -> SimulationCard:
    """Start a simulation. It is a job of the same id, which outlives the server."""
    return await simulations.start(wanted)


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
