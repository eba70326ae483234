"""What is particular to the log on a server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from dramaturg.kernel.errors import StoreUnavailable
from dramaturg.store import open_log
from dramaturg.testing.store_conformance import (
    CONTENT,
    SESSION,
    STUDY,
    HandClock,
    StoreStage,
    noted,
    play,
)


async def test_a_server_that_cannot_be_reached_is_named_without_its_password(
    tmp_path: Path,
) -> None:
    with pytest.raises(
        StoreUnavailable, match="postgresql://somewhere/drama cannot be used"
    ) as refusal:
        await open_log(f"postgresql://me:secret@somewhere/drama?host={tmp_path}", HandClock())
    assert "secret" not in str(refusal.value)


async def test_a_server_that_was_restarted_is_found_again(
    postgres_url: str, postgres_server: str
) -> None:
    log = await open_log(postgres_url, HandClock())
    await log.open(SESSION, CONTENT)
    other = await asyncpg.connect(postgres_server)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dramaturg'"
    )
    await other.close()
    with suppress(StoreUnavailable):  # unless the pool has noticed first
        await log.session(SESSION.id)
    assert (await log.session(SESSION.id)).id == SESSION.id
    await log.close()


async def test_a_deleted_session_is_vacuumed_away(postgres_url: str) -> None:
    log = await open_log(postgres_url, HandClock())
    await log.open(SESSION, CONTENT)
    await play(log, "key")
    await log.delete(SESSION.id)
    await log.close()
    assert await times_vacuumed(postgres_url, "sessions", "turns") == 1


async def test_an_erased_respondent_is_vacuumed_away(postgres_url: str) -> None:
    async with StoreStage(lambda clock: open_log(postgres_url, clock)).study() as log:
        await log.erase(STUDY.id, "R001", [noted(5, "R001")])
    assert (
        await times_vacuumed(
            postgres_url, "sessions", "utterances", "study_events", "study_sessions"
        )
        == 1
    )


async def times_vacuumed(url: str, *tables: str) -> int:
    schema = url.rpartition("=")[2]
    watching = await asyncpg.connect(url)
    count = "SELECT min(vacuum_count) FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = ANY($2)"
    for _ in range(6000):  # the server counts a little later
        if vacuumed := await watching.fetchval(count, schema, tables):
            break
        await asyncio.sleep(0.1)
    await watching.close()
    return int(vacuumed)
