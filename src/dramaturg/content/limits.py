"""How large, how deep and how faulty a file may be before we stop reading it."""

from __future__ import annotations

MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MAX_NODES = 100_000
MAX_FAULTS = 200
