"""Whole sittings, played through the real sessions with the real readers, once each, for every test
that looks at them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from ruamel.yaml import YAML
from tests.support.ears import doing, models_hearing

from dramaturg.app.config.providers import LOCAL_MODELS, Uuid7
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.sessions.memoirs import Memoirs
from dramaturg.app.sessions.sessions import Replayed, Sessions
from dramaturg.content.library import Library, packaged
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import Conducted, LineSaid, MemoirEvent, MemoirState
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.language.voices import ScriptVoice
from dramaturg.store import Log, open_log
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.loop import Performance, Stage, play_opening, play_turn
from dramaturg.turn.ports import Prompt, StoredContent, Voice

DAY, MINUTE = 86_400.0, 60.0
BEGINNING = 1_000_000.0
SITTINGS: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load(
    Path(__file__).with_name("sittings.yaml")
)
HEARD = {
    turn["said"]: doing(*turn["heard"].pop("does", ()), **turn["heard"])
    for turns in SITTINGS.values()
    for turn in turns
    if "heard" in turn
}
OFFLINE = OfflineVoice()


@cache
def content(teller: Teller | None = None) -> StoredContent:
    return memoir_content(Library(KINDS, (packaged(),)), teller=teller)


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.time = BEGINNING

    def now(self) -> float:
        return self.time


@dataclass(frozen=True)
class Room:
    """Where memoirs are told: the real sessions over a file, with a clock that a test sets."""

    log: Log
    sessions: Sessions
    memoirs: Memoirs
    clock: Clock

    async def begin(self, teller: Teller | None = None) -> str:
        session, _ = await self.sessions.open(content(teller))
        return session

    async def hear(self, session: str, text: str, days: float = 0.0) -> MemoirRecord:
        """One turn more, a minute later or so many days; without words, a new sitting."""
        self.clock.time += MINUTE + days * DAY
        if not text:
            return await self.memoirs.begin_sitting(session)
        return await self.sessions.turn(
            session, Heard(text, at=self.clock.time), f"at {self.clock.time}"
        )

    async def tell(self, session: str, *texts: str) -> list[MemoirRecord]:
        return [await self.hear(session, text) for text in texts]


@asynccontextmanager
async def room(
    store: Path, voice: Voice = OFFLINE, heard: Mapping[str, Hearing] | None = None
) -> AsyncIterator[Room]:
    """`heard` is what the ear hears in some words, beside those of the sittings."""
    clock, ids = Clock(), Uuid7()
    log = await open_log(str(store), clock)
    try:
        sessions = Sessions(
            Stage(log, voice, clock, time.perf_counter, owner=ids.new()),
            models_hearing({**HEARD, **(heard or {})}, LOCAL_MODELS.ear),
            ids,
        )
        yield Room(log, sessions, Memoirs(log, sessions, clock), clock)
    finally:
        await log.close()


@dataclass(frozen=True)
class Sitting:
    """A talk that was played: its records, the opening first, the states after them, and how it
    went when it was replayed.
    """

    engine: MemoirEngine
    records: Sequence[MemoirRecord]
    replayed: Sequence[Replayed] = ()

    @property
    def states(self) -> list[MemoirState]:
        states = [self.engine.start()]
        for record in self.records:
            states.append(fold(self.engine.apply, record.events, states[-1]))
        return states[1:]

    @property
    def state(self) -> MemoirState:
        return self.states[-1]


@cache
def played(title: str) -> Sitting:
    """The sitting of this title in sittings.yaml, without a model."""
    turns = [(turn.get("said", ""), turn.get("days", 0.0)) for turn in SITTINGS[title]]
    return asyncio.run(_played(turns, OFFLINE, replay=True))


def told(
    *texts: str,
    voice: Voice = OFFLINE,
    teller: Teller | None = None,
    heard: Mapping[str, Hearing] | None = None,
) -> Sitting:
    """These passages in one sitting."""
    return asyncio.run(_played([(text, 0.0) for text in texts], voice, teller, heard=heard))


async def _played(
    turns: Sequence[tuple[str, float]],
    voice: Voice,
    teller: Teller | None = None,
    replay: bool = False,
    heard: Mapping[str, Hearing] | None = None,
) -> Sitting:
    with TemporaryDirectory() as folder:
        async with room(Path(folder) / "memoir.db", voice, heard) as opened:
            session = await opened.begin(teller)
            for text, days in turns:
                await opened.hear(session, text, days)
            live = await opened.sessions.live(session)
            records = await opened.memoirs.records(session)
            replayed = [turn async for turn in opened.sessions.replay(session)] if replay else []
            return Sitting(cast(MemoirEngine, live.engine), records, replayed)


def go_on(
    on: MemoirEngine, state: MemoirState, turn: int, heard: Heard, voice: Voice = OFFLINE
) -> MemoirRecord:
    """One turn more from this state."""
    return asyncio.run(play_turn(on, state, turn, heard, voice, time.perf_counter)).record


Played = Performance[MemoirState, MemoirEvent, MemoirDirective, LineReport]


def hold(on: MemoirEngine, *texts: str, voice: Voice = OFFLINE) -> list[Played]:
    """The same with any engine, and without a log."""
    return asyncio.run(_held(on, texts, voice))


async def _held(on: MemoirEngine, texts: Sequence[str], voice: Voice) -> list[Played]:
    held = [await play_opening(on, Heard(at=BEGINNING), voice, time.perf_counter)]
    for turn, text in enumerate(texts, 1):
        heard = Heard(text, at=BEGINNING + turn * MINUTE)
        held.append(await play_turn(on, held[-1].state, turn, heard, voice, time.perf_counter))
    return held


def every_turn() -> Iterator[tuple[str, MemoirRecord]]:
    """All turns of all sittings, openings included."""
    return ((title, record) for title in SITTINGS for record in played(title).records)


def directive_of(record: MemoirRecord) -> MemoirDirective:
    assert record.decision
    return record.decision.directive


def asked_in(record: MemoirRecord) -> LineSaid:
    found = only(record, LineSaid)
    assert found
    return found


def conducted_in(record: MemoirRecord) -> Conducted:
    found = only(record, Conducted)
    assert found
    return found


def rules_broken(record: MemoirRecord) -> list[str]:
    return [override.rule for override in record.verdict.overrides]


# ── models that say what a test wants ─────────────────────────────────────────────────────────────

Said = str | Exception | Callable[[Prompt], str]


def model(**said: Said) -> ScriptVoice:
    """A model that answers each ask by the last part of its name, and is silent when it has nothing
    to say to it.
    """

    def answer(prompt: Prompt) -> str | Exception | None:
        name = prompt.ask.rpartition(".")[2]
        if name != "passage":
            return part(name, prompt)
        parts = {name: part(name, prompt) for name in ("signals", "story") if name in said}
        told = ", ".join(f'"{name}": {found}' for name, found in parts.items())
        return f"{{{told}}}" if parts else None

    def part(name: str, prompt: Prompt) -> str | Exception | None:
        found = said.get(name)
        return found(prompt) if callable(found) else found

    return ScriptVoice(answer)
