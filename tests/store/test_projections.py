"""The readable tables: written with the turn, replaced by key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from dramaturg.store.projections import PROJECTIONS
from dramaturg.testing.store_conformance import SESSION, StoreStage, claimed, played
from dramaturg.turn.ports import EventLog, TableRow

Select = Callable[[str], Awaitable[list[tuple[Any, ...]]]]

EXCHANGE = {
    "turn": 0,
    "number": 1,
    "ask": "reply",
    "role": "speak",
    "model": "small",
    "tokens_in": 400,
    "tokens_out": 60,
    "estimated": True,
    "cost": None,
    "seconds": 0.5,
}


CONCEPT = {
    "node_id": "c1",
    "label": "thick foam",
    "node_type": "attribute",
    "labels": "[]",
    "is_terminal": False,
    "is_revised": False,
    "mentions": 1,
    "created_at_turn": 1,
    "source_quote": "the foam is thick",
}


async def append(log: EventLog, key: str, *rows: TableRow) -> None:
    claim = await claimed(log, key)
    await log.append(claim, played(claim), rows)


async def test_rows_are_there_with_their_turn(stage: StoreStage, select: Select) -> None:
    async with stage.session() as log:
        await append(log, "key", TableRow("exchanges", EXCHANGE))
        columns = "session, turn, number, ask, role, model, tokens_in, tokens_out, estimated, cost, seconds, failure"
        assert await select(f"SELECT {columns} FROM exchanges") == [
            (SESSION.id, 0, 1, "reply", "speak", "small", 400, 60, True, None, 0.5, None)
        ]


async def test_a_row_replaces_the_one_with_the_same_key(stage: StoreStage, select: Select) -> None:
    async with stage.session() as log:
        await append(
            log,
            "first",
            TableRow("utterances", {"turn": 0, "speaker": "learner", "text": "Hello."}),
        )
        await append(
            log,
            "second",
            TableRow("utterances", {"turn": 0, "speaker": "learner", "text": "Hello, said again."}),
        )
        assert await select("SELECT turn, speaker, text FROM utterances") == [
            (0, "learner", "Hello, said again.")
        ]


async def test_what_is_kept_stays_when_a_later_row_says_nothing_about_it(
    stage: StoreStage, select: Select
) -> None:
    async with stage.session() as log:
        await append(log, "first", TableRow("kg_nodes", {**CONCEPT, "slot_id": "s1"}))
        await append(
            log, "second", TableRow("kg_nodes", {**CONCEPT, "source_quote": None, "mentions": 2})
        )
        assert await select("SELECT mentions, source_quote, slot_id FROM kg_nodes") == [
            (2, "the foam is thick", None)
        ]


async def test_a_row_may_name_its_own_session(stage: StoreStage, select: Select) -> None:
    async with stage.session() as log:
        await append(
            log,
            "key",
            TableRow("utterances", {"session": SESSION.id, "turn": 0, "speaker": "a", "text": "b"}),
        )
        assert await select("SELECT session FROM utterances") == [(SESSION.id,)]


async def test_deleting_a_session_empties_every_table_and_takes_content_nobody_else_has_along(
    stage: StoreStage, select: Select
) -> None:
    async with stage.session() as log:
        rows = (
            TableRow("exchanges", EXCHANGE),
            TableRow("utterances", {"turn": 0, "speaker": "a", "text": "b"}),
            TableRow("kg_nodes", CONCEPT),
        )
        await append(log, "key", *rows)
        await claimed(log, "next")
        await log.delete(SESSION.id)
        for table in ("sessions", "turns", "claims", "snapshots", *PROJECTIONS):
            assert await select(f"SELECT count(*) FROM {table}") == [(0,)], table
        assert await select("SELECT count(*) FROM contents") == [(0,)]
