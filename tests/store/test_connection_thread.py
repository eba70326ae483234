"""The thread that groups commits: who shares a transaction, and who bears a failure."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from dramaturg.kernel.errors import NotFound, StoreUnavailable
from dramaturg.store.connection_thread import Worker
from dramaturg.store.sqlite import connect, driver

if TYPE_CHECKING:
    from sqlite3 import Connection

    from dramaturg.store.connection_thread import Work


class Watched:
    """A connection that remembers its statements and can refuse to commit."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.statements: list[str] = []
        self.commits = True

    def execute(self, statement: str, *values: Any) -> Any:
        self.statements.append(statement.partition(" ")[0])
        if statement == "COMMIT" and not self.commits:
            raise driver.OperationalError("disk I/O error")
        return self.connection.execute(statement, *values)

    @property
    def in_transaction(self) -> bool:
        return self.connection.in_transaction

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with closing(connect(tmp_path / "a.db")) as connection:
        connection.execute("CREATE TABLE words (word TEXT PRIMARY KEY)")
        yield Watched(connection)


def start(watched: Watched) -> Worker:
    return Worker(watched, "BEGIN IMMEDIATE")  # type: ignore[arg-type]  # it has the parts of a connection that a worker uses


def adds(word: str) -> Work:
    return lambda connection: connection.execute("INSERT INTO words VALUES (?)", (word,)).rowcount


def refuses(_: Connection) -> None:
    raise NotFound("nothing here")


def breaks_down(connection: Connection) -> None:
    connection.execute("INSERT INTO words VALUES ('half')")
    connection.execute("INSERT INTO words VALUES ('half')")


def words(watched: Watched) -> list[str]:
    return [word for (word,) in watched.connection.execute("SELECT word FROM words ORDER BY word")]


async def together(worker: Worker, *work: Work) -> list[Any]:
    """Submit all of it while the worker is held up, so that it finds it waiting."""
    begun, gate = Event(), Event()

    def hold_up(_: Connection) -> None:
        begun.set()
        gate.wait()

    held_up = worker.submit(hold_up)
    await asyncio.to_thread(begun.wait)
    futures = [worker.submit(each) for each in work]
    gate.set()
    await held_up
    return await asyncio.gather(*futures, return_exceptions=True)


async def test_all_that_waits_shares_one_commit(watched: Watched) -> None:
    worker = start(watched)
    assert await together(worker, *(adds(f"word {number}") for number in range(32))) == [1] * 32
    assert watched.statements.count("COMMIT") == 2
    await worker.close()


async def test_a_refusal_is_its_callers_alone(watched: Watched) -> None:
    worker = start(watched)
    first, refusal, last = await together(worker, adds("a"), refuses, adds("b"))
    assert (first, last) == (1, 1)
    assert isinstance(refusal, NotFound)
    assert words(watched) == ["a", "b"]
    assert "ROLLBACK" not in watched.statements
    await worker.close()


async def test_what_breaks_down_over_its_writes_leaves_none_and_harms_nobody(
    watched: Watched,
) -> None:
    worker = start(watched)
    first, error, last = await together(worker, adds("a"), breaks_down, adds("b"))
    assert (first, last) == (1, 1)
    assert isinstance(error, driver.IntegrityError)
    assert words(watched) == ["a", "b"]
    await worker.close()


async def test_a_failed_commit_is_everybodys_and_the_next_works(watched: Watched) -> None:
    worker = start(watched)
    await worker.submit(adds("before"))
    watched.commits = False
    gate = Event()
    held_up = worker.submit(lambda _: gate.wait())
    futures = [worker.submit(adds(word)) for word in "abc"]
    gate.set()
    results = await asyncio.gather(held_up, *futures, return_exceptions=True)
    assert [type(result) for result in results] == [driver.OperationalError] * 4
    watched.commits = True
    await worker.submit(adds("after"))
    assert words(watched) == ["after", "before"]
    await worker.close()


async def test_nobody_is_told_before_the_commit(watched: Watched) -> None:
    worker = start(watched)
    await worker.submit(adds("a"))
    assert watched.statements == ["BEGIN", "INSERT", "COMMIT"]
    await worker.close()


async def test_a_caller_who_left_does_not_disturb_the_others(watched: Watched) -> None:
    worker = start(watched)
    gate = Event()
    held_up = worker.submit(lambda _: gate.wait())
    leaving, staying = worker.submit(adds("a")), worker.submit(adds("b"))
    leaving.cancel()
    gate.set()
    await held_up
    assert await staying == 1
    await worker.close()


def test_several_event_loops_may_share_a_worker(watched: Watched) -> None:
    worker = start(watched)

    async def write(name: int) -> None:
        for number in range(50):
            assert await worker.submit(adds(f"{name} {number}")) == 1

    threads = [Thread(target=lambda name=name: asyncio.run(write(name))) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(words(watched)) == 200
    asyncio.run(worker.close())


def test_closing_finishes_what_was_submitted_though_its_loop_is_gone(
    watched: Watched, tmp_path: Path
) -> None:
    worker = start(watched)
    gate = Event()

    async def submit() -> None:
        worker.submit(lambda _: gate.wait())
        worker.submit(adds("a"))

    asyncio.run(submit())
    gate.set()
    asyncio.run(worker.close())
    with closing(connect(tmp_path / "a.db")) as connection:
        assert connection.execute("SELECT word FROM words").fetchall() == [("a",)]


async def test_a_closed_worker_takes_nothing(watched: Watched) -> None:
    worker = start(watched)
    await worker.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        worker.submit(adds("a"))
