"""Jobs: work of many steps that outlives the process it was begun in. This is the port;
`store/jobs.py` fulfils it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, Protocol, TypeVar

from dramaturg.kernel.errors import BadInput

J = TypeVar("J")
"""Something JSON can carry: dicts with text for keys, lists, text, numbers, true, false and None.
"""

DEEPEST = 100
"""Levels of nesting that are still kept."""

SHOWN = 10
"""Faults that are named one by one."""


class Work(Protocol):
    """A job while it runs. What a step has given is kept: however often the job is begun again, no
    finished step is done twice.

    A step that fails ends the job and is not kept, so that a resumed job tries it again. Whoever
    can live with a failure catches it inside `do`, for what `do` gives is all that a later run
    knows of this one.
    """

    async def step(self, name: str, do: Callable[[], Awaitable[J]]) -> J: ...

    async def side_by_side(
        self, steps: Sequence[tuple[str, Callable[[], Awaitable[J]]]]
    ) -> list[J]:
        """All of them at once; results in the order given. Each is kept as soon as it is there,
        even when another fails.
        """
        ...


Job = Callable[[Work, Any], Awaitable[Any]]
"""From a request to a result, both JSON. It must take the same steps in the same order whenever
they give the same.
"""


JobState = Literal["waiting", "running", "abandoned", "done", "failed", "cancelled"]
"""Abandoned: the process that ran it is gone, and nobody has taken it over yet."""


@dataclass(frozen=True, slots=True)
class StepDone:
    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class JobStatus:
    """Where a job stands; `steps` are the finished ones, in the order in which the job asked for
    them.

    `request` is what it was started with.
    """

    id: str
    kind: str
    state: JobState
    started_at: float
    error: str | None = None
    steps: tuple[StepDone, ...] = ()
    request: Any = None


class Jobs(Protocol):
    """Everything that takes a job's id raises NotFound when there is none."""

    async def start(self, kind: str, request: Any, id: str | None = None) -> str:
        """Begin a job and give its id. The same id again is the same job, not a second one; an
        abandoned one goes on.
        """
        ...

    async def result(self, id: str) -> Any:
        """Wait for the job and give its result. Raises JobFailed with the reasons."""
        ...

    async def status(self, id: str) -> JobStatus: ...

    async def newest(self, kind: str | None = None, limit: int = 100) -> Sequence[JobStatus]:
        """Newest first; for the steps and the error of one, ask for its status."""
        ...

    def watch(self, id: str) -> AsyncIterator[StepDone]:
        """Every finished step, those of earlier runs first, until the job has ended in one way or
        another.
        """
        ...

    async def cancel(self, id: str) -> None:
        """Stop it where it is. What has ended already stays as it is."""
        ...

    async def resume(self, id: str) -> None:
        """Let a failed, cancelled or abandoned job go on after its last finished step. Others are
        left alone.
        """
        ...

    async def close(self) -> None:
        """Leave the jobs that are running here for another process, or for the next time."""
        ...


def require_json(value: Any, what: str) -> None:
    """Raises BadInput unless `value` comes back from JSON as it went in."""
    faults = list(not_json(value, what))
    if not faults:
        return
    more = [f"and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
    raise BadInput(
        f"JSON cannot carry {what}: {'; '.join(faults[:SHOWN] + more)}. "
        "Use dicts with text for keys, lists, text, finite numbers, true, false and None."
    )


def not_json(value: Any, place: str, depth: int = 0) -> Iterator[str]:
    match value:
        case None | bool() | int():
            return
        case float():
            if not isfinite(value):
                yield f"{place} is {value}"
        case str():
            if not is_unicode(value):
                yield f"{place} holds half a character (a lone surrogate)"
        case list() | dict():
            yield from not_json_inside(value, place, depth)
        case _:
            yield f"{place} is a {type(value).__name__}"


def not_json_inside(value: list[Any] | dict[Any, Any], place: str, depth: int) -> Iterator[str]:
    if depth == DEEPEST:
        yield f"{place[:80]}... is nested deeper than {DEEPEST} levels"
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from not_json(item, f"{place}[{index}]", depth + 1)
    else:
        for key, item in value.items():
            if isinstance(key, str) and is_unicode(key):
                yield from not_json(item, f"{place}.{key}", depth + 1)
            else:
                yield f"{place} has the key {key!r}"


def is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
