"""Sessions: opened, listed, shown, deleted."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_parties, for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheAnalyses, TheApp, TheSession
from dramaturg.app.content.build import interview_content, memoir_content, sim_content
from dramaturg.app.views.listing import Listing, SessionsPage
from dramaturg.app.views.views import SessionShown
from dramaturg.app.wiring import App
from dramaturg.content.library import Id
from dramaturg.engines.memoir.artifact_files import folder_of
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.kernel.text import storable
from dramaturg.turn.ports import SessionSearch, StoredContent
from dramaturg.turn.view import EngineName

router = APIRouter(tags=["sessions"])


class OpenSim(Sent):
    """A scenario to open, and perhaps whom to talk to first."""

    engine: Literal["sims"]
    scenario: Id
    npc: Id | None = None


class OpenInterview(Sent):
    """A methodology, and what to be interviewed about: a subject by its id, or in words."""

    engine: Literal["interviews"]
    methodology: Id
    about: str = Field(min_length=1, max_length=500)
    guide: Id | None = None
    max_turns: int | None = Field(None, ge=1, le=200)


class OpenMemoir(Sent):
    """An interviewer for a life story, and who tells it."""

    engine: Literal["memoir"]
    artifacts: Id = "origins"
    teller: Teller = Field(default_factory=Teller)


Opening = Annotated[OpenSim | OpenInterview | OpenMemoir, Field(discriminator="engine")]


def _content(wanted: OpenSim | OpenInterview | OpenMemoir, app: App) -> StoredContent:
    match wanted:
        case OpenSim():
            return sim_content(app.library, wanted.scenario)
        case OpenInterview():
            return interview_content(
                app.library, wanted.methodology, wanted.about, wanted.guide, wanted.max_turns
            )
        case OpenMemoir():
            return memoir_content(
                app.library, str(folder_of(app.library, wanted.artifacts)), wanted.teller
            )


@router.post("/sessions", status_code=201, dependencies=[for_authors])
async def open_session(wanted: Opening, app: TheApp) -> SessionShown:
    """Open a session of any engine. (A game is opened as a play.)"""
    to = wanted.npc if isinstance(wanted, OpenSim) else None
    session, _ = await app.sessions.open(await asyncio.to_thread(_content, wanted, app), to=to)
    return await app.shows.session(await app.log.session(session))


@router.get("/sessions", dependencies=[for_readers])
async def list_sessions(
    app: TheApp,
    engine: EngineName | None = None,
    content: Annotated[str, Query(max_length=200)] = "",
    study: Annotated[str, Query(max_length=200)] = "",
    state: Literal["open", "ended"] | None = None,
    words: Annotated[str, Query(max_length=200)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str, Query(max_length=200)] = "",
) -> SessionsPage:
    """Sessions, newest first, page by page; `words` are looked for in titles and at the beginning
    of ids.
    """
    over = None if state is None else state == "ended"
    sought = SessionSearch(engine or "", storable(content), storable(study), over=over, limit=limit)
    return await Listing(app.log, app.sessions).page(
        sought, storable(words.strip()), storable(cursor)
    )


@router.get("/sessions/{session}", dependencies=[for_parties])
async def show_session(info: TheSession, app: TheApp) -> SessionShown:
    """Everything that was said, and the scene as it stands."""
    return await app.shows.session(info)


@router.delete("/sessions/{session}", status_code=204, dependencies=[for_parties])
async def delete_session(info: TheSession, app: TheApp, analyses: TheAnalyses) -> None:
    """Erase the session everywhere, the bytes on disk included."""
    analyses.forget(await app.studies.delete_session(info.id))
