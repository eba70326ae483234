"""The hierarchical value map: what leads to what often enough, without circles and without ways round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class MapEdge:
    source: str
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """An edge that reached the cut-off and is not drawn: it closed a circle, or `via` leads there as well."""

    source: str
    target: str
    count: int
    why: Literal["cycle", "redundant"]
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueMap:
    k: int
    edges: tuple[MapEdge, ...]
    dropped: tuple[Dropped, ...]
