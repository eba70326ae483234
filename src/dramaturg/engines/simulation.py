"""Simulation: what the simulated people of every engine have in common.

A request says what is played, by whom and how often; a plan has one run for each session, and the
material it is played with; a result is what became of a run. An engine's `simulate.py` ends with
its `SIMULATOR`, by which everybody above the engines plays it:

    plan = SIMULATOR.plan(library, SimulateSims(scenario="launch_decision", count=4))
    result = SIMULATOR.play(plan.runs[0], plan.material_of(plan.runs[0]), playing)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count as counting
from itertools import islice
from statistics import mean
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from dramaturg.content.library import Library
from dramaturg.kernel.errors import BadInput, Fault, did_you_mean
from dramaturg.turn.authored import Name
from dramaturg.turn.contract import AnyRecord, Heard
from dramaturg.turn.coverage import Reaching, used_by
from dramaturg.turn.engine import AnyEngine
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent, Voice
from dramaturg.turn.stopwatch import no_time

Own = TypeVar("Own")
"""An engine's own outcome, with its `run`."""
Sum = TypeVar("Sum")


class SimulationRequest(BaseModel):
    """What is to be simulated; what is left out means all there are. The shell's options, the
    fields of a request to the API and the plan of a cohort's group are all made of this.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    count: Annotated[int, Field(ge=1)] | None = None
    seed: int = 1

    @classmethod
    def brief(cls, count: int, seed: int, turns: int) -> SimulationRequest:
        """So many sessions with everybody there is, of about so many turns where that can be
        said.
        """
        return cls(count=count, seed=seed)

    @property
    def asked(self) -> dict[str, Any]:
        """All of it, as a report repeats it."""
        own = self.model_dump(exclude={"count", "seed"})
        return {**own, "count": self.count, "seed": self.seed}


@dataclass(frozen=True, slots=True)
class Result(Generic[Own]):
    """What became of a simulated session. It holds nothing that anybody said.

    `stuck`: it reached no end within its limits, and nobody meant to leave. `figures` are numbers
    of which a mean over sessions makes sense; one that a session cannot have is left out. `used` is
    what of the content it reached. `seconds` is what playing took, `memory` the most bytes that its
    process had held by then. `own` is what only this kind of session can tell.
    """

    kind: str
    ending: str
    stuck: bool
    turns: int
    figures: Mapping[str, float]
    used: tuple[Item, ...]
    own: Own
    seconds: float = 0.0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class RunMaterial:
    """What runs are played with: the content, and who takes part, where that is authored too."""

    content: StoredContent
    person: BaseModel | None = None


@dataclass(frozen=True, slots=True)
class Playing:
    """What is there to play with: who speaks, and the local models. `worded`: a model speaks, and
    words what simulated people mean to say too.
    """

    voice: Voice
    models: LocalModels
    worded: bool = False


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Runs of one engine, each a session to be played in a few plain values, and what they need.
    The same run plays the same. Other materials under the same names make
    another plan to compare.
    """

    simulator: Simulator
    runs: Sequence[Any]
    materials: Mapping[str, RunMaterial] = field(default_factory=dict)

    def material_of(self, run: Any) -> RunMaterial:
        return self.materials[self.simulator.needs(run)]


AnyResult = Result[Any]

Names = Annotated[tuple[Name, ...], Field(min_length=1)]
"""People that a group of a cohort has, by name."""
Kept = Callable[[str], StoredContent | None]
"""Content that is kept outside the library, by its id; None when there is none of that id."""


# ── what an engine gives ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class NamedByCohort:
    """What a key of a cohort names: people who are written in code, if they are `known`, or else
    documents of a kind. `called` is what a fault calls them. With `file`, it may also be a place
    beside the cohort's own file.
    """

    kind: str
    known: Collection[str] | None = None
    called: str = ""
    file: bool = False


@dataclass(frozen=True, slots=True)
class CohortKey:
    """A key that a cohort can have for an engine: its type, what is said of it, what it names."""

    type: Any
    field: Any = field(default_factory=Field)
    names: NamedByCohort | None = None


