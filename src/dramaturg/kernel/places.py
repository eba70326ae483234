"""Places: how paths into a document lie to one another."""

from __future__ import annotations

from collections.abc import Iterable

from dramaturg.kernel.errors import Path


def touches(path: Path, others: Iterable[Path]) -> bool:
    """Whether one of the others leads to the same place, to something in it or to something around
    it.
    """
    return any(path[: len(other)] == other[: len(path)] for other in others)
