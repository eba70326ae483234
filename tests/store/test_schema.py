"""A database of any released version opens with this one, and one of a later version is refused."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dramaturg.kernel.errors import NotFound, SchemaTooNew
from dramaturg.store import open_log, schema, sql, sqlite
from dramaturg.store.projections import PROJECTIONS
from dramaturg.store.sqlite import connect
from dramaturg.testing.store_conformance import CONTENT, HandClock, StoreStage
from dramaturg.turn.ports import (
    EventLog,
    SessionInfo,
    Snapshot,
    StoredTurn,
    StudyInfo,
    StudyNote,
    TurnClaim,
)

if TYPE_CHECKING:
    from sqlite3 import Connection

RunScript = Callable[[str], Awaitable[None]]
RELEASES = sorted((Path(__file__).parent / "releases").glob("*.sql"))


def text_of(release: Path) -> str:
    return release.read_text(encoding="utf-8")


async def check_released_rows(log: EventLog) -> None:
    """What every dump in `releases` holds."""
    assert [session.id for session in await log.sessions()] == ["younger", "older"]
    older = SessionInfo(
        "older",
        "sims",
        "launch",
        "3",
        "hash-1",
        "minilm",
        "offline",
        100.0,
        turns=2,
        updated_at=201.0,
    )
    assert replace(await log.session("older"), rewritten=0) == older
    assert (await log.content("hash-1")).body == '{"title": "Launch"}'
    opening, answer = await log.turns("older")
    assert opening == StoredTurn(0, "opening", 200.0, """{"line": "It's Monday."}""", "{}")
    assert (answer.turn, answer.key, answer.record) == (1, "key-1", '{"line": "Naïve, “perhaps”?"}')
    assert await log.snapshot("older") == Snapshot(1, '{"node": "DECISIVE"}')
    assert await log.pending("younger") == TurnClaim(
        "younger", 0, "key-2", '{"text": "Hello."}', "somebody", 3
    )


def test_every_version_has_a_dump() -> None:
    assert [int(release.stem) for release in RELEASES] == list(range(1, schema.NEWEST + 1))


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.stem)
async def test_a_database_of_every_release_opens_and_goes_on(
    release: Path, run_script: RunScript, stage: StoreStage
) -> None:
    await run_script(text_of(release))
    async with stage.log() as log:
        await check_released_rows(log)
        claim = await log.claim("younger", "key-3", "words", "us", 30.0)
        assert isinstance(claim, TurnClaim)
        assert claim.key == "key-2"
        await log.append(claim, StoredTurn(0, "key-2", 300.0, "{}"))
        await log.delete("older")


@pytest.mark.parametrize("release", RELEASES[3:], ids=lambda release: release.stem)
async def test_a_study_of_every_release_that_has_one_goes_on(
    release: Path, run_script: RunScript, stage: StoreStage
) -> None:
    await run_script(text_of(release))
    async with stage.log() as log:
        assert list(await log.studies()) == [StudyInfo("mornings", "launch", "3", "hash-1", 90.0)]
        notes = await log.notes("mornings")
        assert notes[-1] == StudyNote(5, 95.0, '{"kind": "withdrew"}', "R001")
        assert [note.number for note in notes] == [1, 3, 4, 5]
        await log.note("mornings", [StudyNote(6, 96.0, "{}")])
        await log.erase("mornings", "R002", [StudyNote(7, 97.0, "{}", "R002")])
        with pytest.raises(NotFound):
            await log.session("older")


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.stem)
async def test_a_session_of_every_release_knows_its_contents(
    release: Path, run_script: RunScript, stage: StoreStage
) -> None:
    await run_script(text_of(release))
    async with stage.log() as log:
        changed = int(release.stem) >= 6
        assert list(await log.contents("older")) == (
            [(0, "hash-0"), (1, "hash-1")] if changed else [(0, "hash-1")]
        )
        assert list(await log.contents("younger")) == [(0, "hash-1")]
        await log.migrate("older", CONTENT, StoredTurn(2, "key-4", 202.0, "{}"), 1)
        assert list(await log.contents("older"))[-2:] == [
            (int(changed), "hash-1"),
            (2, CONTENT.hash),
        ]


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    url: str, run_script: RunScript
) -> None:
    log = await open_log(url, HandClock())
    await log.close()
    await run_script(f"INSERT INTO schema_version (version) VALUES ({schema.NEWEST + 1});")
    for _ in range(2):
        with pytest.raises(
            SchemaTooNew, match=rf"version {schema.NEWEST + 1}.*up to {schema.NEWEST}.*Install"
        ):
            await open_log(url, HandClock())


@pytest.fixture
async def new_database(tmp_path: Path) -> Path:
    path = tmp_path / "new.db"
    await (await open_log(str(path), HandClock())).close()
    return path


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.stem)
def test_an_old_database_gets_the_tables_of_a_new_one(
    release: Path, tmp_path: Path, new_database: Path
) -> None:
    columns = "SELECT t.name, c.* FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid"
    with closing(connect(tmp_path / "old.db")) as old, closing(connect(new_database)) as new:
        old.executescript(text_of(release))
        sqlite.migrate(old, "here")
        assert old.execute(columns).fetchall() == new.execute(columns).fetchall()


def test_every_projection_is_declared_as_it_was_created(new_database: Path) -> None:
    with closing(connect(new_database)) as connection:
        for table, projection in PROJECTIONS.items():
            created = connection.execute(
                f"SELECT name, pk, type FROM pragma_table_info('{table}') ORDER BY cid"
            ).fetchall()
            assert tuple(name for name, _, _ in created) == projection.columns
            assert tuple(name for name, place, _ in created if place) == projection.key
            assert (
                tuple(name for name, _, type in created if type == "BOOLEAN") == projection.truths
            )


def test_every_table_of_a_session_goes_with_it(new_database: Path) -> None:
    with closing(connect(new_database)) as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        for table in set(tables) - {
            "contents",
            "sessions",
            "schema_version",
            "studies",
            "study_events",
        }:
            assert ("session", "sessions", "CASCADE") in references(connection, table), table


def test_every_table_of_a_study_goes_with_it(new_database: Path) -> None:
    with closing(connect(new_database)) as connection:
        for table in ("study_events", "study_sessions"):
            assert ("study", "studies", "CASCADE") in references(connection, table), table


def references(connection: Connection, table: str) -> list[tuple[str, str, str]]:
    return connection.execute(
        f'SELECT "from", "table", on_delete FROM pragma_foreign_key_list(\'{table}\')'
    ).fetchall()


def test_sessions_are_found_by_an_index_in_every_table(new_database: Path) -> None:
    with closing(connect(new_database)) as connection:
        for table in (
            "turns",
            "claims",
            "snapshots",
            "session_contents",
            "study_sessions",
            *PROJECTIONS,
        ):
            assert re.search(
                r"SEARCH .* USING .*\(session=\?\)",
                plan(connection, f"DELETE FROM {table} WHERE session = 'x'"),
            ), table


def test_a_study_is_read_and_erased_by_indexes(new_database: Path) -> None:
    statements = (sql.NOTES, sql.NEWEST_NOTE, sql.WHOSE_NOTES, sql.DELETE_RESPONDENTS_NOTES)
    with closing(connect(new_database)) as connection:
        for statement in (
            *statements,
            sql.DELETE_RESPONDENTS_SESSION,
            sql.DELETE_STUDYS_SESSIONS,
            sql.WHOSE_SESSION,
        ):
            steps = plan(connection, statement.replace("?", "'x'"))
            assert "SEARCH" in steps, statement
            assert "SCAN" not in steps, (statement, steps)


def plan(connection: Connection, statement: str) -> str:
    return "\n".join(step for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}"))


def test_a_half_finished_upgrade_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        schema,
        "VERSIONS",
        (*schema.VERSIONS, ("CREATE TABLE next_thing (id TEXT)", "NO SUCH STATEMENT")),
    )
    monkeypatch.setattr(schema, "NEWEST", schema.NEWEST + 1)
    path = tmp_path / "a.db"
    with closing(connect(path)) as connection, pytest.raises(sqlite.driver.OperationalError):
        sqlite.migrate(connection, "here")
    with closing(connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == []
