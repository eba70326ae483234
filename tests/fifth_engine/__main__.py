"""Adds the engine's one line to the table, and plays with it in this process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dramaturg.engines import ENGINES, EngineEntry

ENGINES["riddles"] = EngineEntry("riddle", "tests.fifth_engine.kit", "Guess riddles.")

if __name__ == "__main__":
    playing = Path(__file__).with_name("playing.py")
    sys.exit(pytest.main([str(playing), "-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
