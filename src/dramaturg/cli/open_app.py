"""The application, opened for one command and closed after it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dramaturg.app.wiring import App, open_app

T = TypeVar("T")


def with_app(work: Callable[[App], Awaitable[T]]) -> T:
    async def run() -> T:
        async with open_app() as app:
            return await work(app)

    return asyncio.run(run())
