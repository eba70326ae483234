"""The readable tables beside the log: which there are, and how an engine's rows are written to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dramaturg.kernel.errors import StoreError, did_you_mean
from dramaturg.turn.ports import Row


@dataclass(frozen=True)
class Projection:
    """A table's columns. Every table has a `session`, which the store fills in; a row replaces the one with the same key."""

    key: tuple[str, ...]
    values: tuple[str, ...]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return self.key + self.values

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.columns)


# A table added here is created by a new version in schema.py.
PROJECTIONS = {
    "utterances": Projection(key=("session", "turn", "speaker"), values=("text",)),
    "exchanges": Projection(
        key=("session", "turn", "number"),
        values=("ask", "role", "model", "tokens_in", "tokens_out", "estimated", "cost", "seconds", "failure"),
    ),
    "answers": Projection(
        key=("session", "turn", "number"), values=("mechanic", "item", "answer", "is_right", "points", "misconception")
    ),
}


def upsert(table: str, projection: Projection) -> str:
    columns, places = ", ".join(projection.columns), ", ".join("?" for _ in projection.columns)
    changes = ", ".join(f"{column} = excluded.{column}" for column in projection.values)
    action = f"UPDATE SET {changes}" if changes else "NOTHING"
    return f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT ({', '.join(projection.key)}) DO {action}"


UPSERTS = {table: upsert(table, projection) for table, projection in PROJECTIONS.items()}


def writes(session: str, rows: Iterable[Row]) -> dict[str, list[tuple[Any, ...]]]:
    """For each table the values of its rows in the order of its columns. Raises StoreError on a row that fits no table."""
    groups: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        projection = PROJECTIONS.get(row.table)
        if projection is None:
            raise StoreError(f"There is no readable table {row.table!r}. {did_you_mean(row.table, PROJECTIONS)}")
        values = row.values
        if values.keys() != projection.known or values["session"] != session:
            values = checked(row, session, projection)
        groups.setdefault(row.table, []).append(tuple(map(values.get, projection.columns)))
    return groups


def checked(row: Row, session: str, projection: Projection) -> dict[str, Any]:
    values = {**row.values, "session": session}
    if row.values.get("session", session) != session:
        raise StoreError(f"A row of {row.table} names session {row.values['session']!r} in a turn of {session!r}.")
    if not values.keys() <= projection.known:
        column = min(values.keys() - projection.known)
        raise StoreError(f"The table {row.table} has no column {column!r}. {did_you_mean(column, projection.columns)}")
    for column in projection.key:
        if values.get(column) is None:
            raise StoreError(f"A row of {row.table} lacks {column!r}, which is part of its key.")
    return values
