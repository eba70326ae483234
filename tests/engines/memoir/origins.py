"""The interviewer that comes with Dramaturg, and signals for it: calm, but for what a test says."""

from __future__ import annotations

from functools import cache
from typing import Any

from dramaturg.content.library import packaged
from dramaturg.engines.memoir.artifact_files import gather
from dramaturg.engines.memoir.base.artifacts import Artifacts
from dramaturg.engines.memoir.base.signals import TurnSignals

FOLDER = packaged() / "memoir" / "origins"


@cache
def artifacts() -> Artifacts:
    found = gather(FOLDER).artifacts
    assert found is not None
    return found


def signals(**told: Any) -> TurnSignals:
    calm: dict[str, Any] = {
        "vagueness_score": 0.0,
        "emotion_score": 0.0,
        "contradiction_score": 0.0,
        "refusal_or_discomfort": False,
        "conversation_phase": "narrative",
    }
    return TurnSignals(**(calm | told))
