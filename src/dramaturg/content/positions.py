"""Where every key and every value of a document stands in its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from dramaturg.kernel.errors import Path


class FilePlace(NamedTuple):
    """A line and a column, both counted from 1."""

    line: int
    column: int


START = FilePlace(1, 1)


@dataclass(frozen=True, slots=True)
class Positions:
    keys: Mapping[Path, FilePlace]
    values: Mapping[Path, FilePlace]

    def value(self, path: Path) -> FilePlace:
        """The place of the value at `path`, or of the nearest value around it that the file has."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, START)

    def key(self, path: Path) -> FilePlace:
        """The place of the key that `path` ends with; an item of a list has none, so its own place
        stands in.
        """
        return self.keys.get(path) or self.value(path)
