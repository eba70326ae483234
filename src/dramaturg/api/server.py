"""The HTTP door: the API under /api/v1, and the studio's pages that talk to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from dramaturg.api.pages import serve_pages
from dramaturg.api.problems import PROBLEMS, handle_problems
from dramaturg.api.routes import health, sessions
from dramaturg.api.routes.health import VERSION
from dramaturg.app.settings import Settings
from dramaturg.app.wiring import open_app

ROUTERS: tuple[APIRouter, ...] = (health.router, sessions.router)


def create_api(settings: Settings | None = None) -> FastAPI:
    """The API as an ASGI application. It opens the store when it starts and closes it when it ends."""

    @asynccontextmanager
    async def lifespan(api: FastAPI) -> AsyncIterator[None]:
        async with open_app(settings) as app:
            api.state.app = app
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
    handle_problems(api)
    for router in ROUTERS:
        api.include_router(router, prefix="/api/v1", responses=PROBLEMS)
    serve_pages(api)
    return api


def run_server(host: str, port: int) -> None:
    uvicorn.run(create_api(), host=host, port=port, log_level="warning")


def _operation(route: APIRoute) -> str:
    """What a generated client calls it: the name of the function here."""
    return route.name
