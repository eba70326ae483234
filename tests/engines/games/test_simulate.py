"""Simulated players: each plays by its manner, the same seed plays the same, and every play comes
to an end.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from random import Random

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.run import simulate
from dramaturg.content.library import Library, packaged
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import Hint, Move, Next
from dramaturg.engines.games.base.state import GameState, apply
from dramaturg.engines.games.content import game_content
from dramaturg.engines.games.outcomes import GameOutcome, GameRun, figures
from dramaturg.engines.games.rules.play import begin, round_of, step
from dramaturg.engines.games.simulate import (
    MOST_MOVES,
    SIMULATOR,
    SimulateGames,
    plan_games,
    runs_of,
)
from dramaturg.engines.games.simulated_players import (
    PLAYERS,
    ModelPlayer,
    PlayManner,
    SimulatedPlayer,
    in_words,
    possible_moves,
)
from dramaturg.engines.games.simulation_report import summary
from dramaturg.engines.simulation import RunMaterial, SimulationPlan
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.engine import fold

LIBRARY = Library(KINDS, (packaged(),))
OFFLINE = Settings(store="", model="offline")
GAME = "heart"


@pytest.fixture(scope="module")
def plan() -> SimulationPlan:
    return SIMULATOR.plan_runs(LIBRARY, runs_of([GAME], list(PLAYERS), 3 * len(PLAYERS), 1))


@pytest.fixture(scope="module")
def outcomes(plan: SimulationPlan) -> list[GameOutcome]:
    results = list(simulate([plan], OFFLINE))
    assert not any(result.stuck for result in results)
    return [result.own for result in results]


@pytest.fixture(scope="module")
def blueprint(plan: SimulationPlan) -> Blueprint:
    return Blueprint.model_validate_json(plan.materials[GAME].content.body)


@pytest.fixture(scope="module")
def state(blueprint: Blueprint) -> GameState:
    return fold(apply, begin(blueprint), GameState())


def of(outcomes: list[GameOutcome], player: str) -> list[GameOutcome]:
    return [each for each in outcomes if each.run.player == player]


# ── manners ───────────────────────────────────────────────────────────────────────────────────────


def test_every_play_ends_long_before_it_is_left(outcomes: list[GameOutcome]) -> None:
    assert {each.ending for each in outcomes} == {"finished"}
    assert max(each.moves for each in outcomes) < MOST_MOVES / 10


def test_whoever_knows_gets_every_point_and_whoever_is_never_right_hardly_any(
    outcomes: list[GameOutcome],
) -> None:
    assert {each.share for each in of(outcomes, "knower")} == {1.0}
    assert all(each.share < 0.2 for each in of(outcomes, "never_right"))


def test_the_thorough_take_hints_and_the_knower_none(outcomes: list[GameOutcome]) -> None:
    assert all(each.hints > 5 for each in of(outcomes, "thorough"))
    assert all(each.hints == 0 for each in of(outcomes, "knower"))


def test_whoever_gives_up_answers_no_more_and_takes_ways_out_unmet(
    outcomes: list[GameOutcome],
) -> None:
    patience = PLAYERS["gives_up"].patience or 0
    assert all(each.waived and each.answers <= patience for each in of(outcomes, "gives_up"))


def test_the_hasty_are_faster_than_the_thorough(outcomes: list[GameOutcome]) -> None:
    assert max(each.played for each in of(outcomes, "hasty")) < min(
        each.played for each in of(outcomes, "thorough")
    )


def test_whoever_waits_lets_every_clock_run_out(plan: SimulationPlan) -> None:
    body = json.loads(plan.materials[GAME].content.body)
    rounds = [each for scene in body["scenes"] for each in scene["mechanics"]]
    for each in rounds:
        each["timeLimitSeconds"] = 60.0
    content = game_content(Blueprint.model_validate(body))
    runs = [GameRun(GAME, "out_of_time", 1), GameRun(GAME, "out_of_time", 1, timed=False)]
    timed, untimed = (
        result.own
        for result in simulate(
            [replace(plan, runs=runs, materials={GAME: RunMaterial(content)})], OFFLINE
        )
    )
    assert timed.time_ups >= len(rounds) and timed.answers == 0
    assert untimed.time_ups == 0 and untimed.ending == "finished"


def test_the_same_seed_plays_the_same_and_another_does_not(plan: SimulationPlan) -> None:
    runs = [GameRun(GAME, "guesser", seed) for seed in (1, 1, 2)]
    first, again, other = (
        figures(result.own) for result in simulate([replace(plan, runs=runs)], OFFLINE)
    )
    assert first == again != other


# ── with a model ──────────────────────────────────────────────────────────────────────────────────


def planned(blueprint: Blueprint, state: GameState) -> Move:
    return SimulatedPlayer(PlayManner(), blueprint, Random(1)).move(state)


def by_model(blueprint: Blueprint, state: GameState, answer: str) -> tuple[Move, ScriptVoice]:
    voice = ScriptVoice(lambda prompt: answer)
    player = ModelPlayer(voice, SimulatedPlayer(PlayManner(), blueprint, Random(1)), Random(2))
    return asyncio.run(player.move(state)), voice


def test_a_model_chooses_by_number_among_moves_that_the_rules_allow(
    blueprint: Blueprint, state: GameState
) -> None:
    possible = possible_moves(blueprint, state, planned(blueprint, state), Random(2))
    assert len(possible) > 3
    assert all(step(blueprint, state, move) for move in possible)
    move, voice = by_model(blueprint, state, "3")
    assert move == possible[2]
    assert f"3. {in_words(round_of(blueprint, state), move)}" in voice.heard[0].user


@pytest.mark.parametrize("answer", ["", "0", "99", "the aorta", "-1"])
def test_what_is_no_number_of_a_move_leaves_the_choice_to_the_player(
    blueprint: Blueprint, state: GameState, answer: str
) -> None:
    move, voice = by_model(blueprint, state, answer)
    assert move == planned(blueprint, state)
    assert len(voice.heard) == 2


def test_between_rounds_no_model_is_asked(blueprint: Blueprint, state: GameState) -> None:
    ended = fold(apply, step(blueprint, state, Next()), state)
    assert ended.phase == "ended"
    _, voice = by_model(blueprint, ended, "1")
    assert voice.heard == []


def test_without_an_answer_the_player_plays_on_alone(
    blueprint: Blueprint, state: GameState
) -> None:
    player = ModelPlayer(
        OfflineVoice(), SimulatedPlayer(PlayManner(hints=1.0), blueprint, Random(1)), Random(2)
    )
    assert isinstance(asyncio.run(player.move(state)), Hint)


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


def test_every_player_plays_every_game_before_anybody_plays_one_again() -> None:
    runs = runs_of(["a", "b", "c"], list(PLAYERS), 3 * len(PLAYERS) + 1, 5)
    assert len({(run.game, run.player) for run in runs}) == 3 * len(PLAYERS)
    assert {run.game for run in runs[:3]} == {"a", "b", "c"}
    assert [run.seed for run in runs] == [5] * 3 * len(PLAYERS) + [6]


def test_an_unknown_player_or_game_is_told_with_what_there_is() -> None:
    with pytest.raises(BadInput, match="Did you mean 'guesser'"):
        runs_of(["a"], ["gueser"], 1, 1)
    with pytest.raises(NotFound, match="heart"):
        plan_games(LIBRARY, SimulateGames(game="hart"))


def test_a_summary_is_of_means_and_of_all_answers_together() -> None:
    one = GameOutcome(
        GameRun(GAME, "knower", 1), "finished", 10, 100, 100, 10, 10, 0, 0, 0, 0, 0, 60.0
    )
    other = GameOutcome(
        GameRun(GAME, "guesser", 1), "playing", 30, 50, 100, 30, 10, 2, 4, 0, 1, 3, 180.0
    )
    found = summary([one, other])
    assert (found.finished, found.points, found.moves, found.most_moves, found.right) == (
        0.5,
        0.75,
        20,
        30,
        0.5,
    )
    assert (found.minutes, found.endings) == (2.0, {"finished": 1, "playing": 1})
