"""Killed at every point of a turn: no acknowledged turn is lost, none is doubled, and the pending
one resumes.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.killing import Acknowledge, fatal, last_words

from dramaturg.store.sqlite import SqliteLog, connect
from dramaturg.testing.echo import EchoEngine
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import OPENING_KEY, Stage, revive, take_turn
from dramaturg.turn.ports import OnText, Prompt, Reply, SessionInfo, StoredContent

KEYS = [OPENING_KEY, *(f"key {number}" for number in range(1, 6))]
STEPS = ("opening", "perceive", "decide", "express", "check", "settle", "apply", "project")


class Clock:
    def now(self) -> float:
        return time.time()


class Capitals:
    """A model that does what it is asked."""

    name = "capitals"

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        return Reply(prompt.user.upper(), self.name)


class FatalEngine(EchoEngine):
    """Dies before or after its n-th step."""

    def __init__(self, at: int) -> None:
        self._left = at

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return self._doomed(found) if name in STEPS else found

    def _doomed(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def doomed(*arguments: Any) -> Any:
            self._tick()
            result = step(*arguments)
            if isinstance(result, Awaitable):
                return self._awaited(result)
            self._tick()
            return result

        return doomed

    async def _awaited(self, result: Awaitable[Any]) -> Any:
        value = await result
        self._tick()
        return value

    def _tick(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


async def play(log: SqliteLog, engine: EchoEngine, acknowledge: Acknowledge) -> None:
    """The whole session, every turn sent under its own key, as a client does that does not know
    what has arrived.
    """
    stage = Stage(
        log,
        Capitals(),
        Clock(),
        time.perf_counter,
        owner=str(os.getpid()),
        lease=0.05,
        snapshot_every=2,
    )
    live = await revive("s", engine, log)
    for key in KEYS:
        record = await take_turn(live, key, Heard(f"words of {key}"), stage)
        acknowledge(f"{key}|{record.turn}|{record.line}")


def session_file(path: Path) -> Path:
    async def make() -> None:
        log = await SqliteLog.opened(path, Clock())
        await log.open(
            SessionInfo("s", "echo", "echo", "1", "h", "none", "capitals", 0.0),
            StoredContent("h", "echo", "echo", "1", "{}"),
        )
        await log.close()

    asyncio.run(make())
    return path


def run_killed(
    path: Path, engine: EchoEngine, opener: Any = connect, kill_after: float | None = None
) -> list[str]:
    async def act(acknowledge: Acknowledge) -> None:
        log = await SqliteLog.opened(path, Clock(), opener)
        await play(log, engine, acknowledge)
        await log.close()

    return last_words(lambda acknowledge: asyncio.run(act(acknowledge)), kill_after)


async def survivors(path: Path) -> tuple[list[str], list[tuple[int, str, str]]]:
    """What a client gets who sends everything again afterwards, and what then lies in the log."""
    log = await SqliteLog.opened(path, Clock())
    answers: list[str] = []
    await play(log, EchoEngine(), answers.append)
    turns = [
        (turn.turn, turn.key, EchoEngine.codec.record(turn.record).line)
        for turn in await log.turns("s")
    ]
    assert await log.pending("s") is None
    await log.close()
    return answers, turns


POINTS: list[tuple[str, int]] = [
    *((f"sql {when}", at) for at in range(1, 61) for when in ("before", "after")),
    *(("step", at) for at in range(1, 61)),
    *(("moment", at) for at in range(1, 21)),
]


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(10))
def test_killed_anywhere_nothing_acknowledged_is_lost_and_nothing_is_played_twice(
    tmp_path: Path, chunk: int
) -> None:
    template = session_file(tmp_path / "template.db")
    for kind, at in POINTS[chunk::10]:
        path = Path(shutil.copy(template, tmp_path / f"{kind} {at}.db"))
        match kind.split():
            case ["sql", when]:
                acknowledged = run_killed(path, EchoEngine(), fatal(connect, at, when))  # type: ignore[arg-type]
            case ["step"]:
                acknowledged = run_killed(path, FatalEngine(at))
            case _:
                acknowledged = run_killed(path, EchoEngine(), kill_after=at * 0.002)
        answers, turns = asyncio.run(survivors(path))
        assert answers[: len(acknowledged)] == acknowledged, (kind, at)
        lines = ["HELLO", *(f"WORDS OF {key.upper()}" for key in KEYS[1:])]
        assert turns == list(zip(range(len(KEYS)), KEYS, lines, strict=True)), (kind, at)


def test_there_are_two_hundred_points_and_the_fatal_ones_do_kill(tmp_path: Path) -> None:
    assert len(POINTS) == 200
    assert run_killed(session_file(tmp_path / "a.db"), FatalEngine(9)) == [f"{OPENING_KEY}|0|HELLO"]
    assert len(
        run_killed(session_file(tmp_path / "b.db"), EchoEngine(), fatal(connect, 60, "before"))
    ) < len(KEYS)
