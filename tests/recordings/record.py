"""Records a session with a real model, to be replayed by test_recordings.py on machines that have
none.

    DRAMATURG_MODEL=compatible:local DRAMATURG_BASE_URL=http://127.0.0.1:18082/v1 \\
        python tests/recordings/record.py local_model.jsonl

Needed again whenever the prompts change: a recording is a tape, and a tape answers only what was
asked.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.learners import AttentiveLearner
from dramaturg.turn.contract import Cue

HERE = Path(__file__).parent


async def record(name: str) -> None:
    with TemporaryDirectory() as folder:
        async with open_app(Settings(store=f"{folder}/recording.db")) as app:
            session = await _played(app)
            info = await app.log.session(session)
            lines = [asdict(info), asdict(await app.log.content(info.content_hash))]
            lines += [asdict(turn) for turn in await app.log.turns(session)]
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    await asyncio.to_thread((HERE / name).write_text, text, encoding="utf-8")


async def _played(app: App) -> str:
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"), to="qa_lead")
    learner, line, number = AttentiveLearner(), "", 0
    cues: tuple[Cue, ...] = ()
    while (heard := learner.answer(line, cues)) is not None:
        turn = await app.sessions.turn(
            session, heard, key=str(number), listener=lambda sentence: print("   …", sentence)
        )
        line, cues, number = turn.line, turn.settlement.cues, number + 1
        print(
            f"{heard.text or heard.choice}\n  {turn.draft.source if turn.draft else ''}: {line}\n  [{turn.settlement.reason}]"
        )
    return session


if __name__ == "__main__":
    asyncio.run(record(sys.argv[1]))
