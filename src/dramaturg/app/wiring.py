"""Wiring: the one place that knows which class stands behind which port."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace

from dramaturg.app.config.jobs import AllJobs, JobKinds
from dramaturg.app.config.providers import LOCAL_MODELS, SystemClock, Uuid7, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.live.duty import Duty
from dramaturg.app.live.live_turns import LiveTurns
from dramaturg.app.live.monitor import Monitor
from dramaturg.app.live.webhook import Webhook, telling
from dramaturg.app.sessions.memoirs import Memoirs
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.studies.studies import Studies
from dramaturg.app.views.views import SessionViews
from dramaturg.care.deployment import care_policy
from dramaturg.content.library import Library
from dramaturg.english.rules.translate_ask import TranslateAsk
from dramaturg.kernel.errors import SettingsError
from dramaturg.store import Log, open_log
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.loop import Stage
from dramaturg.turn.ports import Voice


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
    hub: LiveTurns
    jobs: AllJobs
    monitor: Monitor
    duty: Duty


@asynccontextmanager
async def open_app(
    settings: Settings | None = None, voice: Voice | None = None, models: LocalModels = LOCAL_MODELS
) -> AsyncIterator[App]:
    """The application, for as long as the block lasts."""
    settings = settings or Settings()
    clock, ids = SystemClock(), Uuid7()
    log, jobs = await open_log(settings.store, clock), AllJobs(settings, _job_kinds)
    try:
        owner = f"{os.getpid()}-{ids.new()}"
        stage = Stage(
            log,
            voice or voice_of(settings),
            clock,
            time.perf_counter,
            owner,
            settings.lease,
            translates=TranslateAsk,
        )
        care = care_policy(settings.country, settings.care)
        sessions = Sessions(stage, replace(models, care=lambda: care), ids, settings.language)
        studies, memoirs, views = (
            Studies(log, sessions, clock, ids),
            Memoirs(log, sessions, clock),
            SessionViews(sessions),
        )
        monitor = Monitor(log, sessions, clock)
        async with (
            telling(_webhook(settings), log, clock),
            aclosing(LiveTurns(log, sessions, views, ids)) as hub,
        ):
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
                Duty(log, clock),
            )
    finally:
        await jobs.close()
        await log.close()


def _webhook(settings: Settings) -> Webhook | None:
    if not settings.care_webhook:
        return None
    if not settings.care_secret:
        raise SettingsError(
            "DRAMATURG_CARE_WEBHOOK is set and DRAMATURG_CARE_SECRET is not: whoever is told must"
            " be able to see that it comes from here. Set a secret of their own."
        )
    return Webhook(settings.care_webhook, settings.care_secret, settings.care_words)


def _job_kinds() -> JobKinds:
    from dramaturg.app.job_kinds import KINDS  # noqa: PLC0415 - loads simulations, only when a job is asked for

    return KINDS
