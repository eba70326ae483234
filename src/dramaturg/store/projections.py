"""The readable tables beside the log: which there are, and how an engine's rows are written to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dramaturg.kernel.errors import StoreError, did_you_mean
from dramaturg.turn.ports import Row


@dataclass(frozen=True, slots=True)
class Projection:
    """A table's columns. Every table has a `session`, which the store fills in; a row replaces the one with the same key."""

    key: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return self.key + self.values


# A table added here is created by a new version in schema.py.
PROJECTIONS = {
    "utterances": Projection(key=("session", "turn", "speaker"), values=("text",)),
    "exchanges": Projection(
        key=("session", "turn", "number"),
        values=("ask", "role", "model", "tokens_in", "tokens_out", "estimated", "cost", "seconds", "failure"),
    ),
}


def upsert(table: str, projection: Projection) -> str:
    columns, places = ", ".join(projection.columns), ", ".join("?" for _ in projection.columns)
    changes = ", ".join(f"{column} = excluded.{column}" for column in projection.values)
    action = f"UPDATE SET {changes}" if changes else "NOTHING"
    return f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT ({', '.join(projection.key)}) DO {action}"


UPSERTS = {table: upsert(table, projection) for table, projection in PROJECTIONS.items()}


def writes(session: str, rows: Iterable[Row]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """A table and its values in the order of its columns, for each row. Raises StoreError on a row that fits no table."""
    for row in rows:
        projection = PROJECTIONS.get(row.table)
        if projection is None:
            raise StoreError(f"There is no readable table {row.table!r}. {did_you_mean(row.table, PROJECTIONS)}")
        values = {**row.values, "session": session}
        check(row, values, projection)
        yield row.table, tuple(values.get(column) for column in projection.columns)


def check(row: Row, values: dict[str, Any], projection: Projection) -> None:
    if row.values.get("session", values["session"]) != values["session"]:
        raise StoreError(f"A row of {row.table} names session {row.values['session']!r} in a turn of {values['session']!r}.")
    for column in values.keys() - set(projection.columns):
        raise StoreError(f"The table {row.table} has no column {column!r}. {did_you_mean(column, projection.columns)}")
    for column in projection.key:
        if values.get(column) is None:
            raise StoreError(f"A row of {row.table} lacks {column!r}, which is part of its key.")
