"""The checkout: what is in it belongs there."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_nothing_that_is_ignored_is_tracked() -> None:
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    assert (
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout == ""
    )
