"""The kit of memoir: what everybody above asks this engine for."""

from __future__ import annotations

from dramaturg.engines.kit import EngineKit
from dramaturg.engines.memoir import (
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
    "memoir",
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
    folders=content_check,
    lines=judge_lines,
)
