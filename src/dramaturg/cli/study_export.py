"""`dramaturg study report` and `study export`: a study written to files."""

from __future__ import annotations

from pathlib import Path

from dramaturg.app.studies.exports import FOLDERS, export
from dramaturg.app.studies.read_study import StudyMaterial
from dramaturg.cli.open_study import of_study


def run_export(name: str, to: str, out: Path | None, cutoff: int | None, redact: bool) -> None:
    def work(material: StudyMaterial) -> list[Path]:
        ending = f"-{to}" if to in FOLDERS else f".{to}"
        chosen = material.redacted() if redact else material
        return export(chosen, to, out or Path(f"{material.context.study.id}{ending}"), cutoff)

    for path in of_study(name, work):
        print(path)
