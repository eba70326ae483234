"""Vectors of labels: packed small for the record, and kept in rows that are only ever appended to."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]

FULL = 127  # what the largest part of a vector is written as
FIRST_ROWS = 16


def packed(vector: Vector) -> str:
    """The vector in a byte a dimension. Its direction moves by less than half a degree."""
    largest = float(np.abs(vector).max()) or 1.0
    return b64encode(np.rint(vector * (FULL / largest)).astype(np.int8).tobytes()).decode()


def unpacked(text: str) -> Vector:
    """The unit vector that was packed."""
    vector = np.frombuffer(b64decode(text), np.int8).astype(np.float32)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), dtype=np.float32)


class _Block:
    """Rows shared by all versions of a `Rows`; the newest version owns the free end."""

    __slots__ = ("ids", "matrix")

    def __init__(self, ids: list[str], matrix: Matrix) -> None:
        self.ids, self.matrix = ids, matrix


@dataclass(frozen=True, slots=True)
class Rows:
    """Unit vectors and whose they are. Appending makes a new version that shares the old one's rows, so it costs no copy."""

    count: int = 0
    _block: _Block | None = field(default=None, compare=False, repr=False)

    @property
    def ids(self) -> list[str]:
        return self._block.ids[: self.count] if self._block else []

    def id(self, row: int) -> str:
        return self._block.ids[row] if self._block else ""

    def with_row(self, id: str, vector: Vector) -> Rows:
        block = self._room(len(vector))
        block.matrix[self.count] = vector
        block.ids.append(id)
        return Rows(self.count + 1, block)

    def nearness(self, vector: Vector) -> Vector:
        """The cosine with every row."""
        if self._block is None:
            return np.zeros(0, np.float32)
        return np.asarray(self._block.matrix[: self.count] @ vector, dtype=np.float32)

    def _room(self, width: int) -> _Block:
        """A block with a free row at the end that nobody else has filled."""
        block = self._block
        if block is None:
            return _Block([], np.empty((FIRST_ROWS, width), np.float32))
        if len(block.ids) == self.count < len(block.matrix):
            return block
        grown = np.empty((max(FIRST_ROWS, 2 * self.count), width), np.float32)
        grown[: self.count] = block.matrix[: self.count]
        return _Block(block.ids[: self.count], grown)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        inner = handler.generate_schema(dict[str, str])
        written = core_schema.plain_serializer_function_ser_schema(_written, return_schema=inner)
        return core_schema.no_info_after_validator_function(_read, inner, serialization=written)


def _written(rows: Rows) -> dict[str, str]:
    return {id: packed(rows._block.matrix[row]) for row, id in enumerate(rows.ids)} if rows._block else {}


def _read(written: dict[str, str]) -> Rows:
    rows = Rows()
    for id, vector in written.items():
        rows = rows.with_row(id, unpacked(vector))
    return rows
