"""The loop: heard before it is played, appended whole, played once, resumed after a failure."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dramaturg.kernel.errors import BadInput, TurnInProgress
from dramaturg.language.voices import ScriptVoice
from dramaturg.store import open_log
from dramaturg.testing.echo import Echoed, EchoEngine, EchoRecord, EchoState
from dramaturg.testing.store_conformance import HandClock
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.loop import OPENING_KEY, Live, Stage, revive, take_turn
from dramaturg.turn.ports import (
    EventLog,
    OnText,
    Prompt,
    Reply,
    SessionInfo,
    StoredContent,
    TurnClaim,
    Voice,
)

Echo = Live[EchoState, Echoed, str, None]


class Clock:
    def now(self) -> float:
        return time.time()


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[EventLog]:
    async with logging(tmp_path, Clock()) as log:
        yield log


@asynccontextmanager
async def logging(folder: Path, clock: Clock | HandClock) -> AsyncIterator[EventLog]:
    opened = await open_log(str(folder / "log.db"), clock)
    content = StoredContent("hash", "echo", "echo", "1", "{}")
    await opened.open(SessionInfo("s", "echo", "echo", "1", "hash", "none", "script", 0.0), content)
    yield opened
    await opened.close()


def stage(log: EventLog, voice: Voice | None = None, **changes: object) -> Stage:
    made = Stage(log, voice or OfflineVoice(), Clock(), time.perf_counter, "owner", lease=600.0)
    return replace(made, **changes)  # type: ignore[arg-type]  # the names are checked by replace


async def opened(log: EventLog, on: Stage) -> Echo:
    live = await revive("s", EchoEngine(), log)
    await take_turn(live, OPENING_KEY, Heard(), on)
    return live


async def test_turn_zero_is_the_opening(log: EventLog) -> None:
    live = await opened(log, stage(log))
    assert (live.turns, live.state.last) == (1, "hello")
    (turn,) = await log.turns("s")
    assert live.engine.codec.record(turn.record).line == "HELLO"


async def test_a_turn_is_played_and_appended(log: EventLog) -> None:
    live = await opened(log, stage(log))
    record = await take_turn(live, "k", Heard("good morning"), stage(log))
    assert record.line == "GOOD MORNING"
    assert [turn.turn for turn in await log.turns("s")] == [0, 1]
    assert await log.pending("s") is None


async def test_a_turn_sent_twice_is_answered_the_same_and_played_once(log: EventLog) -> None:
    voice = ScriptVoice(["ONE"])
    on = stage(log, voice)
    live = await opened(log, on)
    first = await take_turn(live, "k", Heard("a"), on)
    again = await take_turn(live, "k", Heard("a"), on)
    assert again == first
    assert len(voice.heard) == 1


async def test_a_turn_sent_many_times_at_once_is_played_once(log: EventLog) -> None:
    voice = ScriptVoice(["ONE"])
    on = stage(log, voice)
    live = await opened(log, on)
    answers = await asyncio.gather(*(take_turn(live, "k", Heard("a"), on) for _ in range(8)))
    assert {record.line for record in answers} == {"ONE"}
    assert len(await log.turns("s")) == 2


class Pausing:
    """A voice that waits to be let on, and looks around meanwhile."""

    name = "pausing"

    def __init__(self, look: Callable[[], object] | None = None) -> None:
        self.asked, self.go_on = asyncio.Event(), asyncio.Event()

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        self.asked.set()
        await self.go_on.wait()
        return Reply("DONE", "pausing")


async def test_what_was_heard_is_durable_before_a_model_is_asked(log: EventLog) -> None:
    voice = Pausing()
    live = await opened(log, stage(log))
    turn = asyncio.create_task(take_turn(live, "k", Heard("precious words"), stage(log, voice)))
    await voice.asked.wait()
    pending = await log.pending("s")
    assert pending is not None
    assert "precious words" in pending.heard
    assert len(await log.turns("s")) == 1
    voice.go_on.set()
    await turn


async def test_another_turn_in_the_meantime_is_a_conflict(log: EventLog) -> None:
    voice = Pausing()
    live = await opened(log, stage(log))
    turn = asyncio.create_task(take_turn(live, "k", Heard("a"), stage(log, voice)))
    await voice.asked.wait()
    with pytest.raises(TurnInProgress, match="in the middle of another turn"):
        await take_turn(live, "other", Heard("b"), stage(log))
    voice.go_on.set()
    assert (await turn).line == "DONE"


async def test_a_slow_model_keeps_its_claim_by_renewing_it(tmp_path: Path) -> None:
    clock, voice, lease = HandClock(), Pausing(), 0.3
    async with logging(tmp_path, clock) as log:
        watched = Renewed(log, clock)
        live = await opened(log, stage(log))
        turn = asyncio.create_task(
            take_turn(live, "k", Heard("a"), stage(watched, voice, lease=lease))
        )
        await voice.asked.wait()
        for _ in range(3):
            clock.after(0.9 * lease)
            await watched.once_more()
        with pytest.raises(TurnInProgress):
            await take_turn(live, "other", Heard("b"), stage(log, owner="thief"))
        voice.go_on.set()
        assert (await turn).line == "DONE"


async def test_what_nobody_renews_is_taken_over(tmp_path: Path) -> None:
    clock = HandClock()
    async with logging(tmp_path, clock) as log:
        live = await opened(log, stage(log))
        assert isinstance(await log.claim("s", "k", '{"text": "a"}', "dead", 0.3), TurnClaim)
        clock.after(0.3)
        assert (await take_turn(live, "k", Heard("a"), stage(log, owner="thief"))).line == "A"


class Renewed:
    """A log that tells when a claim was renewed."""

    def __init__(self, log: EventLog, clock: HandClock) -> None:
        self._log, self._clock = log, clock
        self._newest = -1.0
        self._renewed = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    async def renew(self, claim: TurnClaim, lease: float) -> None:
        begun = self._clock.now()
        await self._log.renew(claim, lease)
        self._newest = begun
        self._renewed.set()

    async def once_more(self) -> None:
        """Until it was renewed at the present time."""
        while self._newest < self._clock.now():
            self._renewed.clear()
            await self._renewed.wait()


async def test_a_turn_that_broke_down_stays_pending_and_is_played_first(log: EventLog) -> None:
    live = await opened(log, stage(log))
    broken = ScriptVoice([RuntimeError("the machine is on fire")])
    with pytest.raises(RuntimeError):
        await take_turn(live, "k", Heard("first"), stage(log, broken))
    record = await take_turn(live, "next", Heard("second"), stage(log))
    assert record.line == "SECOND"
    lines = [live.engine.codec.record(turn.record).line for turn in await log.turns("s")]
    assert lines == ["HELLO", "FIRST", "SECOND"]


async def test_a_refused_turn_leaves_nothing_pending(log: EventLog) -> None:
    live = await opened(log, stage(log))
    with pytest.raises(BadInput):
        await take_turn(live, "k", Heard("nonsense"), stage(log))
    assert await log.pending("s") is None
    assert (await take_turn(live, "k", Heard("sense"), stage(log))).line == "SENSE"


async def test_a_session_played_elsewhere_is_caught_up_with(log: EventLog) -> None:
    here = await opened(log, stage(log))
    there: Echo = await revive("s", EchoEngine(), log)
    await take_turn(there, "k1", Heard("there"), stage(log, owner="them"))
    await take_turn(here, "k2", Heard("here"), stage(log))
    assert here.state == EchoState(3, "HERE")


async def test_reviving_gives_the_fold_of_all_events_with_or_without_snapshots(
    log: EventLog,
) -> None:
    on = stage(log, snapshot_every=4)
    live = await opened(log, on)
    for number in range(11):
        await take_turn(live, f"k{number}", Heard(f"word {number}"), on)
    snapshot = await log.snapshot("s")
    assert snapshot is not None
    assert snapshot.turn == 11
    records: list[EchoRecord] = [
        live.engine.codec.record(turn.record) for turn in await log.turns("s")
    ]
    folded = fold(
        live.engine.apply, (event for record in records for event in record.events), EchoState()
    )
    revived: Echo = await revive("s", EchoEngine(), log)
    assert revived.state == folded == live.state
