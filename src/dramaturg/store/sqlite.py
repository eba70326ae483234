"""The log in one SQLite file: a thread that writes, a thread that reads, and a file that forgets
what is deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dramaturg.kernel.errors import StoreError, StoreUnavailable
from dramaturg.store import schema, sql
from dramaturg.store.connection_thread import PATIENCE, Worker, patiently, primary_code
from dramaturg.store.projections import Upserts, readable, select, upserts_of
from dramaturg.turn.ports import (
    Busy,
    Clock,
    DutyNote,
    FoundSession,
    HeldContent,
    Played,
    RaisedFlag,
    SessionInfo,
    SessionSearch,
    Snapshot,
    StoredContent,
    StoredTurn,
    StudyInfo,
    StudyNote,
    TableRow,
    TurnClaim,
)

if TYPE_CHECKING:
    from sqlite3 import Connection

    Connect = Callable[[Path], Connection]

T = TypeVar("T")

# pysqlite3 brings a current SQLite; many a Python has one whose write-ahead log can lose a commit.
driver: Any = import_module("pysqlite3.dbapi2" if find_spec("pysqlite3") else "sqlite3")

BRIEFLY = 5.0
"""Seconds to wait for whoever is reading what is to be scrubbed."""

REMEDIES = {
    driver.SQLITE_FULL: "Make room on the disk and send it again; nothing was half-written.",
    driver.SQLITE_BUSY: "Another process has held the database for too long; end it and try again.",
    driver.SQLITE_READONLY: "Make the file and its folder writable for this user.",
    driver.SQLITE_CANTOPEN: "See that the folder exists and that this user may write there.",
    driver.SQLITE_IOERR: "The disk failed to read or write; check it, then try again.",
    driver.SQLITE_PERM: "Make the file and its folder readable and writable for this user.",
    driver.SQLITE_NOTADB: "The file is not an SQLite database; choose another path.",
    driver.SQLITE_CORRUPT: "The file is damaged; put back a copy of it.",
}

# Noted in the file in the same transaction as the deletion, so that a crash in between does not
# leave the words there.
OWE_SCRUBBING, SCRUBBING_DONE, SCRUBBING_OWED = (
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 0",
    "PRAGMA user_version",
)


def connect(path: Path) -> Connection:
    """A connection whose commits survive a power cut and whose deletions overwrite the bytes."""
    connection: Connection = driver.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    patiently(lambda: connection.execute("PRAGMA journal_mode = WAL"))
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def impatient(connection: Connection) -> Connection:
    connection.execute("PRAGMA busy_timeout = 0")
    return connection


class SqliteLog:
    """The EventLog and StudyLog in a file. Open it with `SqliteLog.opened`."""

    def __init__(self, path: Path, clock: Clock, connect: Connect) -> None:
        self._path = path
        self._clock = clock
        self._connect = connect
        self._turns_under_way = 0
        self._writer = Worker(impatient(connect(path)), "BEGIN IMMEDIATE")
        self._reader = Worker(connect(path), "BEGIN")

    @classmethod
    async def opened(cls, path: Path, clock: Clock, connect: Connect = connect) -> SqliteLog:
        try:
            await asyncio.to_thread(prepare, path, connect)
            return await asyncio.to_thread(cls, path, clock, connect)
        except (driver.Error, OSError) as error:
            raise explained(error, path) from error

    async def open(self, session: SessionInfo, content: StoredContent) -> None:
        def work(connection: Connection) -> None:
            if connection.execute(sql.ONE_SESSION, (session.id,)).fetchone() is not None:
                raise sql.session_exists(session.id)
            connection.execute(sql.ADD_CONTENT, sql.content_values(content))
            connection.execute(sql.ADD_SESSION, sql.session_values(session))

        await self._write(work)

    async def session(self, session: str) -> SessionInfo:
        row = await self._read_one(sql.ONE_SESSION, (session,))
        if row is None:
            raise sql.no_session(session)
        return SessionInfo(*row)

    async def sessions(self) -> Sequence[SessionInfo]:
        return [SessionInfo(*row) for row in await self._read(sql.NEWEST_SESSIONS, ())]

    async def active(self, since: float) -> Sequence[SessionInfo]:
        return [SessionInfo(*row) for row in await self._read(sql.ACTIVE_SESSIONS, (since,))]

    async def several(self, sessions: Sequence[str]) -> Sequence[SessionInfo]:
        return [
            SessionInfo(*row) for row in await self._read(sql.several(sessions), tuple(sessions))
        ]

    async def find_sessions(self, sought: SessionSearch) -> Sequence[FoundSession]:
        return [sql.found(row) for row in await self._read(*sql.seeking(sought))]

    async def held_contents(self) -> Sequence[HeldContent]:
        return [HeldContent(*row) for row in await self._read(sql.HELD_CONTENTS, ())]

    async def content(self, hash: str) -> StoredContent:
        row = await self._read_one(sql.CONTENT, (hash,))
        if row is None:
            raise sql.no_content(hash)
        return StoredContent(*row)

    async def claim(
        self, session: str, key: str, heard: str, owner: str, lease: float
    ) -> TurnClaim | Played | Busy:
        now = self._clock.now()
        asked = TurnClaim(session, -1, key, heard, owner, 0)

        def work(connection: Connection) -> TurnClaim | Played | Busy:
            situation = connection.execute(sql.SITUATION, (key, session)).fetchone()
            answer = sql.answer(situation, asked, now)
            if isinstance(answer, TurnClaim):
                connection.execute(sql.TAKE, sql.taken(answer, now + lease))
            return answer

        alone = not self._turns_under_way
        self._turns_under_way += 1
        found = await self._write(work, alone)
        if alone:
            await asyncio.sleep(
                0
            )  # others may begin their turns now, and share their commits with us
        if not isinstance(found, TurnClaim):
            self._turns_under_way -= 1
        return found

    async def pending(self, session: str) -> TurnClaim | None:
        row = await self._read_one(sql.PENDING, (session,))
        return None if row is None else TurnClaim(*row)

    async def under_way(self) -> Mapping[str, Busy]:
        return {session: Busy(*rest) for session, *rest in await self._read(sql.UNDER_WAY, ())}

    async def renew(self, claim: TurnClaim, lease: float) -> None:
        if not await self._write(extend(claim, self._clock.now() + lease)):
            raise sql.claim_lost(claim)

    async def release(self, claim: TurnClaim) -> None:
        await self._write(extend(claim, self._clock.now()))

    async def withdraw(self, claim: TurnClaim) -> None:
        await self._write(
            lambda connection: connection.execute(sql.SPEND, sql.held(claim)).fetchone()
        )

    async def append(
        self,
        claim: TurnClaim,
        turn: StoredTurn,
        rows: Sequence[TableRow] = (),
        snapshot: Snapshot | None = None,
    ) -> None:
        sql.check_turn(claim, turn)
        upserts = upserts_of(claim.session, rows)

        def work(connection: Connection) -> None:
            execute = connection.execute
            if execute(sql.SPEND, sql.held(claim)).fetchone() is None:
                raise sql.claim_lost(claim)
            execute(
                sql.ADD_TURN,
                (claim.session, turn.turn, turn.key, turn.at, turn.record, turn.timings),
            )
            put_rows(connection, upserts)
            if snapshot is not None:
                execute(sql.KEEP_SNAPSHOT, (claim.session, snapshot.turn, snapshot.state))

        try:
            await self._write(work, alone=self._turns_under_way == 1)
        finally:
            self._turns_under_way -= 1

    async def turns(self, session: str, after: int = -1) -> Sequence[StoredTurn]:
        return [StoredTurn(*row) for row in await self._read(sql.TURNS, (session, after))]

    async def snapshot(self, session: str) -> Snapshot | None:
        row = await self._read_one(sql.SNAPSHOT, (session,))
        return None if row is None else Snapshot(*row)

    async def rows(self, session: str, table: str) -> Sequence[Mapping[str, Any]]:
        return readable(table, await self._read(select(table), (session,)))

    async def translation(self, text: str, language: str, model: str) -> str | None:
        row = await self._read_one(sql.TRANSLATION, (language, text, text, model))
        return None if row is None else str(row[0])

    async def rewrite(
        self, session: str, newest: int, turns: Sequence[StoredTurn], rows: Sequence[TableRow]
    ) -> None:
        upserts = upserts_of(session, rows)

        def work(connection: Connection) -> None:
            require_rest(connection, session, newest)
            sql.check_rewriting(session, newest, turns)
            for statement in (sql.COUNT_REWRITING, *sql.DELETE_READABLE):
                connection.execute(statement, (session,))
            connection.executemany(sql.PUT_TURN, sql.rewritten_values(session, turns))
            put_rows(connection, upserts)
            connection.execute(OWE_SCRUBBING)

        await self._write(work)
        await self._scrubbed(f"What was removed from session {session!r}")

    async def contents(self, session: str) -> Sequence[tuple[int, str]]:
        rows = await self._read(sql.CONTENTS, (session,))
        if not rows:
            raise sql.no_session(session)
        return rows

    async def migrate(
        self,
        session: str,
        content: StoredContent,
        turn: StoredTurn,
        newest: int,
        rows: Sequence[TableRow] = (),
    ) -> None:
        sql.check_migration(session, newest, turn)
        upserts = upserts_of(session, rows)

        def work(connection: Connection) -> None:
            execute = connection.execute
            require_rest(connection, session, newest)
            execute(sql.ADD_CONTENT, sql.content_values(content))
            execute(sql.KEEP_FIRST_CONTENT, (session,))
            execute(sql.ADD_TO_CONTENTS, (session, turn.turn, content.hash))
            execute(sql.CHANGE_CONTENT, (content.hash, session))
            execute(
                sql.ADD_TURN, (session, turn.turn, turn.key, turn.at, turn.record, turn.timings)
            )
            put_rows(connection, upserts)

        await self._write(work)

    async def unmigrate(self, session: str, turn: int, rows: Sequence[TableRow] = ()) -> None:
        upserts = upserts_of(session, rows)

        def work(connection: Connection) -> None:
            require_rest(connection, session, turn)
            before, since = sql.content_before(
                session, turn, connection.execute(sql.CONTENTS, (session,)).fetchall()
            )
            for statement in sql.TAKE_BACK:
                connection.execute(statement, (session, turn))
            connection.execute(sql.CHANGE_CONTENT, (before, session))
            connection.execute(sql.DELETE_CONTENT, (since,))
            put_rows(connection, upserts)

        await self._write(work)

    async def delete(self, session: str) -> None:
        def work(connection: Connection) -> None:
            contents = connection.execute(sql.CONTENTS, (session,)).fetchall()
            if not contents:
                raise sql.no_session(session)
            connection.execute(sql.DELETE, (session,))
            connection.executemany(sql.DELETE_CONTENT, [(hash,) for _, hash in contents])
            connection.execute(OWE_SCRUBBING)

        await self._write(work)
        await self._scrubbed(f"Session {session!r}")

    async def raised(self) -> Sequence[RaisedFlag]:
        return sql.raised_of(await self._read(sql.RAISED, ()), await self._read(sql.DUTY, ()))

    async def on_duty(self, session: str, turn: int, note: DutyNote) -> None:
        def work(connection: Connection) -> None:
            if connection.execute(sql.ONE_RAISED, (session, turn)).fetchone() is None:
                raise sql.no_flag(session, turn)
            connection.execute(sql.NOTE_DUTY, (session, turn, note.did, note.who, note.at))

        await self._write(work)

    async def open_study(self, study: StudyInfo, content: StoredContent) -> None:
        def work(connection: Connection) -> None:
            if connection.execute(sql.ONE_STUDY, (study.id,)).fetchone() is not None:
                raise sql.study_exists(study.id)
            connection.execute(sql.ADD_CONTENT, sql.content_values(content))
            connection.execute(sql.ADD_STUDY, sql.study_values(study))

        await self._write(work)

    async def study(self, study: str) -> StudyInfo:
        row = await self._read_one(sql.ONE_STUDY, (study,))
        if row is None:
            raise sql.no_study(study)
        return StudyInfo(*row)

    async def studies(self) -> Sequence[StudyInfo]:
        return [StudyInfo(*row) for row in await self._read(sql.NEWEST_STUDIES, ())]

    async def notes(self, study: str) -> Sequence[StudyNote]:
        return [StudyNote(*row) for row in await self._read(sql.NOTES, (study,))]

    async def note(
        self, study: str, notes: Sequence[StudyNote], session: str | None = None
    ) -> None:
        def work(connection: Connection) -> None:
            require_study(connection, study)
            sql.check_notes(
                study, connection.execute(sql.NEWEST_NOTE, (study,)).fetchone()[0], notes
            )
            if session is not None:
                sql.check_free(
                    session, connection.execute(sql.WHOSE_SESSION, (session,)).fetchone()
                )
                connection.execute(
                    sql.ADD_TO_STUDY, (study, session, sql.respondent_of(session, notes))
                )
            connection.executemany(sql.PUT_NOTE, sql.note_values(study, notes))

        await self._write(work)

    async def erase(self, study: str, respondent: str, notes: Sequence[StudyNote]) -> None:
        def work(connection: Connection) -> None:
            require_study(connection, study)
            sql.check_erasure(
                study, respondent, dict(connection.execute(sql.WHOSE_NOTES, (study,))), notes
            )
            whose = (study, respondent)
            contents = connection.execute(sql.RESPONDENTS_CONTENTS, whose).fetchall()
            connection.execute(sql.DELETE_RESPONDENTS_SESSION, whose)
            connection.executemany(sql.DELETE_CONTENT, contents)
            connection.execute(sql.DELETE_RESPONDENTS_NOTES, (study, respondent))
            connection.executemany(sql.PUT_NOTE, sql.note_values(study, notes))
            connection.execute(OWE_SCRUBBING)

        await self._write(work)
        await self._scrubbed(f"Respondent {respondent!r} of study {study!r}")

    async def delete_study(self, study: str) -> None:
        def work(connection: Connection) -> None:
            require_study(connection, study)
            contents = connection.execute(sql.STUDYS_CONTENTS, (study,)).fetchall()
            connection.execute(sql.DELETE_STUDYS_SESSIONS, (study,))
            connection.execute(sql.DELETE_STUDY, (study,))
            connection.executemany(sql.DELETE_CONTENT, contents)
            connection.execute(OWE_SCRUBBING)

        await self._write(work)
        await self._scrubbed(f"Study {study!r}")

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()

    async def _write(self, work: Callable[[Connection], T], alone: bool = False) -> T:
        return await self._done_by(self._writer.at_once if alone else self._writer.submit, work)

    async def _read(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        return await self._done_by(
            self._reader.submit, lambda connection: connection.execute(statement, values).fetchall()
        )

    async def _read_one(self, statement: str, values: tuple[Any, ...]) -> Any:
        return await self._done_by(
            self._reader.submit, lambda connection: connection.execute(statement, values).fetchone()
        )

    async def _done_by(
        self,
        submit: Callable[[Callable[[Connection], T]], Awaitable[T]],
        work: Callable[[Connection], T],
    ) -> T:
        try:
            return await submit(work)
        except (driver.Error, ValueError) as error:
            raise explained(error, self._path) from error

    async def _scrubbed(self, deleted: str) -> None:
        try:
            done = await asyncio.to_thread(self._scrub)
        except driver.Error as error:
            raise explained(error, self._path) from error
        if not done:
            raise StoreUnavailable(
                f"{deleted} is deleted, but the words are still in {self._path}-wal, because"
                " another process has been reading the database all the while. They go when the"
                " database is next opened without that reader."
            )

    def _scrub(self) -> bool:
        with closing(self._connect(self._path)) as connection:
            return scrub(connection)


def prepare(path: Path, connect: Connect) -> None:
    """Make the file and bring its schema up to date."""
    if path.is_dir():
        raise StoreUnavailable(
            f"{path} is a folder, and the store is a file: name one in it, such as"
            f" {path / 'sessions.db'}."
        )
    make_private(path)
    with closing(connect(path)) as connection:
        migrate(connection, str(path))
        if connection.execute(SCRUBBING_OWED).fetchone() != (0,):
            # When it fails it is still owed, and no reason not to open.
            with suppress(driver.OperationalError):
                scrub(connection)


def make_private(path: Path) -> None:
    """A new file is for its owner alone; SQLite gives the files beside it the same mode."""
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)


def migrate(connection: Connection, place: str) -> None:
    """In one transaction: a second process that opens the file waits here, and finds it done."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(schema.KEEP_VERSION)
    (found,) = connection.execute(schema.READ_VERSION).fetchone()
    for statement in schema.upgrade(schema.SQLITE, found, place):
        connection.execute(statement)
    connection.execute("COMMIT")


