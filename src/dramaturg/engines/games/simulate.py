"""Simulating plays: players of every manner play games move by move, without a log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count as counting
from itertools import islice

from pydantic import TypeAdapter

from dramaturg.app.config.providers import voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.content.library import Library
from dramaturg.engines.games import coverage
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.base.state import GameState
from dramaturg.engines.games.content import find_game, game_content
from dramaturg.engines.games.engine import UNTIMED, GameEngine, GameRecord
from dramaturg.engines.games.outcomes import FINISHED, Outcome, Run, figures, outcome
from dramaturg.engines.games.simulated_players import (
    PLAYERS,
    ModelPlayer,
    SimulatedPlayer,
    Someone,
    move_of,
)
from dramaturg.engines.simulation import Kind, Material, Plan, Result, chosen
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.turn.contract import Heard
from dramaturg.turn.coverage import used_by
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import StoredContent, Voice
from dramaturg.turn.stopwatch import no_time

MOST_MOVES = 3_000  # after which a play is left that does not end

# ── what to play ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WantedGames:
    """What to simulate; an empty text means all players. `count` plays; every player at every game
    once if left out.

    `game` is a game's folder, its blueprint, or the knowledge to make one of; left out, one of
    every knowledge there is.
    """

    game: str | None = None
    players: str = ""
    untimed: bool = False
    count: int | None = None
    seed: int = 1


def plan_games(library: Library, wanted: WantedGames) -> Plan[Run, Outcome]:
    games = [wanted.game] if wanted.game else [entry.id for entry in library.entries("knowledge")]
    players = chosen(wanted.players, PLAYERS)
    count = wanted.count or len(games) * len(players)
    return games_of(library, cast_of(games, players, count, wanted.seed, timed=not wanted.untimed))


def games_of(library: Library, runs: Sequence[Run]) -> Plan[Run, Outcome]:
    """The plan of these plays, with the games that they need."""
    names = dict.fromkeys(run.game for run in runs)
    return Plan(
        GAMES,
        runs,
        {name: Material(game_content(asyncio.run(find_game(name, library)))) for name in names},
    )


def cast_of(
    games: Sequence[str], players: Sequence[str], count: int, seed: int, timed: bool = True
) -> list[Run]:
    """`count` plays: the games in turn, each time with the next player, until all have played all
    of them.
    """
    if unknown := [name for name in players if name not in PLAYERS]:
        raise BadInput(f"there is no player {unknown[0]!r}. {did_you_mean(unknown[0], PLAYERS)}")
    people = (
        (number, game, players[(place + shift) % len(players)])
        for number in counting()
        for shift in range(len(players))
        for place, game in enumerate(games)
    )
    return [
        Run(game, player, seed + number, timed) for number, game, player in islice(people, count)
    ]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class Games:
    """Players at games."""

    kind: Kind = "game"
    codec = TypeAdapter(Result[Outcome])

    def needs(self, run: Run) -> str:
        return run.game

    def play(self, run: Run, material: Material, settings: Settings) -> Result[Outcome]:
        engine, voice = GameEngine(_blueprint(material.content)), voice_of(settings)
        inner = SimulatedPlayer(PLAYERS[run.player], engine.blueprint, run.chance("player"))
        someone: Someone = (
            inner if settings.model == "offline" else ModelPlayer(voice, inner, run.chance("model"))
        )
        records, state = asyncio.run(play(run, engine, someone, voice))
        own = outcome(run, engine.blueprint, records, state)
        used = tuple(sorted(used_by(coverage, engine, records)))
        return Result(
            "game", own.ending, own.ending != FINISHED, own.moves, figures(own), used, own
        )


GAMES = Games()


@lru_cache(maxsize=64)
def _blueprint(content: StoredContent) -> Blueprint:
    return Blueprint.model_validate_json(content.body)


async def play(
    run: Run, engine: GameEngine, someone: Someone, voice: Voice
) -> tuple[list[GameRecord], GameState]:
    """The play, until it is finished; or until it is clear that it has no end."""
    opened = await play_opening(engine, Heard(to=None if run.timed else UNTIMED), voice, no_time)
    records, state = [opened.record], opened.state
    while state.phase != FINISHED and len(records) <= MOST_MOVES:
        heard = Heard(move_json(await move_of(someone, state)))
        played = await play_turn(engine, state, len(records), heard, voice, no_time)
        state = played.state
        records.append(played.record)
    return records, state
