"""`dramaturg sim walk`: decisions from reports alone, as JSON lines or as a table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from pydantic import ValidationError

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.sims.content import sim_part
from dramaturg.engines.sims.walk import WalkLine, WalkReport, walk
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean


def run_walk(scenario: str, npc: str, reports: Path, table: bool) -> None:
    lines = list(walk(sim_part(library_of(Settings()), scenario, npc), read_reports(reports)))
    if table:
        _print_table(lines)
    else:
        for line in lines:
            print(json.dumps(asdict(line), ensure_ascii=False))


def read_reports(path: Path) -> list[WalkReport]:
    """The reports in a file of JSON lines. Raises BadInput with every fault in it."""
    if str(path) != "-" and not path.is_file():
        raise NotFound(f"there is no file {path}")
    text = (
        sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8", errors="replace")
    )
    reports: list[WalkReport] = []
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                reports.append(WalkReport.model_validate_json(line))
            except ValidationError as error:
                faults += [f"{path}:{number}: {fault}" for fault in _explained(error)]
    if faults:
        raise BadInput("\n".join(faults))
    return reports


def _explained(error: ValidationError) -> Iterator[str]:
    for fault in error.errors():
        name = ".".join(str(step) for step in fault["loc"])
        if fault["type"] == "extra_forbidden":
            yield f"unknown key '{name}'. {did_you_mean(name, WalkReport.model_fields)}"
        elif fault["type"] == "json_invalid":
            yield 'this is not JSON; write one exchange a line, such as {"node_satisfied": true}'
        else:
            yield f"{name}: {fault['msg'].lower()}"


def _print_table(lines: list[WalkLine]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("turn", "node", "decision", "next", "reason", "commands", "relationship")
    for line in lines:
        relationship = f"{line.relationship:+d} {line.state}"
        table.add_row(
            str(line.turn),
            line.node,
            line.decision,
            line.next,
            line.reason,
            "\n".join(line.commands),
            relationship,
        )
    Console().print(table)
