"""`dramaturg study compare`: who spoke of what, by an answer to the screener."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dramaturg.app.studies.comparing import compared
from dramaturg.cli.open_study import of_study
from dramaturg.cli.study_options import Json, Open
from dramaturg.studies.groups import Comparison, GroupCounts

commands = typer.Typer(add_completion=False)

MOST = 20  # that are shown of each; JSON has all


@commands.command("compare")
def run_compare(
    name: Open,
    question: Annotated[str, typer.Argument(help="Id of a question of the screener.")],
    as_json: Json = False,
) -> None:
    """Compare groups of respondents: codes and steps, with how many of each group."""
    found = of_study(name, lambda material: compared(material.findings(), question))
    if as_json:
        print(json.dumps(asdict(found), ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False)
    console.print(_table("Codes", found, found.codes))
    console.print(_table("What leads to what", found, found.steps))
    print("Small groups differ by chance: read these as questions, with the words behind them.")


def _table(title: str, found: Comparison, rows: Sequence[GroupCounts]) -> Table:
    heads = (f"{group.name} (of {len(group.respondents)})" for group in found.groups)
    columns = (Column(head, justify="right") for head in heads)
    table = Table(Column(title, max_width=50), *columns, box=None, pad_edge=False)
    for row in rows[:MOST]:
        name = f"{row.name} → {row.leads_to}" if row.leads_to else row.name
        table.add_row(Text(name), *map(str, row.counts))
    return table