def scrub(connection: Connection) -> bool:
    """Rid the files of what was deleted; False when a reader elsewhere still holds on to it.

    Overwriting what is deleted is not enough: when SQLite moves rows between pages, it leaves
    copies of them in the gaps. Only rewriting the file leaves nothing, and only emptying the
    write-ahead log brings that to the file.
    """
    connection.execute(f"PRAGMA busy_timeout = {BRIEFLY * 1000:.0f}")
    connection.execute("VACUUM")
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if not busy:
        connection.execute(SCRUBBING_DONE)
    return not busy


def put_rows(connection: Connection, upserts: Upserts) -> None:
    """Write rows of readable tables, replacing those with the same keys."""
    for upsert, group in upserts:
        connection.executemany(upsert, group)


def extend(claim: TurnClaim, until: float) -> Callable[[Connection], bool]:
    return lambda connection: (
        connection.execute(sql.EXTEND, (until, *sql.held(claim))).fetchone() is not None
    )


def require_rest(connection: Connection, session: str, newest: int) -> None:
    sql.check_at_rest(
        session, newest, connection.execute(sql.LAST_AND_PENDING, (session,)).fetchone()
    )


def require_study(connection: Connection, study: str) -> None:
    if connection.execute(sql.ONE_STUDY, (study,)).fetchone() is None:
        raise sql.no_study(study)


def explained(error: Exception, path: Path) -> StoreError:
    """The driver's error in our own words."""
    if isinstance(error, OSError):
        return StoreUnavailable(
            f"{path} cannot be opened: {error.strerror}. {REMEDIES[driver.SQLITE_CANTOPEN]}"
        )
    remedy = REMEDIES.get(primary_code(error))
    if remedy is None:
        return StoreError(f"{path} refused: {error}.")
    return StoreUnavailable(f"{path} cannot be used: {error}. {remedy}")
