"""Playing plans: in order, mixed evenly, the same in every process, and with the session named that
cannot be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.requests import plan_all
from dramaturg.app.simulate.run import fitting_workers, simulate, tasks_of
from dramaturg.content.library import Library, packaged
from dramaturg.engines.games.simulate import SimulateGames, plan_games
from dramaturg.engines.simulation import AnyPlan, Result, overview

LIBRARY = Library(KINDS, (packaged(),))
OFFLINE = Settings(store="", model="offline")


@pytest.fixture(scope="module")
def games() -> AnyPlan:
    return plan_games(LIBRARY, SimulateGames(game="heart", count=7))


def test_every_run_is_played_in_the_order_of_its_plan(games: AnyPlan) -> None:
    results = list(simulate([games], OFFLINE))
    assert [result.own.run for result in results] == games.runs
    assert all(result.seconds > 0 and result.memory > 10_000_000 for result in results)


def test_plans_are_mixed_evenly_whatever_their_lengths(games: AnyPlan) -> None:
    long, short = (replace(games, runs=list(runs)) for runs in ("abcdef", "xy"))
    assert "".join(task.run for task in tasks_of([long, short])) == "abxcdeyf"


def test_a_session_that_cannot_be_played_is_named(games: AnyPlan) -> None:
    unplayable = replace(games, runs=[replace(games.runs[0], player="nobody")])
    with pytest.raises(KeyError) as caught:
        list(simulate([unplayable], OFFLINE))
    assert "player='nobody'" in caught.value.__notes__[0]


def test_few_sessions_are_played_in_this_process() -> None:
    assert fitting_workers(1) == fitting_workers(3) == 1


def test_a_figure_is_a_mean_over_the_sessions_that_have_it() -> None:
    def came(ending: str, figures: Mapping[str, float]) -> Result[None]:
        return Result("sim", ending, ending == "left", 10, figures, (), None, 2.0, 7)

    found = overview(
        [
            came("walk", {"heard": 1.0, "bridged": 0.5}),
            came("walk", {"heard": 0.0}),
            came("left", {"heard": 0.5}),
        ]
    )
    assert (found.sessions, found.stuck, found.turns, found.seconds, found.memory) == (
        3,
        1,
        30,
        6.0,
        7,
    )
    assert found.figures == {"heard": 0.5, "bridged": 0.5}
    assert found.endings == {"walk": 2, "left": 1}


@pytest.mark.slow
def test_a_session_of_every_kind_ends_tells_what_it_reached_and_goes_through_json() -> None:
    plans = plan_all(LIBRARY, count=1, turns=4)
    for plan, result in zip(plans, simulate(plans, OFFLINE), strict=True):
        assert not result.stuck, asdict(result)
        assert result.turns and result.figures and result.used
        codec = plan.simulator.codec
        assert codec.validate_json(codec.dump_json(result)) == result
        assert plan.simulator.word == result.kind
