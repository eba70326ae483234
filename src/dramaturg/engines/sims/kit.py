"""The kit of sims: what everybody above asks this engine for."""

from __future__ import annotations

from dramaturg.engines.kit import EngineKit
from dramaturg.engines.sims import (
    content,
    content_check,
    coverage,
    explain,
    flags,
    judge_lines,
    migrate,
    simulate,
    view,
    walkthrough,
)

KIT = EngineKit(
    "sims",
    content,
    content_check,
    view.VIEW,
    explain,
    coverage,
    migrate,
    flags,
    walkthrough,
    simulate.SIMULATOR,
    lines=judge_lines,
)
