"""A process that is killed at any statement or moment loses nothing it has acknowledged."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from tests.support.killing import Acknowledge, fatal, last_words

from dramaturg.kernel.errors import NotFound
from dramaturg.store.sqlite import SqliteLog, connect
from dramaturg.testing.store_conformance import CONTENT, LEASE, SESSION, HandClock, claimed, played
from dramaturg.turn.ports import Snapshot, TableRow, TurnClaim

if TYPE_CHECKING:
    from dramaturg.store.sqlite import Connect

PREPARED = 2
"""Turns that were played before the process that is killed began."""

STATEMENTS = 60
"""Enough to reach from opening the file into the third turn."""


def playing(path: Path, connect: Connect) -> Callable[[Acknowledge], None]:
    return lambda acknowledge: asyncio.run(play_forever(path, connect, acknowledge))


async def play_forever(path: Path, connect: Connect, acknowledge: Acknowledge) -> None:
    log = await SqliteLog.opened(path, HandClock(), connect)
    await open_once(log)
    for number in count((await log.session(SESSION.id)).turns):
        await play(log, number, acknowledge)


async def play(log: SqliteLog, number: int, acknowledge: Acknowledge) -> None:
    claim = await claimed(log, f"key-{number}")
    acknowledge(f"claimed {number}")
    said = [TableRow("utterances", {"turn": number, "speaker": "learner", "text": claim.heard})]
    await log.append(claim, played(claim), said, Snapshot(number, f"state {number}"))
    acknowledge(f"played {number}")


async def open_once(log: SqliteLog) -> None:
    try:
        await log.session(SESSION.id)
    except NotFound:
        await log.open(SESSION, CONTENT)


async def prepare(path: Path) -> None:
    log = await SqliteLog.opened(path, HandClock())
    await log.open(SESSION, CONTENT)
    for number in range(PREPARED):
        await play(log, number, str)
    await log.close()


async def check(path: Path, words: list[str]) -> None:
    """Nothing acknowledged is missing, nothing is there twice or in part, and the session
    goes on.
    """
    log = await SqliteLog.opened(path, clock := HandClock())
    await open_once(log)
    turns = await log.turns(SESSION.id)
    assert [(turn.turn, turn.key) for turn in turns] == [
        (number, f"key-{number}") for number in range(len(turns))
    ]
    assert (await log.session(SESSION.id)).turns == len(turns)

    done = [int(word.removeprefix("played ")) for word in words if word.startswith("played")]
    assert not done or done[-1] < len(turns) <= done[-1] + 2
    assert await log.snapshot(SESSION.id) == (
        Snapshot(len(turns) - 1, f"state {len(turns) - 1}") if turns else None
    )
    with closing(connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM utterances").fetchone() == (len(turns),)

    await check_pending(log, len(turns), words)
    clock.after(LEASE)
    await play(log, len(turns), str)
    await log.close()


async def check_pending(log: SqliteLog, turn: int, words: list[str]) -> None:
    pending = await log.pending(SESSION.id)
    if f"claimed {turn}" in words:
        assert pending is not None
    assert pending in (
        None,
        TurnClaim(SESSION.id, turn, f"key-{turn}", f"heard under key-{turn}", "us", fence=1),
    )


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_every_statement_a_session_is_whole(
    tmp_path: Path, when: Literal["before", "after"]
) -> None:
    for at in range(1, STATEMENTS + 1):
        path = tmp_path / f"{at}.db"
        asyncio.run(prepare(path))
        words = last_words(playing(path, fatal(connect, at, when)))
        asyncio.run(check(path, words))
    assert f"played {PREPARED + 1}" in words, (
        "the last statements should have come after some turns"
    )


@pytest.mark.slow
def test_killed_while_a_database_is_made_it_is_made_later(tmp_path: Path) -> None:
    for at in range(1, 41):
        path = tmp_path / f"{at}.db"
        words = last_words(playing(path, fatal(connect, at, "after")))
        asyncio.run(check(path, words))


@pytest.mark.slow
def test_killed_at_any_moment_a_session_is_whole(tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(30):
        path = tmp_path / f"{number}.db"
        asyncio.run(prepare(path))
        moment = chance.uniform(0.005, 0.06)
        words = last_words(playing(path, connect), kill_after=moment)
        asyncio.run(check(path, words))


def test_a_log_that_loses_turns_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    asyncio.run(prepare(path))
    with pytest.raises(AssertionError):
        asyncio.run(check(path, [f"claimed {PREPARED}", f"played {PREPARED}"]))
    with pytest.raises(AssertionError):
        asyncio.run(check(path, [f"claimed {PREPARED}"]))
