"""What if over a study of 100 interviews: every turn decided by another methodology, beside playing
every turn again.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.report import Finding, millis, seconds
from bench.signals_read import Run, run
from bench.study_thousand import FEW, made, study_id
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.swap import ContentChange, find_version
from dramaturg.app.replay.what_if import Deciders, WhatIf, what_if
from dramaturg.app.replay.what_if_summary import summary
from dramaturg.app.wiring import App, open_app
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.ports import Prompt

SETTINGS = ("methodology.strategies.elicit.signal_weights.temporal.strategy_repetition_count=-9",)
LIMIT = 30.0


def findings() -> Iterator[Finding]:
    store = made()
    ours, theirs = (_taken(store, job) for job in ("what if", "replay"))
    decided, played = (json.loads(each.told) for each in (ours, theirs))
    assert decided["turns"] == played["turns"], "both look at every turn"
    yield Finding(
        f"{FEW} interviews, beside playing them again", ours.wall, theirs.wall, seconds, limit=LIMIT
    )
    turns = decided["turns"]
    yield Finding(f"of that a turn, {turns:,} in all", ours.cpu / turns, theirs.cpu / turns, millis)


def _taken(store: Path, job: str) -> Run:
    return run([sys.executable, "-m", "bench.what_if", str(store), job])


# ── the jobs, each in a process of its own ────────────────────────────────────────────────────────


async def do(store: str, job: str) -> dict[str, int]:
    async with open_app(Settings(store=store), ScriptVoice(_forbidden)) as app:
        people = (await app.studies.state(study_id(FEW))).participants.values()
        sessions = [each.session for each in people]
        return await (_what_if if job == "what if" else _replay)(app, sessions)


def _forbidden(prompt: Prompt) -> str:
    raise AssertionError("a model was asked")


async def _what_if(app: App, sessions: Sequence[str]) -> dict[str, int]:
    deciders = Deciders(ContentChange(find_version(app.library, "means_end_chain"), SETTINGS))
    found: list[WhatIf] = [await what_if(app.log, session, deciders) for session in sessions]
    told = summary(found)
    assert told.sessions["undecided"] == told.sessions["not concerned"] == 0
    return {"turns": told.turns, "otherwise": told.otherwise}


async def _replay(app: App, sessions: Sequence[str]) -> dict[str, int]:
    """Every word is read again; the opening of a session is no decision."""
    played = [[turn.same async for turn in app.sessions.replay(session)] for session in sessions]
    assert all(all(turns) for turns in played)
    return {"turns": sum(len(turns) - 1 for turns in played)}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(do(*sys.argv[1:]))))
