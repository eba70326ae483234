"""Measuring on a noisy machine: contenders take turns in rounds, so that a slow minute is slow for all of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one unit of work: on the clock, and of processor time over all threads."""

    wall: float
    cpu: float


def cost(work: Callable[[], object], units: int) -> Cost:
    """What one of `units` costs, when `work` does them all."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Cost((time.perf_counter() - wall) / units, (time.process_time() - cpu) / units)


def in_rounds(rounds: int, *contenders: Callable[[], Cost]) -> list[Cost]:
    """The median cost of each contender. All play in every round; the first round warms up and is not counted."""
    played = [[contender() for contender in contenders] for _ in range(rounds + 1)][1:]
    return [middle(costs) for costs in zip(*played, strict=True)]


def middle(costs: tuple[Cost, ...] | list[Cost]) -> Cost:
    return Cost(median(each.wall for each in costs), median(each.cpu for each in costs))


def bytes_handed_over() -> int:
    """How many bytes this process has passed to the system for writing so far. Linux counts them; elsewhere this raises OSError."""
    counters = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counters["wchar"])


def bytes_on_disk(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())
