"""The steps of one running job: each is kept by DBOS when it has succeeded, and forgotten when it
has failed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from dbos import DBOS

from dramaturg.kernel.errors import DramaturgError, JobFailed
from dramaturg.turn.jobs import J, require_json


class NotKept(BaseException):
    """Carries a step's error past DBOS, which would keep any Exception as what the step gave."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class KeptWork:
    """The Work of a job. DBOS numbers steps in the order in which they begin, and finds them again
    by their number.
    """

    def __init__(self, on_step: Callable[[], None]) -> None:
        self._on_step = on_step

    async def step(self, name: str, do: Callable[[], Awaitable[J]]) -> J:
        async def attempt() -> J:
            with failing_unkept():
                given = await do()
                require_json(given, "what it gave")
            return given

        try:
            return await DBOS.run_step_async({"name": name}, attempt)
        except NotKept as failure:
            raise JobFailed(f"{name}: {told(failure.error)}") from failure.error
        finally:
            self._on_step()

    async def side_by_side(
        self, steps: Sequence[tuple[str, Callable[[], Awaitable[J]]]]
    ) -> list[J]:
        # Tasks begin in the order in which they are made, so every run gives the steps the same
        # numbers.
        tasks = [asyncio.create_task(self.step(name, do)) for name, do in steps]
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        raise_all([outcome for outcome in outcomes if isinstance(outcome, BaseException)])
        return [task.result() for task in tasks]


@contextmanager
def failing_unkept() -> Iterator[None]:
    try:
        yield
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise NotKept(
            error
        ) from error  # something that the step waited for was cancelled, not the job
    except Exception as error:
        raise NotKept(error) from error


def raise_all(errors: Sequence[BaseException]) -> None:
    """Everything that failed, in one error; but what DBOS raises to stop the job comes first."""
    for error in errors:
        if not isinstance(error, JobFailed):
            raise error
    if errors:
        raise JobFailed("\n".join(str(error) for error in errors))


def told(error: BaseException) -> str:
    return (
        str(error)
        if isinstance(error, DramaturgError)
        else f"{type(error).__name__}: {error}".removesuffix(": ")
    )
