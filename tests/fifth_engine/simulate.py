"""Simulated guessers: those who know, and those who do not."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import TypeAdapter
from tests.fifth_engine import coverage
from tests.fifth_engine.content import build, riddles_content
from tests.fifth_engine.engine import RiddleState

from dramaturg.content.library import Library
from dramaturg.engines.simulation import (
    Kept,
    Playing,
    ReportTable,
    Result,
    RunMaterial,
    SimulatedSession,
    SimulationPlan,
    SimulationReport,
    SimulationRequest,
    Simulator,
)
from dramaturg.turn.contract import Heard

GUESSERS = ("sure", "clueless")


class SimulateRiddles(SimulationRequest):
    """Which riddles; the first there are if left out."""

    riddles: str | None = None


@dataclass(frozen=True, slots=True)
class RiddleRun:
    riddles: str
    guesser: str
    seed: int


@dataclass(frozen=True, slots=True)
class RiddleOutcome:
    run: RiddleRun
    solved: int


class RiddleSimulator(Simulator):
    engine = "riddles"
    word = "riddle"
    sessions = "rounds of riddles"
    listed = "Rounds of riddles"
    about = "How many riddles are guessed."
    people = ("guesser", GUESSERS)
    request = SimulateRiddles
    codec: ClassVar[TypeAdapter[Any]] = TypeAdapter(Result[RiddleOutcome])

    def plan(
        self, library: Library, request: SimulateRiddles, kept: Kept | None = None
    ) -> SimulationPlan:
        entries = library.entries("riddles")
        id = request.riddles or (entries[0].id if entries else "")
        runs = (
            [
                RiddleRun(id, GUESSERS[number % len(GUESSERS)], request.seed + number)
                for number in range(request.count or len(GUESSERS))
            ]
            if id
            else []
        )
        materials = {id: RunMaterial(riddles_content(library, id))} if id else {}
        return SimulationPlan(self, runs, materials)

    def needs(self, run: RiddleRun) -> str:
        return run.riddles

    def play(
        self, run: RiddleRun, material: RunMaterial, playing: Playing
    ) -> Result[RiddleOutcome]:
        session = SimulatedSession(build(material.content, playing.models), playing.voice)
        asyncio.run(self._play(run, session))
        solved = len(session.state.solved)
        return Result(
            self.word,
            "all asked",
            False,
            len(session.records) - 1,
            {"solved": float(solved)},
            session.used(coverage),
            RiddleOutcome(run, solved),
        )

    async def _play(self, run: RiddleRun, session: SimulatedSession) -> None:
        await session.open(Heard())
        while not session.state.over:
            await session.turn(Heard(self._guess(run, session.state, session.engine)))

    def _guess(self, run: RiddleRun, state: RiddleState, engine: Any) -> str:
        answer: str = engine.by_id[state.at].answers[0]
        return answer if run.guesser == "sure" else "no idea"

    def group_of(self, run: RiddleRun) -> str:
        return run.guesser

    def report(
        self, outcomes: Sequence[RiddleOutcome], request: SimulateRiddles, model: str
    ) -> SimulationReport:
        solved: Mapping[str, int] = {each.run.guesser: each.solved for each in outcomes}
        rows = [(guesser, str(count)) for guesser, count in solved.items()]
        return SimulationReport(solved, (ReportTable("Riddles", ("guesser", "solved"), rows),))


SIMULATOR = RiddleSimulator()
