"""Simulating conversations: learners of every temperament talk to the people of a scenario, without
a log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count as counting
from itertools import islice
from random import Random
from typing import Any, ClassVar, Literal, cast

from pydantic import Field, TypeAdapter

from dramaturg.content.library import Library
from dramaturg.engines.sims import coverage
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.scenario import Scenario, Steering
from dramaturg.engines.sims.base.state import SimEvent, SimState
from dramaturg.engines.sims.content import sim_content, sim_documents
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.engines.sims.learners import LEARNERS, AnyLearner, ModelLearner, answer_of, learner
from dramaturg.engines.sims.outcomes import SimOutcome, SimRun, figures, outcome
from dramaturg.engines.sims.simulation_report import report
from dramaturg.engines.simulation import (
    CohortKey,
    Kept,
    NamedByCohort,
    Playing,
    Result,
    RunMaterial,
    SimulatedSession,
    SimulationPlan,
    SimulationReport,
    SimulationRequest,
    Simulator,
    people_key,
    require_known,
)
from dramaturg.kernel.errors import BadInput, ContentError, Fault, NotFound, did_you_mean
from dramaturg.turn.asks import Prompter
from dramaturg.turn.authored import Name
from dramaturg.turn.contract import Decision, Draft, Heard, Percept
from dramaturg.turn.hearing import Ear
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import Embedder, StoredContent, Syntax, Voice
from dramaturg.turn.simulated_speech import reassurance

STEERINGS: Sequence[Steering] = ("graph", "counted")
ROUNDS = 20  # conversations of each learner under each steering, unless somebody says how many


class SimulateSims(SimulationRequest):
    """Learners talk to the people of a scenario; what is left out means all."""

    scenario: str | None = Field(
        None, description="Id of a scenario; all of them in turn if left out."
    )
    person: str | None = Field(
        None, description="Id of a person; if left out, all who hold a decisive fact."
    )
    learners: tuple[str, ...] = Field(
        (), description="Some of the learners, separated by commas; all of them if left out."
    )
    steering: Literal["both", "graph", "counted"] = Field(
        "graph", description="What steers them; both, or the graph where content is compared."
    )
    noise: float = Field(
        0.0, ge=0, le=1, description="How often the speaker's reports are flipped."
    )


# ── what to play ──────────────────────────────────────────────────────────────────────────────────

Stages = Sequence[tuple[str, str]]
"""Scenarios, and in each the person whom a learner turns to."""


def stages(library: Library, scenario: str | None = None, person: str | None = None) -> Stages:
    """Whom learners talk to: whoever was named, or everybody who holds a decisive fact; everybody,
    where nobody does.
    """
    names = [scenario] if scenario else [entry.id for entry in library.entries("scenario")]
    scenarios = [sim_documents(sim_content(library, name))[0] for name in names]
    people = [(each.id, one) for each in scenarios for one in each.people]
    if person is not None:
        named = [(name, one.id) for name, one in people if one.id == person]
        if not named:
            raise NotFound(
                f"nobody is called {person!r}."
                f" {did_you_mean(person, [one.id for _, one in people])}"
            )
        return named
    holders = [(name, one.id) for name, one in people if one.decision_facts]
    return holders or [(name, one.id) for name, one in people]


def runs_of(
    on: Stages,
    learners: Sequence[str],
    count: int,
    steerings: Sequence[Steering],
    seed: int,
    noise: float,
) -> list[SimRun]:
    """`count` conversations under every steering: all learners in turn, and the stages in turn."""
    require_known("learner", learners, LEARNERS)
    people = ((number, name) for number in counting() for name in learners)
    return [
        SimRun(*on[number % len(on)], name, steering, seed + number, noise)
        for number, name in islice(people, count)
        for steering in steerings
    ]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class UnreliableEngine(SimEngine):
    """A sim whose speaker's report is flipped now and then, before anything is made of it."""

    def __init__(
        self,
        scenario: Scenario,
        backbones: Mapping[str, Backbone],
        embedder: Embedder,
        ear: Ear,
        syntax: Syntax,
        noise: float,
        chance: Random,
    ) -> None:
        super().__init__(scenario, backbones, embedder, ear, syntax)
        self._noise, self._chance = noise, chance

    async def express(
        self,
        seen: SimState,
        percept: Percept[SimEvent],
        decision: Decision[SimDirective],
        prompter: Prompter,
    ) -> Draft[SpeakerReport]:
        draft = await super().express(seen, percept, decision, prompter)
        satisfied, detour = (
            draft.report.node_satisfied ^ self._flips(),
            draft.report.detour_detected ^ self._flips(),
        )
        return replace(
            draft, report=replace(draft.report, node_satisfied=satisfied, detour_detected=detour)
        )

    def _flips(self) -> bool:
        return self._chance.random() < self._noise


_documents = lru_cache(maxsize=64)(sim_documents)


