"""Plays: sessions of the games. A move is a turn whose text is the move as JSON; here a play is
opened, and taken up again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_parties
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.api.routes.games import TheShelf, played_page
from dramaturg.app.games.game_store import GameStore
from dramaturg.app.wiring import App
from dramaturg.engines.games import view as games
from dramaturg.engines.games.content import game_content, made_of
from dramaturg.engines.games.engine import UNTIMED
from dramaturg.engines.games.view import GameScene
from dramaturg.kernel.errors import NotFound
from dramaturg.turn.ports import SessionInfo, StoredContent

router = APIRouter(tags=["plays"])
logger = logging.getLogger(__name__)


class PlayGame(Sent):
    """A game of this server, by its id."""

    game: str = Field(min_length=1, max_length=64)
    timers: bool = True


class PlayTopic(Sent):
    """A game that is made on the spot from a knowledge file."""

    knowledge: str = Field(min_length=1, max_length=200)
    timers: bool = True


class PlaySame(Sent):
    """The game of another play, as it was then."""

    again: str = Field(min_length=1, max_length=100)
    timers: bool = True


class PlayDifference(Sent):
    """A turn after which a page counted other points than the server."""

    turn: int = Field(ge=0, le=1_000_000)
    points: int = Field(ge=0, le=1_000_000_000)


@dataclass(frozen=True, slots=True)
class PlayShown:
    """A play to be taken up: replayed move by move it stands where the scene says. `clock` is its
    seconds so far.

    `moved`: it went on with another version of its game, so that its moves alone no longer lead
    there.
    """

    session: str
    timers: bool
    clock: float
    moves: tuple[Mapping[str, Any], ...]
    scene: GameScene
    moved: bool = False


async def play_of(info: TheSession) -> SessionInfo:
    if info.engine != "games":
        raise NotFound(f"session {info.id} is no play")
    return info


ThePlay = Annotated[SessionInfo, Depends(play_of)]


@router.post("/plays", status_code=201, dependencies=[for_authors])
async def open_play(
    wanted: PlayGame | PlayTopic | PlaySame, shelf: TheShelf, app: TheApp
) -> PlayShown:
    """Begin to play a game."""
    content = await _content(wanted, shelf, app)
    session, _ = await app.sessions.open(content, to=None if wanted.timers else UNTIMED)
    return await _shown(session, app)


@router.get("/plays/{session}", dependencies=[for_parties])
async def show_play(info: ThePlay, app: TheApp) -> PlayShown:
    """A play as it stands, with every move, to go on with it anywhere."""
    return await _shown(info.id, app)


@router.get("/plays/{session}/page", response_class=HTMLResponse, dependencies=[for_parties])
async def play_page(info: ThePlay, app: TheApp) -> Response:
    """The page of the game as it was when the play began; whoever embeds it hands it the moves."""
    engine: Any = (await app.sessions.live(info.id)).engine
    return await asyncio.to_thread(played_page, engine.blueprint)


@router.post("/plays/{session}/differences", status_code=204, dependencies=[for_parties])
async def report_difference(info: ThePlay, difference: PlayDifference) -> None:
    """Tell the server that a page counted otherwise; the server's points are the ones that
    count.
    """
    logger.warning(
        "play %s: after turn %d the page has %d points", info.id, difference.turn, difference.points
    )


async def _content(
    wanted: PlayGame | PlayTopic | PlaySame, shelf: GameStore, app: App
) -> StoredContent:
    match wanted:
        case PlayGame():
            return game_content(await asyncio.to_thread(shelf.blueprint, wanted.game))
        case PlayTopic():
            return game_content(
                await asyncio.to_thread(lambda: asyncio.run(made_of(wanted.knowledge, app.library)))
            )
        case PlaySame():
            return await app.log.content(
                (await play_of(await app.log.session(wanted.again))).content_hash
            )


async def _shown(session: str, app: App) -> PlayShown:
    live: Any = await app.sessions.live(session)
    records = [record for _, record in await app.sessions.records(session)]
    state, scene = live.state, games.scene(live.engine, live.state)
    return PlayShown(
        session,
        state.timers,
        state.clock,
        tuple(games.moves_of(records)),
        scene,
        games.was_moved(records),
    )
