"""`dramaturg study report` and `study export`: a study written to files."""

from __future__ import annotations

import asyncio
from pathlib import Path

from dramaturg.app.material import Material, with_material
from dramaturg.app.study_exports import EXPORTS, FOLDERS, export
from dramaturg.app.wiring import open_app
from dramaturg.kernel.errors import BadInput, did_you_mean


def run_export(name: str, to: str, out: Path | None, cutoff: int | None, redact: bool) -> None:
    if to not in EXPORTS:
        raise BadInput(f"a study cannot be written as {to!r}. {did_you_mean(to, EXPORTS)}")
    for path in asyncio.run(_exported(name, to, out, cutoff, redact)):
        print(path)


async def _exported(name: str, to: str, out: Path | None, cutoff: int | None, redact: bool) -> list[Path]:
    def work(material: Material) -> list[Path]:
        ending = f"-{to}" if to in FOLDERS else f".{to}"
        chosen = material.redacted() if redact else material
        return export(chosen, to, out or Path(f"{material.matter.study.id}{ending}"), cutoff)

    async with open_app() as app:
        return await with_material(app, await app.studies.find(name), work)
