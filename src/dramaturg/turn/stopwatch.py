"""Stages: named parts of an engine's steps, timed while a turn is played.

A stage is an ordinary function; the clock lies outside, with whoever plays the turn, and what the
function gives is not touched.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


class Stopwatch:
    """Seconds by stage, for one turn."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self.seconds: dict[str, float] = {}

    @contextmanager
    def running(self) -> Iterator[None]:
        token = _WATCH.set(self)
        try:
            yield
        finally:
            _WATCH.reset(token)

    @contextmanager
    def lap(self, name: str) -> Iterator[None]:
        began = self._timer()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + self._timer() - began


def no_time() -> float:
    """The timer where nobody wants to know how long a turn takes."""
    return 0.0


_WATCH: ContextVar[Stopwatch | None] = ContextVar("stopwatch", default=None)


def stage(name: str) -> Callable[[F], F]:
    """Marks a function as a stage of that name."""

    def mark(function: F) -> F:
        timed = (
            _timed_async(name, function)
            if inspect.iscoroutinefunction(function)
            else _timed(name, function)
        )
        return cast(F, timed)

    return mark


def _timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def timed(*args: Any, **named: Any) -> Any:
        watch = _WATCH.get()
        if watch is None:
            return function(*args, **named)
        with watch.lap(name):
            return function(*args, **named)

    return timed


def _timed_async(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    async def timed(*args: Any, **named: Any) -> Any:
        watch = _WATCH.get()
        if watch is None:
            return await function(*args, **named)
        with watch.lap(name):
            return await function(*args, **named)

    return timed
