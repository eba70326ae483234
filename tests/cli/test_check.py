"""`dramaturg check` at the shell: its forms, its exit codes, coverage, and watching."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from tests.cli.at_the_shell import Shell, shell
from tests.hanging import LONG

from dramaturg.app.check.report import Report
from dramaturg.cli.watch import changes
from dramaturg.content.library import packaged
from dramaturg.kernel.errors import BadInput, Fault, NotFound
from dramaturg.kernel.explore import Proof

ACADEMIC = packaged() / "sims" / "backbones" / "academic.yaml"
SIMULATED = {"used": [["person", "qa_lead"], ["node", "technical/GROUND"]]}


@pytest.fixture
def sh(tmp_path: Path) -> Shell:
    return shell(tmp_path)


@pytest.fixture
def simulated(tmp_path: Path) -> str:
    file = tmp_path / "outcomes.jsonl"
    file.write_text(json.dumps(SIMULATED) + "\n", encoding="utf-8")
    return str(file)


def test_content_can_be_named_by_its_id(sh: Shell) -> None:
    assert "academic (19 states)" in sh("check", "academic")


def test_a_file_that_is_not_there_and_no_id_is_an_error(sh: Shell) -> None:
    sh.fails(
        NotFound,
        "no folder or file 'acadmic', and no content with that id. Did you mean 'academic'?",
        "check",
        "acadmic",
    )
    sh.fails(NotFound, "`dramaturg check` without a name", "check", "xyzzy")


def test_the_text_ends_with_how_much_was_found(sh: Shell) -> None:
    assert sh("check", str(ACADEMIC)).splitlines()[-1] == "1 file, 5 of 5 proofs hold, 0 faults"


def test_sarif_is_one_document_and_faults_are_exit_1(sh: Shell, tmp_path: Path) -> None:
    assert json.loads(sh("check", str(ACADEMIC), "--sarif"))["runs"][0]["results"] == []
    (tmp_path / "bad.yaml").write_text("kind: nothing\nid: x\n", encoding="utf-8")
    sh.fails(SystemExit, '"ruleId": "unknown-kind"', "check", str(tmp_path), "--sarif")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--json", "--sarif"), "--json and --sarif do not go together"),
        (("--json", "--watch"), "--json and --watch do not go together"),
        (("--sarif", "--coverage"), "coverage is told as text or with --json"),
        (("--watch", "--coverage"), "coverage is told as text or with --json"),
    ],
    ids=" ".join,
)
def test_what_does_not_go_together_is_refused(
    sh: Shell, options: tuple[str, ...], message: str
) -> None:
    sh.fails(BadInput, message, "check", "academic", *options)


# ── coverage ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_coverage_by_simulated_sessions_names_what_was_not_reached(
    sh: Shell, simulated: str
) -> None:
    told = sh("check", "launch_decision", "--simulated", simulated)
    assert "scenario launch_decision, over 1 session\n" in told
    assert (
        "  person      1 of 4      25%\n      not reached:\n        product_manager, model_engineer, guide\n"
        in told
    )
    assert "        qa_lead/p1: a, b, c\n" in told


def test_coverage_is_json_as_well(sh: Shell, simulated: str) -> None:
    (coverage,) = json.loads(sh("check", "launch_decision", "--simulated", simulated, "--json"))[
        "coverage"
    ]
    assert (coverage["subject"], coverage["sessions"], coverage["of_other_versions"]) == (
        "scenario launch_decision",
        1,
        0,
    )
    people = coverage["kinds"][0]
    assert (people["kind"], people["things"], people["reached"], people["share"]) == (
        "person",
        4,
        1,
        0.25,
    )
    assert people["sessions"]["qa_lead"] == 1
    assert people["not_reached"] == ["product_manager", "model_engineer", "guide"]


def test_coverage_without_sessions_reaches_nothing_and_is_no_fault(sh: Shell) -> None:
    told = sh("check", "academic", "--coverage")
    assert "backbone academic, over 0 sessions" in told
    assert "node    0 of 3       0%" in told


@pytest.mark.slow
def test_coverage_by_stored_sessions_and_by_one_of_them(sh: Shell) -> None:
    for number in range(2):
        sh(
            "play",
            "sim",
            "launch_decision",
            said=("Hello, what is going on?", "How bad is it?")[: number + 1],
        )
    newest = sh.session
    assert "scenario launch_decision, over 2 sessions" in sh(
        "check", "launch_decision", "--coverage"
    )
    one = sh("check", "launch_decision", "--session", newest[:13])
    assert "scenario launch_decision, over 1 session\n" in one


# ── watching ──────────────────────────────────────────────────────────────────────────────────────

FAULT = Fault("empty", "nothing", "write", file="a.yaml", line=1, column=1)
OTHER = Fault("not-yaml", "no", "mend", file="a.yaml", line=1, column=1)
REFUTED = Proof("x", "it holds", 1, False)


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (
            Report(1, (FAULT,), ()),
            Report(1, (FAULT.at("a.yaml", 9, 1),), ()),
            "nothing mended, nothing broken",
        ),
        (Report(1, (FAULT, OTHER), ()), Report(1, (), ()), "2 faults gone"),
        (Report(1, (), ()), Report(1, (FAULT,), ()), "1 new fault"),
        (Report(1, (FAULT,), ()), Report(1, (OTHER,), (REFUTED,)), "1 fault gone, 2 new"),
        (Report(1, (FAULT, FAULT), ()), Report(1, (FAULT,), ()), "1 fault gone"),
    ],
    ids=["moved", "gone", "new", "both", "one of two"],
)
def test_what_was_mended_and_what_broke_is_told_whatever_line_it_is_in(
    before: Report, now: Report, words: str
) -> None:
    assert changes(before, now) == words


# Where tests run in the background, Ctrl-C may be ignored from the start.
START = """
import signal
from dramaturg.cli.main import run
signal.signal(signal.SIGINT, signal.default_int_handler)
run()
"""


class Watching:
    """A check that watches a folder, in a process of its own, and the lines that it prints."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-c", START, "check", str(folder), "--watch"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def until(self, words: str) -> str:
        """The first line with these words; those before it are skipped."""
        while words not in (line := self._lines.get(timeout=LONG)):
            pass
        return line


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    (tmp_path / "academic.yaml").write_text(ACADEMIC.read_text("utf-8"), encoding="utf-8")
    watching = Watching(tmp_path)
    yield watching
    watching.process.kill()
    watching.process.wait()


@pytest.mark.slow
def test_a_folder_is_checked_again_when_a_file_changes_until_somebody_ends_it(
    watching: Watching, tmp_path: Path
) -> None:
    watching.until("0 faults")
    file, whole = tmp_path / "academic.yaml", ACADEMIC.read_text("utf-8")
    file.write_text(whole[: len(whole) // 2], encoding="utf-8")
    watching.until("academic.yaml changed")
    assert "new fault" in watching.until("proofs hold")
    file.unlink()
    watching.until("academic.yaml is gone")
    watching.until("0 files, 0 of 0 proofs hold")
    file.write_text(whole, encoding="utf-8")
    assert watching.until("proofs hold").startswith("1 file, 5 of 5")
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(timeout=LONG) == 0
