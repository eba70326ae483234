"""A database of any released version opens with this one, and one of a later version is refused."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from dramaturg.kernel.errors import SchemaTooNew
from dramaturg.store import open_log, schema, sqlite
from dramaturg.store.projections import PROJECTIONS
from dramaturg.store.sqlite import connect
from dramaturg.testing.store_conformance import HandClock, Stage
from dramaturg.turn.ports import Claim, EventLog, SessionInfo, Snapshot, StoredTurn

RunScript = Callable[[str], Awaitable[None]]
RELEASES = sorted((Path(__file__).parent / "releases").glob("*.sql"))


def text_of(release: Path) -> str:
    return release.read_text(encoding="utf-8")


async def check_released_rows(log: EventLog) -> None:
    """What every dump in `releases` holds."""
    assert [session.id for session in await log.sessions()] == ["younger", "older"]
    older = SessionInfo("older", "sims", "launch", "3", "hash-1", "minilm", "offline", 100.0, turns=2, updated_at=201.0)
    assert await log.session("older") == older
    assert (await log.content("hash-1")).body == '{"title": "Launch"}'
    opening, answer = await log.turns("older")
    assert opening == StoredTurn(0, "opening", 200.0, """{"line": "It's Monday."}""", "{}")
    assert (answer.turn, answer.key, answer.record) == (1, "key-1", '{"line": "Naïve, “perhaps”?"}')
    assert await log.snapshot("older") == Snapshot(1, '{"node": "DECISIVE"}')
    assert await log.pending("younger") == Claim("younger", 0, "key-2", '{"text": "Hello."}', "somebody", 3)


def test_every_version_has_a_dump() -> None:
    assert [int(release.stem) for release in RELEASES] == list(range(1, schema.NEWEST + 1))


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.stem)
async def test_a_database_of_every_release_opens_and_goes_on(release: Path, run_script: RunScript, stage: Stage) -> None:
    await run_script(text_of(release))
    async with stage.log() as log:
        await check_released_rows(log)
        claim = await log.claim("younger", "key-3", "words", "us", 30.0)
        assert isinstance(claim, Claim)
        assert claim.key == "key-2"
        await log.append(claim, StoredTurn(0, "key-2", 300.0, "{}"))
        await log.delete("older")


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(url: str, run_script: RunScript) -> None:
    log = await open_log(url, HandClock())
    await log.close()
    await run_script(f"INSERT INTO schema_version (version) VALUES ({schema.NEWEST + 1});")
    for _ in range(2):
        with pytest.raises(SchemaTooNew, match=rf"version {schema.NEWEST + 1}.*up to {schema.NEWEST}.*Install"):
            await open_log(url, HandClock())


@pytest.fixture
async def new_database(tmp_path: Path) -> Path:
    path = tmp_path / "new.db"
    await (await open_log(str(path), HandClock())).close()
    return path


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.stem)
def test_an_old_database_gets_the_tables_of_a_new_one(release: Path, tmp_path: Path, new_database: Path) -> None:
    columns = (
        "SELECT t.name, c.* FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid"
    )
    with closing(connect(tmp_path / "old.db")) as old, closing(connect(new_database)) as new:
        old.executescript(text_of(release))
        sqlite.migrate(old, "here")
        assert old.execute(columns).fetchall() == new.execute(columns).fetchall()


def test_every_projection_is_declared_as_it_was_created(new_database: Path) -> None:
    with closing(connect(new_database)) as connection:
        for table, projection in PROJECTIONS.items():
            created = connection.execute(f"SELECT name, pk FROM pragma_table_info('{table}') ORDER BY cid").fetchall()
            assert tuple(name for name, _ in created) == projection.columns
            assert tuple(name for name, place in created if place) == projection.key


def test_every_table_of_a_session_goes_with_it(new_database: Path) -> None:
    with closing(connect(new_database)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in set(tables) - {"contents", "sessions", "schema_version"}:
            references = connection.execute(
                f'SELECT "from", "table", on_delete FROM pragma_foreign_key_list(\'{table}\')'
            ).fetchall()
            assert references == [("session", "sessions", "CASCADE")], table


def test_sessions_are_found_by_an_index_in_every_table(new_database: Path) -> None:
    with closing(connect(new_database)) as connection:
        for table in ("turns", "claims", "snapshots", *PROJECTIONS):
            plan = connection.execute(f"EXPLAIN QUERY PLAN DELETE FROM {table} WHERE session = 'x'").fetchall()
            assert re.search(r"SEARCH .* USING .*\(session=\?\)", plan[0][3]), (table, plan)


def test_a_half_finished_upgrade_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "VERSIONS", (*schema.VERSIONS, ("CREATE TABLE next_thing (id TEXT)", "NO SUCH STATEMENT")))
    monkeypatch.setattr(schema, "NEWEST", schema.NEWEST + 1)
    path = tmp_path / "a.db"
    with closing(connect(path)) as connection, pytest.raises(sqlite.driver.OperationalError):
        sqlite.migrate(connection, "here")
    with closing(connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == []
