"""The store: sessions with their turns and studies in SQLite or PostgreSQL, behind the ports
`EventLog`, `StudyLog` and `CareLog`.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from dramaturg.kernel.errors import SettingsError
from dramaturg.turn.ports import CareLog, Clock, EventLog, StudyLog

__all__ = ["Log", "open_log"]


class Log(EventLog, StudyLog, CareLog, Protocol):
    """Sessions and studies in one place, so that what belongs together is written and forgotten
    together.
    """


async def open_log(url: str, clock: Clock) -> Log:
    """The log at `url`: `sqlite:///path`, a bare path, or `postgresql://...`. Its schema is brought
    up to date.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return await open_sqlite(url, clock)
    if scheme == "sqlite" and rest.startswith("/"):
        return await open_sqlite(rest.removeprefix("/"), clock)
    if scheme in ("postgresql", "postgres"):
        return await open_postgres(url, clock)
    raise SettingsError(
        f"No store for a URL that begins with {scheme}://. Use sqlite:///path, a path, or"
        " postgresql://user@host/name."
    )


async def open_sqlite(path: str, clock: Clock) -> Log:
    """The log in an SQLite file; `open_log` calls it."""
    if path in ("", ":memory:"):
        raise SettingsError(
            "The store needs a file, for what was said must outlive the process. Use"
            " sqlite:///path."
        )
    from dramaturg.store.sqlite import SqliteLog  # noqa: PLC0415 - the driver is loaded when it is used

    return await SqliteLog.opened(Path(path), clock)


async def open_postgres(url: str, clock: Clock) -> Log:
    """The log on a PostgreSQL server; `open_log` calls it."""
    if find_spec("asyncpg") is None:
        raise SettingsError(
            "PostgreSQL needs a driver that is not installed. Run `pip install"
            " dramaturg[postgres]`."
        )
    from dramaturg.store.postgres import PostgresLog  # noqa: PLC0415 - asyncpg is an extra

    return await PostgresLog.opened(url, clock)
