"""Every mechanic can be played to full marks by mouse, by keyboard alone and by taps, and Python counts the same points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.engines.games.page.conftest import Opener
from tests.engines.games.page.fixtures import MODES, only, whole
from tests.engines.games.page.hands import CONTEXT, HANDS, begin, downloaded, play_right
from tests.engines.games.parity.plays import as_json, outcomes

from dramaturg.engines.games.blueprint import Blueprint
from dramaturg.engines.games.moves import read_move
from dramaturg.engines.games.play import begin as begun
from dramaturg.engines.games.play import step, total_points
from dramaturg.engines.games.state import GameState, apply
from dramaturg.turn.engine import fold

pytestmark = pytest.mark.slow

GAMES = {**{mode: only(mode) for mode in MODES}, "timed_challenge": only("sorting_categories", limit=300)}


def graded(blueprint: Blueprint, record: dict[str, Any]) -> tuple[int, list[Any]]:
    """The points and the events that Python's rules give to a downloaded play."""
    said = outcomes(blueprint, record["events"][0]["timers"], record["moves"])
    events = [event for outcome in said for event in outcome["events"]]
    return events[-1]["points"], events


@pytest.mark.parametrize("way", HANDS)
@pytest.mark.parametrize("name", GAMES)
def test_full_marks(open_game: Opener, name: str, way: str) -> None:
    blueprint = GAMES[name]
    page = open_game(blueprint, **CONTEXT[way])
    hand = HANDS[way](page)
    hand.press(hand.named("Begin"))
    play_right(hand, blueprint.scenes[0].mechanics[0])
    hand.press(hand.named("Continue"))
    assert page.locator(".total").inner_text().split()[0] == str(blueprint.total_max_score)
    record = downloaded(page)
    assert record["blueprint"] == blueprint.id
    assert graded(blueprint, record) == (record["score"], record["events"])
    assert record["score"] == blueprint.total_max_score
