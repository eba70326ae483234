"""Conditions as the artifacts write them: over the signals of a turn, with the names of thresholds
for numbers.
"""

from __future__ import annotations

import re

from dramaturg.engines.memoir.base.artifacts import Thresholds
from dramaturg.kernel.conditions import Condition, parse

_NAMES = re.compile(rf"\b(?:{'|'.join(Thresholds.model_fields)})\b")


def condition_of(text: str, thresholds: Thresholds) -> Condition:
    """Raises ConditionError."""
    return parse(_NAMES.sub(lambda name: repr(getattr(thresholds, name.group())), text))
