"""`dramaturg simulate`: the same options for every kind of session, tables, JSON and a folder of
results.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.at_the_shell import Shell, shell
from tests.hanging import LONG

from dramaturg.cli.main import loaded
from dramaturg.cli.simulate import show_engines
from dramaturg.engines.simulation import AnyResult, Result
from dramaturg.kernel.errors import BadInput

SHARED = {"--count", "--seed", "--workers", "--script", "--job", "--json", "--out"}


@pytest.fixture
def at(tmp_path: Path) -> Shell:
    return shell(tmp_path)


@pytest.mark.parametrize("kind", ["sim", "interview", "memoir", "game", "all"])
def test_every_kind_has_the_same_options_under_the_same_names(kind: str) -> None:
    command = loaded("simulate").commands[kind]
    options = {name for parameter in command.params for name in parameter.opts}
    assert options >= SHARED


def test_plays_are_shown_by_player_and_by_game(at: Shell) -> None:
    shown = at(
        "simulate", "game", "--game", "heart", "--players", "knower, never_right", "--count", "2"
    )
    for words in ("By player", "never right", "By game", "heart", "100%"):
        assert words in shown


def test_results_are_kept_in_a_folder_a_line_each_without_a_word_that_was_said(
    at: Shell, tmp_path: Path
) -> None:
    told = json.loads(
        at(
            "simulate",
            "game",
            "--game",
            "heart",
            "--count",
            "2",
            "--json",
            "--out",
            str(tmp_path / "out"),
        )
    )
    assert told["overview"]["game"]["sessions"] == told["all"]["plays"] == 2
    assert json.loads((tmp_path / "out" / "report.json").read_text()) == told
    lines = [
        json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    ]
    assert [line["own"]["run"]["player"] for line in lines] == ["knower", "guesser"]
    assert set(lines[0]) == {
        "kind",
        "ending",
        "stuck",
        "turns",
        "figures",
        "used",
        "own",
        "seconds",
        "memory",
    }
    assert all(len(item) == 2 for item in lines[0]["used"])


def test_what_is_not_there_is_a_message(at: Shell) -> None:
    at.fails(BadInput, "Did you mean 'knower'", "simulate", "game", "--players", "knowr")


# Where tests run in the background, Ctrl-C may be ignored from the start; processes that are
# spawned import this file again.
START = """
import signal
from dramaturg.cli.main import run
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()
"""


@pytest.mark.slow
def test_a_simulation_that_somebody_stops_ends_at_once_and_says_how_to_go_on(
    tmp_path: Path,
) -> None:
    (program := tmp_path / "start.py").write_text(START, encoding="utf-8")
    command = [
        sys.executable,
        str(program),
        "simulate",
        "game",
        "--game",
        "heart",
        "--count",
        "20000",
        "--workers",
        "2",
    ]
    settings = {**os.environ, "DRAMATURG_STORE": str(tmp_path / "sessions.db")}
    process = subprocess.Popen(
        command, env=settings, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        wait_until(lambda: steps_kept(tmp_path / "sessions.db.jobs") > 0)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=LONG)
    finally:
        process.kill()
    assert re.fullmatch(
        r"\s*Stopped after \d+ of 20000 sessions: the same command goes on from there\.\n", told
    )
    assert process.returncode == 1


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)


def steps_kept(file: Path) -> int:
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as jobs, suppress(sqlite3.OperationalError):
        return int(jobs.execute("select count(*) from operation_outputs").fetchone()[0])
    return 0


def test_all_engines_stand_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    some: list[AnyResult] = [
        Result("sim", "walk", False, 12, {}, (), None, 0.5, 2**20 * number) for number in (100, 300)
    ]
    show_engines(
        Console(width=100),
        [*some, Result("game", "playing", True, 3000, {}, (), None, 4.0, 2**20)],
        3.0,
    )
    shown = capsys.readouterr().out
    assert re.search(r"sim +│ +2 │ +0 │ +24 │ +1 │ +0\.500 │ +300 MB", shown)
    assert re.search(r"all +│ +3 │ +1 │ +3,024 │", shown)


@pytest.mark.slow
def test_a_simulation_as_a_job_tells_the_same_as_one_without(at: Shell) -> None:
    arguments = ("simulate", "game", "--game", "heart", "--count", "3", "--workers", "1", "--json")
    straight, as_job = json.loads(at(*arguments)), json.loads(at(*arguments, "--job"))
    assert straight["players"] == as_job["players"]
