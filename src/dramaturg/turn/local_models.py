"""Local models: what engines read words with, made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dramaturg.turn.hearing import Ear
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Readers


@dataclass(frozen=True, slots=True)
class LocalModels:
    embedder: Callable[[], Embedder]
    syntax: Callable[[], Syntax]
    readers: Callable[[], Readers]
    ear: Callable[[], Ear]
    care: Callable[[], Any]
    """Not a model: the deployment's policy of care (`dramaturg.care.policy`), which has its rooms
    further up.
    """
