"""Tables: mappings that never change and are cheap to make anew with one entry more, so that a
state can be large and frozen.

A table's own order means nothing and differs from process to process: go through `in_order`, or ask
for keys you know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

from immutables import Map
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

V = TypeVar("V")


def in_order(table: Mapping[str, V]) -> dict[str, V]:
    """The entries by key, c2 before c10."""
    return dict(sorted(table.items(), key=lambda entry: (len(entry[0]), entry[0])))


@dataclass(frozen=True, slots=True)
class _AsObject:
    """How a table is written to JSON and read back: as an object, its keys in order."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        entries: Any = dict.__class_getitem__((str, get_args(source)[1]))
        inner = handler.generate_schema(entries)
        written = core_schema.plain_serializer_function_ser_schema(in_order, return_schema=inner)
        return core_schema.no_info_after_validator_function(Map, inner, serialization=written)


Table: TypeAlias = Annotated[Map[str, V], _AsObject()]


def empty() -> Map[str, Any]:
    """The table with nothing in it."""
    return Map()
