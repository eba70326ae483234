"""Simulations as somebody asks for them over HTTP: what is played, by whom, how often, and against
what; and what is planned then.

Everything is named by its id; no name here leads to a file. What can be asked of an engine is what
its own request has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model, model_validator

from dramaturg.app.content.cohort import simulators
from dramaturg.app.games.game_store import GameStore, kept_version
from dramaturg.app.simulate.cohorts import find_cohort, plan_cohort
from dramaturg.app.simulate.groups import GroupedPlan, Other, by_person, opposed, opposed_to
from dramaturg.content.library import Id, Library
from dramaturg.engines.games.content import game_content
from dramaturg.engines.simulation import Kept, SimulationPlan, Simulator
from dramaturg.kernel.errors import BadInput

MOST_SESSIONS = 5_000
LARGEST_SEED = 2**31 - 1

People = Annotated[tuple[Id, ...], Field(max_length=50, strict=False)]  # JSON has no tuples


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class OtherContent(_Asked):
    """What B is: a document of the library or a game, other values, each as `path=value`,
    or both.
    """

    kind: Id | None = None
    id: Id | None = None
    settings: tuple[Annotated[str, Field(min_length=1, max_length=1000)], ...] = Field(
        (), alias="set", max_length=50, strict=False
    )

    @model_validator(mode="after")
    def _something(self) -> OtherContent:
        if (self.kind is None) != (self.id is None) or (self.id is None and not self.settings):
            raise ValueError("give a kind and an id, or `set` other values, or both")
        return self


class SimulationBody(_Asked):
    """What every simulation has. Without a `count`, everybody plays once or so."""

    kind: str
    count: Annotated[int, Field(ge=1, le=MOST_SESSIONS)] | None = None
    seed: int = Field(1, ge=0, le=LARGEST_SEED)
    against: OtherContent | None = None


class SimulatedCohort(SimulationBody):
    """The groups of a cohort, as they are authored."""

    kind: Literal["cohort"]
    cohort: Id


def body_of(simulator: Simulator) -> type[SimulationBody]:
    """The body that asks for an engine's simulation: its own request, with ids for names."""
    types: dict[Any, Any] = {str | None: Id | None, tuple[str, ...]: People}
    fields: dict[str, Any] = {"kind": (Literal[simulator.engine], ...)}
    for name, info in simulator.request.model_fields.items():
        if name not in SimulationBody.model_fields:
            kind = types.get(info.annotation, info.annotation)
            limited = Annotated[(kind, *info.metadata)] if info.metadata else kind
            fields[name] = (limited, info.default)
    return create_model(
        f"Simulated{simulator.word.capitalize()}s",
        __base__=SimulationBody,
        __doc__=simulator.request.__doc__,
        **{**fields, **simulator.studio},
    )


if TYPE_CHECKING:
    Simulation = SimulationBody
else:
    _BODIES = (*(body_of(each) for each in simulators().values()), SimulatedCohort)
    Simulation = Annotated[reduce(or_, _BODIES), Field(discriminator="kind")]

_SIMULATION: TypeAdapter[SimulationBody] = TypeAdapter(Simulation)


def body_in(request: Mapping[str, Any]) -> SimulationBody:
    """What a job's request asks for."""
    return _SIMULATION.validate_python(request["wanted"])


# ── planned ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PlannedSimulation:
    """What is to be played: A, and perhaps B by the same people. `left_out` would not have met what
    is different.
    """

    title: str
    seed: int
    sides: tuple[GroupedPlan, ...]
    other: Other | None = None
    left_out: int = 0

    @property
    def sessions(self) -> int:
        return sum(len(side.plan.runs) for side in self.sides)


def plan_all(library: Library, count: int, turns: int, seed: int = 1) -> list[SimulationPlan]:
    """So many sessions of every engine, with everybody there is, in turn; of about so many turns
    where that can be said.
    """
    return [
        each.plan(library, each.request.brief(count, seed, turns)) for each in simulators().values()
    ]


def plan_simulation(asked: SimulationBody, shelf: GameStore) -> PlannedSimulation:
    """Takes a while, and must not be called on an event loop. Raises NotFound, BadInput or
    ContentError.
    """
    title, plan = _plan_a(asked, shelf)
    sides: tuple[GroupedPlan, ...] = (plan,)
    other = Other(asked.against.id, asked.against.settings) if asked.against else None
    if asked.against and other:
        sides = _with_b(plan, asked.against, other, shelf)
    left_out = len(plan.plan.runs) - len(sides[0].plan.runs)
    planned = PlannedSimulation(title, asked.seed, sides, other, left_out)
    if planned.sessions > MOST_SESSIONS:
        raise BadInput(
            f"{planned.sessions:,} sessions are too many in one go: ask for {MOST_SESSIONS:,} at"
            " most"
        )
    return planned


def _plan_a(asked: SimulationBody, shelf: GameStore) -> tuple[str, GroupedPlan]:
    library = shelf.library
    if isinstance(asked, SimulatedCohort):
        cohort = find_cohort(library, asked.cohort)
        count = asked.count or min(cohort.document.people, MOST_SESSIONS)
        title = cohort.document.title or cohort.id
        return title, plan_cohort(library, cohort, count, asked.seed)
    simulator = next(each for each in simulators().values() if each.engine == asked.kind)
    request = simulator.request(**asked.model_dump(exclude={"kind", "against"}))
    plan = simulator.plan(library, request, _kept_in(shelf))
    return simulator.title(request, plan, library), by_person(plan)


def _with_b(
    plan: GroupedPlan, against: OtherContent, other: Other, shelf: GameStore
) -> tuple[GroupedPlan, GroupedPlan]:
    if against.kind is None or against.id is None:
        return opposed_to(plan, None, other)
    simulator = plan.plan.simulator
    if simulator.by_name and against.kind == simulator.word:
        return opposed(plan, shelf.library, other, _kept_in(shelf))
    return opposed_to(plan, kept_version(shelf, against.kind, against.id), other)


def _kept_in(shelf: GameStore) -> Kept:
    ids = shelf.ids()
    return lambda name: game_content(shelf.blueprint(name)) if name in ids else None
