"""Moving a round to another version of its riddles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.fifth_engine.engine import RiddleEngine, RiddleState
from tests.fifth_engine.engine import moved as moved  # noqa: PLC0414 - the kit asks for it here

from dramaturg.engines.kit import Owners
from dramaturg.turn.migration import Item, Worry

NAMED: Mapping[str, str] = {"riddles.riddles[id]": "riddle"}
PLACES: Mapping[str, str] = {}
OWNER = ""


def owners(body: Mapping[str, Any]) -> Owners:
    return {}


def is_over(state: RiddleState) -> bool:
    return state.over


def stands_on(state: RiddleState) -> tuple[Item, ...]:
    return (("riddle", state.at),) if state.at else ()


def worries(engine: RiddleEngine, state: RiddleState) -> tuple[Worry, ...]:
    return ()
