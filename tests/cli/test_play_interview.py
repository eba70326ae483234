"""Interviews at the shell: held, explained, shown stage by stage, written up, taken up again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.at_the_shell import run_here

ANSWERS = (
    "Well, it has this thick foam, and it tastes a bit sweet.",
    "The foam makes it feel like a treat, because it is like in a café.",
    "When it is a treat I have ten minutes for myself before the day begins, and I am friendlier with everybody at work.",
)
STAGES = [
    "ContextLoading",
    "Extraction",
    "GraphUpdate",
    "SlotDiscovery",
    "StrategySelection",
    "QuestionGeneration",
]

pytestmark = pytest.mark.slow


def dramaturg(*arguments: str, folder: Path, said: tuple[str, ...] = ()) -> str:
    stdin = "".join(f"{line}\n" for line in said)
    ran = run_here(*arguments, stdin=stdin, folder=folder, DRAMATURG_STORE="sessions.db")
    return ran.stdout + ran.stderr


def held(folder: Path, *more: str) -> tuple[str, str]:
    """What was printed, and the session's id."""
    printed = dramaturg(
        "play", "interview", "--about", "oat_milk", folder=folder, said=(*ANSWERS, *more)
    )
    return printed, printed.split("Kept as ")[1].split(".")[0]


def test_an_interview_explains_itself_and_ends_when_asked_to(tmp_path: Path) -> None:
    printed, session = held(tmp_path, "/why", "/graph", "/help", "/end")
    assert "oat milk in coffee" in printed
    assert "asked to" in printed
    assert "next best" in printed
    assert "foam" in printed.split("next best")[1], "what was understood comes after /why"
    assert f"dramaturg interview report {session}" in printed


def test_an_interview_is_written_up(tmp_path: Path) -> None:
    _, session = held(tmp_path, "/end")
    written = dramaturg("interview", "report", session[:20], "--out", "found", folder=tmp_path)
    files = {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "found").iterdir()}
    assert sorted(files) == ["graph.svg", "report.md", "slots.svg", "transcript.md"]
    assert all(f"Wrote {Path('found') / name}." in written for name in files)
    assert ANSWERS[1] in files["transcript.md"]
    assert "The respondent wanted to stop." in files["report.md"]
    assert "foam" in files["graph.svg"]


def test_a_turn_is_shown_stage_by_stage_with_its_seconds(tmp_path: Path) -> None:
    _, session = held(tmp_path, "/quit")
    shown = json.loads(dramaturg("sessions", "show", session, "--turn", "2", folder=tmp_path))
    assert [name for name in shown["stages"] if name in STAGES] == STAGES
    assert all(shown["stages"][name]["seconds"] > 0 for name in STAGES)
    assert shown["stages"]["Extraction"]["output"]["concept_count"] > 0
    assert shown["record"]["turn"] == 2


def test_an_interview_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    first, session = held(tmp_path, "/quit")
    again = dramaturg(
        "play", "interview", "--session", session, folder=tmp_path, said=("/why", "/quit")
    )
    question = first.rsplit("Kept as", 1)[0].strip().splitlines()[-1]
    assert question in again
    assert "asked to" in again


def test_a_session_that_is_no_interview_is_not_written_up(tmp_path: Path) -> None:
    played = dramaturg("play", "sim", folder=tmp_path, said=("/quit",))
    session = played.split("Kept as ")[1].split(".")[0]
    assert "is not an interview" in dramaturg("interview", "report", session, folder=tmp_path)


def test_an_unknown_methodology_lists_the_known_ones(tmp_path: Path) -> None:
    assert "means_end_chain" in dramaturg("play", "interview", "means_end", folder=tmp_path)
