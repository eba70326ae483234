"""Which riddles were asked."""

from __future__ import annotations

from collections.abc import Iterator

from tests.fifth_engine.content import riddles_content
from tests.fifth_engine.engine import RiddleAsked, RiddleEngine, RiddleRecord, RiddleState

from dramaturg.content.library import Library
from dramaturg.engines.kit import Version
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent


def things(engine: RiddleEngine) -> tuple[Item, ...]:
    return tuple(("riddle", id) for id in engine.by_id)


def used(engine: RiddleEngine, seen: RiddleState, record: RiddleRecord) -> Iterator[Item]:
    yield from (
        ("riddle", event.riddle) for event in record.events if isinstance(event, RiddleAsked)
    )


def contents(library: Library, version: Version, name: str) -> Iterator[StoredContent]:
    yield riddles_content(library, version.id)


def belongs(version: Version, item: Item) -> bool:
    return True
