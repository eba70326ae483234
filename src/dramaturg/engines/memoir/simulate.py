"""Simulating memoirs: invented people tell their lives, sitting by sitting over months, through
real sessions and a real log.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count as counting
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import cast

from pydantic import TypeAdapter

from dramaturg.app.config.providers import LOCAL_MODELS, Uuid7, embedder, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.content.library import Library
from dramaturg.engines.memoir import coverage
from dramaturg.engines.memoir.base.records import only
from dramaturg.engines.memoir.base.state import SittingEnded
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.manners import MANNERS, manner_of
from dramaturg.engines.memoir.outcomes import (
    STOPPING,
    Memoir,
    Outcome,
    Run,
    figures,
    outcome,
    purpose_of,
)
from dramaturg.engines.memoir.simulated_tellers import LifeTeller, Said
from dramaturg.engines.memoir.teller import Life
from dramaturg.engines.simulation import Kind, Material, Plan, Result, chosen
from dramaturg.kernel.errors import NotFound, did_you_mean
from dramaturg.store import open_log
from dramaturg.turn.contract import Heard
from dramaturg.turn.coverage import used_by
from dramaturg.turn.loop import Stage
from dramaturg.turn.ports import StoredContent, Voice
from dramaturg.turn.simulated_speech import Character, worded

FIRST_DAY = 1_700_000_000.0
MINUTE, WEEK = 60.0, 604_800.0
LINGERS = 2  # things said after a hard stop
OVERTIME = 8  # turns after which a sitting is left that does not end


class Calendar:
    """A clock that is handed on: minutes between passages, weeks between sittings."""

    def __init__(self) -> None:
        self._now = FIRST_DAY

    def now(self) -> float:
        return self._now

    def turn_on(self, seconds: float) -> None:
        self._now += seconds


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WantedMemoirs:
    """What to simulate; None and an empty text mean all. `count` memoirs; one of every manner if
    left out.
    """

    life: str | None = None
    manners: str = ""
    sittings: int = 3
    turns: int = 10
    count: int | None = None
    seed: int = 1


def plan_memoirs(library: Library, wanted: WantedMemoirs) -> Plan[Run, Outcome]:
    manners = chosen(wanted.manners, MANNERS)
    lives, count = lives_of(library, wanted.life), wanted.count or len(manners)
    return memoirs_of(
        library, cast_of(lives, manners, count, wanted.seed, wanted.sittings, wanted.turns)
    )


def memoirs_of(
    library: Library, runs: Sequence[Run], artifacts: str = "origins"
) -> Plan[Run, Outcome]:
    """The plan of these memoirs, with the lives and the interviewer's artifacts."""
    needed = {MEMOIRS.needs(run): run for run in runs}
    return Plan(
        MEMOIRS, runs, {name: _material(library, run, artifacts) for name, run in needed.items()}
    )


def _material(library: Library, run: Run, artifacts: str) -> Material:
    (life,) = lives_of(library, run.life)
    return Material(memoir_content(library, artifacts, life.known(run.turns)), life)


def lives_of(library: Library, life: str | None = None) -> Sequence[Life]:
    """The named life, or all."""
    known = [entry.id for entry in library.entries("teller")]
    if life is not None and life not in known:
        raise NotFound(f"there is no teller {life!r}. {did_you_mean(life, known)}")
    return [
        cast(Life, library.get("teller", name).document) for name in ([life] if life else known)
    ]


