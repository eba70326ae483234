"""An API for tests, in this process, and a client that asks it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2

from dramaturg.api.server import create_api
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.turn.local_models import LocalModels


@asynccontextmanager
async def asking(
    folder: Path, models: LocalModels = LOCAL_MODELS, /, **settings: object
) -> AsyncIterator[httpx2.AsyncClient]:
    api = create_api(Settings(store=str(folder / "s.db"), **settings), models=models)  # type: ignore[arg-type]  # settings check themselves
    async with (
        api.router.lifespan_context(api),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=api), base_url="http://test/api/v1"
        ) as client,
    ):
        yield client
