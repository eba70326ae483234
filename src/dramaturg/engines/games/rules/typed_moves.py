"""What somebody types at a game in the terminal, read as a move by the mechanic that is up."""

from __future__ import annotations

from typing import Any

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import GameState
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.engines.games.rules.play import progress_of, round_of
from dramaturg.kernel.errors import BadInput


def typed_move(words: str, blueprint: Blueprint, state: GameState) -> dict[str, Any]:
    """The move behind what was typed. Raises BadInput."""
    if words.casefold() in ("next", "retry"):
        return {"do": words.casefold()}
    if state.phase != "playing":
        raise BadInput("this round is over: type next, or retry")
    up = round_of(blueprint, state)
    return MECHANICS[up.mode].typed(words, up, progress_of(up, state.trying))
