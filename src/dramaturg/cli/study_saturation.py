"""`dramaturg study saturation`: from codes by interview to how much is still new, as tables or as
JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dramaturg.app.studies.csv_figures import codes_in
from dramaturg.app.studies.csv_files import text_of
from dramaturg.cli.study_options import Json, Source, is_file
from dramaturg.studies.figures.saturation import (
    GuestRuns,
    Interviews,
    StudySaturation,
    saturation,
    saturation_json,
)

commands = typer.Typer(add_completion=False)


BAR = 40  # characters
MOST_SHOWN = 25  # interviews, runs or codes in a table


@commands.command("saturation")
def run_saturation(
    source: Source,
    base: Annotated[int, typer.Option(min=1, help="Interviews that make up the base.")] = 4,
    run: Annotated[int, typer.Option(min=1, help="Interviews in a run.")] = 2,
    threshold: Annotated[
        float, typer.Option(min=0, max=1, help="New codes in a run, as a share of the base's.")
    ] = 0.05,
    as_json: Json = False,
) -> None:
    """Whether there are enough interviews, of a study or of codes from anywhere.

    CSV columns: interview, code, in the order the interviews were held.
    """
    found = saturation(_codes(source), base, run, threshold)
    if as_json:
        print(json.dumps(saturation_json(found), ensure_ascii=False, indent=2))
    else:
        print_saturation(found, Console(highlight=False))


def _codes(source: Path) -> Interviews:
    if is_file(source):
        return codes_in(text_of(source), str(source))
    from dramaturg.cli.open_study import named_codes, of_study

    return of_study(str(source), named_codes)


# ── as tables ─────────────────────────────────────────────────────────────────────────────────────


def print_saturation(found: StudySaturation, console: Console) -> None:
    table = _table("New codes by interview, and all so far", "interview", "new", "all", "")
    most = max(found.cumulative, default=0)
    for place in _spread(len(found.new)):
        new, codes = found.new[place], found.cumulative[place]
        # what was known before, and what this interview added
        known, all_so_far = (round(BAR * it / most) if most else 0 for it in (codes - new, codes))
        bar = Text("█" * known, style="blue").append("▒" * (all_so_far - known), style="green")
        table.add_row(Text(found.interviews[place]), str(new), str(codes), bar)
    console.print(table)
    if found.guest.runs:
        console.print(_runs(found.guest))
    console.print(_frequency(found))
    for line in _figures(found):
        console.print(Text(line))
    console.print(Text(f"Enough? {found.enough.sentence}", style="bold"))


def _runs(guest: GuestRuns) -> Table:
    title = f"Runs of {guest.run} after a base of {guest.base_codes} codes"
    table = _table(title, "interviews", "new", "share")
    for run in (guest.runs[place] for place in _spread(len(guest.runs))):
        low = run.share is not None and run.share <= guest.threshold
        share = "-" if run.share is None else f"{run.share:.1%}"
        span, style = f"{run.first} to {run.last}", "green" if low else None
        table.add_row(span, str(run.new), share, style=style)
    return table


def _frequency(found: StudySaturation) -> Table:
    """The codes most interviews have."""
    table = _table("How many interviews have each code", "code", "interviews")
    shown = list(found.frequency.items())[:MOST_SHOWN]
    for code, count in shown:
        table.add_row(Text(code), f"{count} ({count / len(found.interviews):.0%})")
    if more := len(found.frequency) - len(shown):
        table.add_row(f"and {more} more", "")
    return table


def _table(title: str, *columns: str) -> Table:
    return Table(*columns, title=title, title_justify="left", min_width=len(title) + 2)


def _figures(found: StudySaturation) -> Sequence[str]:
    def share(of: float | None) -> str:
        return "unknown" if of is None else f"{of:.1%}"

    guest, orders, seen = found.guest, found.orders, len(found.frequency)
    how = f"(base {guest.base}, threshold {guest.threshold:.0%})"
    least = "an unknown number" if found.chao2 is None else f"{found.chao2:.1f}"
    in_orders = "too few interviews to tell"
    if orders.reached is not None:
        spread = (orders.median, orders.low, orders.high)
        median, low, high = ("never" if at is None else str(at) for at in spread)
        reach = f"{orders.reached:.1%} of {orders.orders} reach it"
        in_orders = f"{reach}; median {median}, 5% {low}, 95% {high}"
    return (
        f"Saturation reached at: {guest.reached_at or 'not reached'} {how}",
        f"In random orders: {in_orders}",
        f"Codes found: {seen} of at least about {least} (Chao2), {share(found.completeness)}",
        f"Coverage: {share(found.coverage)} of what would be said falls under known codes",
    )


def _spread(count: int) -> Sequence[int]:
    """All places, or so many evenly spread ones, the first and the last among them."""
    if count <= MOST_SHOWN:
        return range(count)
    return sorted({round(step * (count - 1) / (MOST_SHOWN - 1)) for step in range(MOST_SHOWN)})
