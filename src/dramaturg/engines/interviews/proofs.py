"""Faults of methodologies (being written)."""

from __future__ import annotations

from dramaturg.engines.interviews.methodology import Methodology
from dramaturg.kernel.errors import Fault


def methodology_faults(methodology: Methodology) -> tuple[Fault, ...]:
    return ()
