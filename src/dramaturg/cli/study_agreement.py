"""`dramaturg study agreement`: a second coder's codes against ours, as a table or as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table
from rich.text import Text

from dramaturg.studies.coding.agreement import Agreement


def print_agreement(found: Agreement, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(found), ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False)
    console.print(_table(found))
    for line in _notes(found):
        console.print(Text(line))
    console.print(Text(found.verdict, style="bold"))


def _table(found: Agreement) -> Table:
    """The codes that anybody gave to an answer both looked at; JSON has the others too."""
    table = Table("code", "both", "ours", "theirs", "neither", "kappa", "alpha", "")
    for each in found.codes:
        counts = each.counts
        if not (counts.both or counts.ours or counts.theirs):
            continue
        table.add_row(
            Text(each.code),
            *map(str, (counts.both, counts.ours, counts.theirs, counts.neither)),
            _figure(each.kappa),
            _figure(each.alpha),
            each.why,
        )
    return table


def _notes(found: Agreement) -> list[str]:
    return [
        (
            f"{found.units} answers were looked at by both, {found.units_ours} only by us,"
            f" {found.units_theirs} only by them."
        ),
        *([f"Only we used: {', '.join(found.only_ours)}"] if found.only_ours else []),
        *([f"Only they used: {', '.join(found.only_theirs)}"] if found.only_theirs else []),
        (
            f"Alpha: {_figure(found.alpha)} over the codes both used, {_figure(found.alpha_all)}"
            " over all codes."
        ),
    ]


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
