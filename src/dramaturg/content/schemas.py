"""JSON Schemas of the kinds of documents, so that an editor completes and checks them while they
are written.

A file names its schema in its first line: `# yaml-language-server:
$schema=schemas/backbone.schema.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from dramaturg.content.documents import Kinds

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Generator(GenerateJsonSchema):
    """Pydantic's own, but a dictionary with a pattern for its keys takes no other keys, as the
    loader does.
    """

    schema_dialect = DIALECT

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        generated = super().dict_schema(schema)
        return (
            {**generated, "additionalProperties": False}
            if "patternProperties" in generated
            else generated
        )


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a kind of document, as editors want it."""
    return {
        "$schema": DIALECT,
        **model.model_json_schema(schema_generator=_Generator, mode="validation"),
    }


def schema_text(model: type[BaseModel]) -> str:
    """The schema as it is written to a file: the same text for the same model."""
    return json.dumps(schema_of(model), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def write_schemas(kinds: Kinds, folder: Path) -> tuple[Path, ...]:
    """Write a schema for each kind into the folder; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for kind in sorted(kinds):
        file = folder / f"{kind.replace('_', '-')}.schema.json"
        file.write_text(schema_text(kinds[kind]), encoding="utf-8")
        written.append(file)
    return tuple(written)
