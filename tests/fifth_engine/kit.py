"""The kit of the riddles."""

from __future__ import annotations

from tests.fifth_engine import (
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
    "riddles",
    content,
    content_check,
    view.VIEW,
    explain,
    coverage,
    migrate,
    flags,
    walkthrough,
    simulate.SIMULATOR,
)
