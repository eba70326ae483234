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
    Interviews,
    Orders,
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
        table.add_row(
            Text(found.interviews[place]), str(new), str(codes), _bar(codes - new, codes, most)
        )
    console.print(table)
    if found.guest.runs:
        console.print(_runs(found))
    console.print(_frequency(found))
    for line in _figures(found):
        console.print(Text(line))
    console.print(Text(f"Enough? {found.enough.sentence}", style="bold"))


def _bar(before: int, after: int, most: int) -> Text:
    """What was known before, and what this interview added."""
    ends = [round(BAR * codes / most) if most else 0 for codes in (before, after)]
    return Text("█" * ends[0], style="blue").append("▒" * (ends[1] - ends[0]), style="green")


def _runs(found: StudySaturation) -> Table:
    guest = found.guest
    table = _table(
        f"Runs of {guest.run} after a base of {guest.base_codes} codes",
        "interviews",
        "new",
        "share",
    )
    for place in _spread(len(guest.runs)):
        run = guest.runs[place]
        low = run.share is not None and run.share <= guest.threshold
        share = "-" if run.share is None else f"{run.share:.1%}"
        table.add_row(
            f"{run.first} to {run.last}", str(run.new), share, style="green" if low else None
        )
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
    guest = found.guest
    return (
        (
            f"StudySaturation reached at: {guest.reached_at or 'not reached'} (base {guest.base},"
            f" threshold {guest.threshold:.0%})"
        ),
        f"In random orders: {_in_orders(found.orders)}",
        (
            f"Codes found: {len(found.frequency)} of at least about {_number(found.chao2)} (Chao2),"
            f" {_share(found.completeness)}"
        ),
        f"Coverage: {_share(found.coverage)} of what would be said falls under known codes",
    )


def _in_orders(orders: Orders) -> str:
    if orders.reached is None:
        return "too few interviews to tell"
    low, median, high = (
        "never" if at is None else str(at) for at in (orders.low, orders.median, orders.high)
    )
    return (
        f"{orders.reached:.1%} of {orders.orders} reach it; median {median}, 5% {low}, 95% {high}"
    )


def _share(share: float | None) -> str:
    return "unknown" if share is None else f"{share:.1%}"


def _number(number: float | None) -> str:
    return "an unknown number" if number is None else f"{number:.1f}"


def _spread(count: int) -> Sequence[int]:
    """All places, or so many evenly spread ones, the first and the last among them."""
    if count <= MOST_SHOWN:
        return range(count)
    return sorted({round(step * (count - 1) / (MOST_SHOWN - 1)) for step in range(MOST_SHOWN)})
