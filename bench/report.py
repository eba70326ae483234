"""What a benchmark found, as a table that reads the same in a terminal and in Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from sqlite3 import sqlite_version
from typing import Literal

HEADINGS = ("measured", "Dramaturg", "beside it", "ratio", "demanded", "holds")
PEERS = ("transitions", "python-statemachine", "langgraph", "langgraph-checkpoint-sqlite", "typer")


@dataclass(frozen=True, slots=True)
class Demand:
    """The bound that a ratio has to keep. A ratio is always Dramaturg's figure divided by the one
    beside it.
    """

    kind: Literal["at most", "at least"]
    limit: float

    def holds(self, ratio: float) -> bool:
        return ratio <= self.limit if self.kind == "at most" else ratio >= self.limit

    def __str__(self) -> str:
        return f"{self.kind} {self.limit:g}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One row: our figure, the one beside it, how to write them. `demand` binds the ratio, `limit`
    our figure itself.
    """

    what: str
    ours: float
    beside: float
    written: Callable[[float], str]
    demand: Demand | None = None
    limit: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.beside

    @property
    def demanded(self) -> str:
        return (
            f"at most {self.written(self.limit)}"
            if self.limit is not None
            else str(self.demand or "")
        )

    @property
    def holds(self) -> bool | None:
        if self.limit is not None:
            return self.ours <= self.limit
        return self.demand.holds(self.ratio) if self.demand else None

    @property
    def cells(self) -> tuple[str, ...]:
        verdict = {None: "", True: "yes", False: "NO"}[self.holds]
        return (
            self.what,
            self.written(self.ours),
            self.written(self.beside),
            times(self.ratio),
            self.demanded,
            verdict,
        )


def at_most(limit: float) -> Demand:
    return Demand("at most", limit)


def at_least(limit: float) -> Demand:
    return Demand("at least", limit)


def table(findings: list[Finding]) -> str:
    return rows_of(HEADINGS, [finding.cells for finding in findings])


def rows_of(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rows = [headings, *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(headings))]
    lines = [
        " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    lines.insert(1, " | ".join("-" * width for width in widths))
    return "\n".join(f"| {line} |" for line in lines)


def machine() -> Iterator[str]:
    driver = import_module("dramaturg.store.sqlite").driver
    yield f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    yield f"SQLite {driver.sqlite_version} (Dramaturg), {sqlite_version} (LangGraph, which uses Python's own)"
    yield ", ".join(f"{peer} {version(peer)}" for peer in PEERS)


# ── figures in words ──────────────────────────────────────────────────────────────────────────────


def times(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}" if ratio >= 0.2 else f"{ratio:.3g}"


def micros(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


def millis(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def seconds(count: float) -> str:
    return f"{count:.1f} s"


def share(part: float) -> str:
    return f"{part:.0%}"


def per_second(number: float) -> str:
    return f"{number:,.0f}/s"


def size(count: float) -> str:
    return f"{count / 1e6:.2f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"
