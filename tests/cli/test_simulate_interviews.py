"""`dramaturg simulate interview`, as a person at the shell meets it."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.at_the_shell import run_here

SHORT = ("--profile", "nadia_oat_milk", "--manners", "terse", "--turns", "3")


def simulate(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return run_here(
        "simulate", "interview", *arguments, folder=folder, DRAMATURG_STORE="sessions.db"
    )


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
    for words in (
        "facts brought out",
        "The methodologies",
        "means_end_chain",
        "The manners",
        "terse",
        "The profiles",
    ):
        assert words in done.stdout


@pytest.mark.slow
def test_a_profile_that_is_not_there_is_a_message_and_no_trace(tmp_path: Path) -> None:
    done = simulate(tmp_path, "--profile", "nadia")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "there is no profile 'nadia'" in done.stderr
