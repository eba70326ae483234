"""Perceiving: what a player did, read as a move."""

from __future__ import annotations

from dramaturg.engines.games.base.moves import Move, MoveRefused, move_json, read_move
from dramaturg.engines.games.base.state import GameEvent
from dramaturg.turn.contract import Heard, Percept


def perceive(heard: Heard) -> Percept[GameEvent]:
    """Raises Refused when it is no move."""
    return Percept(facts={"move": move_json(read_move(heard.text))})


def is_move(text: str) -> bool:
    try:
        read_move(text)
    except MoveRefused:
        return False
    return True


def move_of(percept: Percept[GameEvent]) -> Move:
    return read_move(str(percept.facts["move"]))
