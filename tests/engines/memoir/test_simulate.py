"""Simulated memoirs: whole lives told over months, in every manner, and no rule of the
seed broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.run import playing_of, simulate
from dramaturg.content.library import Library, packaged
from dramaturg.engines.memoir.base.records import only
from dramaturg.engines.memoir.base.state import SittingBegan
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.manners import MANNERS
from dramaturg.engines.memoir.outcomes import MemoirOutcome, MemoirRun, SimulatedMemoir, outcome
from dramaturg.engines.memoir.simulate import SIMULATOR, WEEK, lives_of, runs_of, tell
from dramaturg.engines.memoir.simulation_report import summary
from dramaturg.engines.memoir.teller import Life
from dramaturg.kernel.errors import BadInput, NotFound

LIBRARY = Library({**KINDS, "teller": Life}, (packaged(),))
OFFLINE = Settings(model="offline", store="unused.db")
SITTINGS, TURNS = 2, 8


@cache
def told(manner: str) -> tuple[MemoirRun, SimulatedMemoir]:
    (life,) = lives_of(LIBRARY, "gurdev_southall")
    run = MemoirRun(life.id, manner, 3, SITTINGS, TURNS)
    return run, tell(
        run, life, memoir_content(LIBRARY, "origins", life.known(TURNS)), playing_of(OFFLINE)
    )


def came_of(manner: str) -> MemoirOutcome:
    return outcome(*told(manner))


def openings(memoir: SimulatedMemoir) -> Sequence[SittingBegan]:
    return [event for record in memoir.records if (event := only(record, SittingBegan)) is not None]


@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
def test_no_rule_is_broken_and_no_question_asked_twice(manner: str) -> None:
    found = came_of(manner)
    assert found.violations == ()
    assert found.repeated == 0


@pytest.mark.slow
def test_weeks_lie_between_the_sittings() -> None:
    _, memoir = told("generous")
    assert len(openings(memoir)) == SITTINGS
    assert all(later.at - sooner.at >= WEEK for sooner, later in pairwise(openings(memoir)))


@pytest.mark.slow
@pytest.mark.parametrize("manner", ["distressed", "asking_to_stop", "in_danger"])
def test_whoever_breaks_is_met_and_what_they_say_afterwards_is_heard_without_a_question(
    manner: str,
) -> None:
    found = came_of(manner)
    assert found.stops.met == found.stops.times == 1


@pytest.mark.slow
def test_refusals_are_met_and_what_was_refused_is_not_named_again() -> None:
    found = came_of("refusing")
    assert found.refusals.times > 0
    assert found.refusals.met == found.refusals.times
    assert found.pressed == 0


@pytest.mark.slow
def test_the_same_seed_gives_the_same_memoir() -> None:
    run, memoir = told("drifting")
    (life,) = lives_of(LIBRARY, run.life)
    again = tell(
        run, life, memoir_content(LIBRARY, "origins", life.known(TURNS)), playing_of(OFFLINE)
    )
    assert [record.line for record in again.records] == [record.line for record in memoir.records]


@pytest.mark.slow
def test_a_summary_counts_all_memoirs_together() -> None:
    outcomes = [came_of("generous"), came_of("refusing")]
    whole = summary(outcomes)
    assert (whole.memoirs, whole.passages) == (2, sum(each.passages for each in outcomes))
    assert sum(whole.levels) == sum(whole.routes.values()) == whole.passages
    assert whole.refusals == outcomes[0].refusals + outcomes[1].refusals


@pytest.mark.slow
def test_memoirs_come_in_the_order_of_the_plan() -> None:
    plan = runs_of(lives_of(LIBRARY), ["terse", "generous"], count=2, seed=5, sittings=1, turns=4)
    assert [
        result.own.run for result in simulate([SIMULATOR.plan_runs(LIBRARY, plan)], OFFLINE)
    ] == plan


def test_the_plan_has_every_manner_and_takes_the_lives_in_turn() -> None:
    plan = runs_of(
        lives_of(LIBRARY), list(MANNERS), count=2 * len(MANNERS), seed=1, sittings=1, turns=4
    )
    assert len(plan) == 2 * len(MANNERS)
    assert {run.life for run in plan} == {life.id for life in lives_of(LIBRARY)}
    assert len({(run.life, run.manner, run.seed) for run in plan}) == len(plan)


def test_an_unknown_life_or_manner_is_told_with_what_there_is() -> None:
    with pytest.raises(NotFound, match="jens_thyboron"):
        lives_of(LIBRARY, "jens")
    with pytest.raises(BadInput, match="grieving"):
        runs_of(lives_of(LIBRARY), ["greiving"], 1, 1, 1, 4)
