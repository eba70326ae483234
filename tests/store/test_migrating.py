"""A change of content that is cut short has happened whole or not at all, and so has its taking
back.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.killing import Acknowledge, fatal, last_words

from dramaturg.kernel.errors import NotFound
from dramaturg.store.sqlite import SqliteLog, connect
from dramaturg.testing.store_conformance import CONTENT, NEWER, SESSION, HandClock, moving, told

if TYPE_CHECKING:
    from dramaturg.store.sqlite import Connect

Work = Callable[[SqliteLog], Awaitable[None]]


async def migrate(log: SqliteLog) -> None:
    await log.migrate(SESSION.id, NEWER, moving(3), 2)


async def unmigrate(log: SqliteLog) -> None:
    await log.unmigrate(SESSION.id, 3)


async def prepare(path: Path, *works: Work) -> None:
    log = await SqliteLog.opened(path, HandClock())
    await log.open(SESSION, CONTENT)
    await told(log)
    for work in works:
        await work(log)
    await log.close()


def cut_short(path: Path, connect: Connect, work: Work, acknowledge: Acknowledge) -> None:
    async def act() -> None:
        log = await SqliteLog.opened(path, HandClock(), connect)
        acknowledge("opened")
        await work(log)
        acknowledge("done")

    asyncio.run(act())


async def is_migrated(path: Path) -> bool:
    """Whether it has the other content, which must be the same wherever one looks."""
    log = await SqliteLog.opened(path, HandClock())
    info, turns, contents = (
        await log.session(SESSION.id),
        await log.turns(SESSION.id),
        await log.contents(SESSION.id),
    )
    migrated = info.content_hash == NEWER.hash
    assert info.content_version == (NEWER if migrated else CONTENT).version
    assert [turn.turn for turn in turns] == list(range(3 + migrated))
    assert list(contents) == [(0, CONTENT.hash), (3, NEWER.hash)][: 1 + migrated]
    try:
        assert migrated is (await log.content(NEWER.hash) == NEWER)
    except NotFound:
        assert not migrated
    await log.close()
    return migrated


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "work", "leads_to"), [((), migrate, True), ((migrate,), unmigrate, False)]
)
def test_killed_at_every_statement_it_is_whole_or_never_was(
    tmp_path: Path, before: tuple[Work, ...], work: Work, leads_to: bool
) -> None:
    asyncio.run(prepare(tmp_path / "whole.db", *before))
    outcomes = set()
    for at in range(4, 18):
        path = tmp_path / f"{at}.db"
        shutil.copy(tmp_path / "whole.db", path)
        words = last_words(partial(cut_short, path, fatal(connect, at, "after"), work))
        done = asyncio.run(is_migrated(path)) == leads_to
        assert done or "done" not in words
        outcomes.add(("opened" in words, "done" in words, done))
    assert outcomes >= {(True, False, False), (True, False, True), (True, True, True)}, (
        "killed before, during and after"
    )
