"""Whole sittings without a model: who refuses is left alone, who is hurt is not asked, and nobody is asked twice."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.sittings import SITTINGS, asked_in, conducted_in, every_turn, played, rules_broken, told

from dramaturg.engines.memoir.state import ConsentAsked  # placeholder
