"""What is particular to the log in a file: durability, disk trouble, bytes that must be gone, and a
cost that stays flat.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest
from tests.support.killing import Acknowledge, fatal, last_words

from dramaturg.kernel.errors import StoreUnavailable
from dramaturg.store.sqlite import SqliteLog, connect
from dramaturg.testing.store_conformance import CONTENT, SESSION, HandClock, claimed, play, played
from dramaturg.turn.ports import Snapshot, TableRow, TurnClaim

if TYPE_CHECKING:
    from sqlite3 import Connection

    from dramaturg.store.sqlite import Connect

SECRET, HARMLESS = "the lighthouse keeper confessed", "something harmless"
PHRASES = {"kept-1": HARMLESS, "told": SECRET, "kept-2": HARMLESS}


@asynccontextmanager
async def opened(path: Path, connect: Connect = connect) -> AsyncIterator[SqliteLog]:
    log = await SqliteLog.opened(path, HandClock(), connect)
    try:
        yield log
    finally:
        await log.close()


def modes(folder: Path) -> dict[str, str]:
    return {file.name: oct(file.stat().st_mode & 0o777) for file in folder.iterdir()}


def files_with(phrase: str, folder: Path) -> list[str]:
    # In another process: one that opens and closes a database file itself loses SQLite's locks on
    # it.
    found = subprocess.run(
        ["grep", "-rla", phrase, str(folder)], capture_output=True, text=True, check=False
    )
    return [Path(line).name for line in found.stdout.splitlines()]


# ── the file ──────────────────────────────────────────────────────────────────────────────────────


def test_commits_are_synced_and_deletions_overwrite(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "a.db")) as connection:
        settings = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "secure_delete")
        ]
        assert settings == ["wal", 2, 1]


async def test_the_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as log:
        await log.open(SESSION, CONTENT)
        assert modes(tmp_path) == {"a.db": "0o600", "a.db-wal": "0o600", "a.db-shm": "0o600"}


@pytest.mark.parametrize("place", ["missing/a.db", "", "text.db/a.db"])
async def test_a_path_that_cannot_be_opened_is_named_with_a_remedy(
    tmp_path: Path, place: str
) -> None:
    (tmp_path / "text.db").write_text("no database" * 100)
    with pytest.raises(StoreUnavailable, match=str(tmp_path / place)) as refusal:
        await SqliteLog.opened(tmp_path / place, HandClock())
    assert "folder" in str(refusal.value)


async def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("no database" * 100)
    with pytest.raises(StoreUnavailable, match="not an SQLite database"):
        await SqliteLog.opened(path, HandClock())
    assert path.read_text() == "no database" * 100


async def test_another_process_that_writes_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    async with opened(path) as log:
        await log.open(SESSION, CONTENT)
        holding, let_go = Event(), Event()

        def hold() -> None:
            with closing(connect(path)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                holding.set()
                let_go.wait()
                connection.execute("COMMIT")

        other = asyncio.create_task(asyncio.to_thread(hold))
        await asyncio.to_thread(holding.wait)
        claiming = asyncio.create_task(claimed(log))
        await asyncio.sleep(0.1)
        assert not claiming.done()
        let_go.set()
        assert (await claiming).turn == 0
        await other


# ── a full disk ───────────────────────────────────────────────────────────────────────────────────


async def test_on_a_full_disk_nothing_is_half_written_and_later_turns_work(tmp_path: Path) -> None:
    connections: list[Connection] = []

    def remembered(path: Path) -> Connection:
        connections.append(connect(path))
        return connections[-1]

    async with opened(tmp_path / "a.db", remembered) as log:
        await log.open(SESSION, CONTENT)
        first = await play(log, "first")
        claim = await claimed(log, "second")
        for connection in connections[1:]:
            connection.execute(
                "PRAGMA max_page_count = 1"
            )  # SQLite takes the present size for the least
        with pytest.raises(StoreUnavailable, match=r"a\.db cannot be used.*Make room"):
            await log.append(
                claim, played(claim, "x" * 100_000), snapshot=Snapshot(1, "y" * 100_000)
            )
        assert list(await log.turns(SESSION.id)) == [first]
        assert await log.snapshot(SESSION.id) is None
        assert await log.pending(SESSION.id) == claim
        for connection in connections[1:]:
            connection.execute("PRAGMA max_page_count = 100000")
        await log.append(claim, played(claim, "x" * 100_000))
        assert (await log.session(SESSION.id)).turns == 2


# ── deletion ──────────────────────────────────────────────────────────────────────────────────────


async def talk(log: SqliteLog, seed: int, turns: int = 200) -> None:
    """Three sessions by turns, with texts of all lengths: some fit a page many times, some spill
    over several.

    Much moving about, so that SQLite leaves copies of rows in the gaps of pages; it does with seed
    1.
    """
    chance = random.Random(seed)
    for session in PHRASES:
        await log.open(replace(SESSION, id=session), CONTENT)
    for number in range(turns):
        session = chance.choice(list(PHRASES))
        phrase = PHRASES[session]
        texts = [f"{phrase} " * chance.choice([1, 5, 30, 60, 120, 400]) for _ in range(5)]
        claim = await log.claim(session, f"{phrase} {number}", texts[0], "us", 30.0)
        assert isinstance(claim, TurnClaim)
        said = [
            TableRow("utterances", {"turn": claim.turn, "speaker": who, "text": text})
            for who, text in (("us", texts[2]), (phrase, texts[3]))
        ]
        await log.append(claim, played(claim, texts[1]), said, Snapshot(claim.turn, texts[4]))


@pytest.mark.parametrize("seed", range(4))
async def test_the_words_of_a_deleted_session_are_in_no_file(tmp_path: Path, seed: int) -> None:
    async with opened(tmp_path / "a.db") as log:
        await talk(log, seed)
        await log.claim("told", "last", SECRET, "us", 30.0)
        kept = await log.turns("kept-1")
        assert files_with(SECRET, tmp_path) != []
        await log.delete("told")
        assert files_with(SECRET, tmp_path) == []
        assert files_with(HARMLESS, tmp_path) == ["a.db"]
        assert await log.turns("kept-1") == kept


def delete_at_once(path: Path, connect: Connect, acknowledge: Acknowledge) -> None:
    async def act() -> None:
        async with opened(path, connect) as log:
            acknowledge("opened")
            await log.delete("told")
            acknowledge("deleted")

    asyncio.run(act())


async def still_there(path: Path) -> bool:
    """Whether the session is, which must be the same as whether its words are."""
    async with opened(path) as log:
        there = "told" in [session.id for session in await log.sessions()]
        assert there == (files_with(SECRET, path.parent) != [])
        return there


@pytest.mark.slow
def test_a_deletion_cut_short_is_finished_when_the_file_is_next_opened(tmp_path: Path) -> None:
    async def prepare(path: Path) -> None:
        async with opened(path) as log:
            await talk(log, seed=1)

    asyncio.run(prepare(tmp_path / "whole.db"))
    outcomes = set()
    for at in range(1, 40):
        path = tmp_path / str(at) / "a.db"
        path.parent.mkdir()
        shutil.copy(tmp_path / "whole.db", path)
        words = last_words(partial(delete_at_once, path, fatal(connect, at, "after")))
        there = asyncio.run(still_there(path))
        assert not (there and "deleted" in words)
        outcomes.add(("opened" in words, there))
    assert outcomes >= {(True, True), (True, False)}, (
        "some should have been killed before the deletion, some after"
    )


async def test_a_reader_elsewhere_holds_the_words_back_and_the_deletion_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dramaturg.store.sqlite.BRIEFLY", 0.1)
    path = tmp_path / "a.db"
    async with opened(path) as log:
        await talk(log, seed=0, turns=20)
        with closing(connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM turns").fetchone()
            with pytest.raises(StoreUnavailable, match="another process has been reading"):
                await log.delete("told")
    async with opened(path):
        assert files_with(SECRET, tmp_path) == []


# ── cost ──────────────────────────────────────────────────────────────────────────────────────────


class Meter:
    """Counts the steps of SQLite's machine on all connections while it is on: a measure of work
    that no busy machine blurs.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.connections: list[Connection] = []

    def connect(self, path: Path) -> Connection:
        self.connections.append(connect(path))
        return self.connections[-1]

    def step(self) -> None:
        self.steps += 1

    def switch(self, on: bool) -> None:
        for connection in self.connections[
            1:
        ]:  # the first was closed when the schema was up to date
            connection.set_progress_handler(self.step if on else None, 1)


@pytest.mark.slow
async def test_a_turn_costs_the_same_at_turn_10_and_at_turn_3000(tmp_path: Path) -> None:
    meter = Meter()
    path = tmp_path / "a.db"
    async with opened(path, meter.connect) as log:
        await log.open(SESSION, CONTENT)
        steps = []
        for number in range(3_000):
            measured = number in (10, 1_000, 2_999)
            meter.switch(on=measured)
            meter.steps = 0
            await play(log, f"key-{number:05}")
            if measured:
                steps.append(meter.steps)
        assert steps[0] > 20
        assert max(steps) <= steps[0] + 5
    assert path.stat().st_size / 3_000 < 500
