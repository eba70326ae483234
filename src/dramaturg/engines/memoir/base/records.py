"""A memoir's turn as it is recorded, and how to find things in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirEvent
from dramaturg.turn.contract import TurnRecord

MemoirRecord: TypeAlias = TurnRecord[MemoirEvent, MemoirDirective, LineReport]
E = TypeVar("E")


def of_kind(record: MemoirRecord, kind: type[E]) -> Iterator[E]:
    """All events of one kind in a turn: `of_kind(record, Mentioned)`."""
    return (event for event in record.events if isinstance(event, kind))


def only(record: MemoirRecord, kind: type[E]) -> E | None:
    """The event of a kind that happens once in a turn at most; None where it did not."""
    return next(of_kind(record, kind), None)
