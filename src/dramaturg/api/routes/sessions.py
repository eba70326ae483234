"""Sessions: opened, listed, shown, taken part in, deleted; and why each turn went as it did."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Header
from pydantic import BaseModel, ConfigDict, Field

from dramaturg.api.access import for_authors, for_parties, for_readers
from dramaturg.api.depends import TheApp, TheSession
from dramaturg.app.productions import interview_content, memoir_content, sim_content
from dramaturg.app.sessions import LONGEST_TURN
from dramaturg.app.showing.show import SessionShown, TurnShown, Why
from dramaturg.app.showing.shown import Head
from dramaturg.app.wiring import App
from dramaturg.engines.memoir.artifacts import Teller
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent

router = APIRouter(tags=["sessions"])


class Wanted(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OpenSim(Wanted):
    """A scenario to open, and perhaps whom to talk to first."""

    engine: Literal["sims"]
    scenario: str
    npc: str | None = None


class OpenInterview(Wanted):
    """A methodology, and what to be interviewed about: a subject by its id, or in words."""

    engine: Literal["interviews"]
    methodology: str
    about: str = Field(min_length=1, max_length=500)
    guide: str | None = None
    max_turns: int | None = Field(None, ge=1, le=200)


class OpenMemoir(Wanted):
    """An interviewer for a life story, and who tells it."""

    engine: Literal["memoir"]
    artifacts: str = "origins"
    teller: Teller = Field(default_factory=Teller)


Opening = Annotated[OpenSim | OpenInterview | OpenMemoir, Field(discriminator="engine")]


class Said(Wanted):
    """One turn of the person: words, or a choice among offered options, perhaps turned to somebody."""

    text: str = Field("", max_length=LONGEST_TURN)
    choice: str | None = Field(None, max_length=1000)
    to: str | None = Field(None, max_length=200)


def _content(wanted: OpenSim | OpenInterview | OpenMemoir, app: App) -> StoredContent:
    match wanted:
        case OpenSim():
            return sim_content(app.library, wanted.scenario)
        case OpenInterview():
            return interview_content(app.library, wanted.methodology, wanted.about, wanted.guide, wanted.max_turns)
        case OpenMemoir():
            return memoir_content(app.library, wanted.artifacts, wanted.teller)


@router.post("/sessions", status_code=201, dependencies=[for_authors])
async def open_session(wanted: Opening, app: TheApp) -> SessionShown:
    """Open a session of any engine. (A game is opened as a play.)"""
    to = wanted.npc if isinstance(wanted, OpenSim) else None
    session, _ = await app.sessions.open(_content(wanted, app), to=to)
    return await app.shows.session(await app.log.session(session))


@router.get("/sessions", dependencies=[for_readers])
async def list_sessions(app: TheApp) -> list[Head]:
    """All sessions, newest first."""
    heads = []
    for info in await app.log.sessions():
        live = await app.sessions.live(info.id)
        heads.append(app.shows.head(info, live.engine, live.state))
    return heads


@router.get("/sessions/{session}", dependencies=[for_parties])
async def show_session(info: TheSession, app: TheApp) -> SessionShown:
    """Everything that was said, and the scene as it stands."""
    return await app.shows.session(info)


@router.delete("/sessions/{session}", status_code=204, dependencies=[for_parties])
async def delete_session(info: TheSession, app: TheApp) -> None:
    """Erase the session everywhere, the bytes on disk included."""
    await app.studies.delete_session(info.id)


@router.post("/sessions/{session}/turns", dependencies=[for_parties])
async def take_turn(
    info: TheSession, said: Said, app: TheApp, idempotency_key: Annotated[str, Header(min_length=1, max_length=200)]
) -> TurnShown:
    """Play one turn. Send it again with the same Idempotency-Key, and it is answered the same and played once."""
    heard = Heard(said.text, said.choice, said.to, at=time.time())
    record = await app.sessions.turn(info.id, heard, key=idempotency_key)
    return (await app.shows.turns(info, record.turn - 1))[0]


@router.get("/sessions/{session}/turns", dependencies=[for_parties])
async def list_turns(info: TheSession, app: TheApp, after: int = -1) -> list[TurnShown]:
    """The turns with a number greater than `after`."""
    return list(await app.shows.turns(info, after))


@router.get("/sessions/{session}/turns/{turn}/why", dependencies=[for_readers])
async def why(info: TheSession, turn: int, app: TheApp) -> Why:
    """Why a turn went as it did."""
    return await app.shows.why(info, turn)
