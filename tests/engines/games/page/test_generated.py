"""Games as they are really made: played by hand to the last point, and easy to use on a small
screen, whatever the picture.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.engines.games.page.conftest import Opener
from tests.engines.games.page.generated import SUBJECTS, generated
from tests.engines.games.page.hands import Mouse, downloaded, play_right, resume
from tests.engines.games.page.judging import (
    SMALL,
    expect_pins_apart,
    go_on,
    graded,
    sideways,
    violations,
)

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.base.state import GameState, apply
from dramaturg.engines.games.rules.play import begin, step
from dramaturg.engines.games.rules.players import perfect, play_through
from dramaturg.turn.engine import fold

pytestmark = pytest.mark.slow


def halfway(blueprint: Blueprint) -> dict[str, list[dict[str, Any]]]:
    """For each mechanic the moves that lead into the middle of it."""
    play = play_through(blueprint, perfect, timers=False)
    state, found = fold(apply, begin(blueprint, timers=False), GameState()), {}
    for number, move in enumerate(play.moves, start=1):
        state = fold(apply, step(blueprint, state, move), state)
        if state.phase == "playing" and len(state.trying.settled) == 2:
            found[state.mechanic] = [json.loads(move_json(each)) for each in play.moves[:number]]
    return found


def test_a_game_made_from_knowledge_is_played_to_the_last_point(open_game: Opener) -> None:
    blueprint = generated("heart")
    page = open_game(blueprint)
    hand = Mouse(page)
    hand.press(hand.named("Begin"))
    for scene in blueprint.scenes:
        for round in scene.mechanics:
            play_right(hand, round)
            go_on(hand)
        if (
            blueprint.onward.get(scene.scene_id)
            and blueprint.onward[scene.scene_id].type == "button"
        ):
            go_on(hand)
    record = downloaded(page)
    assert record["score"] == blueprint.total_max_score
    assert graded(blueprint, record) == (record["score"], record["events"])


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_round_fits_a_small_screen_and_everybody(open_game: Opener, subject: str) -> None:
    blueprint = generated(subject)
    page = open_game(blueprint, viewport=SMALL)
    for mechanic, moves in halfway(blueprint).items():
        resume(page, blueprint, moves, timers=False)
        assert not sideways(page), mechanic
        assert violations(page) == [], mechanic


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_two_pins_lie_on_one_another(open_game: Opener, subject: str) -> None:
    blueprint = generated(subject)
    page = open_game(blueprint, viewport=SMALL)
    for moves in halfway(blueprint).values():
        resume(page, blueprint, moves, timers=False)
        expect_pins_apart(page)