def cast_of(
    lives: Sequence[Life], manners: Sequence[str], count: int, seed: int, sittings: int, turns: int
) -> list[Run]:
    """`count` memoirs, the manners in turn and the lives in turn."""
    for name in manners:
        manner_of(name)
    people = ((number, place) for number in counting() for place in range(len(manners)))
    return [
        Run(lives[(place + number) % len(lives)].id, manners[place], seed + number, sittings, turns)
        for number, place in islice(people, count)
    ]


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class Memoirs:
    """Tellers at their sittings."""

    kind: Kind = "memoir"
    codec = TypeAdapter(Result[Outcome])

    def needs(self, run: Run) -> str:
        return f"{run.life}, {run.turns} turns"

    def play(self, run: Run, material: Material, settings: Settings) -> Result[Outcome]:
        memoir = tell(run, cast(Life, material.person), material.content, settings)
        own = outcome(run, memoir)
        return Result(
            "memoir",
            memoir.ending,
            memoir.unended > 0,
            len(memoir.records) - 1,
            figures(own),
            memoir.used,
            own,
        )


MEMOIRS = Memoirs()


def tell(run: Run, life: Life, content: StoredContent, settings: Settings) -> Memoir:
    """One memoir, in a log that is gone afterwards."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_told(run, life, content, settings, Path(folder)))


async def _told(
    run: Run, life: Life, content: StoredContent, settings: Settings, folder: Path
) -> Memoir:
    calendar, voice = Calendar(), voice_of(settings)
    log = await open_log(str(folder / "memoir.db"), calendar)
    try:
        stage = Stage(log, voice, calendar, time.perf_counter, owner=f"{os.getpid()}")
        sitters = Sitters(
            Sessions(stage, LOCAL_MODELS, Uuid7()),
            calendar,
            None if settings.model == "offline" else voice,
        )
        return await sitters.tell(run, life, content)
    finally:
        await log.close()


@dataclass(frozen=True, slots=True)
class Sitters:
    """Interviewer and teller at one table. With a voice, a model words what the teller says."""

    sessions: Sessions
    calendar: Calendar
    voice: Voice | None = None

    async def tell(self, run: Run, life: Life, content: StoredContent) -> Memoir:
        """All sittings of a memoir, with weeks in between."""
        chance = Random(f"{run.seed} {run.life} {run.manner}")
        teller = LifeTeller(life, embedder(), chance, MANNERS[run.manner])
        session, opening = await self.sessions.open(content)
        memoir = Memoir(session, [opening])
        for number in range(run.sittings):
            if number:
                self.calendar.turn_on(chance.randint(1, 5) * WEEK)
                await self._turn(memoir, Heard(choice="sitting", at=self.calendar.now()))
            await self._sit(memoir, teller, run.turns)
        memoir.life_told = teller.coverage
        engine = (await self.sessions.live(session)).engine
        memoir.used = tuple(sorted(used_by(coverage, engine, memoir.records)))
        return memoir

    async def _sit(self, memoir: Memoir, teller: LifeTeller, turns: int) -> None:
        """Until the interviewer ends it. Whoever broke off says something more, which must not be
        asked about.
        """
        teller.sit_down()
        for _ in range(turns + OVERTIME):
            said = teller.answer(memoir.last.line, purpose_of(memoir.last))
            await self._say(memoir, teller, said)
            if ended := only(memoir.last, SittingEnded):
                memoir.ending = ended.why
                break
        else:
            memoir.unended += 1
        for _ in range(LINGERS if said.did in STOPPING else 0):
            await self._say(memoir, teller, teller.afterwards())

    async def _say(self, memoir: Memoir, teller: LifeTeller, said: Said) -> None:
        text = (
            await worded(self.voice, _character(teller.life), memoir.last.line, said.text)
            if self.voice
            else said.text
        )
        memoir.said[memoir.last.turn + 1] = said
        self.calendar.turn_on(MINUTE)
        await self._turn(memoir, Heard(text, at=self.calendar.now()))

    async def _turn(self, memoir: Memoir, heard: Heard) -> None:
        began = time.perf_counter()
        record = await self.sessions.turn(memoir.session, heard, key=f"turn-{memoir.last.turn + 1}")
        memoir.seconds += time.perf_counter() - began
        memoir.records.append(record)


def _character(life: Life) -> Character:
    return Character("tells their life to an interviewer", life.title, life.voice)
