"""The hub: everybody who looks on is told everything once, wherever it was played and whenever they
come.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import aclosing, asynccontextmanager, closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from tests.hanging import LONG
from tests.support.ears import MODELS

from dramaturg.app.config.providers import Uuid7
from dramaturg.app.config.settings import Settings
from dramaturg.app.live import live_turns as hubs
from dramaturg.app.live.live_turns import LiveTurns
from dramaturg.app.live.session_events import (
    Begun,
    Behind,
    Changed,
    Failed,
    Gone,
    Happening,
    Place,
    Ready,
    Sentence,
)
from dramaturg.app.views.views import TurnShown
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.sims.content import sim_content
from dramaturg.kernel.errors import BadInput, StoreError, TurnInProgress
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import EventLog, OnText, Prompt, Reply, SessionInfo, TurnClaim

SENTENCES = ("Run #47 worries me.", "It's 23% on some prompts.", "Sit down.")
META = '\n---END---\n{"node_satisfied": true, "engagement_score": 1}'
SOON = 0.02


class Halting:
    """Says a sentence each time it is allowed to go on, which is heard when the next begins;
    `breaks` once when it is told to.
    """

    name = "halting"

    def __init__(self) -> None:
        self.allowed = asyncio.Semaphore(0)
        self.breaks = False

    def go_on(self, sentences: int = 3 * len(SENTENCES)) -> None:
        for _ in range(sentences):
            self.allowed.release()

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        if prompt.role != "speak":
            return None
        if self.breaks:
            self.breaks = False
            raise StoreError("the disk is full")
        for sentence in SENTENCES:
            await self.allowed.acquire()
            if on_text is not None:
                on_text(f"{sentence} ")
        if on_text is not None:
            on_text(META)
        return Reply(" ".join(SENTENCES) + META, self.name)


class Counted:
    """A log that knows how often the hub has looked at all watched sessions."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._looked = asyncio.Semaphore(0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    async def several(self, sessions: Sequence[str]) -> Sequence[SessionInfo]:
        self._looked.release()
        return await self._log.several(sessions)

    async def rounds(self, number: int) -> None:
        """Until the hub has looked so often from now on."""
        while not self._looked.locked():
            await self._looked.acquire()
        for _ in range(number):
            await self._looked.acquire()


class Table:
    """A session, a hub over it, and the voice that answers."""

    def __init__(self, app: App, voice: Halting, info: SessionInfo) -> None:
        self.app, self.voice, self.info = app, voice, info
        self.log = Counted(app.log)
        self.hub = LiveTurns(self.log, app.sessions, app.views, Uuid7(), every=SOON)

    def say(self, key: str = "k", text: str = "Hi.") -> asyncio.Task[TurnShown]:
        return asyncio.create_task(self.hub.turn(self.info, Heard(text), key))

    @asynccontextmanager
    async def looking(self, after: str = "0") -> AsyncIterator[Onlook]:
        async with aclosing(self.hub.watch(self.info, Place.read(after))) as stream:
            yield Onlook(stream)


class Onlook:
    def __init__(self, stream: AsyncIterator[tuple[Place, Happening]]) -> None:
        self._stream = stream
        self.place = ""

    async def until(self, kind: type[object], count: int = 1) -> list[Happening]:
        """What is told up to the `count`th of a kind."""
        told: list[Happening] = []
        while sum(isinstance(each, kind) for each in told) < count:
            place, happening = await soon(anext(self._stream))
            self.place = str(place)
            told.append(happening)
        return told


async def soon(thing: Awaitable[tuple[Place, Happening]]) -> tuple[Place, Happening]:
    return await asyncio.wait_for(thing, LONG)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    voice = Halting()
    async with open_app(Settings(store=str(tmp_path / "s.db")), voice, MODELS) as app:
        session, _ = await app.sessions.open(
            sim_content(app.library, "launch_decision"), to="qa_lead"
        )
        table = Table(app, voice, await app.log.session(session))
        yield table
        await table.hub.aclose()


def kinds(told: list[Happening]) -> list[str]:
    return [type(each).__name__ for each in told]


def sentences(told: list[Happening]) -> tuple[str, ...]:
    return tuple(each.text for each in told if isinstance(each, Sentence))


