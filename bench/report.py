"""What a benchmark found, as a table that reads the same in a terminal and in Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from sqlite3 import sqlite_version
from typing import Literal

HEADINGS = ("measured", "Dramaturg", "beside it", "ratio", "demanded", "holds")
PEERS = ("transitions", "python-statemachine", "langgraph", "langgraph-checkpoint-sqlite", "typer")


@dataclass(frozen=True, slots=True)
class Demand:
    """The bound that a figure has to keep."""

    kind: Literal["at most", "at least"]
    limit: float
    unit: str = ""

    def holds(self, figure: float) -> bool:
        return figure <= self.limit if self.kind == "at most" else figure >= self.limit

    def __str__(self) -> str:
        return f"{self.kind} {self.limit:g}{self.unit}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One row. `ratio` is what `demand` binds, unless `bound` names another figure."""

    what: str
    ours: str
    beside: str
    ratio: float
    demand: Demand | None = None
    bound: float | None = None

    @property
    def holds(self) -> bool | None:
        return None if self.demand is None else self.demand.holds(self.ratio if self.bound is None else self.bound)

    @property
    def cells(self) -> tuple[str, ...]:
        verdict = {None: "", True: "yes", False: "NO"}[self.holds]
        return self.what, self.ours, self.beside, times(self.ratio), str(self.demand or ""), verdict


def at_most(limit: float, unit: str = "") -> Demand:
    return Demand("at most", limit, unit)


def at_least(limit: float) -> Demand:
    return Demand("at least", limit)


def table(findings: list[Finding]) -> str:
    rows = [HEADINGS, *(finding.cells for finding in findings)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    lines.insert(1, " | ".join("-" * width for width in widths))
    return "\n".join(f"| {line} |" for line in lines)


def machine() -> Iterator[str]:
    driver = import_module("dramaturg.store.sqlite").driver
    yield f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    yield f"SQLite {driver.sqlite_version} (Dramaturg), {sqlite_version} (LangGraph, which uses Python's own)"
    yield ", ".join(f"{peer} {version(peer)}" for peer in PEERS)


# ── figures in words ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def times(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.4f}"


def micros(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


def millis(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def size(count: float) -> str:
    return f"{count / 1e6:.2f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"
