"""Simulating plays: players of every manner play games move by move, without a log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from pydantic import Field, TypeAdapter

from dramaturg.content.library import Library
from dramaturg.engines.games import coverage
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.content import find_game, game_content, made_of
from dramaturg.engines.games.engine import UNTIMED, GameEngine
from dramaturg.engines.games.outcomes import FINISHED, GameOutcome, GameRun, figures, outcome
from dramaturg.engines.games.simulated_players import (
    PLAYERS,
    AnyPlayer,
    ModelPlayer,
    SimulatedPlayer,
    move_of,
)
from dramaturg.engines.games.simulation_report import report
from dramaturg.engines.simulation import (
    CohortKey,
    Kept,
    NamedByCohort,
    Playing,
    Result,
    RunMaterial,
    SimulatedSession,
    SimulationPlan,
    SimulationReport,
    SimulationRequest,
    Simulator,
    in_turn,
    people_key,
    require_known,
)
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent, Voice

MOST_MOVES = 3_000  # after which a play is left that does not end


class SimulateGames(SimulationRequest):
    """Players play a game of the shelf, or one made of some knowledge; left out, one of every
    knowledge.
    """

    game: str | None = Field(
        None,
        description=(
            "A game's folder, its blueprint or an id of knowledge; one of every knowledge if left"
            " out."
        ),
    )
    players: tuple[str, ...] = Field(
        (), description="Some of the players, separated by commas; all of them if left out."
    )
    untimed: bool = Field(False, description="Without clocks.")


def runs_of(
    games: Sequence[str], players: Sequence[str], count: int, seed: int, timed: bool = True
) -> list[GameRun]:
    """`count` plays: the games in turn, each time with the next player, until all have played all
    of them.
    """
    require_known("player", players, PLAYERS)
    return [
        GameRun(games[place], player, seed + number, timed)
        for number, place, player in in_turn(len(games), players, count)
    ]


async def play(
    run: GameRun, engine: GameEngine, someone: AnyPlayer, voice: Voice
) -> SimulatedSession:
    """The play, until it is finished; or until it is clear that it has no end."""
    session = SimulatedSession(engine, voice)
    await session.open(Heard(to=None if run.timed else UNTIMED))
    while session.state.phase != FINISHED and len(session.records) <= MOST_MOVES:
        await session.turn(Heard(move_json(await move_of(someone, session.state))))
    return session


@lru_cache(maxsize=64)
def _blueprint(content: StoredContent) -> Blueprint:
    return Blueprint.model_validate_json(content.body)


class GameSimulator(Simulator):
    """Players at games."""

    engine, word, sessions = "games", "game", "plays"
    about = (
        "What becomes of many plays: points, hints, further tries and wrong beliefs, by player and"
        " by game."
    )
    listed = "Plays"
    people = ("players", tuple(PLAYERS))
    request = SimulateGames
    codec = TypeAdapter(Result[GameOutcome])
    by_name = True
    play_keys: ClassVar = {
        "game": CohortKey(
            str,
            Field(
                description="Id of a knowledge file, or a game's folder, as seen from this file."
            ),
            NamedByCohort("knowledge", file=True),
        ),
        "untimed": CohortKey(bool, SimulateGames.model_fields["untimed"]),
    }
    group_keys: ClassVar = {"players": people_key("Of a game.", "player", PLAYERS)}

    def plan(
        self, library: Library, request: SimulateGames, kept: Kept | None = None
    ) -> SimulationPlan:
        every = [entry.id for entry in library.entries("knowledge")]
        games, players = [request.game] if request.game else every, request.players or (*PLAYERS,)
        count = request.count or len(games) * len(players)
        runs = runs_of(games, players, count, request.seed, timed=not request.untimed)
        return self.plan_runs(library, runs, kept)

    def plan_runs(
        self, library: Library, runs: Sequence[GameRun], kept: Kept | None = None
    ) -> SimulationPlan:
        """The plan of these plays, with the games that they need."""
        names = dict.fromkeys(run.game for run in runs)
        contents = {name: self.content_named(library, name, kept) for name in names}
        return SimulationPlan(
            self, runs, {name: RunMaterial(each) for name, each in contents.items()}
        )

    def plan_group(
        self, library: Library, play: Any, group: Any, count: int, seed: int
    ) -> SimulationPlan:
        players = group.players or ()
        return self.plan(
            library,
            SimulateGames(
                game=play.game, players=players, untimed=play.untimed, count=count, seed=seed
            ),
        )

    def content_named(self, library: Library, name: str, kept: Kept | None) -> StoredContent:
        """One that is kept, or lies in a folder; or one made on the spot of the knowledge of that
        id.
        """
        if kept is None:
            return game_content(asyncio.run(find_game(name, library)))
        return kept(name) or game_content(asyncio.run(made_of(name, library)))

    def title(self, request: SimulateGames, plan: SimulationPlan, library: Library) -> str:
        if request.game is None:
            return "Plays"
        return f"Plays: {_blueprint(plan.materials[request.game].content).title}"

    def needs(self, run: GameRun) -> str:
        return run.game

    def group_of(self, run: GameRun) -> str:
        return run.player

    def play(self, run: GameRun, material: RunMaterial, playing: Playing) -> Result[GameOutcome]:
        engine, voice = GameEngine(_blueprint(material.content)), playing.voice
        planned = SimulatedPlayer(PLAYERS[run.player], engine.blueprint, run.chance("player"))
        someone = ModelPlayer(voice, planned, run.chance("model")) if playing.worded else planned
        session = asyncio.run(play(run, engine, someone, voice))
        own = outcome(run, engine.blueprint, session.records, session.state)
        used, stuck = session.used(coverage), own.ending != FINISHED
        return Result(self.word, own.ending, stuck, own.moves, figures(own), used, own)

    def report(
        self, outcomes: Sequence[GameOutcome], request: SimulateGames, model: str
    ) -> SimulationReport:
        return report(outcomes, request.asked, model)


SIMULATOR = GameSimulator()
plan_games = SIMULATOR.plan
