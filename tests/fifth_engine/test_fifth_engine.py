"""A fifth engine is one folder and one line: it is played in a process of its own, by every door."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]


def test_a_fifth_engine_is_played_by_every_door() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.fifth_engine"],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
