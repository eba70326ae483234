"""The two servers that are measured: the studio with a script for its model, and a bare handler
with the same database writes.

`python -m bench.studio_servers studio|bare FOLDER SECONDS PORT`: its files are in the folder, an
answer takes so many seconds.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import uvicorn
from fastapi import FastAPI, Header
from pydantic import BaseModel
from uuid_utils import uuid7

from bench.rehearsal import Rehearsal, letters
from dramaturg.store import open_log
from dramaturg.turn.loop import OPENING_KEY
from dramaturg.turn.ports import (
    EventLog,
    OnText,
    Prompt,
    Reply,
    SessionInfo,
    StoredContent,
    StoredTurn,
    TableRow,
    TurnClaim,
)

STORE = "store.db"
REHEARSED = "rehearsed.json"
CONTENT = StoredContent("0", "bench", "bare", "1", "{}")


@dataclass(frozen=True, slots=True)
class WaitingVoice:
    """A script that lets one wait for its answer, as a model does, and costs no more than that."""

    replies: Mapping[str, str]
    seconds: float
    name: str = "script"

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply:
        await asyncio.sleep(self.seconds)
        reply = self.replies[letters(prompt)]
        if on_text is not None:
            on_text(reply)
        return Reply(reply, self.name)


def studio(folder: Path, port: int, rehearsal: Rehearsal, seconds: float) -> None:
    """The very server that `dramaturg serve` starts."""
    from dramaturg.api.server import run_server  # noqa: PLC0415 - the bare one is to pay nothing for it

    os.environ["DRAMATURG_STORE"], os.environ["DRAMATURG_CONTENT"] = (
        str(folder / STORE),
        str(folder / "content"),
    )
    run_server("127.0.0.1", port, WaitingVoice(rehearsal.replies, seconds))


def bare(folder: Path, port: int, rehearsal: Rehearsal, seconds: float) -> None:
    uvicorn.run(
        bare_api(folder, rehearsal, seconds), host="127.0.0.1", port=port, log_level="warning"
    )


# ── the bare handler ──────────────────────────────────────────────────────────────────────────────


class Said(BaseModel):
    text: str = ""
    choice: str | None = None


class Answer(BaseModel):
    turn: int
    line: str


class SystemClock:
    def now(self) -> float:
        return time.time()


def bare_api(folder: Path, rehearsal: Rehearsal, seconds: float) -> FastAPI:
    """Waits, and writes what we write: through our own log, whose writer lets turns share their
    syncs, in our own pragmas.
    """
    opened: dict[str, EventLog] = {}

    @asynccontextmanager
    async def lifespan(api: FastAPI) -> AsyncIterator[None]:
        opened["log"] = await open_log(str(folder / STORE), SystemClock())
        yield
        await opened["log"].close()

    api = FastAPI(lifespan=lifespan)

    async def keep(claim: object) -> Answer:
        if not isinstance(claim, TurnClaim):
            raise TypeError("somebody else is at that turn")
        turn = rehearsal.turn(claim.turn)
        rows = [
            TableRow(table, {**values, "session": claim.session}) for table, values in turn.rows
        ]
        await opened["log"].append(
            claim, StoredTurn(claim.turn, claim.key, time.time(), turn.record, turn.timings), rows
        )
        return Answer(turn=claim.turn, line=turn.line)

    @api.get("/api/v1/health")
    async def health() -> str:
        return "well"

    @api.post("/api/v1/sessions", status_code=201)
    async def open_session() -> dict[str, dict[str, str]]:
        log, session = opened["log"], str(uuid7())
        await log.open(
            SessionInfo(session, "bench", "bare", "1", CONTENT.hash, "none", "script", time.time()),
            CONTENT,
        )
        await keep(await log.claim(session, OPENING_KEY, "{}", "bare", 30.0))
        return {"head": {"id": session}}

    @api.post("/api/v1/sessions/{session}/turns")
    async def take_turn(
        session: str, said: Said, idempotency_key: Annotated[str, Header()]
    ) -> Answer:
        claim = await opened["log"].claim(
            session, idempotency_key, said.model_dump_json(), "bare", 30.0
        )
        await asyncio.sleep(seconds)
        return await keep(claim)

    return api


SERVERS: Mapping[str, Callable[[Path, int, Rehearsal, float], None]] = {
    "studio": studio,
    "bare": bare,
}


def main(name: str, folder: Path, seconds: float, port: int) -> None:
    SERVERS[name](folder, port, Rehearsal.read(folder / REHEARSED), seconds)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
