"""What every simulation tells besides its own tables: figures by group, B compared with A, as
tables and as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from dramaturg.app.simulate.compare import METHOD, Difference, Interval
from dramaturg.app.simulate.page import ends, number
from dramaturg.app.simulate.results import Held, Side
from dramaturg.cli.coverage import coverage_json
from dramaturg.engines.simulation import overview
from dramaturg.english.forms import many

# ── as JSON ───────────────────────────────────────────────────────────────────────────────────────


def in_json(held: Held) -> Mapping[str, Any]:
    """Everything: what was planned, with what, what became of each, and what it adds up to."""
    return {
        "title": held.title,
        "model": held.model,
        "seed": held.seed,
        "other": None if held.other is None else asdict(held.other),
        "left_out": held.left_out,
        "sides": {side.name: _side(side, held.seed) for side in held.sides},
        "comparison": {
            group: [{**asdict(each), "told": each.told} for each in found]
            for group, found in held.comparison.items()
        },
        "method": METHOD,
    }


def _side(side: Side, seed: int) -> Mapping[str, Any]:
    plan = side.party.plan
    sessions = zip(plan.runs, side.party.groups, side.results, strict=True)
    return {
        "contents": {
            name: {key: getattr(each.content, key) for key in ("engine", "id", "version", "hash")}
            for name, each in plan.materials.items()
        },
        "sessions": [
            {
                "group": group,
                "run": asdict(run),
                "content": plan.troupe.needs(run),
                **_result(result),
            }
            for run, group, result in sessions
        ],
        "groups": {
            group: {
                **asdict(overview(results)),
                "figures": {name: asdict(each) for name, each in figures.items()},
            }
            for (group, results), figures in zip(
                side.groups.items(), side.figures(seed).values(), strict=True
            )
        },
        "coverage": coverage_json(side.coverage),
    }


def _result(result: Any) -> Mapping[str, Any]:
    return {key: getattr(result, key) for key in ("ending", "stuck", "turns", "figures", "seconds")}


# ── as tables ─────────────────────────────────────────────────────────────────────────────────────


def show_groups(console: Console, held: Held) -> None:
    """The means of A, one column for each group."""
    groups = held.a.figures(held.seed)
    names = dict.fromkeys(name for group in groups.values() for name in group)
    columns = (Column(group, justify="right") for group in groups)
    table = Table("", *columns, title=f"{held.title}, model: {held.model}", title_justify="left")
    table.add_row("sessions", *(f"{len(results)}" for results in held.a.groups.values()))
    for name in names:
        table.add_row(
            name.replace("_", " "), *(_mean(group.get(name)) for group in groups.values())
        )
    table.add_row(
        "stuck",
        *(f"{sum(result.stuck for result in results)}" for results in held.a.groups.values()),
    )
    console.print(table)
    if held.b is None:
        console.print(f"Endings: {_endings(held.a)}")


def _mean(found: Interval | None) -> str:
    return "" if found is None else number(found.mean)


def _endings(side: Side) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} {count}"
        for name, count in overview(side.results).endings.items()
    )


COMPARED, COUNTED = ("A", "B", "B - A", "95 % interval"), ("higher", "lower", "equal")
WIDE = 100  # columns; where there are fewer, the pairs are not counted in the table


def show_comparison(console: Console, held: Held) -> None:
    """B beside A, of everybody."""
    title = f"{held.title}, {many(len(held.a.results), 'pair')}, model: {held.model}"
    console.print(_compared(title, held.overall, COUNTED if console.width >= WIDE else ()))
    for side in held.sides:
        console.print(f"Endings of {side.name}: {_endings(side)}")
    if held.left_out:
        console.print(
            "Not played, for they would not have met what is different in B:"
            f" {many(held.left_out, 'session')}"
        )
    console.print(METHOD)


def _compared(title: str, differences: Sequence[Difference], counted: Sequence[str]) -> Table:
    columns = (Column(name, justify="right", no_wrap=True) for name in (*COMPARED, *counted))
    table = Table(
        Column("", no_wrap=True),
        *columns,
        "",
        title=title,
        title_justify="left",
        padding=(0, 1, 0, 0),
    )
    for each in differences:
        counts = (f"{getattr(each, name)}" for name in counted)
        means = map(number, (each.a, each.b, each.interval.mean))
        table.add_row(
            each.figure.replace("_", " "), *means, ends(each.interval), *counts, each.told
        )
    return table
