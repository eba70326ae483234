"""Wiring: the one place that knows which class stands behind which port."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import uuid_utils

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.build import KINDS
from dramaturg.app.jobs import AllJobs
from dramaturg.app.sessions.live_turns import Hub
from dramaturg.app.sessions.memoirs import Memoirs
from dramaturg.app.sessions.monitor import Monitor
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.studies.studies import Studies
from dramaturg.app.views.views import SessionViews
from dramaturg.content.library import Library, packaged
from dramaturg.language.voices import OfflineVoice, RoleVoice
from dramaturg.store import Log, open_log
from dramaturg.turn.contract import Role
from dramaturg.turn.local_models import Senses
from dramaturg.turn.loop import Stage
from dramaturg.turn.ports import Embedder, Syntax, Voice

if TYPE_CHECKING:
    from dramaturg.language.readers.local_readers import LocalReaders


class SystemClock:
    def now(self) -> float:
        return time.time()


class Uuid7:
    """Ids that sort by when they were made."""

    def new(self) -> str:
        return str(uuid_utils.uuid7())


@dataclass(frozen=True, slots=True)
class App:
    """Everything a door needs."""

    settings: Settings
    log: Log
    library: Library
    sessions: Sessions
    studies: Studies
    memoirs: Memoirs
    views: SessionViews
    hub: Hub
    jobs: AllJobs
    monitor: Monitor


@asynccontextmanager
async def open_app(
    settings: Settings | None = None, voice: Voice | None = None
) -> AsyncIterator[App]:
    """The application, for as long as the block lasts."""
    settings = settings or Settings()
    clock, ids = SystemClock(), Uuid7()
    log, jobs = await open_log(settings.store, clock), AllJobs(settings)
    try:
        owner = f"{os.getpid()}-{ids.new()}"
        stage = Stage(
            log, voice or voice_of(settings), clock, time.perf_counter, owner, settings.lease
        )
        sessions = Sessions(stage, SENSES, ids)
        studies, memoirs, views = (
            Studies(log, sessions, clock, ids),
            Memoirs(log, sessions, clock),
            SessionViews(sessions),
        )
        monitor = Monitor(log, sessions, clock)
        async with aclosing(Hub(log, sessions, views, ids)) as hub:
            yield App(
                settings,
                log,
                library_of(settings),
                sessions,
                studies,
                memoirs,
                views,
                hub,
                jobs,
                monitor,
            )
    finally:
        await jobs.close()
        await log.close()


def library_of(settings: Settings) -> Library:
    return Library(KINDS, (packaged(), *settings.content_folders))


@cache
def embedder() -> Embedder:
    from dramaturg.language.embedder import best_embedder  # noqa: PLC0415 - loads a model, only when words are read

    return best_embedder()


@cache
def syntax() -> Syntax:
    from dramaturg.language.syntax import best_syntax  # noqa: PLC0415 - loads a parser, only when words are read

    return best_syntax()


@cache
def readers() -> LocalReaders:
    from dramaturg.language.readers.local_readers import LocalReaders  # noqa: PLC0415 - loads numpy and every reader, only when words are read

    return LocalReaders(embedder(), syntax())


SENSES = Senses(embedder, syntax, readers)


def voice_of(settings: Settings, seconds: float | None = None) -> Voice:
    """A voice for each role, as the settings choose; the same model twice is opened once.

    `seconds` is how long an answer may take, where that is another time than for a turn.
    """
    roles: dict[Role, str] = {
        "extract": settings.model_extract or settings.model,
        "read": settings.model_read or settings.model,
        "speak": settings.model_speak or settings.model,
    }
    voices = {name: _voice(name, settings, seconds) for name in set(roles.values())}
    if len(voices) == 1:
        return next(iter(voices.values()))
    return RoleVoice({role: voices[name] for role, name in roles.items()})


def _voice(name: str, settings: Settings, seconds: float | None) -> Voice:
    if name == "offline":
        return OfflineVoice()
    from dramaturg.language.provider import TIMEOUTS, Patience, ProviderVoice  # noqa: PLC0415 - loads the provider's client, only when there is one

    patience = Patience(timeouts=dict.fromkeys(TIMEOUTS, seconds)) if seconds else Patience()
    return ProviderVoice(
        name, base_url=settings.base_url, api_key=settings.api_key, patience=patience
    )
