"""What was taken back is in no byte of the file, though the session goes on, even when the process
dies over it.
"""

from __future__ import annotations

import asyncio
import shutil
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.store.test_sqlite import HARMLESS, SECRET, files_with, opened, talk
from tests.support.killing import Acknowledge, fatal, last_words

from dramaturg.kernel.errors import StoreUnavailable
from dramaturg.store import Log
from dramaturg.store.sqlite import connect
from dramaturg.turn.ports import TableRow

if TYPE_CHECKING:
    from dramaturg.store.sqlite import Connect

REMOVED = "(removed)"


async def take_back(log: Log) -> None:
    """Of everything that was told, only that something was told is left."""
    turns = await log.turns("told")
    rows = [
        TableRow("utterances", {"turn": turn.turn, "speaker": "teller", "text": REMOVED})
        for turn in turns
    ]
    await log.rewrite(
        "told",
        turns[-1].turn,
        [replace(turn, key=f"{turn.turn}", record=REMOVED) for turn in turns],
        rows,
    )


@pytest.mark.parametrize("seed", range(3))
async def test_what_was_taken_back_is_in_no_file(tmp_path: Path, seed: int) -> None:
    async with opened(tmp_path / "a.db") as log:
        await talk(log, seed)
        kept = await log.turns("kept-1")
        turns = (await log.session("told")).turns
        assert files_with(SECRET, tmp_path) != []
        await take_back(log)
        assert files_with(SECRET, tmp_path) == []
        assert files_with(HARMLESS, tmp_path) == ["a.db"]
        assert await log.turns("kept-1") == kept
        assert [turn.record for turn in await log.turns("told")] == [REMOVED] * turns
    assert files_with(SECRET, tmp_path) == []


def take_back_at_once(path: Path, connect: Connect, acknowledge: Acknowledge) -> None:
    async def act() -> None:
        async with opened(path, connect) as log:
            acknowledge("opened")
            await take_back(log)
            acknowledge("removed")

    asyncio.run(act())


async def still_there(path: Path) -> bool:
    """Whether the words are in the records, which must be the same as whether they are in rows,
    snapshot or file.
    """
    async with opened(path) as log:
        there = {SECRET in turn.record for turn in await log.turns("told")}
        assert there == {SECRET in row["text"] for row in await log.rows("told", "utterances")}
        assert (
            there
            == {await log.snapshot("told") is not None}
            == {files_with(SECRET, path.parent) != []}
        )
        assert there == {(await log.session("told")).rewritten == 0}
        return there.pop()


@pytest.mark.slow
def test_a_rewriting_cut_short_is_whole_or_never_was(tmp_path: Path) -> None:
    async def prepare(path: Path) -> None:
        async with opened(path) as log:
            await talk(log, seed=1)

    asyncio.run(prepare(tmp_path / "whole.db"))
    outcomes = set()
    for at in range(10, 70, 2):
        path = tmp_path / str(at) / "a.db"
        path.parent.mkdir()
        shutil.copy(tmp_path / "whole.db", path)
        words = last_words(partial(take_back_at_once, path, fatal(connect, at, "after")))
        there = asyncio.run(still_there(path))
        assert not (there and "removed" in words)
        outcomes.add(("opened" in words, "removed" in words, there))
        shutil.rmtree(path.parent)
    assert outcomes >= {(True, False, True), (True, False, False), (True, True, False)}, (
        "killed before, during and after"
    )


async def test_a_reader_elsewhere_holds_the_words_back_and_the_rewriting_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dramaturg.store.sqlite.BRIEFLY", 0.1)
    path = tmp_path / "a.db"
    async with opened(path) as log:
        await talk(log, seed=0, turns=20)
        with closing(connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM turns").fetchone()
            with pytest.raises(
                StoreUnavailable,
                match="removed from session 'told' is deleted, but the words are still in",
            ):
                await take_back(log)
    async with opened(path):
        assert files_with(SECRET, tmp_path) == []
