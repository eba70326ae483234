"""The HTTP door: the API under /api/v1, and the studio's pages that talk to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from socket import socket
from typing import Any

import uvicorn
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from dramaturg.api.base.access import Access, access_for
from dramaturg.api.headers import SafeHeaders, SameSite
from dramaturg.api.limits import USUAL_RATE, RateLimit, SizeLimit
from dramaturg.api.pages import serve_pages
from dramaturg.api.problems import PROBLEMS, handle_problems, say_problems
from dramaturg.api.routes import access as coming_in
from dramaturg.api.routes import (
    care,
    completions,
    content,
    games,
    health,
    jobs,
    knowledge,
    memoirs,
    monitor,
    plays,
    session_files,
    sessions,
    sims,
    simulations,
    studies,
    study_coding,
    study_figures,
    transcripts,
    turns,
)
from dramaturg.api.routes import join as joining
from dramaturg.api.routes import replay as replaying
from dramaturg.api.routes.health import VERSION
from dramaturg.app.config.places import make_own_folder, try_places
from dramaturg.app.config.providers import LOCAL_MODELS, SystemClock
from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.analyses import Analyses
from dramaturg.app.studies.transcripts import TranscriptDesk
from dramaturg.app.wiring import open_app
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import Voice

LOOPBACK = ("localhost", "127.0.0.1", "::1")

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    coming_in.router,
    sessions.router,
    memoirs.router,
    monitor.router,
    care.router,
    turns.router,
    session_files.router,
    knowledge.router,
    sims.router,
    studies.router,
    study_figures.router,
    study_coding.router,
    transcripts.router,
    joining.router,
    content.router,
    games.router,
    plays.router,
    replaying.router,
    jobs.router,
    simulations.router,
)


def create_api(
    settings: Settings | None = None,
    access: Access | None = None,
    hosts: Sequence[str] = (),
    voice: Voice | None = None,
    models: LocalModels = LOCAL_MODELS,
) -> FastAPI:
    """The API as an ASGI application. It opens the store when it starts and closes it when it ends.

    `access` says whose keys open it, and `voice` who speaks; without, the settings do. `hosts` are
    the names it answers to; empty for any. `models` are what words are read with.
    """
    settings = settings or Settings()
    access = access or access_for(settings)

    @asynccontextmanager
    async def lifespan(api: FastAPI) -> AsyncIterator[None]:
        make_own_folder(settings)
        async with open_app(settings, voice, models) as app:
            api.state.app, api.state.analyses = app, Analyses(app.studies)
            async with aclosing(TranscriptDesk(app.studies, app.sessions)) as desk:
                api.state.transcripts = desk
                yield

    api = FastAPI(
        title="Dramaturg",
        version=VERSION,
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation,
    )
    api.state.access = access
    _protect(api, settings, access, hosts)
    handle_problems(api)
    for router in ROUTERS:
        api.include_router(router, prefix="/api/v1", responses=PROBLEMS)
    api.include_router(completions.router, responses=PROBLEMS)
    serve_pages(api)
    _describe(api)
    return api


def run_server(host: str, port: int, voice: Voice | None = None) -> None:
    settings = Settings()
    access = access_for(settings, host)
    asyncio.run(
        try_places(settings, SystemClock())
    )  # what is wrong in there is for a reader; uvicorn would print a trace
    api = create_api(settings, access, LOOPBACK if access.open else (), voice)
    _Announced(
        uvicorn.Config(api, host=host, port=port, log_level="warning", timeout_graceful_shutdown=3)
    ).run()


class _Announced(uvicorn.Server):
    """Says where it is once it is there."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
            print(
                f"The studio is at http://{host}:{self.config.port}/ (Ctrl-C ends it)", flush=True
            )


def _protect(api: FastAPI, settings: Settings, access: Access, hosts: Sequence[str]) -> None:
    """The last added sees a request first."""
    rate = settings.rate if settings.rate is not None else (0 if access.open else USUAL_RATE)
    api.add_middleware(SizeLimit, largest=settings.largest_request)
    if rate:
        api.add_middleware(RateLimit, rate=rate, access=access)
    api.add_middleware(SameSite, hosts=hosts)
    api.add_middleware(SafeHeaders)


def _describe(api: FastAPI) -> None:
    plain = api.openapi

    def described() -> dict[str, Any]:
        if api.openapi_schema is None:
            api.openapi_schema = say_problems(plain())
        return api.openapi_schema

    api.openapi = described  # type: ignore[method-assign]  # FastAPI's own way to extend it


def _operation(route: APIRoute) -> str:
    """What a generated client calls it: the name of the function here."""
    return route.name
