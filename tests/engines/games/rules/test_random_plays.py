"""A thousand random designs, each played by four players: all come to the end, and the perfect
one has every point.
"""

from __future__ import annotations

import pytest
from tests.engines.games.designs import random_design
from tests.engines.games.rounds import blueprint_of

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import Ended, Finished, Passed, Retried, ScenePassed
from dramaturg.engines.games.checks.blueprint import blueprint_issues
from dramaturg.engines.games.make.build import build_game_graph, sequential_graph
from dramaturg.engines.games.rules.play import total_points
from dramaturg.engines.games.rules.players import PLAYERS, Play, play_through

PORTIONS = [range(start, start + 250) for start in range(0, 20_000, 5_000)]


@pytest.mark.slow
@pytest.mark.parametrize("seeds", PORTIONS, ids=str)
def test_every_player_of_every_design_comes_to_the_end(seeds: range) -> None:
    for seed in seeds:
        blueprint = blueprint_of(build_game_graph(random_design(seed)))
        plays = {
            name: play_through(blueprint, player, seed, timers=seed % 5 != 0)
            for name, player in PLAYERS.items()
        }
        for name, play in plays.items():
            assert play.events[-1] == Finished(total_points(blueprint, play.state)), (seed, name)
            assert_honest(blueprint, play)
        assert total_points(blueprint, plays["perfect"].state) == blueprint.total_max_score, seed
        assert not plays["perfect"].state.waived, seed


def assert_honest(blueprint: Blueprint, play: Play) -> None:
    """No more points than there are, nothing waived that was met, and nothing left behind without a
    way out.
    """
    for scene in blueprint.scenes:
        for round in scene.mechanics:
            assert 0 <= play.state.points_of(round.mechanic_id) <= round.max_score
    left = [event for event in play.events if isinstance(event, Passed | ScenePassed)]
    shut = {event.exit for event in play.events if isinstance(event, Ended) and not event.met}
    assert all(event.exit in shut for event in left if isinstance(event, Passed) and event.waived)
    assert {event.scene for event in left if isinstance(event, ScenePassed)} == set(
        blueprint.by_scene
    )


@pytest.mark.slow
def test_the_plays_have_everything_in_them() -> None:
    """The players really meet gates, clocks, tries and ways around them."""
    plays = [
        play_through(blueprint_of(build_game_graph(random_design(seed))), player, seed)
        for seed in range(150)
        for player in PLAYERS.values()
    ]
    events = [event for play in plays for event in play.events]
    assert {event.how for event in events if isinstance(event, Ended)} == {
        "complete",
        "time",
        "left",
    }
    assert any(isinstance(event, Retried) and len(event.mechanics) > 1 for event in events)
    assert any(isinstance(event, Passed) and event.waived for event in events)
    assert any(isinstance(event, ScenePassed) and event.waived for event in events)
    assert any(isinstance(event, Ended) and event.exit != event.mechanic for event in events), (
        "a clock over several"
    )


@pytest.mark.parametrize("seed", range(40))
def test_the_fallback_graph_can_be_played_too(seed: int) -> None:
    blueprint = blueprint_of(sequential_graph(random_design(seed)))
    assert not [issue for issue in blueprint_issues(blueprint) if issue.code.startswith("game")]
