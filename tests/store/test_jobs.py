"""Durable jobs do what all Jobs must do, on both databases; and what is particular to how they are
kept.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from dramaturg.kernel.errors import JobFailed, SettingsError, StoreUnavailable
from dramaturg.store.jobs import open_jobs
from dramaturg.store.jobs.database import place_of
from dramaturg.store.jobs.locks import FileLocks, Locks, ServerLocks
from dramaturg.store.jobs.runner import soon
from dramaturg.store.sqlite import connect
from dramaturg.testing import job_conformance
from dramaturg.testing.job_conformance import (
    BEHAVIOURS,
    PATIENT_BEHAVIOURS,
    Behaviour,
    JobStage,
    finished,
    refused,
)
from dramaturg.turn.jobs import Work


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.fixture
def job_stage(url: str) -> JobStage:
    return JobStage(lambda kinds, adopt=True: open_jobs(url, kinds, adopt))


@pytest.mark.parametrize("behaviour", BEHAVIOURS, ids=lambda behaviour: behaviour.__name__)
async def test_jobs(behaviour: Behaviour, job_stage: JobStage) -> None:
    await behaviour(job_stage)


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", PATIENT_BEHAVIOURS, ids=lambda behaviour: behaviour.__name__)
async def test_jobs_that_are_taken_up_again(behaviour: Behaviour, job_stage: JobStage) -> None:
    await behaviour(job_stage)


def test_no_behaviour_is_forgotten() -> None:
    functions = [value for value in vars(job_conformance).values() if callable(value)]
    behaviours = [
        value
        for value in functions
        if list(getattr(value, "__annotations__", {})) == ["stage", "return"]
    ]
    assert set(behaviours) == {*BEHAVIOURS, *PATIENT_BEHAVIOURS}


# ── what is written ───────────────────────────────────────────────────────────────────────────────

SECRET = "what nobody else should read"


async def secretive(work: Work, request: Any) -> Any:
    async def fail() -> None:
        raise ValueError(request["text"])

    async def echo() -> Any:
        return request

    kept = await work.step("echo", echo)
    if request.get("fails"):
        await work.step("fail", fail)
    return kept


@pytest.fixture
def select_jobs(url: str) -> Callable[[str], Awaitable[list[tuple[Any, ...]]]]:
    """Reads the tables of the jobs past the port. `{}` stands for their schema."""

    async def read(query: str) -> list[tuple[Any, ...]]:
        if url.startswith("sqlite"):
            with closing(connect(Path(f"{url.removeprefix('sqlite:///')}.jobs"))) as connection:
                return connection.execute(query.format("")).fetchall()
        postgres = await asyncpg.connect(url)
        rows = [
            tuple(row)
            for row in await postgres.fetch(query.format(f"{url.rpartition('=')[2]}_jobs."))
        ]
        await postgres.close()
        return rows

    return read


async def test_everything_is_kept_as_json(
    job_stage: JobStage, select_jobs: Callable[[str], Awaitable[list[tuple[Any, ...]]]]
) -> None:
    async with job_stage.jobs(secret=secretive) as jobs:
        await finished(jobs, await jobs.start("secret", {"text": SECRET}))
        await refused(
            JobFailed, jobs.result(await jobs.start("secret", {"text": SECRET, "fails": True}))
        )

    kept = await select_jobs(
        "SELECT inputs FROM {0}workflow_input UNION ALL SELECT output FROM {0}workflow_output UNION ALL "
        "SELECT error FROM {0}workflow_output UNION ALL SELECT output FROM {0}operation_outputs"
    )
    values = [json.loads(text) for (text,) in kept if text is not None]
    assert {"text": SECRET} in values
    assert sum(SECRET in json.dumps(value) for value in values) == 6
    formats = "SELECT serialization FROM {0}workflow_status UNION SELECT serialization FROM {0}operation_outputs"
    assert await select_jobs(formats) == [("portable_json",)]


async def test_nothing_of_a_job_gets_into_a_log(
    job_stage: JobStage, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    async with job_stage.jobs(secret=secretive) as jobs:
        await refused(
            JobFailed, jobs.result(await jobs.start("secret", {"text": SECRET, "fails": True}))
        )
    written = capfd.readouterr()
    assert SECRET not in caplog.text + written.out + written.err


async def test_jobs_in_a_file_use_no_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("no network")

    for name in ("connect", "connect_ex", "bind", "listen"):
        monkeypatch.setattr(socket.socket, name, refuse)
    stage = JobStage(lambda kinds, adopt=True: open_jobs(str(tmp_path / "a.db"), kinds, adopt))
    async with stage.jobs(secret=secretive) as jobs:
        assert await finished(jobs, await jobs.start("secret", {"text": SECRET})) == {
            "text": SECRET
        }


async def test_jobs_lie_beside_the_store_for_their_owner_alone(tmp_path: Path) -> None:
    for _ in range(3):
        await (await open_jobs(f"sqlite:///{tmp_path}/a.db", {})).close()
    assert names(tmp_path) == ["a.db.jobs", "a.db.jobs.locks"]
    assert stat.S_IMODE((tmp_path / "a.db.jobs").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "a.db.jobs.locks").stat().st_mode) == 0o700
    assert len(names(tmp_path / "a.db.jobs.locks")) == 2, (
        "the gate, and the one that was closed last"
    )


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


def test_importing_jobs_does_not_load_their_engine() -> None:
    script = "import sys, dramaturg.store.jobs, dramaturg.turn.jobs; print(*(set(sys.modules) & {'dbos', 'sqlalchemy', 'psycopg'}))"
    assert (
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.strip()
        == ""
    )


@pytest.mark.parametrize(
    "url",
    ["mysql://host/name", "sqlite://a.db", "sqlite:///", "sqlite:///:memory:", ":memory:", ""],
)
async def test_a_url_where_jobs_cannot_be_kept_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="sqlite:///path"):
        await open_jobs(url, {})


async def test_a_server_that_cannot_be_reached_is_named_without_its_password(
    tmp_path: Path,
) -> None:
    with pytest.raises(
        StoreUnavailable, match="postgresql://somewhere/drama cannot be used"
    ) as refusal:
        await open_jobs(f"postgresql://me:secret@somewhere/drama?host={tmp_path}", {})
    assert "secret" not in str(refusal.value)


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"nowhere/a\.db\.jobs\.locks cannot be used"):
        await open_jobs(str(tmp_path / "nowhere" / "a.db"), {})


async def test_a_file_that_is_no_database_is_named_and_can_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.db.jobs"
    file.write_text("something else " * 100)
    with pytest.raises(
        StoreUnavailable, match=r"a\.db\.jobs cannot be used: file is not a database"
    ):
        await open_jobs(str(tmp_path / "a.db"), {})
    file.unlink()
    await (await open_jobs(str(tmp_path / "a.db"), {})).close()


# ── locks ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def new_locks(url: str) -> Callable[[], Awaitable[Locks]]:
    return lambda: place_of(url).locks()


async def test_a_lock_is_held_until_it_is_given_back(
    new_locks: Callable[[], Awaitable[Locks]],
) -> None:
    ours, theirs = await new_locks(), await new_locks()
    assert await ours.take("a")
    assert not await ours.take("a")
    assert not await theirs.take("a")
    assert await theirs.held("a")
    assert await theirs.take("b")
    assert not await theirs.held("c")
    await ours.release("a")
    assert not await theirs.held("a")
    assert await theirs.take("a")
    await theirs.close()
    assert not await ours.held("a")
    assert await ours.take("b")
    await ours.close()


async def test_asking_for_a_lock_keeps_nobody_from_it(
    new_locks: Callable[[], Awaitable[Locks]],
) -> None:
    ours, theirs = await new_locks(), await new_locks()
    assert not await theirs.held("a")
    assert await ours.take("a")
    await asyncio.gather(*(theirs.held("a") for _ in range(10)))
    await ours.release("a")
    assert await theirs.take("a")
    await ours.close()
    await theirs.close()


async def test_what_dead_processes_left_is_tidied_up(tmp_path: Path) -> None:
    ours, theirs = FileLocks(tmp_path / "locks"), FileLocks(tmp_path / "locks")
    for locks, name in ((ours, "ours"), (theirs, "theirs"), (theirs, "left")):
        await locks.take(name)
    await theirs.release("left")
    await ours.tidy()
    assert names(tmp_path / "locks") == ["ours.lock", "theirs.lock"]
    await ours.close()
    await theirs.close()


async def test_a_lock_lost_with_its_connection_is_taken_again(
    postgres_url: str, postgres_server: str
) -> None:
    ours, theirs = await place_of(postgres_url).locks(), await place_of(postgres_url).locks()
    assert isinstance(ours, ServerLocks)
    await ours.take("a")
    server = await asyncpg.connect(postgres_server)
    await server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dramaturg'"
    )
    await server.close()
    with pytest.raises(StoreUnavailable):
        await ours.held("b")
    await ours.keep()
    await theirs.keep()
    assert await theirs.held("a")
    await ours.close()
    await theirs.close()


async def test_a_job_survives_that_its_server_ends_all_connections(
    postgres_url: str, postgres_server: str
) -> None:
    async def cut_off() -> str:
        server = await asyncpg.connect(postgres_server)
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN ('dramaturg', 'dbos_transact')"
        await server.execute(others)
        await server.close()
        return "done"

    async def job(work: Work, request: Any) -> Any:
        return [await work.step(f"cut {number}", cut_off) for number in range(3)]

    stage = JobStage(lambda kinds, adopt=True: open_jobs(postgres_url, kinds, adopt))
    async with stage.jobs(cut=job) as jobs:
        assert await finished(jobs, await jobs.start("cut", {})) == ["done"] * 3


@pytest.mark.parametrize("steps", range(4))
async def test_who_is_stopped_just_when_news_come_is_stopped(steps: int) -> None:
    news = asyncio.Event()
    waiting = asyncio.create_task(soon(news))
    await asyncio.sleep(0)
    news.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    if waiting.cancel():  # it has not ended before
        with pytest.raises(asyncio.CancelledError):
            await waiting