async def test_an_onlooker_is_told_a_turn_as_it_is_played(table: Table) -> None:
    async with table.looking() as look:
        await look.until(Ready)
        table.voice.go_on()
        turn = table.say()
        told = await look.until(TurnShown)
        assert kinds(told) == ["Begun", "Sentence", "Sentence", "Sentence", "TurnShown"]
        assert sentences(told) == SENTENCES
        assert told[-1] == await turn


async def test_who_will_answer_is_told_before_anything_is_heard(table: Table) -> None:
    async with table.looking() as look:
        await look.until(Ready)
        turn = table.say()
        (begun,) = await look.until(Begun)
        assert isinstance(begun, Begun) and begun.speaker == "Maya Patel, QA Lead"
        table.voice.go_on()
        await turn


async def test_who_comes_in_the_middle_of_a_turn_is_told_what_was_said_so_far(table: Table) -> None:
    async with table.looking() as first:
        await first.until(Ready)
        table.voice.go_on(2)
        turn = table.say(text="Who are you?")
        await first.until(Sentence)
        async with table.looking() as late:
            begun, *told = await late.until(Ready)
            assert isinstance(begun, Begun) and (begun.text, begun.earlier) == (
                "Who are you?",
                True,
            )
            assert sentences(told) == SENTENCES[:1]
            table.voice.go_on(1)
            assert sentences(await late.until(TurnShown)) == SENTENCES[1:]
        await turn


@pytest.mark.parametrize("cut", range(4))
async def test_a_stream_that_was_dropped_is_taken_up_without_loss_or_repetition(
    table: Table, cut: int
) -> None:
    async with table.looking() as first:
        await first.until(Ready)
        table.voice.go_on(2)
        turn = table.say()
        told: list[Happening] = []
        async with table.looking() as dropped:
            while len(told) < cut:
                told += await dropped.until(object)
            place = dropped.place or "0"
        await first.until(Sentence)
        async with table.looking(place) as again:
            told += await again.until(Ready)
            table.voice.go_on(1)
            told += await again.until(TurnShown)
        told = [each for each in told if not isinstance(each, Ready)]
        assert kinds(told) == ["Begun", "Sentence", "Sentence", "Sentence", "TurnShown"]
        assert sentences(told) == SENTENCES
        await turn


async def test_what_another_process_plays_is_told_too(table: Table) -> None:
    async with open_app(table.app.settings, models=MODELS) as other, table.looking() as look:
        await look.until(Ready)
        record = await other.sessions.turn(table.info.id, Heard("Hi."), key="theirs")
        told = await look.until(TurnShown)
        assert kinds(told) == ["TurnShown"]
        assert (told[0].turn, told[0].key) == (record.turn, "theirs")  # type: ignore[union-attr]


async def test_a_session_that_cannot_be_read_any_more_holds_up_no_other(
    table: Table, tmp_path: Path
) -> None:
    torn, _ = await table.app.sessions.open(sim_content(table.app.library, "launch_decision"))
    info = await table.app.log.session(torn)
    async with (
        aclosing(table.hub.watch(info, Place())) as unlucky,
        table.looking() as look,
        open_app(table.app.settings, models=MODELS) as other,
    ):
        await anext(unlucky)
        await look.until(Ready)
        with closing(connect(tmp_path / "s.db")) as connection, connection:
            connection.execute("INSERT INTO turns VALUES (?, 1, 'k', 0, '{}', '{}')", (torn,))
        await table.log.rounds(2)
        await other.sessions.turn(table.info.id, Heard("Hi."), key="theirs")
        assert kinds(await look.until(TurnShown)) == ["TurnShown"]


async def test_two_who_speak_at_once_are_told_who_was_first(table: Table) -> None:
    async with table.looking() as look:
        await look.until(Ready)
        first = table.say("a", "Me first.")
        await look.until(Begun)
        with pytest.raises(TurnInProgress):
            await table.say("b", "No, me.")
        table.voice.go_on()
        assert kinds(await look.until(TurnShown)) == [
            "Sentence",
            "Sentence",
            "Sentence",
            "TurnShown",
        ]
        await first


async def test_the_same_turn_sent_twice_is_told_once(table: Table) -> None:
    async with table.looking() as look:
        await look.until(Ready)
        table.voice.go_on()
        assert await table.say("k") == await table.say("k")
        table.voice.go_on()
        await table.say("next")
        told = await look.until(TurnShown, 2)
        assert [each.key for each in told if isinstance(each, TurnShown)] == ["k", "next"]


