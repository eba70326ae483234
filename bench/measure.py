"""Measuring on a noisy machine: contenders take turns in rounds, so that a slow minute is slow for
all of them.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory


@dataclass(slots=True)
class Cost:
    """Seconds that something took: on the clock, and of processor time over all threads."""

    wall: float = 0.0
    cpu: float = 0.0

    def __iadd__(self, other: Cost) -> Cost:
        return Cost(self.wall + other.wall, self.cpu + other.cpu)

    def over(self, units: int) -> Cost:
        return Cost(self.wall / units, self.cpu / units)


@contextmanager
def metered() -> Iterator[Cost]:
    """What the block costs, known when it has ended."""
    cost = Cost()
    wall, cpu = time.perf_counter(), time.process_time()
    yield cost
    cost.wall, cost.cpu = time.perf_counter() - wall, time.process_time() - cpu


def in_rounds(rounds: int, *contenders: Callable[[], Cost]) -> list[Cost]:
    """The median cost of each contender. All play in every round; the first round warms up and is
    not counted.
    """
    played = [[contender() for contender in contenders] for _ in range(rounds + 1)]
    return [middle(costs) for costs in zip(*played[1:], strict=True)]


async def in_rounds_async(rounds: int, *contenders: Callable[[], Awaitable[Cost]]) -> list[Cost]:
    gc.collect()
    # what one contender has imported and opened is not to be collected at the expense of another
    gc.freeze()
    played = [[await contender() for contender in contenders] for _ in range(rounds + 1)]
    return [middle(costs) for costs in zip(*played[1:], strict=True)]


def middle(costs: Iterable[Cost]) -> Cost:
    all_costs = list(costs)
    return Cost(median(cost.wall for cost in all_costs), median(cost.cpu for cost in all_costs))


def bytes_handed_over() -> int:
    """How many bytes this process has passed to the system for writing so far. Linux
    counts them.
    """
    counters = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counters["wchar"])


def most_held() -> int:
    """The most bytes of memory this process has held since `forget_most_held`, or ever. Linux
    counts them.
    """
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].removesuffix("kB")) * 1024


def forget_most_held() -> None:
    """What was held for a moment, such as while a model was loaded, no longer hides what is held
    from now on.
    """
    Path("/proc/self/clear_refs").write_text("5")


def bytes_on_disk(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


@contextmanager
def folders(*names: str) -> Iterator[list[Path]]:
    """Empty folders that are gone afterwards, one for each contender's database."""
    with TemporaryDirectory() as root:
        paths = [Path(root) / name for name in names]
        for path in paths:
            path.mkdir()
        yield paths
