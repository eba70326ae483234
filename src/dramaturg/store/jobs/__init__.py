"""Durable jobs on DBOS: in an SQLite file beside the store's, or in a schema of their own on the
store's PostgreSQL server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from dramaturg.turn.jobs import Job, Jobs

if TYPE_CHECKING:
    from dramaturg.store.jobs.runner import DbosJobs

__all__ = ["open_jobs"]


async def open_jobs(url: str, kinds: Mapping[str, Job], adopt: bool = True) -> Jobs:
    """The jobs beside the store at `url` (the same as for `open_log`), run in this process and on
    this event loop.

    With `adopt`, jobs of processes that are gone go on here by themselves; without, only those that
    are started or resumed here.
    """
    return await (await asyncio.to_thread(load)).opened(url, kinds, adopt)


def load() -> type[DbosJobs]:
    # DBOS writes results and errors into its log; what is said in a job is not for logs.
    """The class that runs jobs; importing DBOS takes a third of a second."""
    logger = logging.getLogger("dbos")
    logger.propagate = False
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    from dramaturg.store.jobs.runner import DbosJobs  # noqa: PLC0415 - DBOS takes a third of a second to load

    return DbosJobs
