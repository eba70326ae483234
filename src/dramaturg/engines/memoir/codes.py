"""Every fault that the artifacts of a memoir can have beyond their form, with its meaning.

Each code has a page under docs/faults/.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {}
