"""Simulating memoirs: invented people tell their lives, sitting by sitting over months, without a
log.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import count as counting
from itertools import islice
from random import Random
from typing import Any, ClassVar, cast

from pydantic import Field, TypeAdapter

from dramaturg.content.library import Library
from dramaturg.engines.memoir import coverage
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import SittingEnd, SittingEnded, ended_by
from dramaturg.engines.memoir.content import build, memoir_content
from dramaturg.engines.memoir.manners import MANNERS
from dramaturg.engines.memoir.outcomes import (
    STOPPING,
    MemoirOutcome,
    MemoirRun,
    SimulatedMemoir,
    figures,
    outcome,
    purpose_of,
)
from dramaturg.engines.memoir.simulated_tellers import LifeTeller, TellerAnswer
from dramaturg.engines.memoir.simulation_report import report
from dramaturg.engines.memoir.teller import Life
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
from dramaturg.kernel.errors import NotFound, did_you_mean
from dramaturg.turn.care import taken_in
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent
from dramaturg.turn.simulated_speech import Character, reassurance, worded

FIRST_DAY = 1_700_000_000.0
MINUTE, WEEK = 60.0, 604_800.0
LINGERS = 2  # things said after a hard stop
OVERTIME = 8  # turns after which a sitting is left that does not end


class SimulateMemoirs(SimulationRequest):
    """Tellers tell their lives; what is left out means all."""

    life: str | None = Field(
        None, description="Id of a simulated teller; all of them in turn if left out."
    )
    manners: tuple[str, ...] = Field(
        (), description="Some of the manners of telling, separated by commas; all if left out."
    )
    sittings: int = Field(3, ge=1, le=100)
    turns: int = Field(10, ge=4, le=200, description="About so many turns in a sitting.")

    @classmethod
    def brief(cls, count: int, seed: int, turns: int) -> SimulationRequest:
        return cls(count=count, seed=seed, turns=turns, sittings=1)


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


def lives_of(library: Library, life: str | None = None) -> Sequence[Life]:
    """The named life, or all."""
    known = [entry.id for entry in library.entries("teller")]
    if life is not None and life not in known:
        raise NotFound(f"there is no teller {life!r}. {did_you_mean(life, known)}")
    return [
        cast(Life, library.get("teller", name).document) for name in ([life] if life else known)
    ]


def runs_of(
    lives: Sequence[Life], manners: Sequence[str], count: int, seed: int, sittings: int, turns: int
) -> list[MemoirRun]:
    """`count` memoirs, the manners in turn and the lives in turn."""
    require_known("manner", manners, MANNERS)
    people = ((number, place) for number in counting() for place in range(len(manners)))
    return [
        MemoirRun(
            lives[(place + number) % len(lives)].id, manners[place], seed + number, sittings, turns
        )
        for number, place in islice(people, count)
    ]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class Sittings:
    """Interviewer and teller at one table, with minutes between passages and weeks between
    sittings.
    """

    def __init__(
        self, run: MemoirRun, life: Life, content: StoredContent, playing: Playing
    ) -> None:
        self._run, self._playing = run, playing
        self._chance = Random(f"{run.seed} {run.life} {run.manner}")
        embedder, manner = playing.models.embedder(), MANNERS[run.manner]
        self._teller = LifeTeller(life, embedder, self._chance, manner)
        engine = build(content, playing.models)
        self._session = SimulatedSession(engine, playing.voice, time.perf_counter)
        self._memoir = SimulatedMemoir(self._session.records)
        self._now = FIRST_DAY

    async def tell(self) -> SimulatedMemoir:
        """All sittings of a memoir."""
        await self._session.open(Heard(at=self._now))
        for number in range(self._run.sittings):
            if number:
                self._now += self._chance.randint(1, 5) * WEEK
                await self._session.turn(Heard(choice="sitting", at=self._now))
            await self._sit()
        self._memoir.life_told = self._teller.coverage
        self._memoir.seconds = self._session.seconds
        self._memoir.used = self._session.used(coverage)
        return self._memoir

    async def _sit(self) -> None:
        """Until the interviewer ends it. Whoever broke off says something more, which must not be
        asked about.
        """
        self._teller.sit_down()
        for _ in range(self._run.turns + OVERTIME):
            last = self._session.last
            fine = reassurance(last)
            said = TellerAnswer(fine) if fine else self._teller.answer(last.line, purpose_of(last))
            await self._say(said)
            if why := _ended(self._session.last):
                self._memoir.ending = why
                break
        else:
            self._memoir.unended += 1
        for _ in range(LINGERS if said.did in STOPPING else 0):
            await self._say(self._teller.afterwards())

    async def _say(self, said: TellerAnswer) -> None:
        text, life, last = said.text, self._teller.life, self._session.last
        if self._playing.worded:
            who = Character("tells their life to an interviewer", life.title, life.voice)
            text = await worded(self._playing.voice, who, last.line, text)
        self._memoir.said[last.turn + 1] = said
        self._now += MINUTE
        await self._session.turn(Heard(text, at=self._now))


def _ended(record: MemoirRecord) -> SittingEnd | None:
    """Why a sitting ends with this turn; what is said to somebody in danger ends it too."""
    if taken := taken_in(record.percept):
        return ended_by(taken)
    ended = only(record, SittingEnded)
    return ended.why if ended else None


def tell(run: MemoirRun, life: Life, content: StoredContent, playing: Playing) -> SimulatedMemoir:
    """One memoir."""
    return asyncio.run(Sittings(run, life, content, playing).tell())


class MemoirSimulator(Simulator):
    """Tellers at their sittings."""

    engine, word, sessions = "memoir", "memoir", "memoirs"
    about = (
        "Simulated people tell their lives: how they were met, and whether any binding rule was"
        " broken."
    )
    listed = "Life stories"
    titled_by: ClassVar = {"life": "teller"}
    people = ("tellers", tuple(MANNERS))
    request = SimulateMemoirs
    codec = TypeAdapter(Result[MemoirOutcome])
    studio: ClassVar = {
        "sittings": (int, Field(1, ge=1, le=20)),
        "turns": (int, Field(8, ge=4, le=100)),
    }
    play_keys: ClassVar = {
        "artifacts": CohortKey(
            str,
            Field(
                "origins",
                description=(
                    "Id of an interviewer's artifacts, or their folder, as seen from this file."
                ),
            ),
            NamedByCohort("router_policy", called="interviewer", file=True),
        ),
        "sittings": CohortKey(int, Field(1, ge=1, le=100)),
        "turns": CohortKey(int, SimulateMemoirs.model_fields["turns"]),
    }
    group_keys: ClassVar = {
        "lives": people_key("Of a memoir: ids of tellers.", "teller"),
        "manners": people_key("How they tell.", "manner of telling", MANNERS),
    }

    def plan(
        self, library: Library, request: SimulateMemoirs, kept: Kept | None = None
    ) -> SimulationPlan:
        manners = request.manners or tuple(MANNERS)
        lives, count = lives_of(library, request.life), request.count or len(manners)
        runs = runs_of(lives, manners, count, request.seed, request.sittings, request.turns)
        return self.plan_runs(library, runs)

    def plan_runs(
        self, library: Library, runs: Sequence[MemoirRun], artifacts: str = "origins"
    ) -> SimulationPlan:
        """The plan of these memoirs, with the lives and the interviewer's artifacts."""

        def material(run: MemoirRun) -> RunMaterial:
            (life,) = lives_of(library, run.life)
            return RunMaterial(memoir_content(library, artifacts, life.known(run.turns)), life)

        needed = {self.needs(run): run for run in runs}
        return SimulationPlan(self, runs, {name: material(run) for name, run in needed.items()})

    def plan_group(
        self, library: Library, play: Any, group: Any, count: int, seed: int
    ) -> SimulationPlan:
        lives = [life for name in group.lives or (None,) for life in lives_of(library, name)]
        manners = group.manners or tuple(MANNERS)
        runs = runs_of(lives, manners, count, seed, play.sittings, play.turns)
        return self.plan_runs(library, runs, play.artifacts)

    def needs(self, run: MemoirRun) -> str:
        return f"{run.life}, {run.turns} turns"

    def group_of(self, run: MemoirRun) -> str:
        return run.manner

    def play(
        self, run: MemoirRun, material: RunMaterial, playing: Playing
    ) -> Result[MemoirOutcome]:
        told = tell(run, cast(Life, material.person), material.content, playing)
        own, turns = outcome(run, told), len(told.records) - 1
        stuck = told.unended > 0
        return Result(self.word, told.ending, stuck, turns, figures(own), told.used, own)

    def report(
        self, outcomes: Sequence[MemoirOutcome], request: SimulateMemoirs, model: str
    ) -> SimulationReport:
        return report(outcomes, request.asked, model)


SIMULATOR = MemoirSimulator()
plan_memoirs = SIMULATOR.plan
