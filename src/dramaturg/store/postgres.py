"""The log in PostgreSQL: short transactions from a pool of connections, none of them open while a
turn is played.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from dramaturg.kernel.errors import StoreError, StoreUnavailable
from dramaturg.store import schema, sql
from dramaturg.store.projections import PROJECTIONS, UPSERTS, Upserts, readable, select, upserts_of
from dramaturg.store.sql import numbered
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

ADD_CONTENT, ADD_SESSION = numbered(sql.ADD_CONTENT), numbered(sql.ADD_SESSION)
ONE_SESSION, CONTENT, TURNS = numbered(sql.ONE_SESSION), numbered(sql.CONTENT), numbered(sql.TURNS)
SNAPSHOT, PENDING = numbered(sql.SNAPSHOT), numbered(sql.PENDING)
KNOWN_TRANSLATION = numbered(sql.TRANSLATION)
ACTIVE_SESSIONS = numbered(sql.ACTIVE_SESSIONS)
SITUATION, TAKE, EXTEND, SPEND = (
    numbered(sql.SITUATION),
    numbered(sql.TAKE),
    numbered(sql.EXTEND),
    numbered(sql.SPEND),
)
ADD_TURN, KEEP_SNAPSHOT = numbered(sql.ADD_TURN), numbered(sql.KEEP_SNAPSHOT)
DELETE, DELETE_CONTENT = numbered(sql.DELETE), numbered(sql.DELETE_CONTENT)
LAST_AND_PENDING, PUT_TURN = numbered(sql.LAST_AND_PENDING), numbered(sql.PUT_TURN)
CONTENTS, KEEP_FIRST_CONTENT = numbered(sql.CONTENTS), numbered(sql.KEEP_FIRST_CONTENT)
ADD_TO_CONTENTS, CHANGE_CONTENT = numbered(sql.ADD_TO_CONTENTS), numbered(sql.CHANGE_CONTENT)
TAKE_BACK = tuple(map(numbered, sql.TAKE_BACK))
FOR_REWRITING = tuple(map(numbered, (sql.COUNT_REWRITING, *sql.DELETE_READABLE)))
ADD_STUDY, ONE_STUDY = numbered(sql.ADD_STUDY), numbered(sql.ONE_STUDY)
NOTES, NEWEST_NOTE, WHOSE_NOTES, PUT_NOTE = map(
    numbered, (sql.NOTES, sql.NEWEST_NOTE, sql.WHOSE_NOTES, sql.PUT_NOTE)
)
WHOSE_SESSION, ADD_TO_STUDY = numbered(sql.WHOSE_SESSION), numbered(sql.ADD_TO_STUDY)
DELETE_RESPONDENTS_SESSION = numbered(sql.DELETE_RESPONDENTS_SESSION)
RESPONDENTS_CONTENTS = numbered(sql.RESPONDENTS_CONTENTS)
STUDYS_CONTENTS = numbered(sql.STUDYS_CONTENTS)
DELETE_RESPONDENTS_NOTES = numbered(sql.DELETE_RESPONDENTS_NOTES)
DELETE_STUDYS_SESSIONS, DELETE_STUDY = (
    numbered(sql.DELETE_STUDYS_SESSIONS),
    numbered(sql.DELETE_STUDY),
)
ONE_RAISED, NOTE_DUTY = numbered(sql.ONE_RAISED), numbered(sql.NOTE_DUTY)
NUMBERED_UPSERTS = {table: numbered(upsert) for table, upsert in UPSERTS.items()}

# Whoever claims or appends takes this row first, so that the statements after it see what the one
# before has committed.
LOCK = "SELECT id FROM sessions WHERE id = $1 FOR UPDATE"
LOCK_STUDY = "SELECT id FROM studies WHERE id = $1 FOR UPDATE"
# Any number will do that nobody else uses: one process at a time brings the schema up to date.
LOCK_SCHEMA = "SELECT pg_advisory_xact_lock(7236833)"
KEPT = (
    "contents, sessions, session_contents, turns, claims, snapshots, studies, study_events,"
    " study_sessions, duty"
)
VACUUM = f"VACUUM {KEPT}, {', '.join(PROJECTIONS)}"

POOL = 16
PATIENCE = 30.0
"""Seconds to wait for the server."""

UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    # what a connection says when it was cut off while nobody was looking
    asyncpg.InternalClientError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
    asyncpg.ReadOnlySQLTransactionError,
)


class PostgresLog:
    """The EventLog and StudyLog on a server. Open it with `PostgresLog.opened`."""

    def __init__(self, pool: Any, place: str, clock: Clock) -> None:
        self._pool = pool
        self._place = place
        self._clock = clock

    @classmethod
    async def opened(cls, url: str, clock: Clock) -> PostgresLog:
        place = without_password(url)
        with explained(place):
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=POOL,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                server_settings={"application_name": "dramaturg"},
            )
        log = cls(pool, place, clock)
        try:
            await log._migrate()
        except BaseException:
            pool.terminate()
            raise
        return log

    async def open(self, session: SessionInfo, content: StoredContent) -> None:
        async with self._transaction() as connection:
            await connection.execute(ADD_CONTENT, *sql.content_values(content))
            if await connection.fetchrow(ADD_SESSION, *sql.session_values(session)) is None:
                raise sql.session_exists(session.id)

    async def session(self, session: str) -> SessionInfo:
        row = await self._one(ONE_SESSION, session)
        if row is None:
            raise sql.no_session(session)
        return SessionInfo(*row)

    async def sessions(self) -> Sequence[SessionInfo]:
        return [SessionInfo(*row) for row in await self._all(sql.NEWEST_SESSIONS)]

    async def active(self, since: float) -> Sequence[SessionInfo]:
        return [SessionInfo(*row) for row in await self._all(ACTIVE_SESSIONS, since)]

    async def several(self, sessions: Sequence[str]) -> Sequence[SessionInfo]:
        return [
            SessionInfo(*row) for row in await self._all(numbered(sql.several(sessions)), *sessions)
        ]

    async def find_sessions(self, sought: SessionSearch) -> Sequence[FoundSession]:
        statement, values = sql.seeking(sought)
        return [sql.found(row) for row in await self._all(numbered(statement), *values)]

    async def held_contents(self) -> Sequence[HeldContent]:
        return [HeldContent(*row) for row in await self._all(sql.HELD_CONTENTS)]

    async def content(self, hash: str) -> StoredContent:
        row = await self._one(CONTENT, hash)
        if row is None:
            raise sql.no_content(hash)
        return StoredContent(*row)

    async def claim(
        self, session: str, key: str, heard: str, owner: str, lease: float
    ) -> TurnClaim | Played | Busy:
        now = self._clock.now()
        asked = TurnClaim(session, -1, key, heard, owner, 0)
        async with self._transaction() as connection:
            await connection.execute(LOCK, session)
            answer = sql.answer(await connection.fetchrow(SITUATION, key, session), asked, now)
            if isinstance(answer, TurnClaim):
                await connection.execute(TAKE, *sql.taken(answer, now + lease))
        return answer

    async def pending(self, session: str) -> TurnClaim | None:
        row = await self._one(PENDING, session)
        return None if row is None else TurnClaim(*row)

    async def under_way(self) -> Mapping[str, Busy]:
        return {session: Busy(*rest) for session, *rest in await self._all(sql.UNDER_WAY)}

    async def renew(self, claim: TurnClaim, lease: float) -> None:
        if await self._one(EXTEND, self._clock.now() + lease, *sql.held(claim)) is None:
            raise sql.claim_lost(claim)

    async def release(self, claim: TurnClaim) -> None:
        await self._one(EXTEND, self._clock.now(), *sql.held(claim))

    async def withdraw(self, claim: TurnClaim) -> None:
        await self._one(SPEND, *sql.held(claim))

    async def append(
        self,
        claim: TurnClaim,
        turn: StoredTurn,
        rows: Sequence[TableRow] = (),
        snapshot: Snapshot | None = None,
    ) -> None:
        sql.check_turn(claim, turn)
        upserts = upserts_of(claim.session, rows, NUMBERED_UPSERTS)
        async with self._transaction() as connection:
            await connection.execute(LOCK, claim.session)
            if await connection.fetchrow(SPEND, *sql.held(claim)) is None:
                raise sql.claim_lost(claim)
            await connection.execute(
                ADD_TURN, claim.session, turn.turn, turn.key, turn.at, turn.record, turn.timings
            )
            await put_rows(connection, upserts)
            if snapshot is not None:
                await connection.execute(
                    KEEP_SNAPSHOT, claim.session, snapshot.turn, snapshot.state
                )

    async def turns(self, session: str, after: int = -1) -> Sequence[StoredTurn]:
        return [StoredTurn(*row) for row in await self._all(TURNS, session, after)]

    async def snapshot(self, session: str) -> Snapshot | None:
        row = await self._one(SNAPSHOT, session)
        return None if row is None else Snapshot(*row)

    async def rows(self, session: str, table: str) -> Sequence[Mapping[str, Any]]:
        return readable(table, await self._all(numbered(select(table)), session))

    async def translation(self, text: str, language: str, model: str) -> str | None:
        row = await self._one(KNOWN_TRANSLATION, language, text, text, model)
        return None if row is None else str(row[0])

    async def rewrite(
        self, session: str, newest: int, turns: Sequence[StoredTurn], rows: Sequence[TableRow]
    ) -> None:
        upserts = upserts_of(session, rows, NUMBERED_UPSERTS)
        async with self._at_rest(session, newest) as connection:
            sql.check_rewriting(session, newest, turns)
            for statement in FOR_REWRITING:
                await connection.execute(statement, session)
            await connection.executemany(PUT_TURN, sql.rewritten_values(session, turns))
            await put_rows(connection, upserts)
        await self._vacuum()

    async def contents(self, session: str) -> Sequence[tuple[int, str]]:
        rows = await self._all(CONTENTS, session)
        if not rows:
            raise sql.no_session(session)
        return [tuple(row) for row in rows]

    async def migrate(
        self,
        session: str,
        content: StoredContent,
        turn: StoredTurn,
        newest: int,
        rows: Sequence[TableRow] = (),
    ) -> None:
        sql.check_migration(session, newest, turn)
        upserts = upserts_of(session, rows, NUMBERED_UPSERTS)
        async with self._at_rest(session, newest) as connection:
            await connection.execute(ADD_CONTENT, *sql.content_values(content))
            await connection.execute(KEEP_FIRST_CONTENT, session)
            await connection.execute(ADD_TO_CONTENTS, session, turn.turn, content.hash)
            await connection.execute(CHANGE_CONTENT, content.hash, session)
            await connection.execute(
                ADD_TURN, session, turn.turn, turn.key, turn.at, turn.record, turn.timings
            )
            await put_rows(connection, upserts)

    async def unmigrate(self, session: str, turn: int, rows: Sequence[TableRow] = ()) -> None:
        upserts = upserts_of(session, rows, NUMBERED_UPSERTS)
        async with self._at_rest(session, turn) as connection:
            before, since = sql.content_before(
                session, turn, await connection.fetch(CONTENTS, session)
            )
            for statement in TAKE_BACK:
                await connection.execute(statement, session, turn)
            await connection.execute(CHANGE_CONTENT, before, session)
            await connection.execute(DELETE_CONTENT, since)
            await put_rows(connection, upserts)

    async def delete(self, session: str) -> None:
        async with self._transaction() as connection:
            await connection.execute(LOCK, session)
            contents = await connection.fetch(CONTENTS, session)
            if not contents:
                raise sql.no_session(session)
            await connection.execute(DELETE, session)
            await connection.executemany(DELETE_CONTENT, [(hash,) for _, hash in contents])
        await self._vacuum()

    async def raised(self) -> Sequence[RaisedFlag]:
        return sql.raised_of(await self._all(sql.RAISED), await self._all(sql.DUTY))

    async def on_duty(self, session: str, turn: int, note: DutyNote) -> None:
        async with self._transaction() as connection:
            await connection.execute(LOCK, session)
            if await connection.fetchrow(ONE_RAISED, session, turn) is None:
                raise sql.no_flag(session, turn)
            await connection.execute(NOTE_DUTY, session, turn, note.did, note.who, note.at)

    async def open_study(self, study: StudyInfo, content: StoredContent) -> None:
        async with self._transaction() as connection:
            await connection.execute(ADD_CONTENT, *sql.content_values(content))
            if await connection.fetchrow(ADD_STUDY, *sql.study_values(study)) is None:
                raise sql.study_exists(study.id)

    async def study(self, study: str) -> StudyInfo:
        row = await self._one(ONE_STUDY, study)
        if row is None:
            raise sql.no_study(study)
        return StudyInfo(*row)

    async def studies(self) -> Sequence[StudyInfo]:
        return [StudyInfo(*row) for row in await self._all(sql.NEWEST_STUDIES)]

    async def notes(self, study: str) -> Sequence[StudyNote]:
        return [StudyNote(*row) for row in await self._all(NOTES, study)]

    async def note(
        self, study: str, notes: Sequence[StudyNote], session: str | None = None
    ) -> None:
        async with self._in_study(study) as connection:
            sql.check_notes(study, await connection.fetchval(NEWEST_NOTE, study), notes)
            if session is not None:
                await connection.execute(LOCK, session)
                sql.check_free(session, await connection.fetchrow(WHOSE_SESSION, session))
                await connection.execute(
                    ADD_TO_STUDY, study, session, sql.respondent_of(session, notes)
                )
            await connection.executemany(PUT_NOTE, sql.note_values(study, notes))

    async def erase(self, study: str, respondent: str, notes: Sequence[StudyNote]) -> None:
        async with self._in_study(study) as connection:
            sql.check_erasure(
                study, respondent, dict(await connection.fetch(WHOSE_NOTES, study)), notes
            )
            contents = await connection.fetch(RESPONDENTS_CONTENTS, study, respondent)
            await connection.execute(DELETE_RESPONDENTS_SESSION, study, respondent)
            await connection.executemany(DELETE_CONTENT, [tuple(each) for each in contents])
            await connection.execute(DELETE_RESPONDENTS_NOTES, study, respondent)
            await connection.executemany(PUT_NOTE, sql.note_values(study, notes))
        await self._vacuum()

    async def delete_study(self, study: str) -> None:
        async with self._in_study(study) as connection:
            contents = await connection.fetch(STUDYS_CONTENTS, study)
            await connection.execute(DELETE_STUDYS_SESSIONS, study)
            await connection.execute(DELETE_STUDY, study)
            await connection.executemany(DELETE_CONTENT, [tuple(each) for each in contents])
        await self._vacuum()

    async def close(self) -> None:
        with explained(self._place):
            await self._pool.close()

    async def _migrate(self) -> None:
        async with self._transaction() as connection:
            await connection.execute(LOCK_SCHEMA)
            await connection.execute(schema.KEEP_VERSION)
            found = await connection.fetchval(schema.READ_VERSION)
            for statement in schema.upgrade(schema.POSTGRES, found, self._place):
                await connection.execute(statement)

    async def _all(self, statement: str, *values: Any) -> list[Any]:
        with explained(self._place):
            rows: list[Any] = await self._pool.fetch(statement, *values)
        return rows

    async def _one(self, statement: str, *values: Any) -> Any:
        with explained(self._place):
            return await self._pool.fetchrow(statement, *values)

    async def _vacuum(self) -> None:
        """The server's own write-ahead log and its backups forget by the server's own settings."""
        with explained(self._place):
            await self._pool.execute(VACUUM, timeout=None)

    @asynccontextmanager
    async def _at_rest(self, session: str, newest: int) -> AsyncIterator[Any]:
        """While nobody is at a turn of it, nor can begin one."""
        async with self._transaction() as connection:
            await connection.execute(LOCK, session)
            sql.check_at_rest(session, newest, await connection.fetchrow(LAST_AND_PENDING, session))
            yield connection

    @asynccontextmanager
    async def _in_study(self, study: str) -> AsyncIterator[Any]:
        """One at a time: whoever comes second sees what the first has noted."""
        async with self._transaction() as connection:
            if await connection.fetchrow(LOCK_STUDY, study) is None:
                raise sql.no_study(study)
            yield connection

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Any]:
        with explained(self._place):
            async with self._pool.acquire() as connection, connection.transaction():
                yield connection


async def put_rows(connection: Any, upserts: Upserts) -> None:
    """Write rows of readable tables, replacing those with the same keys."""
    for upsert, group in upserts:
        await connection.executemany(upsert, group)


@contextmanager
def explained(place: str) -> Iterator[None]:
    """The driver's error in our own words."""
    try:
        yield
    except ValueError as error:
        # asyncpg counts a value it cannot send among the troubles with its connection; it is not.
        raise StoreError(f"{place} refused: {error}.") from error
    except UNAVAILABLE as error:
        raise StoreUnavailable(
            f"{place} cannot be used: {str(error) or type(error).__name__}. "
            "See that the server runs, has room, and lets this user read and write the database."
        ) from error
    except asyncpg.PostgresError as error:
        raise StoreError(f"{place} refused: {error}.") from error


def without_password(url: str) -> str:
    """The URL as it may be shown."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
