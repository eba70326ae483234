"""Simulating: many conversations with simulated learners, side by side, without a log, and what became of each."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from statistics import median
from typing import Literal

from dramaturg.app.productions import sim_content, sim_documents
from dramaturg.app.settings import Settings
from dramaturg.app.simulating.learners import LEARNERS, learner
from dramaturg.app.wiring import embedder, voice_of
from dramaturg.content.library import Library
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.backbone import Backbone
from dramaturg.engines.sims.binding import Part
from dramaturg.engines.sims.decide import SimDirective
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.engines.sims.perceive import CLEAR, acknowledgement, turned_to
from dramaturg.engines.sims.scenario import Scenario, Steering
from dramaturg.engines.sims.state import SimEvent, SimState, Spoke, Walked
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Cue, Decision, Draft, Percept
from dramaturg.turn.loop import play_turn
from dramaturg.turn.ports import Embedder, StoredContent, Thresholds, Voice

STEERINGS: Sequence[Steering] = ("graph", "counted")
AT_A_TIME = 8  # runs handed to a process at once

Ending = Literal["walk", "backstop", "premature", "left"]


@dataclass(frozen=True, slots=True)
class Run:
    """One conversation to be played. The same seed gives the same learner, whatever the steering and the noise."""

    scenario: str
    person: str
    learner: str
    steering: Steering
    seed: int
    noise: float = 0.0

    def chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {self.scenario} {self.person} {self.learner} {purpose}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it.

    `decisive`, `heard`, `acknowledged` count decisive facts, acknowledged by the learner's own words and not by a report.
    `bridged` counts detours that were answered and led back in one line. `facts` counts everything said for the first time,
    `repetition` the longest run of exchanges that brought nothing new.
    """

    run: Run
    ending: Ending
    exchanges: int
    decisive: int
    heard: int
    acknowledged: int
    detours: int
    bridged: int
    facts: int
    repetition: int

    @property
    def proper(self) -> bool:
        return self.ending in ("walk", "backstop")


# ── what to play ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

Stages = Sequence[tuple[str, str]]


def stages(library: Library, scenario: str | None = None, person: str | None = None) -> Stages:
    """Whom learners talk to: whoever was named, or everybody who holds a decisive fact; everybody, where nobody does."""
    names = [scenario] if scenario else [entry.id for entry in library.entries("scenario")]
    scenarios = [sim_documents(sim_content(library, name))[0] for name in names]
    people = [(each.id, one) for each in scenarios for one in each.people]
    if person is not None:
        named = [(name, one.id) for name, one in people if one.id == person]
        if not named:
            raise NotFound(f"nobody is called {person!r}. {did_you_mean(person, [one.id for _, one in people])}")
        return named
    holders = [(name, one.id) for name, one in people if one.decision_facts]
    return holders or [(name, one.id) for name, one in people]


def cast(on: Stages, learners: Sequence[str], runs: int, steerings: Sequence[Steering], seed: int, noise: float) -> list[Run]:
    """`runs` conversations of every learner under every steering, the stages in turn."""
    if unknown := [name for name in learners if name not in LEARNERS]:
        raise BadInput(f"there is no learner {unknown[0]!r}. {did_you_mean(unknown[0], LEARNERS)}")
    if not 0 <= noise <= 1:
        raise BadInput(f"noise is a share from 0 to 1, not {noise:g}: write 0.05 for 5 %")
    return [
        Run(*on[number % len(on)], name, steering, seed + number, noise)
        for steering in steerings
        for number in range(runs)
        for name in learners
    ]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


class UnreliableEngine(SimEngine):
    """A sim whose speaker's report is flipped now and then, before anything is made of it."""

    def __init__(
        self, scenario: Scenario, backbones: Mapping[str, Backbone], embedder: Embedder, noise: float, chance: Random
    ) -> None:
        super().__init__(scenario, backbones, embedder)
        self._noise, self._chance = noise, chance

    async def express(
        self, seen: SimState, percept: Percept[SimEvent], decision: Decision[SimDirective], prompter: Prompter
    ) -> Draft[SpeakerReport]:
        draft = await super().express(seen, percept, decision, prompter)
        satisfied, detour = draft.report.node_satisfied ^ self._flips(), draft.report.detour_detected ^ self._flips()
        return replace(draft, report=replace(draft.report, node_satisfied=satisfied, detour_detected=detour))

    def _flips(self) -> bool:
        return self._chance.random() < self._noise


def play_all(runs: Sequence[Run], library: Library, settings: Settings, jobs: int = 1) -> Iterator[Outcome]:
    """The outcome of each run, in order, as they come. With several jobs, in as many processes."""
    needed = {(run.scenario, run.steering) for run in runs}
    contents = {name: sim_content(library, *name) for name in needed}
    contents_of_runs = [contents[run.scenario, run.steering] for run in runs]
    all_settings = [settings] * len(runs)
    if jobs == 1:
        yield from map(play_run, runs, contents_of_runs, all_settings)
        return
    # Not forked: a model that has threads does not live on in a forked process.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play_run, runs, contents_of_runs, all_settings, chunksize=AT_A_TIME)


