"""Where jobs are kept: never in the store's own tables, always beside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit

from dbos import DBOS, DBOSConfig

from dramaturg.kernel.errors import SettingsError
from dramaturg.store.jobs.locks import FileLocks, Locks, ServerLocks


class JobsDatabase(Protocol):
    """Where the tables of jobs lie, and the locks that keep processes apart."""

    @property
    def config(self) -> DBOSConfig: ...

    async def locks(self) -> Locks: ...

    def prepare(self) -> None:
        """Make the tables, where they are not there yet. Only one process at a time may do that."""
        ...


def place_of(url: str) -> JobsDatabase:
    """Where the jobs beside the store at `url` are kept."""
    scheme, separator, rest = url.partition("://")
    if scheme in ("postgresql", "postgres") and separator:
        return server_place(url)
    path = rest.removeprefix("/") if separator else url
    if (separator and (scheme != "sqlite" or not rest.startswith("/"))) or path in ("", ":memory:"):
        raise SettingsError(
            f"Jobs cannot be kept at {url!r}. Use sqlite:///path, a path, or"
            " postgresql://user@host/name."
        )
    return JobFilePlace(Path(f"{path}.jobs").absolute())


@dataclass(frozen=True, slots=True)
class JobFilePlace:
    """A file of its own: the store's driver may bring another SQLite than ours, and two of them
    break each other's locks.
    """

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    @property
    def config(self) -> DBOSConfig:
        return {"system_database_url": f"sqlite:///{self.path}"}

    async def locks(self) -> Locks:
        return FileLocks(self.path.with_name(f"{self.path.name}.locks"))

    def prepare(self) -> None:
        """Under another name first: killed while it makes its tables, DBOS would leave a file that
        nobody can use.
        """
        if self.path.exists():
            return
        unborn = self.path.with_name(f"{self.path.name}.new")
        for left_over in (unborn, unborn.with_name(f"{unborn.name}-journal")):
            left_over.unlink(missing_ok=True)
        unborn.touch(mode=0o600)
        DBOS.migrate(f"sqlite:///{unborn}")
        unborn.replace(self.path)


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """A schema of its own, named after the store's."""

    url: str
    schema: str

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()

    @property
    def config(self) -> DBOSConfig:
        return {
            "system_database_url": self.url,
            "dbos_system_schema": self.schema,
            "sys_db_pool_size": 8,
        }

    async def locks(self) -> Locks:
        return await ServerLocks.opened(self.url, str(self), self.schema)

    def prepare(self) -> None:
        DBOS.migrate(self.url, schema=self.schema)


def server_place(url: str) -> ServerPlace:
    """`search_path` is a word that the store's driver takes in a URL, and ours does not."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    schema = query.pop("search_path", "dramaturg")
    return ServerPlace(parts._replace(query=urlencode(query)).geturl(), f"{schema}_jobs")
