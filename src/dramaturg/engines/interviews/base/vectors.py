"""Vectors of labels: packed small for the record, and kept in rows that are only ever
appended to.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]

FULL = 127  # what the largest part of a vector is written as
FIRST_ROWS = 16
SKETCH = 64  # dimensions of a sketch
MANY = 512  # rows above which sketches are looked at first
NEAREST = 16


def packed(vector: Vector) -> str:
    """The vector in a byte a dimension. Its direction moves by about half a degree."""
    largest = float(np.abs(vector).max()) or 1.0
    return b64encode(np.rint(vector * (FULL / largest)).astype(np.int8).tobytes()).decode()


def unpacked(text: str) -> Vector:
    """The unit vector that was packed."""
    vector = np.frombuffer(b64decode(text), np.int8).astype(np.float32)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), dtype=np.float32)


@cache
def _planes(width: int) -> Matrix:
    """Directions that a vector is sketched in: two vectors with a cosine of .8 have sketches that
    differ from it by .05 or so.
    """
    chosen = np.random.default_rng(1).standard_normal((width, SKETCH)) / SKETCH**0.5
    return np.asarray(chosen, dtype=np.float32)


class _Block:
    """Rows shared by all versions of a `Rows`, and a sketch of each; the newest version owns the
    free end.
    """

    __slots__ = ("ids", "matrix", "places", "sketches")

    def __init__(self, ids: list[str], matrix: Matrix, sketches: Matrix) -> None:
        self.ids, self.matrix, self.sketches = ids, matrix, sketches
        self.places = {id: place for place, id in enumerate(ids)}

    def holds(self, row: int, id: str, vector: Vector) -> bool:
        """Whether this very row is there already: the events of a turn are folded more
        than once.
        """
        return (
            row < len(self.ids) and self.ids[row] == id and np.array_equal(self.matrix[row], vector)
        )

    def append(self, id: str, vector: Vector) -> None:
        self.matrix[len(self.ids)] = vector
        self.sketches[len(self.ids)] = vector @ _planes(len(vector))
        self.places[id] = len(self.ids)
        self.ids.append(id)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Unit vectors and whose they are. Appending makes a new version that shares the old one's
    rows, so it costs no copy.
    """

    count: int = 0
    _block: _Block | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows) or self.ids != other.ids:
            return False
        return np.array_equal(self.matrix, other.matrix)

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
        near = self.matrix @ vector if self.count else np.zeros(0)
        return np.asarray(near, dtype=np.float32)

    def nearest(self, vector: Vector, most: int = NEAREST) -> list[tuple[str, float]]:
        """Whose vectors lie nearest, and how near, the nearest first; of two equally near, the
        older.
        """
        rows = self._worth_a_look(vector, most)
        # The last bits depend on how many rows there are.
        nearness = (self.matrix[rows] @ vector).round(4).tolist() if self.count else []
        pairs = zip(nearness, rows.tolist(), strict=True)
        order = sorted(pairs, key=lambda each: (-each[0], each[1]))
        return [(self.id(row), round(near, 4)) for near, row in order[:most]]

    def _worth_a_look(self, vector: Vector, most: int) -> NDArray[np.intp]:
        """All rows; of very many, those whose sketches are nearest, twenty times as many as are
        wanted.
        """
        if self._block is None or self.count <= MANY:
            return np.arange(self.count)
        rough = self._block.sketches[: self.count] @ (vector @ _planes(len(vector)))
        return np.sort(np.argpartition(-rough, 20 * most)[: 20 * most])

    def _room(self, width: int) -> _Block:
        """A block with a free row at the end that nobody else has filled."""
        block = self._block
        if block is None:
            empty = (np.empty((FIRST_ROWS, wide), np.float32) for wide in (width, SKETCH))
            return _Block([], *empty)
        if len(block.ids) == self.count < len(block.matrix):
            return block
        grown = (self._grown(rows) for rows in (block.matrix, block.sketches))
        return _Block(block.ids[: self.count], *grown)

    def _grown(self, rows: Matrix) -> Matrix:
        grown = np.empty((max(FIRST_ROWS, 2 * self.count), rows.shape[1]), np.float32)
        grown[: self.count] = rows[: self.count]
        return grown

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
