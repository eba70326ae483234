"""The kit of games: what everybody above asks this engine for."""

from __future__ import annotations

from dramaturg.engines.games import (
    content,
    content_check,
    coverage,
    explain,
    flags,
    migrate,
    simulate,
    view,
    walkthrough,
)
from dramaturg.engines.kit import EngineKit

KIT = EngineKit(
    "games",
    content,
    content_check,
    view.VIEW,
    explain,
    coverage,
    migrate,
    flags,
    walkthrough,
    simulate.SIMULATOR,
    wholes=content,
    files=content_check,
)
