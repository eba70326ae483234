"""Analyses of studies, kept while nothing changes: the codes and counts of all interviews are
gathered once, then asked often.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.studies.studies import Studies
from dramaturg.studies.figures.matrix import Count, Relations
from dramaturg.studies.findings import Gathering, StudyFindings

MOST_KEPT = 8  # studies that somebody looks at in the same hours

# the newest note of a study, and the turns of all its finished interviews
Version = tuple[int, int]


class Analyses:
    """Of all studies of one application. What somebody withdrew changes the version, so nothing of
    it is told again.
    """

    def __init__(self, studies: Studies) -> None:
        self._studies = studies
        self._kept: dict[str, tuple[Version, Gathering]] = {}
        # two who ask at once wait for one analysis
        self._busy: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def findings(
        self,
        study: str,
        cutoff: int | None = None,
        count: Count = "respondents",
        relations: Relations = "direct",
    ) -> StudyFindings:
        """What the finished interviews say together."""
        await self._studies.note_ends(study)
        async with self._busy[study]:
            gathering = await self._gathering(study)
        return await asyncio.to_thread(gathering.result, cutoff, count, relations)

    def forget(self, study: str) -> None:
        """Let nothing of it stay in memory."""
        self._kept.pop(study, None)
        self._busy.pop(study, None)

    async def _gathering(self, study: str) -> Gathering:
        version = await self._version(study)
        known, gathering = self._kept.pop(study, (None, None))
        if gathering is None or known != version:
            gathering = await with_material(self._studies, study, StudyMaterial.gathering)
            # somebody withdrew meanwhile, or it was deleted: that is not kept
            if await self._version(study) != version:
                return gathering
        self._kept[study] = version, gathering
        for oldest in list(self._kept)[:-MOST_KEPT]:
            self.forget(oldest)
        return gathering

    async def _version(self, study: str) -> Version:
        state = await self._studies.state(study)
        finished = (each for each in state.participants.values() if each.standing == "finished")
        held = await asyncio.gather(*(self._studies.log.session(each.session) for each in finished))
        return state.number, sum(info.turns for info in held)
