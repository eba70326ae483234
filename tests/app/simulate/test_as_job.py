"""Simulations as jobs: killed at any moment they go on after the last kept batch; once finished
they begin anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.killing import Acknowledge, die, last_words

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.as_job import BATCH, SIMULATION, run_as_job
from dramaturg.app.simulate.run import mark_of
from dramaturg.content.library import Library, packaged
from dramaturg.engines.games.simulate import SimulateGames, plan_games
from dramaturg.engines.simulation import AnyPlan, AnyResult, RunMaterial
from dramaturg.kernel.errors import JobFailed
from dramaturg.store.jobs import open_jobs
from dramaturg.turn.jobs import JobStatus

LIBRARY = Library(KINDS, (packaged(),))
SESSIONS = 3 * BATCH + 5


def planned() -> AnyPlan:
    return plan_games(
        LIBRARY, SimulateGames(game="heart", players=("knower", "guesser"), count=SESSIONS)
    )


@pytest.fixture(scope="module")
def games() -> AnyPlan:
    return planned()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "sessions.db"), model="offline")


def play(plan: AnyPlan, settings: Settings) -> list[AnyResult]:
    results: list[AnyResult] = []
    asyncio.run(run_as_job([plan], settings, 1, results.extend))
    return results


def jobs_in(settings: Settings) -> Sequence[JobStatus]:
    async def newest() -> Sequence[JobStatus]:
        jobs = await open_jobs(settings.store, {}, adopt=False)
        try:
            return await jobs.newest(SIMULATION)
        finally:
            await jobs.close()

    return asyncio.run(newest())


@pytest.mark.slow
def test_killed_it_goes_on_after_the_last_kept_batch_and_then_begins_anew(
    games: AnyPlan, settings: Settings
) -> None:
    def killed(acknowledge: Acknowledge) -> None:
        heard: list[AnyResult] = []

        def hear(batch: Sequence[AnyResult]) -> None:
            heard.extend(batch)
            if len(heard) == 2 * BATCH:
                acknowledge(" ".join(str(result.seconds) for result in heard))
                die()

        asyncio.run(run_as_job([games], settings, 1, hear))

    (before,) = last_words(killed)
    results = play(games, settings)
    assert [result.own.run for result in results] == games.runs
    assert [str(result.seconds) for result in results[: 2 * BATCH]] == before.split(), (
        "kept batches were played again"
    )
    assert [job.state for job in jobs_in(settings)] == ["done"]
    again = play(games, settings)
    assert [result.own for result in again] == [result.own for result in results]
    assert [result.seconds for result in again] != [result.seconds for result in results]


@pytest.mark.slow
def test_a_session_that_cannot_be_played_fails_the_job_by_name_and_the_rest_is_kept(
    games: AnyPlan, settings: Settings
) -> None:
    runs = [*games.runs[:BATCH], replace(games.runs[BATCH], player="nobody")]
    with pytest.raises(JobFailed, match="batch 2 of 2"):
        play(replace(games, runs=runs), settings)
    (job,) = jobs_in(settings)
    assert job.state == "failed"


def test_another_plan_model_or_content_is_another_simulation(games: AnyPlan) -> None:
    offline, other = Settings(store="", model="offline"), Settings(store="", model="openai:some")
    content = replace(games.materials["heart"].content, hash="another")
    marks = {
        mark_of([games], offline),
        mark_of([games], other),
        mark_of([replace(games, runs=games.runs[1:])], offline),
        mark_of([replace(games, materials={"heart": RunMaterial(content)})], offline),
        mark_of([games, games], offline),
    }
    assert len(marks) == 5
    assert mark_of([planned()], offline) in marks
