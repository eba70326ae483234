"""What moves of a game reach: scenes, mechanics, ways out, items, options, misconceptions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.games.designs import random_design
from tests.engines.games.rounds import blueprint_of

from dramaturg.engines.games.base.state import Answered, GameState
from dramaturg.engines.games.coverage import things, used
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.games.make.build import build_game_graph
from dramaturg.engines.games.rules.players import PLAYERS, play_through
from dramaturg.turn.contract import Heard, Percept, Settlement, TurnRecord, Verdict
from dramaturg.turn.migration import Item

GAMES = [GameEngine(blueprint_of(build_game_graph(random_design(seed)))) for seed in range(12)]


def reached(engine: GameEngine, *events: Any) -> set[Item]:
    record: Any = TurnRecord(1, Heard("{}"), Percept(), None, None, Verdict(""), Settlement(events))
    return set(used(engine, GameState(), record))


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.blueprint.id)
def test_whoever_plays_a_game_to_its_end_reaches_every_scene_and_every_way_on(
    engine: GameEngine,
) -> None:
    played = reached(engine, *play_through(engine.blueprint, PLAYERS["perfect"], 1).events)
    for kind in ("scene", "mechanic", "connection"):
        assert {item for item in things(engine) if item[0] == kind} <= played


@pytest.mark.parametrize("player", PLAYERS)
def test_whatever_a_player_does_only_things_are_reached_that_there_are(player: str) -> None:
    for engine in GAMES:
        found = set(things(engine))
        played = reached(engine, *play_through(engine.blueprint, PLAYERS[player], 1).events)
        kinds = ("scene", "mechanic", "connection", "misconception")
        assert {item for item in played if item[0] in kinds} <= found


def test_a_wrong_answer_reaches_its_item_and_its_misconception() -> None:
    wrong = Answered(
        "m1", "aorta", "z2", right=False, charged=True, settled=False, misconception="mirrored"
    )
    assert {("item", "m1/aorta"), ("misconception", "m1/mirrored")} <= reached(GAMES[0], wrong)