def people_key(about: str, kind: str, known: Collection[str] | None = None) -> CohortKey:
    """A key by which a group names its people."""
    return CohortKey(Names | None, Field(None, description=about), NamedByCohort(kind, known))


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of a report. Of a `compact` one, all columns but the first are narrow numbers; the
    first column of a `named` one is never broken.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    style: Literal["plain", "named", "compact"] = "plain"


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """What an engine tells of many of its sessions: figures for machines, and the same for readers
    as tables, with notes below them.
    """

    figures: Mapping[str, object]
    tables: tuple[ReportTable, ...]
    notes: tuple[str, ...] = ()


class Simulator(ABC):
    """The simulated people of one engine. It is handed to other processes, so it holds nothing that
    cannot be pickled.
    """

    engine: ClassVar[str]
    """The engine's name, by which the API asks for it."""
    word: str
    """What one session is called in shell, cohorts and results."""
    sessions: ClassVar[str]
    """What many are called."""
    listed: ClassVar[str]
    """What a simulation of them is called in a list."""
    titled_by: ClassVar[Mapping[str, str]] = {}
    """Fields of the request whose document gives it its title, and the documents' kinds."""
    about: ClassVar[str] = ""
    """What simulating them tells, in a sentence."""
    people: ClassVar[tuple[str, Sequence[str]]] = ("", ())
    """What its people are called, and the sorts of them there are."""
    request: ClassVar[type[SimulationRequest]]
    codec: ClassVar[TypeAdapter[Any]]
    """Results as JSON and back, exactly: `TypeAdapter(Result[ItsOutcome])`."""

    options: ClassVar[Mapping[str, str]] = {}
    """Fields of the request whose option in the shell has another name."""
    uncompared: ClassVar[Mapping[str, Any]] = {}
    """What the shell takes for fields that are left out, where nothing is compared."""
    studio: ClassVar[Mapping[str, tuple[Any, Any]]] = {}
    """Fields of the request that have other limits in the API."""
    play_keys: ClassVar[Mapping[str, CohortKey]] = {}
    """What a cohort can say about what is played."""
    group_keys: ClassVar[Mapping[str, CohortKey]] = {}
    """How a group of a cohort says who is in it."""
    by_name: ClassVar[bool] = False
    """Whether B of a comparison is named as what is played is, and is no document."""

    @abstractmethod
    def plan(self, library: Library, request: Any, kept: Kept | None = None) -> SimulationPlan:
        """What a request asks for. Names lead to no file where there is somewhere it is `kept`.
        Raises NotFound, BadInput or ContentError.
        """

    @abstractmethod
    def needs(self, run: Any) -> str:
        """The name of the material that a run is played with."""

    @abstractmethod
    def play(self, run: Any, material: RunMaterial, playing: Playing) -> AnyResult:
        """One session from its beginning to its end."""

    @abstractmethod
    def group_of(self, run: Any) -> str:
        """To which group a run's person belongs if nobody says anything else."""

    @abstractmethod
    def report(self, outcomes: Sequence[Any], request: Any, model: str) -> SimulationReport:
        """What many sessions of a request add up to; `model` speaks in them."""

    def title(self, request: Any, plan: SimulationPlan, library: Library) -> str:
        """What a simulation is called in a list."""
        for name, kind in self.titled_by.items():
            if id := getattr(request, name):
                return (
                    f"{self.listed}: {getattr(library.get(kind, id).document, 'title', '') or id}"
                )
        return self.listed

    def plan_group(
        self, library: Library, play: Any, group: Any, count: int, seed: int
    ) -> SimulationPlan:
        """So many people of a cohort's group, from this seed on. `play` and `group` have the values
        of the keys above.
        """
        raise BadInput(f"{self.sessions} cannot be played by a cohort")

    def cohort_faults(self, play: Any, groups: Sequence[Any], library: Library) -> Iterator[Fault]:
        """What else is wrong with a cohort, when all that it names is there."""
        yield from ()

    def content_named(self, library: Library, name: str, kept: Kept | None) -> StoredContent:
        """What B is, where that is named as what is played is."""
        raise BadInput(f"{self.sessions} have no content that is called {name!r}")

    def require_fitting(self, run: Any, content: StoredContent) -> None:  # noqa: B027 - most fit
        """Raises BadInput when a run cannot be played with this other content."""


# ── for simulators ────────────────────────────────────────────────────────────────────────────────


