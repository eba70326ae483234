"""`dramaturg sim debrief`: a session looked back on, as a learner or a program reads it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict

from dramaturg.app.wiring import open_app
from dramaturg.cli.sessions import find_session
from dramaturg.engines.sims.debrief import Debrief, debrief, told
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.kernel.errors import BadInput


def run_debrief(session: str, as_json: bool) -> None:
    found = asyncio.run(_debriefed(session))
    print(json.dumps(asdict(found), ensure_ascii=False, indent=2) if as_json else told(found))


async def _debriefed(beginning: str) -> Debrief:
    async with open_app() as app:
        session = await find_session(app.log, beginning)
        engine = (await app.sessions.live(session)).engine
        if not isinstance(engine, SimEngine):
            raise BadInput(f"session {session} is not a sim; only sims are debriefed")
        records = [record for _, record in await app.sessions.records(session)]
        return debrief(records, engine.scenario, engine.parts)
