"""Analyses of studies, kept while nothing changes: the codes and counts of all interviews are
gathered once, then asked often.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass

from dramaturg.app.studies.needs import StudyApp
from dramaturg.app.studies.read_study import Material, with_material
from dramaturg.app.studies.view import note_ends
from dramaturg.studies.by_method.common import tone_by
from dramaturg.studies.figures.matrix import Count, Relations
from dramaturg.studies.findings import Findings, Gathering, gathered

MOST_KEPT = 8  # studies that somebody looks at in the same hours

Version = tuple[
    int, int
]  # the newest note of a study, and the turns of all its finished interviews


@dataclass(frozen=True, slots=True)
class _Kept:
    version: Version
    gathering: Gathering


class Analyses:
    """Of all studies of one application. What somebody withdrew changes the version, so nothing of
    it is told again.
    """

    def __init__(self, app: StudyApp) -> None:
        self._app = app
        self._kept: dict[str, _Kept] = {}
        self._busy: defaultdict[str, asyncio.Lock] = defaultdict(
            asyncio.Lock
        )  # two who ask at once wait for one analysis

    async def findings(
        self,
        study: str,
        cutoff: int | None = None,
        count: Count = "respondents",
        relations: Relations = "direct",
    ) -> Findings:
        """What the finished interviews say together."""
        await note_ends(self._app, study)
        async with self._busy[study]:
            gathering = await self._gathering(study)
        return await asyncio.to_thread(gathering.result, cutoff, count, relations)

    def forget(self, study: str) -> None:
        """Let nothing of it stay in memory."""
        self._kept.pop(study, None)
        self._busy.pop(study, None)

    async def _gathering(self, study: str) -> Gathering:
        version = await self._version(study)
        known = self._kept.pop(study, None)
        if known is None or known.version != version:
            known = _Kept(version, await with_material(self._app, study, _gathered))
            if (
                await self._version(study) != version
            ):  # somebody withdrew meanwhile, or it was deleted: that is not kept
                return known.gathering
        self._kept[study] = known
        for oldest in list(self._kept)[:-MOST_KEPT]:
            self.forget(oldest)
        return known.gathering

    async def _version(self, study: str) -> Version:
        state = await self._app.studies.state(study)
        finished = [
            each.session for each in state.participants.values() if each.standing == "finished"
        ]
        held = await asyncio.gather(*(self._app.log.session(session) for session in finished))
        return state.number, sum(info.turns for info in held)


def _gathered(material: Material) -> Gathering:
    book = material.book()
    return gathered(material.matter, book, tone_by(material.models.readers()), material.coded(book))
