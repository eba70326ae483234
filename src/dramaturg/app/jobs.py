"""The jobs of a server: one engine for every kind, started when the first of them is asked for."""

from __future__ import annotations

import asyncio

from dramaturg.app.config.settings import Settings
from dramaturg.store.jobs import open_jobs
from dramaturg.turn.jobs import Jobs


class AllJobs:
    """The one engine for jobs in this process. Jobs that an earlier process left go on as soon as
    it is open.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opening = asyncio.Lock()
        self._jobs: Jobs | None = None

    async def opened(self) -> Jobs:
        from dramaturg.app.job_kinds import KINDS  # noqa: PLC0415 - jobs are made of everything, this module included

        async with self._opening:
            if self._jobs is None:
                kinds = {name: maker(self._settings) for name, maker in KINDS.items()}
                self._jobs = await open_jobs(self._settings.store, kinds)
        return self._jobs

    async def close(self) -> None:
        if self._jobs is not None:
            await self._jobs.close()
