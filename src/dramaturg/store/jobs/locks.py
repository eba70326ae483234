"""Locks that a process keeps until it gives them back or dies, however it dies: the others see at
once that it is gone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from psycopg import AsyncConnection, Error

from dramaturg.kernel.errors import StoreUnavailable


class Locks(Protocol):
    """Who is alive: a process holds a lock for as long as it runs."""

    async def take(self, name: str) -> bool:
        """False when somebody else has it."""
        ...

    async def held(self, name: str) -> bool:
        """Whether another process has it."""
        ...

    async def release(self, name: str) -> None: ...

    async def keep(self) -> None:
        """Make sure that we still have what we took."""
        ...

    async def tidy(self) -> None:
        """Remove what dead processes left. Nobody may take a lock of a new name meanwhile."""
        ...

    async def close(self) -> None:
        """Gives everything back."""
        ...


class FileLocks:
    """Each lock is an empty SQLite file in which a transaction is open: the one lock that all
    systems let go with its process.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taken: dict[str, sqlite3.Connection] = {}
        with self._explained():
            folder.mkdir(mode=0o700, exist_ok=True)

    async def take(self, name: str) -> bool:
        with self._explained():
            connection = sqlite3.connect(self._file(name), timeout=0, isolation_level=None)
            try:
                connection.execute("PRAGMA journal_mode = MEMORY")  # no second file beside it
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                connection.close()
                if is_busy(error):
                    return False
                raise
        self._taken[name] = connection
        return True

    async def held(self, name: str) -> bool:
        if name in self._taken:
            return False
        if not self._file(name).exists():
            return False
        with (
            self._explained(),
            closing(
                sqlite3.connect(f"{self._file(name).as_uri()}?mode=ro", uri=True, timeout=0)
            ) as connection,
        ):
            try:
                connection.execute("SELECT count(*) FROM sqlite_schema")
            except sqlite3.OperationalError as error:
                if is_busy(error):
                    return True
                raise
        return False

    async def release(self, name: str) -> None:
        self._taken.pop(name).close()

    async def keep(self) -> None:
        """Nothing takes a file's lock away."""

    async def tidy(self) -> None:
        for file in self._folder.glob("*.lock"):
            if file.stem not in self._taken and not await self.held(file.stem):
                with suppress(OSError):  # it only lies there
                    file.unlink()

    async def close(self) -> None:
        for name in list(self._taken):
            await self.release(name)

    def _file(self, name: str) -> Path:
        return self._folder.absolute() / f"{name}.lock"

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreUnavailable(
                f"{self._folder} cannot be used: {error}. See that the folder above it exists and"
                " that this user may write there."
            ) from error


def is_busy(error: sqlite3.OperationalError) -> bool:
    return (
        error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    )  # the low byte; the rest says more about the same


class ServerLocks:
    """PostgreSQL's advisory locks, which end with the connection that took them. Open it with
    `ServerLocks.opened`.
    """

    def __init__(self, url: str, place: str, realm: str) -> None:
        self._url = url
        self._place = place
        self._realm = realm
        self._taken: list[str] = []
        self._connection: AsyncConnection[tuple[bool]] | None = None

    @classmethod
    async def opened(cls, url: str, place: str, realm: str) -> ServerLocks:
        """Locks of the same name in another `realm` are other locks."""
        locks = cls(url, place, realm)
        await locks.keep()
        return locks

    async def take(self, name: str) -> bool:
        # To the server a second time is as good as the first, but then it wants to be given back
        # twice.
        if name in self._taken or not await self._ask("SELECT pg_try_advisory_lock(%s)", name):
            return False
        self._taken.append(name)
        return True

    async def held(self, name: str) -> bool:
        if not await self._ask("SELECT pg_try_advisory_lock_shared(%s)", name):
            return True
        await self._ask("SELECT pg_advisory_unlock_shared(%s)", name)
        return False

    async def release(self, name: str) -> None:
        self._taken.remove(name)
        await self._ask("SELECT pg_advisory_unlock(%s)", name)

    async def keep(self) -> None:
        if self._connection is not None:
            with suppress(StoreUnavailable):
                await self._ask("SELECT %s = 0", "still there")
                return
            await self._connection.close()
        try:
            self._connection = await AsyncConnection.connect(
                self._url, autocommit=True, application_name="dramaturg"
            )
        except Error as error:
            raise self._unavailable(error) from error
        for name in self._taken:
            await self._ask(
                "SELECT pg_advisory_lock(%s)", name
            )  # waits for whoever is just asking whether we are there

    async def tidy(self) -> None:
        """The server forgets by itself."""

    async def close(self) -> None:
        if self._connection is None:
            return
        with suppress(StoreUnavailable):  # then they are gone anyway
            for name in list(self._taken):
                await self.release(
                    name
                )  # the server would notice the end of the connection only a little later
        await self._connection.close()

    async def _ask(self, question: str, name: str) -> bool:
        assert self._connection is not None
        try:
            cursor = await self._connection.execute(question, (self._number(name),))
            answer = await cursor.fetchone()
        except Error as error:
            raise self._unavailable(error) from error
        return bool(answer and answer[0])

    def _number(self, name: str) -> int:
        return int.from_bytes(sha256(f"{self._realm} {name}".encode()).digest()[:8], signed=True)

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        return StoreUnavailable(
            f"{self._place} cannot be used: {error}. See that the server runs and lets this"
            " user in."
        )
