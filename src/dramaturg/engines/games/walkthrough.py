"""What a walkthrough can say about a game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from dramaturg.content.library import Library, beside
from dramaturg.engines.games.base.moves import Move, move_json
from dramaturg.engines.games.content import find_game, game_content
from dramaturg.engines.games.engine import UNTIMED, GameEngine
from dramaturg.engines.games.rules.typed_moves import typed_move
from dramaturg.engines.kit import Key, Named
from dramaturg.kernel.errors import Fault
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent

PLAY: Mapping[str, Key] = {
    "game": (
        str | None,
        Field(
            None, description="Id of a knowledge file, or a game's folder, as seen from this file."
        ),
    ),
    "untimed": (bool, Field(False, description="A game without clocks.")),
}
ACTIONS: Mapping[str, Key] = {"move": (Move | None, None)}
TURN: Mapping[str, Key] = {}
ENDINGS = ("End",)
SEPARATOR = ""
BY_THE_CLOCK = False


async def stage(play: Any, library: Library, folder: Path) -> StoredContent:
    return game_content(await find_game(beside(folder, play.game), library))


def first(play: Any) -> str | None:
    return UNTIMED if play.untimed else None


def heard(turn: Any, engine: GameEngine, state: Any, at: float) -> Heard:
    """What is said to a game is what would be typed."""
    if turn.move is not None:
        return Heard(move_json(turn.move), at=at)
    move = typed_move(turn.say or "", engine.blueprint, state)
    return Heard(json.dumps(move, ensure_ascii=False), at=at)


def played(body: Mapping[str, Any], opening: Heard) -> dict[str, Any]:
    return {"game": body["id"], **({"untimed": True} if opening.to == UNTIMED else {})}


def done(heard: Heard) -> dict[str, Any]:
    return {"move": json.loads(heard.text)}


def named(play: Any, folder: Path) -> Iterator[Named]:
    if beside(folder, play.game) == play.game:
        yield Named("knowledge", play.game, ("game",))


def faults(walkthrough: Any, library: Library) -> Iterator[Fault]:
    yield from ()
