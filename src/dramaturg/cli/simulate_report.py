"""What every simulation tells besides its own tables: figures by group, B compared with A, as
tables and as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from dramaturg.app.simulate.compare import METHOD, Difference
from dramaturg.app.simulate.page import ends, number
from dramaturg.app.simulate.results import Side, SimulationResults
from dramaturg.cli.coverage import coverage_json
from dramaturg.drawing.plots import Interval
from dramaturg.engines.simulation import ReportTable, overview
from dramaturg.english.forms import many

# ── as JSON ───────────────────────────────────────────────────────────────────────────────────────


def in_json(simulation: SimulationResults) -> Mapping[str, Any]:
    """Everything: what was planned, with what, what became of each, and what it adds up to."""
    return {
        "title": simulation.title,
        "model": simulation.model,
        "seed": simulation.seed,
        "other": None if simulation.other is None else asdict(simulation.other),
        "left_out": simulation.left_out,
        "sides": {side.name: _side(side, simulation.seed) for side in simulation.sides},
        "comparison": {
            group: [{**asdict(each), "told": each.in_words} for each in found]
            for group, found in simulation.comparison.items()
        },
        "method": METHOD,
    }


def _side(side: Side, seed: int) -> Mapping[str, Any]:
    plan = side.plan.plan
    sessions = zip(plan.runs, side.plan.groups, side.results, strict=True)
    return {
        "contents": {
            name: {key: getattr(each.content, key) for key in ("engine", "id", "version", "hash")}
            for name, each in plan.materials.items()
        },
        "sessions": [
            {
                "group": group,
                "run": asdict(run),
                "content": plan.simulator.needs(run),
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


def show_table(console: Console, shown: ReportTable) -> None:
    """A table of an engine's own report."""
    first, *others = shown.columns
    if shown.style == "plain":
        table = Table(*shown.columns)
    elif shown.style == "named":
        longest = max(len(row[0]) for row in shown.rows)
        table = Table(Column(first, no_wrap=True, min_width=longest), *others)
    else:
        numbers = (Column(name, justify="right", no_wrap=True) for name in others)
        table = Table(Column(first, no_wrap=True), *numbers, padding=(0, 1, 0, 0))
    table.title, table.title_justify, table.caption = shown.title, "left", shown.caption or None
    for row in shown.rows:
        table.add_row(*row)
    console.print(table)


def show_groups(console: Console, simulation: SimulationResults) -> None:
    """The means of A, one column for each group."""
    groups = simulation.a.figures(simulation.seed)
    names = dict.fromkeys(name for group in groups.values() for name in group)
    columns = (Column(group, justify="right") for group in groups)
    table = Table(
        "", *columns, title=f"{simulation.title}, model: {simulation.model}", title_justify="left"
    )
    table.add_row("sessions", *(f"{len(results)}" for results in simulation.a.groups.values()))
    for name in names:
        table.add_row(
            name.replace("_", " "), *(_mean(group.get(name)) for group in groups.values())
        )
    table.add_row(
        "stuck",
        *(f"{sum(result.stuck for result in results)}" for results in simulation.a.groups.values()),
    )
    console.print(table)
    if simulation.b is None:
        console.print(f"Endings: {_endings(simulation.a)}")


def _mean(found: Interval | None) -> str:
    return "" if found is None else number(found.mean)


def _endings(side: Side) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} {count}"
        for name, count in overview(side.results).endings.items()
    )


COMPARED, COUNTED = ("A", "B", "B - A", "95 % interval"), ("higher", "lower", "equal")
WIDE = 100  # columns; where there are fewer, the pairs are not counted in the table


def show_comparison(console: Console, simulation: SimulationResults) -> None:
    """B beside A, of everybody."""
    title = (
        f"{simulation.title}, {many(len(simulation.a.results), 'pair')}, model: {simulation.model}"
    )
    console.print(_compared(title, simulation.overall, COUNTED if console.width >= WIDE else ()))
    for side in simulation.sides:
        console.print(f"Endings of {side.name}: {_endings(side)}")
    if simulation.left_out:
        console.print(
            "Not played, for they would not have met what is different in B:"
            f" {many(simulation.left_out, 'session')}"
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
            each.figure.replace("_", " "), *means, ends(each.interval), *counts, each.in_words
        )
    return table
