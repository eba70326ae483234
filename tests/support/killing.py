"""Ending a process without warning, at a chosen statement or moment, and knowing what it had
acknowledged by then.
"""

from __future__ import annotations

import math
import os
import select
import signal
import time
import traceback
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NoReturn, cast

if TYPE_CHECKING:
    from sqlite3 import Connection

    from dramaturg.store.sqlite import Connect


Acknowledge = Callable[[str], object]


def last_words(
    act: Callable[[Acknowledge], None],
    kill_after: float | None = None,
    kill_when: Callable[[], bool] | None = None,
) -> list[str]:
    """Run `act` in a forked process and give back what it acknowledged before it ended.

    It is killed after `kill_after` seconds or as soon as `kill_when` holds, or ends by itself, or
    kills itself (see `fatal`). Fork from a process that has imported what `act` needs: then a run
    takes milliseconds.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        perform(act, writing)
    os.close(writing)
    said = b""
    if kill_after is not None or kill_when is not None:
        end = math.inf if kill_after is None else time.monotonic() + kill_after
        said = heard_until(
            lambda: time.monotonic() >= end or (kill_when is not None and kill_when()), reading
        )
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, "rb") as pipe:
        words = (said + pipe.read()).decode().splitlines()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in (0, -signal.SIGKILL), (
        "the process failed before it was killed; see its traceback"
    )
    return words


def heard_until(over: Callable[[], bool], reading: int) -> bytes:
    """What is said until it is `over`, or to the end if that comes first."""
    said = b""
    while not over():
        if select.select([reading], [], [], 0.001)[0]:
            heard = os.read(reading, 65_536)
            if not heard:
                break
            said += heard
    return said


def perform(act: Callable[[Acknowledge], None], writing: int) -> NoReturn:
    try:
        act(lambda word: os.write(writing, f"{word}\n".encode()))
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def fatal(connect: Connect, at: int, when: Literal["before", "after"]) -> Connect:
    """`connect`, but the process dies at the statement with number `at`, counted over all its
    connections from 1.
    """
    numbers = count(1)
    return lambda path: cast("Connection", Doomed(connect(path), numbers.__next__, at, when))


class Doomed:
    """A connection that ends the process just before or just after a statement."""

    def __init__(
        self, connection: Connection, number: Callable[[], int], at: int, when: str
    ) -> None:
        self._connection = connection
        self._number = number
        self._at = at
        self._when = when

    def execute(self, *statement: Any) -> Any:
        dies_here = self._number() == self._at
        if dies_here and self._when == "before":
            die()
        result = self._connection.execute(*statement)
        if dies_here:
            die()
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
