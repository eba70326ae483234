"""Simulations as somebody asks for them in a request: what is played, by whom, how often, and
against what.

Everything is named by its id; no name here leads to a file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from dramaturg.app.games.game_store import GameShelf
from dramaturg.app.replay.what_if_view import kept_version
from dramaturg.app.simulate.cohorts import find_cohort, plan_cohort
from dramaturg.app.simulate.groups import Other, Party, by_person, opposed_to
from dramaturg.content.library import Id, Library
from dramaturg.engines.games import simulate as games
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.content import game_content, made_of
from dramaturg.engines.games.simulated_players import PLAYERS
from dramaturg.engines.interviews.simulate import WantedInterviews, plan_interviews
from dramaturg.engines.kit import Version
from dramaturg.engines.memoir.simulate import WantedMemoirs, plan_memoirs
from dramaturg.engines.sims.simulate import WantedSims, plan_sims
from dramaturg.engines.simulation import Material, Plan
from dramaturg.kernel.errors import BadInput

MOST_SESSIONS = 5_000
LARGEST_SEED = 2**31 - 1

People = Annotated[tuple[Id, ...], Field(max_length=50, strict=False)]  # JSON has no tuples


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class OtherContent(Asked):
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


class Simulated(Asked):
    """What every simulation has. Without a `count`, everybody plays once or so."""

    count: Annotated[int, Field(ge=1, le=MOST_SESSIONS)] | None = None
    seed: int = Field(1, ge=0, le=LARGEST_SEED)
    against: OtherContent | None = None


class SimulatedSims(Simulated):
    """Learners talk to the people of a scenario; what is left out means all."""

    kind: Literal["sims"]
    scenario: Id | None = None
    person: Id | None = None
    learners: People = ()
    steering: Literal["both", "graph", "counted"] = "graph"
    noise: float = Field(0.0, ge=0, le=1)


class SimulatedInterviews(Simulated):
    """Respondents are interviewed; what is left out means all."""

    kind: Literal["interviews"]
    profile: Id | None = None
    methodology: Id | None = None
    manners: People = ()
    interviewer: Literal["all", "adaptive", "fixed", "random"] = "adaptive"
    guide: Id | None = None
    turns: int = Field(12, ge=2, le=100)


class SimulatedMemoirs(Simulated):
    """Tellers tell their lives; what is left out means all."""

    kind: Literal["memoir"]
    life: Id | None = None
    manners: People = ()
    sittings: int = Field(1, ge=1, le=20)
    turns: int = Field(8, ge=4, le=100)


class SimulatedGames(Simulated):
    """Players play a game of the shelf, or one made of some knowledge; left out, one of every
    knowledge.
    """

    kind: Literal["games"]
    game: Id | None = None
    players: People = ()
    untimed: bool = False


class SimulatedCohort(Simulated):
    """The groups of a cohort, as they are authored."""

    kind: Literal["cohort"]
    cohort: Id


Simulation = Annotated[
    SimulatedSims | SimulatedInterviews | SimulatedMemoirs | SimulatedGames | SimulatedCohort,
    Field(discriminator="kind"),
]
SIMULATION: TypeAdapter[Simulation] = TypeAdapter(Simulation)


# ── planned ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Planned:
    """What is to be played: A, and perhaps B by the same people. `left_out` would not have met what
    is different.
    """

    title: str
    kind: str
    seed: int
    parties: tuple[Party, ...]
    other: Other | None = None
    left_out: int = 0

    @property
    def sessions(self) -> int:
        return sum(len(party.plan.runs) for party in self.parties)


def plan_of(wanted: Simulation, shelf: GameShelf) -> Planned:
    """Takes a while, and must not be called on an event loop. Raises NotFound, BadInput or
    ContentError.
    """
    title, party = PLANS[wanted.kind](wanted, shelf)
    if wanted.against is None:
        return _limited(Planned(title, wanted.kind, wanted.seed, (party,)))
    parties = opposed_to(party, _version(wanted, shelf), wanted.against.settings)
    other = Other(wanted.against.id, wanted.against.settings)
    left_out = len(party.plan.runs) - len(parties[0].plan.runs)
    return _limited(Planned(title, wanted.kind, wanted.seed, parties, other, left_out))


def _limited(planned: Planned) -> Planned:
    if planned.sessions > MOST_SESSIONS:
        raise BadInput(
            f"{planned.sessions:,} sessions are too many in one go: ask for {MOST_SESSIONS:,} at"
            " most"
        )
    return planned


def _version(wanted: Simulation, shelf: GameShelf) -> Version | None:
    other = wanted.against
    if other is None or other.kind is None or other.id is None:
        return None
    if other.kind == "game":
        content = game_content(_game(other.id, shelf))
        return Version("game", content.id, content.version, content.body)
    return kept_version(shelf, other.kind, other.id)


def _sims(wanted: SimulatedSims, shelf: GameShelf) -> tuple[str, Party]:
    own = WantedSims(
        wanted.scenario,
        wanted.person,
        ",".join(wanted.learners),
        wanted.steering,
        wanted.noise,
        wanted.count,
        wanted.seed,
    )
    plan = plan_sims(shelf.library, own)
    return _titled("Conversations", shelf.library, "scenario", wanted.scenario), by_person(plan)


def _interviews(wanted: SimulatedInterviews, shelf: GameShelf) -> tuple[str, Party]:
    who = wanted.profile, wanted.methodology, ",".join(wanted.manners), wanted.interviewer
    plan = plan_interviews(
        shelf.library, WantedInterviews(*who, wanted.guide, wanted.turns, wanted.count, wanted.seed)
    )
    if wanted.profile is not None:
        return _titled("Interviews", shelf.library, "profile", wanted.profile), by_person(plan)
    return _titled("Interviews", shelf.library, "methodology", wanted.methodology), by_person(plan)


def _memoirs(wanted: SimulatedMemoirs, shelf: GameShelf) -> tuple[str, Party]:
    own = WantedMemoirs(
        wanted.life,
        ",".join(wanted.manners),
        wanted.sittings,
        wanted.turns,
        wanted.count,
        wanted.seed,
    )
    return _titled("Life stories", shelf.library, "teller", wanted.life), by_person(
        plan_memoirs(shelf.library, own)
    )


def _games(wanted: SimulatedGames, shelf: GameShelf) -> tuple[str, Party]:
    names = (
        [wanted.game] if wanted.game else [entry.id for entry in shelf.library.entries("knowledge")]
    )
    players = wanted.players or tuple(PLAYERS)
    runs = games.cast_of(
        names,
        players,
        wanted.count or len(names) * len(players),
        wanted.seed,
        timed=not wanted.untimed,
    )
    blueprints = {name: _game(name, shelf) for name in dict.fromkeys(run.game for run in runs)}
    materials = {name: Material(game_content(blueprint)) for name, blueprint in blueprints.items()}
    title = f"Plays: {blueprints[wanted.game].title}" if wanted.game else "Plays"
    return title, by_person(Plan(games.GAMES, runs, materials))


def _game(id: str, shelf: GameShelf) -> Blueprint:
    """One of the shelf, or one made on the spot of the knowledge of that id. Raises NotFound."""
    if id in shelf.ids():
        return shelf.blueprint(id)
    return asyncio.run(made_of(id, shelf.library))


def _cohort(wanted: SimulatedCohort, shelf: GameShelf) -> tuple[str, Party]:
    cohort = find_cohort(shelf.library, wanted.cohort)
    count = wanted.count or min(cohort.document.people, MOST_SESSIONS)
    return cohort.document.title or cohort.id, plan_cohort(
        shelf.library, cohort, count, wanted.seed
    )


def _titled(what: str, library: Library, kind: str, id: str | None) -> str:
    return f"{what}: {getattr(library.get(kind, id).document, 'title', '') or id}" if id else what


PLANS: Mapping[str, Callable[[Any, GameShelf], tuple[str, Party]]] = {
    "sims": _sims,
    "interviews": _interviews,
    "memoir": _memoirs,
    "games": _games,
    "cohort": _cohort,
}


def wanted_in(request: Mapping[str, Any]) -> Simulation:
    return SIMULATION.validate_python(request["wanted"])
