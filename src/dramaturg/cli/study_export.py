"""`dramaturg study report` and `study export`: a study written to files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dramaturg.app.studies.exports import FOLDERS, export
from dramaturg.app.studies.read_study import StudyMaterial
from dramaturg.cli.open_study import of_study
from dramaturg.cli.study_options import CutoffOption, Open, Redact

commands = typer.Typer(add_completion=False)


def _export(name: str, to: str, out: Path | None, cutoff: int | None, redact: bool) -> None:
    def work(material: StudyMaterial) -> list[Path]:
        ending = f"-{to}" if to in FOLDERS else f".{to}"
        chosen = material.redacted() if redact else material
        return export(chosen, to, out or Path(f"{material.context.study.id}{ending}"), cutoff)

    for path in of_study(name, work):
        print(path)


@commands.command("report")
def run_report(
    name: Open,
    out: Annotated[
        Path | None, typer.Option(help="The folder to write; named after the study if left out.")
    ] = None,
    cutoff: CutoffOption = None,
    redact: Redact = False,
) -> None:
    """The report as Markdown and as one web page, with its pictures."""
    _export(name, "report", out, cutoff, redact)


@commands.command("export")
def run_export_to(
    name: Open,
    to: Annotated[str, typer.Option(help="qdpx, graphml, csv, json, md, html or svg.")] = "qdpx",
    out: Annotated[
        Path | None,
        typer.Option(help="The file or folder to write; named after the study if left out."),
    ] = None,
    cutoff: CutoffOption = None,
    redact: Redact = False,
) -> None:
    """Take a study elsewhere: for qualitative software, graph tools, spreadsheets, or reading."""
    _export(name, to, out, cutoff, redact)