def play_run(run: Run, content: StoredContent, settings: Settings) -> Outcome:
    engine = UnreliableEngine(*sim_documents(content), embedder(), run.noise, run.chance("noise"))
    records = asyncio.run(play(run, engine, voice_of(settings)))
    return outcome(run, records, engine.parts[run.person], engine.thresholds)


async def play(run: Run, engine: SimEngine, voice: Voice) -> list[SimRecord]:
    """The conversation, until it ends or the learner leaves."""
    someone = learner(run.learner, engine.scenario.person(run.person), run.chance("learner"))
    state = engine.apply(engine.start(), turned_to(run.person, engine.parts))
    line, cues, records = "", tuple[Cue, ...](), list[SimRecord]()
    while (heard := someone.answer(line, cues)) is not None:
        played = await play_turn(engine, state, len(records) + 1, heard, voice, float)
        state, line, cues = played.state, played.record.line, played.record.settlement.cues
        records.append(played.record)
    return records


# ── what became of it ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def outcome(run: Run, records: Sequence[SimRecord], part: Part, near: Thresholds) -> Outcome:
    decisive = [fact.id for fact in part.person.decision_facts]
    heard = [name for record in records for name in _said(record) if name in decisive]
    acknowledged = _acknowledged(records, part, near)
    news = list(_news(records))
    detours = [record for record in records if record.percept.readings.get("detour")]
    return Outcome(
        run=run,
        ending=_ending(records, part, all_acknowledged=acknowledged.issuperset(decisive)),
        exchanges=len(news),
        decisive=len(decisive),
        heard=len(set(heard)),
        acknowledged=len(acknowledged),
        detours=len(detours),
        bridged=sum(_comes_back(record) for record in detours),
        facts=sum(news),
        repetition=max((len(list(run_)) for fresh, run_ in groupby(news, bool) if not fresh), default=0),
    )


def _said(record: SimRecord) -> tuple[str, ...]:
    return tuple(name for event in record.settlement.events if isinstance(event, Spoke) for name in event.said)


def _comes_back(record: SimRecord) -> bool:
    """The line brings the matter across: in words that show it, or in the person's own material, plainer ones included."""
    own = record.draft is not None and record.draft.source == "offline"
    spoken = record.decision.directive.say if own and record.decision else ()
    return bool(_said(record) or spoken)


def _walked(record: SimRecord) -> Walked | None:
    return next((event for event in record.settlement.events if isinstance(event, Walked)), None)


def _news(records: Sequence[SimRecord]) -> Iterator[int]:
    """How much was said for the first time in each exchange. Choosing an option is none."""
    told: set[str] = set()
    for record in records:
        fresh = set(_said(record)) - told
        told |= fresh
        if _walked(record):
            yield len(fresh)


def _acknowledged(records: Sequence[SimRecord], part: Part, near: Thresholds) -> set[str]:
    """The decisive facts that the learner's words have registered after hearing them."""
    found: set[str] = set()
    told: set[str] = set()
    for record in records:
        readings, text = record.percept.readings, record.heard.text
        for fact in part.person.decision_facts:
            asks = bool(readings.get("question"))
            clear = acknowledgement(text, part.materials[fact.id], readings, asks, near) >= CLEAR
            if text and fact.id in told and clear:
                found.add(fact.id)
        told.update(_said(record))
    return found


def _ending(records: Sequence[SimRecord], part: Part, all_acknowledged: bool) -> Ending:
    last = _walked(records[-1]) if records else None
    if last is None or last.decision != "close":
        return "left"
    gates = {node.id for node in part.graph.nodes if node.is_gate}
    if not gates <= set(last.pointer.nodes_satisfied):
        return "backstop"
    return "walk" if all_acknowledged else "premature"


@dataclass(frozen=True, slots=True)
class Summary:
    """Many outcomes in a few figures. Shares are of conversations, from 0 to 1; `exchanges_to_close` is the median."""

    conversations: int
    heard: float
    acknowledged: float
    proper: float
    backstop: float
    premature: float
    left: float
    detours: int
    bridged: int
    exchanges_to_close: float | None
    most_exchanges: int
    facts_per_exchange: float
    longest_repetition: int


def summary(outcomes: Sequence[Outcome]) -> Summary:
    closed = [outcome.exchanges for outcome in outcomes if outcome.ending != "left"]
    return Summary(
        conversations=len(outcomes),
        heard=_share([outcome.heard == outcome.decisive for outcome in outcomes]),
        acknowledged=_share([outcome.acknowledged == outcome.decisive for outcome in outcomes]),
        proper=_share([outcome.proper for outcome in outcomes]),
        backstop=_share([outcome.ending == "backstop" for outcome in outcomes]),
        premature=_share([outcome.ending == "premature" for outcome in outcomes]),
        left=_share([outcome.ending == "left" for outcome in outcomes]),
        detours=sum(outcome.detours for outcome in outcomes),
        bridged=sum(outcome.bridged for outcome in outcomes),
        exchanges_to_close=median(closed) if closed else None,
        most_exchanges=max((outcome.exchanges for outcome in outcomes), default=0),
        facts_per_exchange=sum(outcome.facts for outcome in outcomes) / max(1, sum(outcome.exchanges for outcome in outcomes)),
        longest_repetition=max((outcome.repetition for outcome in outcomes), default=0),
    )


def _share(holds: Sequence[bool]) -> float:
    return sum(holds) / max(1, len(holds))
