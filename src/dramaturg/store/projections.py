"""The readable tables beside the log: which there are, and how an engine's rows are written to them
and read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dramaturg.kernel.errors import NotFound, StoreError, did_you_mean
from dramaturg.turn.ports import TableRow


@dataclass(frozen=True)
class Projection:
    """A table's columns. Every table has a `session`, which the store fills in; a row replaces the
    one with the same key.

    What stands in a `kept` column stays when a later row says nothing about it. A `truth` is yes or
    no, which SQLite keeps as a number.
    """

    key: tuple[str, ...]
    values: tuple[str, ...]
    kept: tuple[str, ...] = ()
    truths: tuple[str, ...] = ()

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
        values=(
            "ask",
            "role",
            "model",
            "tokens_in",
            "tokens_out",
            "estimated",
            "cost",
            "seconds",
            "failure",
        ),
        truths=("estimated",),
    ),
    "translations": Projection(
        key=("session", "turn", "number"), values=("language", "model", "text", "said")
    ),
    "raised": Projection(key=("session", "turn"), values=("danger", "speech", "words")),
    "answers": Projection(
        key=("session", "turn", "number"),
        values=("mechanic", "item", "answer", "is_right", "points", "misconception"),
        truths=("is_right",),
    ),
    "kg_nodes": Projection(
        key=("session", "node_id"),
        values=(
            "label",
            "node_type",
            "labels",
            "level",
            "is_terminal",
            "is_revised",
            "mentions",
            "slot_id",
            "created_at_turn",
            "source_utterance_id",
            "source_quote",
            "embedding",
        ),
        kept=("source_utterance_id", "source_quote", "embedding"),
        truths=("is_terminal", "is_revised"),
    ),
    "kg_edges": Projection(
        key=("session", "edge_id"),
        values=(
            "source_node_id",
            "target_node_id",
            "edge_type",
            "is_chain",
            "closes_circle",
            "skips_level",
            "mentions",
            "confidence",
            "created_at_turn",
            "source_utterance_id",
            "source_quote",
        ),
        truths=("is_chain", "closes_circle", "skips_level"),
    ),
    "kg_quotes": Projection(
        key=("session", "owner_id", "number"),
        values=("turn", "utterance_id", "start_char", "end_char", "text"),
    ),
    "canonical_slots": Projection(
        key=("session", "slot_id"),
        values=("slot_name", "node_type", "status", "support_count", "created_at_turn"),
    ),
    "surface_to_slot_mapping": Projection(
        key=("session", "surface_node_id"),
        values=("canonical_slot_id", "match", "similarity_score", "assigned_turn"),
    ),
    "canonical_edges": Projection(
        key=("session", "source_slot_id", "target_slot_id", "edge_type"), values=("support_count",)
    ),
    "node_states": Projection(
        key=("session", "node_id"),
        values=(
            "label",
            "node_type",
            "depth",
            "created_at_turn",
            "focus_count",
            "last_focus_turn",
            "current_focus_streak",
            "last_yield_turn",
            "yield_count",
            "yield_rate",
            "all_response_depths",
            "edge_count",
            "strategy_usage_count",
            "last_strategy_used",
            "consecutive_same_strategy",
            "exhausted_at_turn",
            "refused_at_turn",
            "moved_to",
        ),
    ),
    "scoring_history": Projection(
        key=("session", "turn", "rank"),
        values=("strategy", "node_id", "score", "multiplier", "bonus", "parts"),
    ),
    "interview_turns": Projection(
        key=("session", "turn"),
        values=(
            "phase",
            "strategy",
            "focus",
            "should_continue",
            "termination_reason",
            "surface_velocity_ewma",
            "surface_velocity_peak",
            "prev_surface_node_count",
            "canonical_velocity_ewma",
            "canonical_velocity_peak",
            "prev_canonical_node_count",
            "latency_ms",
            "result",
        ),
        truths=("should_continue",),
    ),
    "memoir_turns": Projection(
        key=("session", "turn"),
        values=(
            "sitting",
            "purpose",
            "persona_used",
            "topic_id",
            "conversation_phase",
            "depth_level_before",
            "depth_level_after",
            "tactic_used",
            "loop_state",
            "safety_action",
            "contract",
            "telemetry",
        ),
    ),
    "memoir_marks": Projection(key=("session", "turn"), values=("mark", "why")),
    "memoir_threads": Projection(
        key=("session", "thread_id"),
        values=("title", "periods", "passages", "first_turn", "last_turn", "left_alone"),
        truths=("left_alone",),
    ),
    "memoir_claims": Projection(
        key=("session", "claim_id"),
        values=("turn", "subject", "predicate", "slot", "value", "quote", "superseded_by"),
    ),
    "memoir_mentions": Projection(
        key=("session", "mention"),
        values=("kind", "name", "role", "times", "first_turn", "last_turn"),
    ),
}


def upsert(table: str, projection: Projection) -> str:
    """The statement that writes a row or replaces the one with its key."""
    columns, places = ", ".join(projection.columns), ", ".join("?" for _ in projection.columns)
    changes = ", ".join(
        f"{column} = {_new_value(table, column, projection)}" for column in projection.values
    )
    action = f"UPDATE SET {changes}" if changes else "NOTHING"
    return (
        f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT"
        f" ({', '.join(projection.key)}) DO {action}"
    )


def _new_value(table: str, column: str, projection: Projection) -> str:
    return (
        f"coalesce(excluded.{column}, {table}.{column})"
        if column in projection.kept
        else f"excluded.{column}"
    )


UPSERTS = {table: upsert(table, projection) for table, projection in PROJECTIONS.items()}


Upserts = list[tuple[str, list[tuple[Any, ...]]]]
"""Statements, each with the values of all rows that it puts in their place."""


def upserts_of(
    session: str, rows: Iterable[TableRow], statements: Mapping[str, str] = UPSERTS
) -> Upserts:
    """By the statement of each table, its rows in the order of its columns. Raises StoreError on a
    row that fits no table.
    """
    groups: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        projection = PROJECTIONS.get(row.table)
        if projection is None:
            raise StoreError(
                f"There is no readable table {row.table!r}. {did_you_mean(row.table, PROJECTIONS)}"
            )
        values = row.values
        if values.keys() != projection.known or values["session"] != session:
            values = checked(row, session, projection)
        groups.setdefault(row.table, []).append(tuple(map(values.get, projection.columns)))
    return [(statements[table], group) for table, group in groups.items()]


def checked(row: TableRow, session: str, projection: Projection) -> dict[str, Any]:
    """The values of a row that its table can hold. Raises StoreError."""
    values = {**row.values, "session": session}
    if row.values.get("session", session) != session:
        raise StoreError(
            f"A row of {row.table} names session {row.values['session']!r} in a turn of"
            f" {session!r}."
        )
    if not values.keys() <= projection.known:
        column = min(values.keys() - projection.known)
        raise StoreError(
            f"The table {row.table} has no column {column!r}."
            f" {did_you_mean(column, projection.columns)}"
        )
    for column in projection.key:
        if values.get(column) is None:
            raise StoreError(f"A row of {row.table} lacks {column!r}, which is part of its key.")
    return values


# ── reading ───────────────────────────────────────────────────────────────────────────────────────

SELECTS = {
    table: f"SELECT {', '.join(projection.columns)} FROM {table} WHERE session = ?"
    for table, projection in PROJECTIONS.items()
}


def select(table: str) -> str:
    """The statement that reads a session's rows. Raises NotFound."""
    if table not in SELECTS:
        raise NotFound(f"There is no readable table {table!r}. {did_you_mean(table, PROJECTIONS)}")
    return SELECTS[table]


def readable(table: str, rows: Iterable[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Rows by the names of their columns, in the order of their keys: sorted here, for databases
    disagree about texts.
    """
    projection = PROJECTIONS[table]
    width = len(projection.key)
    named = [
        dict(zip(projection.columns, row, strict=True))
        for row in sorted(rows, key=lambda row: row[:width])
    ]
    for row in named:
        for column in projection.truths:
            row[column] = bool(row[column])
    return named
