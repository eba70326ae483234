"""Jobs as a page shows them: what each is about, how far it is, and where its fruit is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dramaturg.app.games.game_store import SHELF_JOB
from dramaturg.app.simulate.jobs import SIMULATION_JOB, steps_of
from dramaturg.turn.jobs import JobState, JobStatus, StepDone


@dataclass(frozen=True, slots=True)
class About:
    """How a kind of job is told, from its request: in words, where its fruit is found, and how many
    steps it takes, if known.
    """

    title: Callable[[Any], str]
    page: Callable[[Any], str]
    total: Callable[[Any], int | None] = lambda _: None


ABOUT: Mapping[str, About] = {
    SHELF_JOB: About(
        lambda asked: f"Game: {asked['game']}", lambda asked: f"/games/{asked['game']}"
    ),
    SIMULATION_JOB: About(
        lambda asked: f"Simulation: {asked['title']}",
        lambda asked: f"/simulations/{asked['id']}",
        lambda asked: steps_of(asked["sessions"]),
    ),
}
OTHER = About(lambda _: "", lambda _: "")


@dataclass(frozen=True, slots=True)
class JobHead:
    """A job in a list; `page` is the studio's page about it, if there is one."""

    id: str
    kind: str
    title: str
    page: str
    state: JobState
    started_at: float


@dataclass(frozen=True, slots=True)
class JobShown(JobHead):
    """A job: how it stands, the steps it has taken, and how many there are, if that is known."""

    steps: tuple[StepDone, ...] = ()
    total: int | None = None
    error: str | None = None


def head_of(status: JobStatus) -> JobHead:
    return JobHead(*_told(status))


def shown_job(status: JobStatus) -> JobShown:
    total = ABOUT.get(status.kind, OTHER).total(status.request)
    return JobShown(*_told(status), status.steps, total, status.error)


def _told(status: JobStatus) -> tuple[str, str, str, str, JobState, float]:
    about = ABOUT.get(status.kind, OTHER)
    title = about.title(status.request) or status.kind
    return (
        status.id,
        status.kind,
        title,
        about.page(status.request),
        status.state,
        status.started_at,
    )
