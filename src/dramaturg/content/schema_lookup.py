"""What may stand where in a kind of document, read from the JSON Schema of its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import BaseModel

from dramaturg.kernel.errors import Path

Schema = Mapping[str, Any]

KEY_MARK = "[key]"  # how pydantic marks that a dictionary's key is meant, and not its value
PYTHON_NAMES: Mapping[str, str] = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "list": "array",
    "tuple": "array",
    "dict": "object",
}


@dataclass(frozen=True, slots=True)
class SchemaSpot:
    """A place in a document, the schema of what stands there, and the keys known beside it.

    `branches` are the unions on the way: where each stands, and which of its alternatives was
    taken.
    """

    path: Path
    schema: Schema
    known: tuple[str, ...] = ()
    on_key: bool = False
    branches: tuple[tuple[Path, str], ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        allowed = [self.schema["const"]] if "const" in self.schema else self.schema.get("enum", [])
        return tuple(str(choice) for choice in allowed)

    @property
    def discriminator(self) -> str:
        return str(self.schema["discriminator"]["propertyName"])

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(self.schema["discriminator"]["mapping"])


@cache
def shape_of(model: type[BaseModel]) -> Schema:
    return model.model_json_schema(mode="validation")


def follow(root: Schema, location: Path) -> SchemaSpot:
    """The spot that pydantic means by `location`, which names the alternatives of unions among the
    steps.
    """
    spot = SchemaSpot((), _plain(root, root))
    for step in location:
        spot = _step(root, spot, step)
    return spot


def _step(root: Schema, spot: SchemaSpot, step: str | int) -> SchemaSpot:
    if step == KEY_MARK:
        return replace(spot, on_key=True)
    if "anyOf" in spot.schema or "oneOf" in spot.schema:
        tag = str(step)
        alternative = _plain(_alternative(root, spot.schema, tag), root)
        return replace(spot, schema=alternative, branches=(*spot.branches, (spot.path, tag)))
    known = tuple(spot.schema.get("properties", {}))
    child = _item(spot.schema, step) if isinstance(step, int) else _entry(spot.schema, step)
    return SchemaSpot(
        (*spot.path, step),
        _plain(child if isinstance(child, Mapping) else {}, root),
        known,
        branches=spot.branches,
    )


def _plain(schema: Schema, root: Schema) -> Schema:
    """The schema itself, behind references and behind 'or nothing'."""
    while True:
        others = [other for other in schema.get("anyOf", ()) if other.get("type") != "null"]
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
        elif len(others) == 1:
            schema = others[0]
        else:
            return schema


def _alternative(root: Schema, schema: Schema, tag: str) -> Schema:
    mapping = schema.get("discriminator", {}).get("mapping", {})
    if tag in mapping:
        return {"$ref": mapping[tag]}
    others = [_plain(other, root) for other in schema.get("anyOf", ())]
    return next((other for other in others if _is_named(other, tag)), {})


def _is_named(schema: Schema, tag: str) -> bool:
    """Whether pydantic calls this alternative `tag`: by its model, or as Python would write the
    type.
    """
    name = tag.split("[", 1)[0]
    if name == "literal":
        return "enum" in schema or "const" in schema
    return schema.get("title") == tag or schema.get("type") == PYTHON_NAMES.get(name, name)


def _item(schema: Schema, index: int) -> Any:
    first = schema.get("prefixItems", ())
    return first[index] if index < len(first) else schema.get("items")


def _entry(schema: Schema, key: str) -> Any:
    if key in schema.get("properties", {}):
        return schema["properties"][key]
    return next(
        iter(schema.get("patternProperties", {}).values()), schema.get("additionalProperties")
    )
