"""Vectors of labels: packed small for the record, and kept in rows that are only ever appended to."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]

FULL = 127  # what the largest part of a vector is written as
FIRST_ROWS = 16
NEAREST = 16


def packed(vector: Vector) -> str:
    """The vector in a byte a dimension. Its direction moves by about half a degree."""
    largest = float(np.abs(vector).max()) or 1.0
    return b64encode(np.rint(vector * (FULL / largest)).astype(np.int8).tobytes()).decode()


def unpacked(text: str) -> Vector:
    """The unit vector that was packed."""
    vector = np.frombuffer(b64decode(text), np.int8).astype(np.float32)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), dtype=np.float32)


class _Block:
    """Rows shared by all versions of a `Rows`; the newest version owns the free end."""

    __slots__ = ("ids", "matrix", "places")

    def __init__(self, ids: list[str], matrix: Matrix) -> None:
        self.ids, self.matrix = ids, matrix
        self.places = {id: place for place, id in enumerate(ids)}

    def holds(self, row: int, id: str, vector: Vector) -> bool:
        """Whether this very row is there already: the events of a turn are folded more than once."""
        return row < len(self.ids) and self.ids[row] == id and np.array_equal(self.matrix[row], vector)

    def append(self, id: str, vector: Vector) -> None:
        self.matrix[len(self.ids)] = vector
        self.places[id] = len(self.ids)
        self.ids.append(id)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Unit vectors and whose they are. Appending makes a new version that shares the old one's rows, so it costs no copy."""

    count: int = 0
    _block: _Block | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self.ids == other.ids and np.array_equal(self.matrix, other.matrix)

    def __hash__(self) -> int:
        return hash(self.count)

    @property
    def ids(self) -> list[str]:
        return self._block.ids[: self.count] if self._block else []

    @property
    def matrix(self) -> Matrix:
        """A row for each id; to be read only."""
        return self._block.matrix[: self.count] if self._block else np.zeros((0, 0), np.float32)

    def id(self, row: int) -> str:
        return self._block.ids[row] if self._block else ""

    def vector(self, id: str) -> Vector | None:
        place = self._block.places.get(id, self.count) if self._block else self.count
        return self.matrix[place] if place < self.count else None

    def with_row(self, id: str, vector: Vector) -> Rows:
        if self._block and self._block.holds(self.count, id, vector):
            return Rows(self.count + 1, self._block)
        block = self._room(len(vector))
        block.append(id, vector)
        return Rows(self.count + 1, block)

    def nearness(self, vector: Vector) -> Vector:
        """The cosine with every row."""
        return np.asarray(self.matrix @ vector, dtype=np.float32) if self.count else np.zeros(0, np.float32)

    def nearest(self, vector: Vector, most: int = NEAREST) -> list[tuple[str, float]]:
        """Whose vectors lie nearest, and how near, the nearest first; of two equally near, the older."""
        nearness = self.nearness(vector).round(4)  # the last bits depend on how many rows there are
        rows = np.argpartition(-nearness, most)[:most].tolist() if len(nearness) > most else range(len(nearness))
        order = sorted(rows, key=lambda row: (-float(nearness[row]), row))
        return [(self.id(row), round(float(nearness[row]), 4)) for row in order]

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
    """Each as `packed` has it, all at once."""
    largest = np.abs(rows.matrix).max(axis=1, keepdims=True, initial=0.0)
    packs = np.rint(rows.matrix * (FULL / np.where(largest > 0, largest, 1.0))).astype(np.int8)
    return {id: b64encode(pack).decode() for id, pack in zip(rows.ids, packs, strict=True)}


def _read(written: dict[str, str]) -> Rows:
    rows = Rows()
    for id, vector in written.items():
        rows = rows.with_row(id, unpacked(vector))
    return rows
