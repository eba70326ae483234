"""Sessions: opened, listed, shown, deleted."""

from __future__ import annotations

import asyncio
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_parties, for_readers
from dramaturg.api.base.dependencies import TheAnalyses, TheApp, TheSession
from dramaturg.app.views.listing import Listing, SessionsPage
from dramaturg.app.views.views import SessionShown
from dramaturg.engines import ENGINES, kit_of, kits
from dramaturg.engines.kit import SessionOpening
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.kernel.text import storable
from dramaturg.turn.ports import SessionSearch
from dramaturg.turn.view import EngineName

router = APIRouter(tags=["sessions"])


_OPENINGS = tuple(kit.content.OPENING for kit in kits() if kit.content.OPENING)

if TYPE_CHECKING:
    AnyOpening = SessionOpening
else:
    AnyOpening = Annotated[reduce(or_, _OPENINGS), Field(discriminator="engine")]


@router.post("/sessions", status_code=201, dependencies=[for_authors])
async def open_session(wanted: AnyOpening, app: TheApp) -> SessionShown:
    """Open a session of any engine. (A game is opened as a play.)"""
    stage = kit_of(wanted.engine).content.stage
    content = await asyncio.to_thread(stage, app.library, wanted)
    session, _ = await app.sessions.open(content, to=wanted.to, language=wanted.language or "")
    return await app.views.session(await app.log.session(session))


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
    if engine and engine not in ENGINES:
        raise BadInput(f"there is no engine {engine!r}. {did_you_mean(engine, ENGINES)}")
    over = None if state is None else state == "ended"
    sought = SessionSearch(engine or "", storable(content), storable(study), over=over, limit=limit)
    return await Listing(app.log, app.sessions).page(
        sought, storable(words.strip()), storable(cursor)
    )


@router.get("/sessions/{session}", dependencies=[for_parties])
async def show_session(info: TheSession, app: TheApp) -> SessionShown:
    """Everything that was said, and the scene as it stands."""
    return await app.views.session(info)


@router.delete("/sessions/{session}", status_code=204, dependencies=[for_parties])
async def delete_session(info: TheSession, app: TheApp, analyses: TheAnalyses) -> None:
    """Erase the session everywhere, the bytes on disk included."""
    analyses.forget(await app.studies.delete_session(info.id))
