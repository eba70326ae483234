"""`dramaturg play game`: a game in the terminal. What is typed is read by the mechanic
that is up.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any
from uuid import uuid4

from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from dramaturg.app.wiring import App, open_app
from dramaturg.cli.play import asker
from dramaturg.cli.sessions import find_session
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import GameState
from dramaturg.engines.games.content import find_game, game_content
from dramaturg.engines.games.engine import UNTIMED, GameEngine
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.engines.games.rules.play import (
    PATIENCE,
    deadlines,
    progress_of,
    round_of,
    total_points,
)
from dramaturg.engines.games.rules.typed_moves import typed_move
from dramaturg.engines.games.zone_map import zone_map
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.contract import Heard

WIDTH = 100

HELP = """Answer as the round tells you. Besides that:
hint      help with what is up        next    leave this round, or go on
retry     another try                 score   how you stand
map       the picture once more       quit    leave; the play is kept"""


def run_play_game(game: str, session: str | None, untimed: bool) -> None:
    try:
        asyncio.run(_play(game, session, untimed))
    except (EOFError, KeyboardInterrupt):
        print()


async def _play(game: str, session: str | None, untimed: bool) -> None:
    console = Console(highlight=False)
    async with open_app() as app:
        if session is None:
            blueprint = await find_game(game, app.library)
            session, opening = await app.sessions.open(
                game_content(blueprint), to=UNTIMED if untimed else None
            )
            show_cover(console, blueprint)
            console.print(Text(opening.line))
        else:
            session = await find_session(app.log, session)
            await app.sessions.resume(session)
        board = Board(app, session, console)
        await board.show_round()
        ask = asker("play › ")
        while await board.round(await asyncio.to_thread(ask)):
            pass
        console.print(Text(f"Kept as {session}.", style="dim"))


def show_cover(console: Console, blueprint: Blueprint) -> None:
    about = (
        f"{blueprint.subject}, {blueprint.difficulty}, about {blueprint.estimated_duration_minutes}"
        " minutes, "
    )
    about += f"{blueprint.total_max_score} points"
    console.print(
        Panel(
            Text(about),
            title=Text(blueprint.title),
            subtitle="help for commands",
            width=min(console.width, WIDTH),
        )
    )


class Board:
    """One player at one play: takes a line, makes a move of it, shows what came of it."""

    def __init__(self, app: App, session: str, console: Console) -> None:
        self._app, self._session, self._console = app, session, console
        self._before, self._began = 0.0, time.monotonic()

    async def round(self, words: str) -> bool:
        """Play what was typed; False when the play is over, or the player leaves."""
        match words.strip().casefold():
            case "":
                return True
            case "quit" | "/quit":
                return False
            case "help" | "?" | "/help":
                self._console.print(HELP, style="dim")
            case "score":
                await self._show_score()
            case "map":
                await self._show_map()
            case _:
                await self._move(words.strip())
        _, state = await self._now()
        return state.phase != "finished"

    async def show_round(self) -> None:
        engine, state = await self._now()
        self._before = state.clock  # taken up in the middle: its clock goes on from there
        await self._show_map()
        self._show_view(engine, state)

    async def _move(self, words: str) -> None:
        engine, state = await self._now()
        try:
            move = typed_move(words, engine.blueprint, state) | {"at": round(self._clock(), 1)}
            heard = Heard(json.dumps(move, ensure_ascii=False))
            record = await self._app.sessions.turn(self._session, heard, uuid4().hex)
        except BadInput as error:
            self._console.print(Text(str(error), style="yellow"))
            return
        if record.line:
            self._console.print(Text(f"\n{record.line}\n"), width=min(self._console.width, WIDTH))
        await self._show_next(state)

    async def _show_next(self, before: GameState) -> None:
        engine, state = await self._now()
        if state.phase == "finished":
            await self._show_score()
            return
        if state.mechanic != before.mechanic or state.scene != before.scene:
            await self._show_map()
        self._show_view(engine, state)

    def _show_view(self, engine: GameEngine, state: GameState) -> None:
        if state.phase != "playing":
            what = state.exit if state.phase == "ended" else state.scene
            onward = (
                "next"
                if state.met
                else "retry or next"
                if state.unmet.get(what, 0) >= PATIENCE
                else "retry"
            )
            self._console.print(Text(f"Type: {onward}", style="dim"))
            return
        up = round_of(engine.blueprint, state)
        self._console.print(
            Text("\n".join(MECHANICS[up.mode].view(up, progress_of(up, state.trying))))
        )
        if state.timers and (
            due := [when for when, _, _ in deadlines(engine.blueprint.by_scene[state.scene], state)]
        ):
            self._console.print(
                Text(f"{max(0, min(due) - self._clock()):.0f} seconds left", style="magenta")
            )

    async def _show_map(self) -> None:
        engine, state = await self._now()
        scene = engine.blueprint.by_scene[state.scene]
        if (
            scene.diagram is None
            or not MECHANICS[round_of(engine.blueprint, state).mode].NEEDS_DIAGRAM
        ):
            return
        self._console.print(
            Panel(Text("\n".join(zone_map(scene))), title=Text(scene.title), expand=False)
        )
        self._console.print(
            Text(scene.diagram.alt, style="dim"), width=min(self._console.width, WIDTH)
        )
        if scene.diagram.attribution:
            self._console.print(Text(f"Picture: {scene.diagram.attribution}", style="dim"))

    async def _show_score(self) -> None:
        engine, state = await self._now()
        grid = Grid("scene", "round", "points", "of", box=None, pad_edge=False)
        for scene in engine.blueprint.scenes:
            for each in scene.mechanics:
                name = each.mode.replace("_", " ")
                grid.add_row(
                    scene.title, name, str(state.points_of(each.mechanic_id)), str(each.max_score)
                )
        points = str(total_points(engine.blueprint, state))
        grid.add_row(
            Text("all", style="bold"),
            "",
            Text(points, style="bold"),
            str(engine.blueprint.total_max_score),
        )
        self._console.print(grid)

    async def _now(self) -> tuple[GameEngine, GameState]:
        live: Any = await self._app.sessions.live(self._session)
        return live.engine, live.state

    def _clock(self) -> float:
        return self._before + time.monotonic() - self._began