def require_known(what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Raises BadInput for the first of the names that nobody knows."""
    for name in names:
        if name not in known:
            raise BadInput(f"there is no {what} {name!r}. {did_you_mean(name, known)}")


def in_turn(places: int, people: Sequence[str], count: int) -> Iterator[tuple[int, int, str]]:
    """`count` times a number that rises by round, a place and a person: the places in turn, each
    time with the next person, until all were everywhere.
    """
    every = (
        (number, place, people[(place + shift) % len(people)])
        for number in counting()
        for shift in range(len(people))
        for place in range(places)
    )
    return islice(every, count)


@dataclass(slots=True)
class SimulatedSession:
    """A session that is played without a log: its records from the opening on, its state, and the
    seconds that its turns took.
    """

    engine: AnyEngine
    voice: Voice
    timer: Callable[[], float] = no_time
    records: list[AnyRecord] = field(default_factory=list)
    state: Any = None
    seconds: float = 0.0

    @property
    def last(self) -> AnyRecord:
        return self.records[-1]

    async def open(self, heard: Heard) -> None:
        opened = await play_opening(self.engine, heard, self.voice, self.timer)
        self.records.append(opened.record)
        self.state = opened.state

    async def turn(self, heard: Heard) -> None:
        began = self.timer()
        turn = len(self.records)
        played = await play_turn(self.engine, self.state, turn, heard, self.voice, self.timer)
        self.seconds += self.timer() - began
        self.records.append(played.record)
        self.state = played.state

    def used(self, coverage: Reaching) -> tuple[Item, ...]:
        """What of the content it reached, by the engine's own `coverage`."""
        return tuple(sorted(used_by(coverage, self.engine, self.records)))


# ── many results ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Overview:
    """Results of any kind in a few numbers; `figures` are means over the sessions that
    have them.
    """

    sessions: int
    stuck: int
    endings: Mapping[str, int]
    turns: int
    seconds: float
    memory: int
    figures: Mapping[str, float]


def overview(results: Sequence[AnyResult]) -> Overview:
    names = dict.fromkeys(name for result in results for name in result.figures)
    return Overview(
        sessions=len(results),
        stuck=sum(result.stuck for result in results),
        endings=dict(Counter(result.ending for result in results).most_common()),
        turns=sum(result.turns for result in results),
        seconds=sum(result.seconds for result in results),
        memory=max((result.memory for result in results), default=0),
        figures={
            name: mean(result.figures[name] for result in results if name in result.figures)
            for name in names
        },
    )


def summed_up(
    outcomes: Iterable[Own], key: Callable[[Own], str], summary: Callable[[Sequence[Own]], Sum]
) -> dict[str, Sum]:
    """Outcomes that are alike by some key, summed up together, in the order in which they come."""
    found: dict[str, list[Own]] = {}
    for outcome in outcomes:
        found.setdefault(key(outcome), []).append(outcome)
    return {name: summary(some) for name, some in found.items()}


Key = Callable[[Any], str]
"""By what outcomes belong together."""
Written = Mapping[str, Callable[[Any], str]]
"""What a table says of a summary, by the name of its row or column."""


def broken_down(
    outcomes: Sequence[Own],
    sides: Key,
    parts: Mapping[str, Key],
    summary: Callable[[Sequence[Own]], Any],
) -> dict[str, Any]:
    """The figures of every side, and below them those of its parts, by what they are parted."""

    def figures(some: Sequence[Own]) -> dict[str, Any]:
        parted = {
            name: {each: asdict(found) for each, found in summed_up(some, key, summary).items()}
            for name, key in parts.items()
        }
        return {**asdict(summary(some)), **parted}

    return summed_up(outcomes, sides, figures)


def rows_of(written: Written, *summaries: Any) -> list[tuple[str, ...]]:
    """A row for everything that is said, a column for each summary."""
    return [(name, *(each(found) for found in summaries)) for name, each in written.items()]


def parted_table(
    title: str,
    first: str,
    written: Written,
    *sides: Mapping[str, Any],
    caption: str = "",
    style: Literal["plain", "named", "compact"] = "compact",
) -> ReportTable:
    """A row for each part, in which the sides that have been summed up stand beside one another."""
    rows = [
        (
            part.replace("_", " ") if style == "compact" else part,
            *(" / ".join(each(side[part]) for side in sides) for each in written.values()),
        )
        for part in sides[0]
    ]
    return ReportTable(title, (first, *written), rows, caption, style)
