"""Our side of a durable turn: a stage with a log in a file, and sessions played on it turn
by turn.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.eight_nodes import LEARNER, PERSON
from bench.measure import Cost, metered
from bench.walk_engine import WalkEngine
from dramaturg.app.config.providers import SystemClock
from dramaturg.language.voices import ScriptVoice
from dramaturg.store import open_log
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import Engine
from dramaturg.turn.loop import OPENING_KEY, Live, Stage, revive, take_turn
from dramaturg.turn.ports import SessionInfo, StoredContent, Voice

AnyLive = Live[Any, Any, Any, Any]
AnyEngine = Engine[Any, Any, Any, Any]

CONTENT = StoredContent("0", "bench", "eight_nodes", "1", "{}")
LOG = "sessions.db"


@dataclass(frozen=True, slots=True)
class Troupe:
    """A stage, and how sessions are opened and played on it. `say` gives the learner's words for a
    turn.
    """

    stage: Stage
    engine: AnyEngine
    say: Callable[[int], Heard]

    async def open(self, session: str) -> AnyLive:
        info = SessionInfo(
            session,
            CONTENT.engine,
            CONTENT.id,
            CONTENT.version,
            CONTENT.hash,
            "none",
            self.stage.voice.name,
            0.0,
        )
        await self.stage.log.open(info, CONTENT)
        live = Live(session, self.engine, self.engine.start())
        await take_turn(live, OPENING_KEY, Heard(), self.stage)
        return live

    async def play(self, live: AnyLive, turns: int) -> None:
        for turn in range(live.turns, live.turns + turns):
            await take_turn(live, f"key-{turn}", self.say(turn), self.stage)


@asynccontextmanager
async def walking_troupe(folder: Path) -> AsyncIterator[Troupe]:
    async with troupe(
        folder, WalkEngine(), ScriptVoice(lambda prompt: PERSON), lambda turn: Heard(LEARNER)
    ) as opened:
        yield opened


@asynccontextmanager
async def troupe(
    folder: Path, engine: AnyEngine, voice: Voice, say: Callable[[int], Heard]
) -> AsyncIterator[Troupe]:
    log = await open_log(str(folder / LOG), SystemClock())
    try:
        yield Troupe(Stage(log, voice, SystemClock(), time.perf_counter, "bench"), engine, say)
    finally:
        await log.close()


def resuming(folder: Path, session: str) -> Callable[[], Awaitable[Cost]]:
    """With fresh connections, so that nothing of the session is in memory but what the system
    itself keeps of the file.
    """

    async def contender() -> Cost:
        async with walking_troupe(folder) as opened:
            with metered() as cost:
                await revive(session, opened.engine, opened.stage.log)
        return cost

    return contender
