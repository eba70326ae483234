"""Writes the JSON Schemas that lie beside the artifacts of a memoir: `make docs`."""

from __future__ import annotations

from dramaturg.content.library import packaged
from dramaturg.content.schemas import schema_text
from dramaturg.engines.memoir.artifact_files import SCHEMAS

if __name__ == "__main__":
    folder = packaged() / "memoir" / "schemas"
    folder.mkdir(exist_ok=True)
    for name, model in SCHEMAS.items():
        (folder / name).write_text(schema_text(model), encoding="utf-8")
