"""`dramaturg simulate interview`, as a person at the shell meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from dramaturg.cli.main import run; run()", "simulate", "interview"]
SHORT = ("--profile", "nadia_oat_milk", "--manners", "terse", "--turns", "3")


def simulate(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DRAMATURG_STORE": str(folder / "sessions.db"), "COLUMNS": "120"}
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, env=environment, check=False)


@pytest.mark.slow
def test_figures_come_as_json_for_every_interviewer(tmp_path: Path) -> None:
    done = simulate(tmp_path, *SHORT, "--interviewer", "all", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["interviewers"]
    assert list(found) == ["adaptive", "fixed", "random"]
    assert found["adaptive"]["manners"]["terse"]["interviews"] == 1
    assert found["adaptive"]["probed"] == 0


@pytest.mark.slow
def test_figures_come_as_tables_by_methodology_manner_and_profile(tmp_path: Path) -> None:
    done = simulate(tmp_path, *SHORT)
    assert done.returncode == 0, done.stderr
    for words in ("facts brought out", "The methodologies", "means_end_chain", "The manners", "terse", "The profiles"):
        assert words in done.stdout


@pytest.mark.slow
def test_a_profile_that_is_not_there_is_a_message_and_no_trace(tmp_path: Path) -> None:
    done = simulate(tmp_path, "--profile", "nadia")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "there is no profile 'nadia'" in done.stderr