async def test_a_turn_that_fails_is_kept_and_told_and_played_when_it_is_tried_again(
    table: Table,
) -> None:
    table.voice.breaks = True
    async with table.looking() as look:
        await look.until(Ready)
        with pytest.raises(StoreError):
            await table.say("k", "Hi.")
        failed = (await look.until(Failed))[-1]
        assert isinstance(failed, Failed) and (failed.detail, failed.kept) == (
            "the disk is full",
            True,
        )
        table.voice.go_on()
        played = await table.hub.resume(table.info)
        assert played is not None and played.key == "k"
        assert (await look.until(TurnShown))[-1] == played
    assert await table.hub.resume(table.info) is None


async def test_a_turn_that_cannot_be_played_is_taken_back(table: Table) -> None:
    async with table.looking() as look:
        await look.until(Ready)
        with pytest.raises(BadInput):
            await table.hub.turn(table.info, Heard(choice="a"), "k")
        failed = (await look.until(Failed))[-1]
        assert isinstance(failed, Failed) and not failed.kept
    assert await table.app.log.pending(table.info.id) is None


async def left_by_a_crash(table: Table) -> None:
    """A turn that somebody claimed and never played; the lease is over."""
    assert isinstance(
        await table.app.log.claim(table.info.id, "left", '{"text": "Hi."}', "dead", lease=0.0),
        TurnClaim,
    )


async def test_looking_on_plays_nothing_of_what_a_crash_left(table: Table) -> None:
    await left_by_a_crash(table)
    table.voice.go_on()
    async with table.looking() as look:
        left, ready = await look.until(Ready)
        assert isinstance(left, Begun) and (left.key, left.attempt, left.earlier) == (
            "left",
            "",
            True,
        )
        assert isinstance(ready, Ready)
        await table.log.rounds(3)
    assert [turn.key for turn in await table.app.log.turns(table.info.id)] == ["opening"]
    left_still = await table.app.log.pending(table.info.id)
    assert left_still is not None and left_still.owner == "dead"


@pytest.mark.parametrize("act", ["the turn sent again", "another turn", "resumed"])
async def test_what_a_crash_left_is_played_once_somebody_acts_before_the_eyes_of_all(
    table: Table, act: str
) -> None:
    await left_by_a_crash(table)
    table.voice.go_on()
    async with table.looking() as look:
        await look.until(Ready)
        if act == "resumed":
            assert await table.hub.resume(table.info)
        else:
            await table.say("left" if act == "the turn sent again" else "next")
        expected = ["left", "next"] if act == "another turn" else ["left"]
        told = await look.until(TurnShown, len(expected))
        assert kinds(told)[0] == "Begun"
        assert [each.key for each in told if isinstance(each, TurnShown)] == expected
    assert [turn.key for turn in await table.app.log.turns(table.info.id)] == ["opening", *expected]


async def test_who_reads_too_slowly_is_told_to_connect_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "MOST_UNREAD", 2)
    async with table.looking() as slow:
        await slow.until(Ready)
        table.voice.go_on()
        await table.say()
        assert kinds(await slow.until(Behind)) == ["Behind"]
        async with table.looking(slow.place) as again:
            assert kinds(await again.until(Ready)) == ["TurnShown", "Ready"]


async def test_what_is_removed_or_deleted_elsewhere_is_told(table: Table) -> None:
    async with table.looking() as look:
        await look.until(Ready)
        await table.app.log.rewrite(table.info.id, 0, [], [])
        assert kinds(await look.until(Changed)) == ["Changed"]
        await table.app.sessions.delete(table.info.id)
        assert kinds(await look.until(Gone)) == ["Gone"]


async def test_the_newest_turn_is_shown_without_reading_those_before(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unwanted(session: str) -> None:
        raise AssertionError("all records were read")

    monkeypatch.setattr(table.app.sessions, "records", unwanted)
    table.voice.go_on()
    shown = await table.say()
    assert [line.text for line in shown.lines] == ["Hi.", " ".join(SENTENCES)]


async def test_nothing_is_kept_of_a_session_that_nobody_looks_at(table: Table) -> None:
    table.voice.go_on()
    async with table.looking() as look:
        await table.say()
        await look.until(TurnShown)
    assert not table.hub._rooms


@pytest.mark.parametrize("text", ["-1", "0", "7", "7.0190-ab.0", "7.0190-ab.12"])
def test_a_place_is_read_as_it_was_written(text: str) -> None:
    assert str(Place.read(text)) == text