def engine_for(run: SimRun, content: StoredContent, models: LocalModels) -> SimEngine:
    return UnreliableEngine(
        *_documents(content),
        models.embedder(),
        models.ear(),
        models.syntax(),
        run.noise,
        run.chance("noise"),
    )


async def play(
    run: SimRun, engine: SimEngine, someone: AnyLearner, voice: Voice
) -> SimulatedSession:
    """The conversation from its opening on, until it ends or the learner leaves."""
    session = SimulatedSession(engine, voice)
    await session.open(Heard(to=run.person))
    while heard := await _answer(someone, session.last):
        await session.turn(heard)
    return session


async def _answer(someone: AnyLearner, last: SimRecord) -> Heard | None:
    if fine := reassurance(last):
        return Heard(fine)
    return await answer_of(someone, last.line, last.settlement.cues)


class SimSimulator(Simulator):
    """Learners in conversations."""

    engine, word, sessions = "sims", "sim", "conversations"
    about = (
        "What becomes of hundreds of conversations, the graph beside the old way of counting"
        " exchanges."
    )
    listed = "Conversations"
    titled_by: ClassVar = {"scenario": "scenario"}
    people = ("learners", LEARNERS)
    request = SimulateSims
    codec = TypeAdapter(Result[SimOutcome])
    options: ClassVar = {"person": "npc"}
    uncompared: ClassVar = {"steering": "both"}
    play_keys: ClassVar = {
        "scenario": CohortKey(Name, names=NamedByCohort("scenario")),
        "to": CohortKey(
            Name | None,
            Field(
                None,
                description="Whom learners turn to; if left out, all who hold a decisive fact.",
            ),
        ),
        "steering": CohortKey(Steering, Field("graph")),
        "noise": CohortKey(float, SimulateSims.model_fields["noise"]),
    }
    group_keys: ClassVar = {"learners": people_key("Of a sim.", "learner", LEARNERS)}

    def plan(
        self, library: Library, request: SimulateSims, kept: Kept | None = None
    ) -> SimulationPlan:
        learners = request.learners or tuple(LEARNERS)
        count = request.count or ROUNDS * len(learners)
        steerings = STEERINGS if request.steering == "both" else (request.steering,)
        on = stages(library, request.scenario, request.person)
        return self.plan_runs(
            library, runs_of(on, learners, count, steerings, request.seed, request.noise)
        )

    def plan_runs(self, library: Library, runs: Sequence[SimRun]) -> SimulationPlan:
        """The plan of these conversations, with the scenarios that they need."""
        contents = {self.needs(run): (run.scenario, run.steering) for run in runs}
        return SimulationPlan(
            self,
            runs,
            {name: RunMaterial(sim_content(library, *each)) for name, each in contents.items()},
        )

    def plan_group(
        self, library: Library, play: Any, group: Any, count: int, seed: int
    ) -> SimulationPlan:
        return self.plan(
            library,
            SimulateSims(
                scenario=play.scenario,
                person=play.to,
                learners=group.learners or (),
                steering=play.steering,
                noise=play.noise,
                count=count,
                seed=seed,
            ),
        )

    def cohort_faults(self, play: Any, groups: Sequence[Any], library: Library) -> Iterator[Fault]:
        """Somebody whom the scenario does not have. A scenario with faults of its own is not
        asked.
        """
        try:
            scenario = cast(Scenario, library.get("scenario", play.scenario).document)
        except (NotFound, ContentError):
            return
        people = [person.id for person in scenario.people]
        if play.to and play.to not in people:
            yield Fault(
                "unknown-name",
                f"there is no person {play.to}",
                did_you_mean(play.to, people),
                ("play", self.word, "to"),
            )

    def needs(self, run: SimRun) -> str:
        return f"{run.scenario}, {run.steering}"

    def group_of(self, run: SimRun) -> str:
        return run.learner

    def require_fitting(self, run: SimRun, content: StoredContent) -> None:
        """A scenario that stands in for another must have the people whom the learners turn to."""
        scenario, _ = _documents(content)
        people = [person.id for person in scenario.people]
        if run.person not in people:
            raise BadInput(
                f"nobody in {scenario.id} is called {run.person!r}."
                f" {did_you_mean(run.person, people)}"
            )

    def play(self, run: SimRun, material: RunMaterial, playing: Playing) -> Result[SimOutcome]:
        engine = engine_for(run, material.content, playing.models)
        planned = learner(run.learner, engine.scenario.person(run.person), run.chance("learner"))
        someone = ModelLearner(playing.voice, planned, run.learner) if playing.worded else planned
        session = asyncio.run(play(run, engine, someone, playing.voice))
        own = outcome(run, session.records, engine.parts[run.person], planned.took_in)
        used = session.used(coverage)
        left = own.ending == "left"
        return Result(self.word, own.ending, left, own.exchanges, figures(own), used, own)

    def report(
        self, outcomes: Sequence[SimOutcome], request: SimulateSims, model: str
    ) -> SimulationReport:
        return report(outcomes, request.seed, model)


SIMULATOR = SimSimulator()
plan_sims = SIMULATOR.plan
