"""`dramaturg sim debrief`: a session looked back on, as a learner or a program reads it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict

from dramaturg.app.views.sims import debriefed
from dramaturg.app.wiring import open_app
from dramaturg.cli.sessions import find_session
from dramaturg.engines.sims.debrief import Debrief, debrief_text


def run_debrief(session: str, as_json: bool) -> None:
    found = asyncio.run(_debriefed(session))
    print(
        json.dumps(asdict(found), ensure_ascii=False, indent=2) if as_json else debrief_text(found)
    )


async def _debriefed(beginning: str) -> Debrief:
    async with open_app() as app:
        return await debriefed(app.sessions, await find_session(app.log, beginning))
