"""Stored sessions played again: whether every turn comes out as it was, and where not, what
differs.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import ValidationError

from dramaturg.app.sessions.sessions import Replayed, Sessions
from dramaturg.kernel.errors import DramaturgError

MOST_DIFFERENCES = 50  # of one turn that are told
LONGEST_VALUE = 400  # characters of a value that differs


@dataclass(frozen=True, slots=True)
class Again:
    """A session played again. `failure`: why it could not be."""

    session: str
    turns: tuple[Replayed, ...] = ()
    failure: str = ""

    @property
    def same(self) -> bool:
        return not self.failure and all(turn.same or turn.note for turn in self.turns)


async def play_again(sessions: Sessions, session: str, recorded_readings: bool) -> Again:
    """Every turn as it comes out now. What is wrong with this session is told, not raised."""
    turns: list[Replayed] = []
    try:
        async for turn in sessions.replay(session, recorded_readings):
            turns.append(turn)
            await asyncio.sleep(0)  # others have turns to play
        return Again(session, tuple(turns))
    except DramaturgError as error:
        return Again(session, tuple(turns), str(error))
    except ValidationError as error:
        return Again(
            session,
            tuple(turns),
            f"its records cannot be read by this Dramaturg: {error.errors()[0]['msg']}",
        )


# ── as a page shows it ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """A value of a record that is not the same: where it is, and both as JSON, long ones
    cut short.
    """

    path: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class TurnAgain:
    """A turn played again. `note`: why it need not be the same."""

    turn: int
    same: bool
    note: str = ""
    differences: tuple[RecordDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class AgainShown:
    """A session played again. `first` is the first turn that is not the same, `failure` why it
    could not be played.
    """

    session: str
    same: bool
    turns: tuple[TurnAgain, ...]
    first: int | None = None
    failure: str = ""


def shown_again(again: Again) -> AgainShown:
    turns = tuple(
        TurnAgain(turn.turn, turn.same, turn.note, _differences(turn)) for turn in again.turns
    )
    first = next((turn.turn for turn in turns if not turn.same and not turn.note), None)
    return AgainShown(again.session, again.same, turns, first, again.failure)


def _differences(turn: Replayed) -> tuple[RecordDifference, ...]:
    if turn.same:
        return ()
    return tuple(
        islice(_differing(json.loads(turn.was), json.loads(turn.now), ""), MOST_DIFFERENCES)
    )


ABSENT = object()


def _differing(was: Any, now: Any, path: str) -> Iterator[RecordDifference]:
    """The innermost values that differ."""
    if isinstance(was, dict) and isinstance(now, dict):
        inside: list[tuple[Any, Any, Any]] = [
            (key, was.get(key, ABSENT), now.get(key, ABSENT)) for key in {**was, **now}
        ]
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        inside = [(number, *both) for number, both in enumerate(zip(was, now, strict=True))]
    elif was != now:
        yield RecordDifference(path, _text(was), _text(now))
        return
    else:
        return
    for step, one, other in inside:
        yield from _differing(one, other, f"{path}.{step}" if path else str(step))


def _text(value: Any) -> str:
    text = "" if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
