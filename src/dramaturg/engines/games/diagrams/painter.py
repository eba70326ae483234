"""The image model, as an interface: somebody who paints a picture for a description and says where
things are on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from dramaturg.engines.games.diagrams.areas import Outline


@dataclass(frozen=True, slots=True)
class Painted:
    """A PNG or JPEG without any writing, and the area of each label on it in percent."""

    image: bytes
    outlines: Mapping[str, Outline]


class Painter(Protocol):
    async def paint(self, description: str, labels: Sequence[str]) -> Painted: ...
