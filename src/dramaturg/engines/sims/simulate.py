"""Simulating conversations: learners of every temperament talk to the people of a scenario, without
a log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count as counting
from itertools import islice
from random import Random
from typing import Literal

from pydantic import TypeAdapter

from dramaturg.app.config.providers import embedder, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.content.library import Library
from dramaturg.engines.sims import coverage
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.scenario import Scenario, Steering
from dramaturg.engines.sims.base.state import SimEvent, SimState
from dramaturg.engines.sims.content import sim_content, sim_documents
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.engines.sims.learners import LEARNERS, ModelLearner, Someone, answer_of, learner
from dramaturg.engines.sims.outcomes import Outcome, Run, figures, outcome
from dramaturg.engines.simulation import Kind, Material, Plan, Result, chosen
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft, Heard, Percept
from dramaturg.turn.coverage import used_by
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import Embedder, StoredContent, Voice
from dramaturg.turn.stopwatch import no_time

STEERINGS: Sequence[Steering] = ("graph", "counted")
ROUNDS = 20  # conversations of each learner under each steering, unless somebody says how many


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WantedSims:
    """What to simulate; None and an empty text mean all. `count` conversations under every
    steering.
    """

    scenario: str | None = None
    npc: str | None = None
    learners: str = ""
    steering: Literal["both", "graph", "counted"] = "graph"
    noise: float = 0.0
    count: int | None = None
    seed: int = 1


def plan_sims(library: Library, wanted: WantedSims) -> Plan[Run, Outcome]:
    names = chosen(wanted.learners, LEARNERS)
    steerings = STEERINGS if wanted.steering == "both" else (wanted.steering,)
    on = stages(library, wanted.scenario, wanted.npc)
    return sims_of(
        library,
        cast_of(
            on, names, wanted.count or ROUNDS * len(names), steerings, wanted.seed, wanted.noise
        ),
    )


def sims_of(library: Library, runs: Sequence[Run]) -> Plan[Run, Outcome]:
    """The plan of these conversations, with the scenarios that they need."""
    contents = {SIMS.needs(run): (run.scenario, run.steering) for run in runs}
    return Plan(
        SIMS,
        runs,
        {name: Material(sim_content(library, *content)) for name, content in contents.items()},
    )


Stages = Sequence[tuple[str, str]]


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


def cast_of(
    on: Stages,
    learners: Sequence[str],
    count: int,
    steerings: Sequence[Steering],
    seed: int,
    noise: float,
) -> list[Run]:
    """`count` conversations under every steering: all learners in turn, and the stages in turn."""
    if unknown := [name for name in learners if name not in LEARNERS]:
        raise BadInput(f"there is no learner {unknown[0]!r}. {did_you_mean(unknown[0], LEARNERS)}")
    if not 0 <= noise <= 1:
        raise BadInput(f"noise is a share from 0 to 1, not {noise:g}: write 0.05 for 5 %")
    people = ((number, name) for number in counting() for name in learners)
    return [
        Run(*on[number % len(on)], name, steering, seed + number, noise)
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
        noise: float,
        chance: Random,
    ) -> None:
        super().__init__(scenario, backbones, embedder)
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


class Sims:
    """Learners in conversations."""

    kind: Kind = "sim"
    codec = TypeAdapter(Result[Outcome])

    def needs(self, run: Run) -> str:
        return f"{run.scenario}, {run.steering}"

    def play(self, run: Run, material: Material, settings: Settings) -> Result[Outcome]:
        engine = engine_for(run, material.content)
        voice = voice_of(settings)
        person = engine.scenario.person(run.person)
        planned = learner(run.learner, person, run.chance("learner"))
        someone: Someone = (
            planned if settings.model == "offline" else ModelLearner(voice, planned, run.learner)
        )
        records = asyncio.run(play(run, engine, someone, voice))
        own = outcome(run, records, engine.parts[run.person], engine.thresholds)
        used = tuple(sorted(used_by(coverage, engine, records)))
        return Result(
            "sim", own.ending, own.ending == "left", own.exchanges, figures(own), used, own
        )


SIMS = Sims()


def engine_for(run: Run, content: StoredContent) -> SimEngine:
    return UnreliableEngine(*_documents(content), embedder(), run.noise, run.chance("noise"))


async def play(run: Run, engine: SimEngine, someone: Someone, voice: Voice) -> list[SimRecord]:
    """The conversation from its opening on, until it ends or the learner leaves."""
    opened = await play_opening(engine, Heard(to=run.person), voice, no_time)
    state, records = opened.state, [opened.record]
    while (
        heard := await answer_of(someone, records[-1].line, records[-1].settlement.cues)
    ) is not None:
        played = await play_turn(engine, state, len(records), heard, voice, no_time)
        state = played.state
        records.append(played.record)
    return records
