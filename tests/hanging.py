"""What would go on for hours is ended. How long things take is measured in `bench`: no test fails because the machine is busy."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

LONG = 600.0
"""Seconds after which something hangs: whoever waits for what will surely come gives up here and not before."""
WORK = 120.0
"""Seconds of a processor that are a hundred times what is needed."""


@contextmanager
def ended_if_it_hangs() -> Iterator[None]:
    """For work whose cost could explode with its input. Only this process's own time counts, and far more of it than it needs."""

    def give_up(*_: object) -> None:
        raise AssertionError(f"it has worked for {WORK:.0f} seconds and has come to no end")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, WORK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
