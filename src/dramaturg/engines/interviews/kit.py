"""The kit of interviews: what everybody above asks this engine for."""

from __future__ import annotations

from dramaturg.engines.interviews import (
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
from dramaturg.engines.kit import EngineKit

KIT = EngineKit(
    "interviews",
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
