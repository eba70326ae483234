"""The thresholds of each embedder, from the file that training writes, and an embedder that is no
longer here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from dramaturg.kernel.errors import SettingsError
from dramaturg.turn.ports import LikenessThresholds

if TYPE_CHECKING:
    from dramaturg.turn.ports import Vectors


@cache
def thresholds_of(embedder: str) -> LikenessThresholds:
    """The thresholds calibrated for the embedder of that name.

    There are no defaults: with thresholds of another embedder, strangers would be taken for the
    same and the same for strangers.
    """
    written: dict[str, Any] = json.loads(
        (files("dramaturg.language") / "data" / "thresholds.json").read_text("utf-8")
    )
    if embedder not in written:
        raise SettingsError(
            f"nobody has calibrated thresholds for the embedder {embedder}, only for"
            f" {', '.join(written)}: add it to EMBEDDERS in training/thresholds.py and run `make"
            " train-readers`, or give it `thresholds` of its own"
        )
    return LikenessThresholds(**written[embedder])


@dataclass(frozen=True, slots=True)
class Absent:
    """The embedder that something was read with once: decisions on its readings need its
    thresholds, and no vectors.
    """

    name: str

    @property
    def thresholds(self) -> LikenessThresholds:
        return thresholds_of(self.name)

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise SettingsError(
            f"nothing can be read with {self.name}: only what it read before is here"
        )
