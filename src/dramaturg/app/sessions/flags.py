"""Flags: what an operator should know of a session, from what its turns recorded, without a word
that was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dramaturg.engines import kit_of
from dramaturg.turn.contract import REMOVED, AnyRecord
from dramaturg.turn.flags import FlagKind, FoundFlags, care

Urgency = Literal["now", "soon", "note"]

URGENCY: Mapping[FlagKind, Urgency] = {
    "self_harm": "now",
    "medical": "now",
    "abuse": "now",
    "threat": "now",
    "distress": "now",
    "doubt": "soon",
    "waiting": "soon",
    "model": "soon",
    "stuck": "soon",
    "stop": "note",
    "refusal": "note",
    "mood": "note",
}
"""The most urgent first."""
LASTING: tuple[FlagKind, ...] = ("self_harm", "medical", "abuse", "threat", "distress")
"""These stay until somebody has seen them; the others go with the turns."""
LATELY = 3  # turns after which the others go
LASTS: Mapping[FlagKind, int] = {"model": 1, "stuck": 1}
"""These are up for one turn only, and again with the next if they still hold."""


@dataclass(frozen=True, slots=True)
class SessionFlag:
    """Something to know of a session, since which turn, and why in words. `seen`: an operator has
    acknowledged it.
    """

    kind: FlagKind
    urgency: Urgency
    turn: int
    why: str
    seen: bool = False


def flag(kind: FlagKind, turn: int, why: str) -> SessionFlag:
    return SessionFlag(kind, URGENCY[kind], turn, why)


def flags_of_turn(engine: str, record: AnyRecord) -> Iterator[SessionFlag]:
    """What the turn itself shows."""
    return (
        flag(kind, record.turn, why)
        for kind, why in (*care(record), *kit_of(engine).flags.of_turn(record), *_model(record))
    )


def flags_of_state(engine: str, state: Any, turn: int) -> Iterator[SessionFlag]:
    """What shows only in how the session stands after its last turn."""
    return (flag(kind, turn, why) for kind, why in kit_of(engine).flags.of_state(state))


def lasting(flags: Iterable[SessionFlag], last: int) -> Iterator[SessionFlag]:
    """The newest flag of each kind, as long as it lasts; `last` is the session's last turn."""
    newest = {each.kind: each for each in flags}
    for each in newest.values():
        if each.kind in LASTING or each.turn > last - LASTS.get(each.kind, LATELY):
            yield each


def _model(record: AnyRecord) -> FoundFlags:
    failed = sum(exchange.failure is not None for exchange in record.exchanges)
    if failed and record.heard.choice != REMOVED:
        yield "model", "The model failed to answer; what is built in stood in for it."
