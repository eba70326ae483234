"""The jobs of a server: one engine for every kind, started when the first of them is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from dramaturg.app.config.settings import Settings
from dramaturg.store.jobs import open_jobs
from dramaturg.turn.jobs import Job, Jobs

JobKinds = Mapping[str, Callable[[Settings], Job]]
"""From the name of a kind to what makes the job, given the settings."""


class AllJobs:
    """The one engine for jobs in this process. Jobs that an earlier process left go on as soon as
    it is open.
    """

    def __init__(self, settings: Settings, kinds: Callable[[], JobKinds]) -> None:
        self._settings, self._kinds = settings, kinds
        self._opening = asyncio.Lock()
        self._jobs: Jobs | None = None

    async def opened(self) -> Jobs:
        async with self._opening:
            if self._jobs is None:
                kinds = {name: maker(self._settings) for name, maker in self._kinds().items()}
                self._jobs = await open_jobs(self._settings.store, kinds)
        return self._jobs

    async def close(self) -> None:
        if self._jobs is not None:
            await self._jobs.close()
