"""An export as one file: what is written to several is packed into an archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile

from dramaturg.app.studies.exports import FOLDERS, export
from dramaturg.app.studies.read_study import StudyMaterial

Form = Literal["qdpx", "graphml", "csv", "json", "md", "html", "svg", "report"]

MEDIA_TYPES = {
    ".qdpx": "application/zip",
    ".json": "application/json",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".zip": "application/zip",
}


@dataclass(frozen=True, slots=True)
class Download:
    name: str
    media_type: str
    data: bytes


def download(
    material: StudyMaterial, form: Form, cutoff: int | None = None, redact: bool = False
) -> Download:
    """A study in one of the forms of `study export`."""
    study = material.context.study.id
    with TemporaryDirectory() as folder:
        out = Path(folder) / (f"{study}-{form}" if form in FOLDERS else f"{study}.{form}")
        written = export(material.redacted() if redact else material, form, out, cutoff)
        if len(written) == 1 and form not in FOLDERS:
            return Download(out.name, MEDIA_TYPES[out.suffix], out.read_bytes())
        return Download(f"{study}-{form}.zip", MEDIA_TYPES[".zip"], _packed(written, Path(folder)))


def _packed(files: Sequence[Path], folder: Path) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.relative_to(folder))
    return packed.getvalue()
