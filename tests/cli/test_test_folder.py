"""`dramaturg test` and `dramaturg sessions export --as walkthrough`, as an author types them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.at_the_shell import Shell, shell

from dramaturg.kernel.errors import NotFound

GOOD = "kind: walkthrough\nid: good\nplay: {game: heart, untimed: true}\nturns:\n  - {say: a 2, expect: {points: 10}}\n"
BAD = "kind: walkthrough\nid: bad\nplay: {game: heart, untimed: true}\nturns:\n  - {say: a 2, expect: {points: 7}}\n"
TORN = "kind: walkthrough\nid: torn\nplay: {game: heart}\nturns:\n  - {sya: a 2}\n"


@pytest.fixture
def at_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.yaml").write_text(GOOD, encoding="utf-8")
    return shell(tmp_path)


def test_walkthroughs_of_the_current_folder_are_run(at_shell: Shell) -> None:
    printed = at_shell("test").splitlines()
    assert printed[0].split() == ["✓", "games", "good", "1", "turns"]
    assert printed[-1] == "1 walkthrough, 0 failed, 3 ways each"


def test_a_failure_is_told_with_its_place_and_both_sides_and_exits_with_1(at_shell: Shell) -> None:
    (at_shell.folder / "bad.yaml").write_text(BAD, encoding="utf-8")
    told = "\n".join(
        (
            "    bad.yaml:5: turn 1",
            "      expected  points: 7",
            "      came      points: 10",
            "      because   aorta is right: 10 points",
        )
    )
    at_shell.fails(SystemExit, told, "test", ".", "--junit", "out.xml")
    suite = ElementTree.parse(at_shell.folder / "out.xml").getroot()
    assert suite.attrib == {"name": "walkthroughs", "tests": "2", "failures": "1", "errors": "0"}
    (failure,) = suite.iter("failure")
    assert failure.attrib == {"message": "bad.yaml:5: points: 7"}


@pytest.mark.slow
def test_a_file_with_faults_is_told_beside_the_others(at_shell: Shell) -> None:
    (at_shell.folder / "torn.yaml").write_text(TORN, encoding="utf-8")
    at_shell.fails(
        SystemExit,
        "torn.yaml:5:6: The key 'sya' is not known here. [unknown-key] Did you mean 'say'?",
        "test",
    )
    at_shell.fails(SystemExit, "1 walkthrough, 0 failed, 3 ways each, 1 fault", "test")


@pytest.mark.slow
def test_programs_get_everything_as_json_with_coverage(at_shell: Shell) -> None:
    told = json.loads(at_shell("test", "good.yaml", "--json"))
    (outcome,) = told["walkthroughs"]
    assert (outcome["id"], outcome["passed"], outcome["failures"]) == ("good", True, [])
    (coverage,) = told["coverage"]
    scenes = next(kind for kind in coverage["kinds"] if kind["kind"] == "scene")
    assert (coverage["subject"], scenes["reached"], scenes["things"]) == ("games/heart", 1, 2)


@pytest.mark.slow
def test_only_what_is_asked_for_is_run_and_coverage_is_told_on_demand(at_shell: Shell) -> None:
    (at_shell.folder / "bad.yaml").write_text(BAD, encoding="utf-8")
    printed = at_shell("test", "-k", "good", "--coverage")
    assert "games/heart, over 1 session" in printed
    assert printed.endswith("\n1 walkthrough, 0 failed, 3 ways each\n")


@pytest.mark.slow
def test_what_was_played_once_is_a_test_from_then_on(at_shell: Shell) -> None:
    at_shell("play", "game", "heart", "--untimed", said=("a 1", "a 2", "quit"))
    played = at_shell("sessions", "export", at_shell.session, "--as", "walkthrough")
    (at_shell.folder / "played.yaml").write_text(played, encoding="utf-8")
    assert at_shell("test", "-k", "played").endswith("1 walkthrough, 0 failed, 3 ways each\n")


def test_where_there_is_none_that_is_told(at_shell: Shell) -> None:
    at_shell.fails(NotFound, "no walkthrough was found: write one", "test", "-k", "other")
