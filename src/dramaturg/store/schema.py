"""The tables, and how a database of any released version becomes one of this version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.kernel.errors import SchemaTooNew


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where the two databases differ. The types below are read the same way by both."""

    keyed: str
    """Ends the definition of a small table that is to lie in the order of its primary key, without an index beside it."""


SQLITE = Dialect(keyed=" WITHOUT ROWID")
POSTGRES = Dialect(keyed="")

# A session's row is never written again: how many turns it has and when the last one was is for `turns` to say.
# Turns keep a row id of their own: a record of some kilobytes would spill into overflow pages in a keyed table.
VERSION_1 = (
    """CREATE TABLE contents (
        hash TEXT NOT NULL PRIMARY KEY,
        engine TEXT NOT NULL,
        id TEXT NOT NULL,
        version TEXT NOT NULL,
        body TEXT NOT NULL
    )""",
    """CREATE TABLE sessions (
        id TEXT NOT NULL PRIMARY KEY,
        engine TEXT NOT NULL,
        content_id TEXT NOT NULL,
        content_version TEXT NOT NULL,
        content_hash TEXT NOT NULL REFERENCES contents (hash),
        embedder TEXT NOT NULL,
        model TEXT NOT NULL,
        opened_at DOUBLE PRECISION NOT NULL
    ){keyed}""",
    """CREATE TABLE turns (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        key TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        record TEXT NOT NULL,
        timings TEXT NOT NULL,
        UNIQUE (session, turn),
        UNIQUE (session, key)
    )""",
    """CREATE TABLE claims (
        session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        key TEXT NOT NULL,
        heard TEXT NOT NULL,
        owner TEXT NOT NULL,
        fence BIGINT NOT NULL,
        until DOUBLE PRECISION NOT NULL
    ){keyed}""",
    """CREATE TABLE snapshots (
        session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        state TEXT NOT NULL
    )""",
    """CREATE TABLE utterances (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        speaker TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (session, turn, speaker)
    ){keyed}""",
    """CREATE TABLE exchanges (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        number BIGINT NOT NULL,
        ask TEXT NOT NULL,
        role TEXT NOT NULL,
        model TEXT NOT NULL,
        tokens_in BIGINT NOT NULL,
        tokens_out BIGINT NOT NULL,
        estimated BOOLEAN NOT NULL,
        cost DOUBLE PRECISION,
        seconds DOUBLE PRECISION NOT NULL,
        failure TEXT,
        PRIMARY KEY (session, turn, number)
    ){keyed}""",
)

VERSION_2 = (
    """CREATE TABLE answers (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        number BIGINT NOT NULL,
        mechanic TEXT NOT NULL,
        item TEXT NOT NULL,
        answer TEXT NOT NULL,
        is_right BOOLEAN NOT NULL,
        points BIGINT NOT NULL,
        misconception TEXT,
        PRIMARY KEY (session, turn, number)
    ){keyed}""",
)

# One entry per released version, oldest first. A released entry is never edited: databases out there were made by it.
VERSIONS: tuple[tuple[str, ...], ...] = (VERSION_1, VERSION_2)
NEWEST = len(VERSIONS)

KEEP_VERSION = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY)"
READ_VERSION = "SELECT coalesce(max(version), 0) FROM schema_version"


def upgrade(dialect: Dialect, found: int, place: str) -> Iterator[str]:
    """The statements that bring a database from version `found` (0 when new) to the newest. Raises SchemaTooNew."""
    if found > NEWEST:
        raise SchemaTooNew(
            f"{place} was written by a newer Dramaturg: its schema is version {found}, this one reads up to {NEWEST}. "
            "Install that newer Dramaturg, or choose another database."
        )
    for version in range(found + 1, NEWEST + 1):
        for statement in VERSIONS[version - 1]:
            yield statement.format(keyed=dialect.keyed)
        yield f"INSERT INTO schema_version (version) VALUES ({version})"
