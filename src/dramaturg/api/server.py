"""The HTTP door: sessions and turns under /api/v1, for programs that want to hold a conversation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Annotated, Any

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, Header, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from dramaturg.app.productions import sim_content
from dramaturg.app.sessions import LONGEST_TURN, AnyRecord
from dramaturg.app.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.kernel.errors import BadInput, ConflictError, ContentError, DramaturgError, NotFound
from dramaturg.turn.contract import Heard

# Which status stands for which error; the first that fits counts.
STATUSES: tuple[tuple[type[DramaturgError], int], ...] = (
    (NotFound, 404),
    (BadInput, 422),
    (ConflictError, 409),
    (ContentError, 422),
    (DramaturgError, 503),
)

router = APIRouter(prefix="/api/v1")


class OpenSim(BaseModel):
    """A scenario to open, and perhaps whom to talk to first."""

    model_config = ConfigDict(extra="forbid")

    scenario: str
    npc: str | None = None


class Said(BaseModel):
    """One turn of the person: words, or a choice among offered options, perhaps turned to somebody."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field("", max_length=LONGEST_TURN)
    choice: str | None = None
    to: str | None = None


class Answered(BaseModel):
    """What came back: a line, what to do besides showing it, and why."""

    turn: int
    line: str
    cues: list[dict[str, Any]]
    reason: str


class Opened(Answered):
    session: str


def app_of(request: Request) -> App:
    app: App = request.app.state.app
    return app


TheApp = Annotated[App, Depends(app_of)]


@router.get("/health")
async def health() -> dict[str, str]:
    return {"status": "ok"}


@router.get("/scenarios")
async def scenarios(app: TheApp) -> list[str]:
    return [entry.id for entry in app.library.entries("scenario")]


@router.post("/sessions", status_code=201)
async def open_session(wanted: OpenSim, app: TheApp) -> Opened:
    session, record = await app.sessions.open(sim_content(app.library, wanted.scenario), to=wanted.npc)
    return Opened(session=session, **_answer(record))


@router.get("/sessions")
async def list_sessions(app: TheApp) -> list[dict[str, Any]]:
    return [asdict(info) for info in await app.log.sessions()]


@router.post("/sessions/{session}/turns")
async def take_turn(
    session: str, said: Said, app: TheApp, idempotency_key: Annotated[str, Header(min_length=1, max_length=200)]
) -> Answered:
    """Play one turn. Send it again with the same Idempotency-Key, and it is answered the same and played once."""
    record = await app.sessions.turn(session, Heard(said.text, said.choice, said.to), key=idempotency_key)
    return Answered(**_answer(record))


@router.get("/sessions/{session}/turns")
async def list_turns(session: str, app: TheApp) -> list[Answered]:
    return [Answered(**_answer(record)) for _, record in await app.sessions.records(session)]


@router.delete("/sessions/{session}", status_code=204)
async def delete_session(session: str, app: TheApp) -> None:
    await app.studies.delete_session(session)


def create_api(settings: Settings | None = None) -> FastAPI:
    """The API as an ASGI application. It opens the store when it starts and closes it when it ends."""

    @asynccontextmanager
    async def lifespan(api: FastAPI) -> AsyncIterator[None]:
        async with open_app(settings) as app:
            api.state.app = app
            yield

    api = FastAPI(title="Dramaturg", lifespan=lifespan)
    api.include_router(router)
    api.add_exception_handler(DramaturgError, _problem)
    return api


def run_server(host: str, port: int) -> None:
    uvicorn.run(create_api(), host=host, port=port, log_level="warning")


def _answer(record: AnyRecord) -> dict[str, Any]:
    cues = [asdict(cue) for cue in record.settlement.cues]
    return {"turn": record.turn, "line": record.line, "cues": cues, "reason": record.settlement.reason}


async def _problem(_request: Request, error: Exception) -> Response:
    """Problem details (RFC 9457): what is wrong, in words for whoever called."""
    status = next(status for kind, status in STATUSES if isinstance(error, kind))
    body = {"type": "about:blank", "title": type(error).__name__, "status": status, "detail": str(error)}
    return JSONResponse(body, status_code=status, media_type="application/problem+json")
