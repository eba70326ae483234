"""What an operator should know of a play."""

from __future__ import annotations

from dramaturg.engines.games.base.state import GameState
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.flags import FoundFlags

SHUT = 3  # times that a way on was found shut


def of_turn(record: AnyRecord) -> FoundFlags:
    yield from ()


def of_state(state: GameState) -> FoundFlags:
    times = max(state.unmet.values(), default=0)
    if times >= SHUT and state.phase != "finished":
        yield "stuck", f"The player has found the way on shut {times} times."
