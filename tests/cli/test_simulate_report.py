"""`dramaturg simulate` with cohorts, with other content to compare, and as a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.at_the_shell import Shell, shell

from dramaturg.kernel.errors import BadInput, ContentError

STRICT = "scenes.scene_1.mechanics.s1_m1.credit=[1.0, 0.0, 0.0]"  # nothing for a second try
GUESSING = (
    "simulate",
    "game",
    "--game",
    "heart",
    "--players",
    "guesser",
    "--count",
    "6",
    "--workers",
    "1",
)


@pytest.fixture
def at(tmp_path: Path) -> Shell:
    return shell(tmp_path)


def test_other_content_is_compared_in_pairs_and_everything_is_in_the_json(
    at: Shell, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    told = json.loads(
        at(
            *GUESSING,
            "--against-set",
            STRICT,
            "--json",
            "--out",
            str(out),
            "--html",
            str(out / "page.html"),
        )
    )
    found = {each["figure"]: each for each in told["comparison"]["guesser"]}
    assert found["points"]["told"] == "B is lower"
    assert (
        found["moves"]["equal"],
        found["moves"]["interval"]["low"],
        found["moves"]["interval"]["high"],
    ) == (6, 0, 0)
    a, b = told["sides"]["A"], told["sides"]["B"]
    assert a["contents"]["heart"]["hash"] != b["contents"]["heart"]["hash"]
    assert (
        [each["run"]["seed"] for each in a["sessions"]]
        == [each["run"]["seed"] for each in b["sessions"]]
        == [1, 2, 3, 4, 5, 6]
    )
    assert a["coverage"][0]["sessions"] == a["groups"]["guesser"]["sessions"] == 6
    assert told["other"] == {"name": None, "settings": [STRICT]}
    assert len((out / "results_b.jsonl").read_text().splitlines()) == 6
    assert "B compared with A" in (out / "page.html").read_text()


def test_a_comparison_is_shown_with_its_intervals_and_how_they_were_made(at: Shell) -> None:
    shown = at(*GUESSING, "--against-set", STRICT)
    for words in (
        "6 pairs",
        "95 % interval",
        "B is lower",
        "all pairs equal",
        "Endings of B",
        "seeded bootstrap",
    ):
        assert words in shown


def test_a_cohort_is_shown_by_group(at: Shell, tmp_path: Path) -> None:
    shown = at(
        "simulate",
        "run",
        "a_mixed_class",
        "--count",
        "6",
        "--workers",
        "1",
        "--html",
        str(tmp_path / "a" / "class.html"),
    )
    for words in (
        "A mixed class",
        "careful",
        "given up",
        "everybody",
        "misconceptions",
        "Endings: finished 6",
    ):
        assert words in shown
    assert "Figures by group" in (tmp_path / "a" / "class.html").read_text()


def test_a_cohort_with_faults_is_not_played(at: Shell, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "kind: cohort\nid: mine\nplay: {game: {game: heart}}\ngroups: [{name: one, players: [hasti]}]\n"
    )
    at.fails(
        ContentError,
        "mine.yaml:4:32: there is no player hasti [unknown-name] Did you mean 'hasty'?",
        "simulate",
        "run",
        str(file),
    )


def test_scripts_are_not_compared(at: Shell, tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text("kind: walkthrough\nid: hello\nplay: {sim: launch_decision}\nturns: [Hello.]\n")
    at.fails(
        BadInput,
        "scripts are not compared",
        "simulate",
        "sim",
        "--script",
        str(file),
        "--against",
        "academic",
    )
