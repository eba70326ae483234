"""Whoever withdraws from a study is gone from every table, and in a file from every byte, even when
the process dies over it.

What a PostgreSQL server keeps in its own write-ahead log and in backups is beyond the store, and
not looked for here.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from tests.store.test_sqlite import HARMLESS, SECRET, files_with, modes, opened
from tests.support.killing import Acknowledge, fatal, last_words

from dramaturg.kernel.errors import StoreUnavailable
from dramaturg.store import Log
from dramaturg.store.projections import PROJECTIONS
from dramaturg.store.sqlite import connect, migrate
from dramaturg.testing.store_conformance import (
    CONTENT,
    SESSION,
    STUDY,
    STUDY_CONTENT,
    StoreStage,
    noted,
    numbers,
    played,
)
from dramaturg.turn.ports import DutyNote, Snapshot, StudyNote, TableRow, TurnClaim

if TYPE_CHECKING:
    from dramaturg.store.sqlite import Connect

Select = Callable[[str], Awaitable[list[tuple[Any, ...]]]]
Removal = Callable[[Log], Awaitable[None]]

PHRASES = {"R001": HARMLESS, "R002": SECRET, "R003": HARMLESS}
STUDY_OF = {"R001": STUDY.id, "R002": STUDY.id, "R003": "study-2"}


def texts() -> dict[str, list[str]]:
    """Of every table that hangs on a session or a study: the columns in which somebody's words
    could stand.
    """
    with closing(connect(Path(":memory:"))) as connection:
        migrate(connection, "here")
        found = connection.execute(
            "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c"
            " WHERE t.type = 'table' AND c.type = 'TEXT' ORDER BY t.name, c.cid"
        ).fetchall()
    tables = {table for table, column in found if column in ("session", "study")} - {
        "study_sessions",
        "session_contents",
    }
    return {
        table: [column for name, column in found if name == table and column not in IDS]
        for table in tables
    }


IDS = {"session", "study", "respondent", "owner", "did"}
TEXTS = texts()


# ── a study in which much was said ────────────────────────────────────────────────────────────────


def row_of(table: str, turn: int, text: str) -> TableRow:
    """A row with the text wherever text can stand."""
    numbers: dict[str, Any] = dict.fromkeys(PROJECTIONS[table].columns[1:], turn)
    truths = dict.fromkeys(PROJECTIONS[table].truths, True)
    return TableRow(table, numbers | truths | dict.fromkeys(TEXTS[table], f"{turn} {text}"))


async def say(log: Log, respondent: str, number: int, texts: list[str]) -> None:
    """One turn that leaves words in every readable table, in the turn, in a snapshot and in what
    was heard.
    """
    claim = await log.claim(respondent, f"{PHRASES[respondent]} {number}", texts[0], "us", 30.0)
    assert isinstance(claim, TurnClaim)
    rows = [row_of(table, claim.turn, texts[1]) for table in PROJECTIONS]
    turn = replace(played(claim, texts[2]), timings=texts[3])
    await log.append(claim, turn, rows, Snapshot(claim.turn, texts[4]))
    await log.on_duty(respondent, claim.turn, DutyNote("seen", texts[1], 1.0))


async def tell(log: Log, seed: int = 2, turns: int = 60) -> None:
    """Three respondents by turns, with texts of all lengths, so that rows are moved between pages
    and leave copies there.
    """
    chance = random.Random(seed)
    for study in ("study-1", "study-2"):
        await log.open_study(replace(STUDY, id=study), STUDY_CONTENT)
    for respondent, phrase in PHRASES.items():
        await log.open(replace(SESSION, id=respondent), CONTENT)
        await log.note(*await next_note(log, respondent, f"screened: {phrase}"), session=respondent)
    for number in range(turns):
        respondent = chance.choice(list(PHRASES))
        phrase = PHRASES[respondent]
        await say(
            log,
            respondent,
            number,
            [f"{phrase} " * chance.choice([1, 5, 30, 60, 120]) for _ in range(5)],
        )
        await log.note(
            *await next_note(log, respondent, f"{phrase} " * chance.choice([1, 30, 200]))
        )
    for respondent, phrase in PHRASES.items():
        await log.claim(respondent, f"{phrase} last", phrase, "us", 30.0)


async def next_note(log: Log, respondent: str, event: str) -> tuple[str, list[StudyNote]]:
    study = STUDY_OF[respondent]
    return study, [noted(max(await numbers(log, study), default=0) + 1, respondent, event)]


async def erase(log: Log) -> None:
    study, notes = await next_note(log, "R002", "withdrew")
    await log.erase(study, "R002", notes)


async def delete_study(log: Log) -> None:
    await log.delete_study(STUDY.id)


# ── rows ──────────────────────────────────────────────────────────────────────────────────────────


def count(table: str, phrase: str, columns: Literal["AND", "OR"]) -> str:
    """How many rows have the phrase in all columns, or in any."""
    return f"SELECT count(*) FROM {table} WHERE " + f" {columns} ".join(
        f"{column} LIKE '%{phrase}%'" for column in TEXTS[table]
    )


async def test_no_row_of_an_erased_respondent_is_left_in_any_table(
    stage: StoreStage, select: Select
) -> None:
    async with stage.log() as log:
        await tell(log, turns=20)
        before = {table: await select(count(table, HARMLESS, "AND")) for table in TEXTS}
        for table in TEXTS:
            assert await select(count(table, SECRET, "AND")) != [(0,)], (
                f"nothing to erase in {table}"
            )
        await erase(log)
        for table in TEXTS:
            assert await select(count(table, SECRET, "OR")) == [(0,)], table
        assert {table: await select(count(table, HARMLESS, "AND")) for table in TEXTS} == before
        assert await select("SELECT respondent FROM study_sessions ORDER BY respondent") == [
            ("R001",),
            ("R003",),
        ]


# ── bytes ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("gone", [("R002",), ("R001", "R002")])
async def test_without_scrubbing_words_would_stay_in_the_file(
    tmp_path: Path, gone: tuple[str, ...]
) -> None:
    """Else the tests below could not fail: then `tell` wants another seed."""
    async with opened(tmp_path / "a.db") as log:
        await tell(log)
    with closing(connect(tmp_path / "a.db")) as connection:
        for respondent in gone:
            connection.execute("DELETE FROM sessions WHERE id = ?", (respondent,))
            connection.execute("DELETE FROM study_events WHERE respondent = ?", (respondent,))
    assert files_with(SECRET, tmp_path) == ["a.db"]


@pytest.mark.parametrize("seed", [2, 4, 7])
async def test_the_words_of_an_erased_respondent_are_in_no_file(tmp_path: Path, seed: int) -> None:
    async with opened(tmp_path / "a.db") as log:
        await tell(log, seed)
        kept = await log.turns("R001")
        assert "a.db-wal" in files_with(SECRET, tmp_path)
        await erase(log)
        assert modes(tmp_path).keys() == {"a.db", "a.db-wal", "a.db-shm"}
        assert files_with(SECRET, tmp_path) == []
        assert files_with(HARMLESS, tmp_path) == ["a.db"]
        assert await log.turns("R001") == kept
    assert files_with(SECRET, tmp_path) == []


async def test_the_words_of_a_deleted_study_are_in_no_file(tmp_path: Path) -> None:
    async with opened(tmp_path / "a.db") as log:
        await tell(log)
        kept = await log.turns("R003")
        await delete_study(log)
        assert files_with(SECRET, tmp_path) == []
        assert [session.id for session in await log.sessions()] == ["R003"]
        assert await log.turns("R003") == kept


async def test_a_reader_elsewhere_holds_the_words_back_and_the_erasure_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dramaturg.store.sqlite.BRIEFLY", 0.1)
    path = tmp_path / "a.db"
    async with opened(path) as log:
        await tell(log, turns=5)
        with closing(connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM turns").fetchone()
            with pytest.raises(
                StoreUnavailable,
                match=r"'R002' of study 'study-1' is deleted, but the words are still in",
            ):
                await erase(log)
    async with opened(path):
        assert files_with(SECRET, tmp_path) == []


# ── a process that dies over it ───────────────────────────────────────────────────────────────────


def remove_at_once(
    path: Path, connect: Connect, removal: Removal, acknowledge: Acknowledge
) -> None:
    async def act() -> None:
        async with opened(path, connect) as log:
            acknowledge("opened")
            await removal(log)
            acknowledge("removed")

    asyncio.run(act())


async def still_there(path: Path) -> bool:
    """Whether the respondent's session is, which must be the same as whether their notes and their
    words are.
    """
    async with opened(path) as log:
        there = "R002" in [session.id for session in await log.sessions()]
        assert there == any(SECRET in note.event for note in await log.notes(STUDY.id))
        assert there == (files_with(SECRET, path.parent) != [])
        return there


@pytest.mark.slow
@pytest.mark.parametrize("removal", [erase, delete_study])
def test_an_erasure_cut_short_is_finished_when_the_file_is_next_opened(
    tmp_path: Path, removal: Removal
) -> None:
    async def prepare(path: Path) -> None:
        async with opened(path) as log:
            await tell(log)

    asyncio.run(prepare(tmp_path / "whole.db"))
    outcomes = set()
    for at in (*range(1, 12), *range(12, 50, 4)):
        path = tmp_path / str(at) / "a.db"
        path.parent.mkdir()
        shutil.copy(tmp_path / "whole.db", path)
        words = last_words(partial(remove_at_once, path, fatal(connect, at, "after"), removal))
        there = asyncio.run(still_there(path))
        assert not (there and "removed" in words)
        outcomes.add(("opened" in words, "removed" in words, there))
        shutil.rmtree(path.parent)
    assert outcomes >= {(True, False, True), (True, False, False), (True, True, False)}, (
        "killed before, during and after"
    )
