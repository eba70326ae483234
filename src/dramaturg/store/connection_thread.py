"""A thread that owns a database connection and runs all that waits for it in one transaction, so
that they share one sync.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from dramaturg.kernel.errors import DramaturgError, StoreUnavailable

if TYPE_CHECKING:
    from sqlite3 import Connection

    Work = Callable[[Connection], Any]
    Future = asyncio.Future[Any]

T = TypeVar("T")

SQLITE_BUSY = 5

PATIENCE = 60.0
"""Seconds to wait for another process that is writing."""


class QueuedWork(NamedTuple):
    work: Work
    future: Future


class WorkOutcome(NamedTuple):
    future: Future
    value: Any = None
    error: Exception | None = None


class BrokeDown(Exception):
    """A job failed and may have written before it did."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def patiently(action: Callable[[], object]) -> None:
    """Do it as soon as no other process is in the way, which SQLite does not always wait for by
    itself.
    """
    deadline = monotonic() + PATIENCE
    while True:
        try:
            action()
            return
        except Exception as error:
            if primary_code(error) != SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(0.002)


def primary_code(error: Exception) -> int:
    # The low byte; the rest says more about the same. Errors that never reached SQLite have none.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


class Worker:
    """Takes work from any number of event loops.

    Work is a plain function of the connection. It may be run a second time after a rollback, and it
    refuses with a DramaturgError before it writes, never after: so a refusal concerns nobody but
    its caller. The connection must not wait by itself when the file is busy: our thread waits, and
    `at_once` does not.
    """

    def __init__(self, connection: Connection, begin: str) -> None:
        self._connection = connection
        self._begin = begin
        self._jobs: SimpleQueue[QueuedWork | None] = SimpleQueue()
        self._open = True
        self._lock = Lock()
        self._working = Lock()
        self._thread = Thread(target=self._run, name="dramaturg-store", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        job = QueuedWork(work, asyncio.get_running_loop().create_future())
        with self._lock:
            self._require_open()
            self._jobs.put(job)
        return job.future

    def at_once(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """The same for somebody who is alone: done here and now, which saves waking two threads.

        When our thread or another process is writing, that would mean waiting on the caller's event
        loop: then it is submitted.
        """
        if not self._working.acquire(blocking=False):
            return self.submit(work)
        try:
            self._require_open()
            if not self._began_without_waiting():
                return self.submit(work)
            job = QueuedWork(work, asyncio.get_running_loop().create_future())
            fulfil(self._finish([job]))
            return job.future
        finally:
            self._working.release()

    def _began_without_waiting(self) -> bool:
        try:
            self._connection.execute(self._begin)
        except Exception:
            return False  # whatever it is, the thread meets it too, and can wait
        return True

    def _require_open(self) -> None:
        if not self._open:
            raise StoreUnavailable("The store is closed. Open it again to go on.")

    async def close(self) -> None:
        """What was submitted is done first."""
        with self._lock:
            if self._open:
                self._open = False
                self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        last = False
        while not last:
            waiting = self._wait()
            last = waiting[-1] is None
            jobs = [job for job in waiting if job is not None]
            if jobs:
                with self._working:
                    outcomes = self._settle(jobs)
                deliver(outcomes)
        self._connection.close()

    def _wait(self) -> list[QueuedWork | None]:
        """At least one job, and all that came while the last ones were written."""
        waiting = [self._jobs.get()]
        while not self._jobs.empty():
            waiting.append(self._jobs.get())
        return waiting

    def _settle(self, jobs: list[QueuedWork]) -> list[WorkOutcome]:
        """All of them in one transaction; when one breaks down over its writes, each in its own."""
        try:
            patiently(lambda: self._connection.execute(self._begin))
        except Exception as error:
            return failed(jobs, error)
        return self._finish(jobs)

    def _finish(self, jobs: list[QueuedWork]) -> list[WorkOutcome]:
        try:
            outcomes = [self._attempt(job) for job in jobs]
            self._connection.execute("COMMIT")
        except BrokeDown as down:
            self._roll_back()
            return (
                failed(jobs, down.error)
                if len(jobs) == 1
                else [self._settle([job])[0] for job in jobs]
            )
        except Exception as error:
            self._roll_back()
            return failed(jobs, error)
        return outcomes

    def _attempt(self, job: QueuedWork) -> WorkOutcome:
        try:
            return WorkOutcome(job.future, job.work(self._connection))
        except DramaturgError as refusal:
            return WorkOutcome(job.future, error=refusal)
        except Exception as error:
            raise BrokeDown(error) from error

    def _roll_back(self) -> None:
        # A full disk ends the transaction on its own.
        if self._connection.in_transaction:
            with suppress(Exception):
                self._connection.execute("ROLLBACK")


def failed(jobs: Iterable[QueuedWork], error: Exception) -> list[WorkOutcome]:
    return [WorkOutcome(job.future, error=error) for job in jobs]


def deliver(outcomes: Iterable[WorkOutcome]) -> None:
    """Hand every loop its outcomes in one call: waking a loop costs more than all the rest."""
    by_loop: dict[asyncio.AbstractEventLoop, list[WorkOutcome]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome.future.get_loop(), []).append(outcome)
    for loop, own in by_loop.items():
        # A loop that was closed meanwhile has nobody left to tell.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(fulfil, own)


def fulfil(outcomes: Iterable[WorkOutcome]) -> None:
    for future, value, error in outcomes:
        if future.done():
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)
