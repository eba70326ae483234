"""What each engine says about moving its sessions to another version, as one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dramaturg.engines.games import migrate as games
from dramaturg.engines.games.base.state import moved as moved_game
from dramaturg.engines.interviews import migrate as interviews
from dramaturg.engines.memoir import migrate as memoir
from dramaturg.engines.sims import migrate as sims
from dramaturg.turn.migration import Item, Moves, Worry

Owners = dict[str, dict[str, str]]


def no_owners(_body: Mapping[str, Any]) -> Owners:
    """A session names everything as its content does."""
    return {}


@dataclass(frozen=True, slots=True)
class Moving:
    """How sessions of an engine move.

    `places`: under which kind a move is told that only changes where the session stands. `owners`:
    by kind, whose name stands in a session for which name in the content; `owner` is the kind of
    those.
    """

    named: Mapping[str, str]
    is_over: Callable[[Any], bool]
    stands_on: Callable[[Any], tuple[Item, ...]]
    moved: Callable[[Any, Moves], Any]
    worries: Callable[[Any, Any], tuple[Worry, ...]]
    places: Mapping[str, str] = field(default_factory=dict)
    owners: Callable[[Mapping[str, Any]], Owners] = no_owners
    owner: str = ""


MOVING: Mapping[str, Moving] = {
    "sims": Moving(
        sims.NAMED,
        sims.is_over,
        sims.stands_on,
        sims.moved,
        sims.worries,
        sims.PLACES,
        sims.owners,
        owner="person",
    ),
    "interviews": Moving(
        interviews.NAMED,
        interviews.is_over,
        interviews.stands_on,
        interviews.moved,
        interviews.worries,
    ),
    "memoir": Moving(
        memoir.NAMED,
        memoir.is_over,
        memoir.stands_on,
        memoir.moved,
        memoir.worries,
        owners=memoir.owners,
        owner="machine",
    ),
    "games": Moving(
        games.NAMED, games.is_over, games.stands_on, moved_game, games.worries, games.PLACES
    ),
}
PLACES = frozenset(kind for moving in MOVING.values() for kind in moving.places)
"""The kinds of things in which a session can stand, and stand elsewhere instead."""
