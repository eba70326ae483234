"""The commands, as a person at the shell meets them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.at_the_shell import run_here

from dramaturg.content.library import packaged

COMMAND = [sys.executable, "-c", "from dramaturg.cli.main import run; run()"]
REPORTS = [
    {"node_satisfied": True},
    {"node_satisfied": True},
    {"node_satisfied": False},
    {"node_satisfied": True, "detour_detected": True},
    {"node_satisfied": False, "choice": "A"},
]


KINDS = (
    *(
        "backbone",
        "cohort",
        "crisis-guidance",
        "depth-governor",
        "guide",
        "knowledge",
        "methodology",
        "migration",
    ),
    *(
        "negative-constraints",
        "persona-profiles",
        "population",
        "profile",
        "router-policy",
        "scenario",
        "state-machines",
    ),
    *("study", "subject", "teller", "walkthrough"),
)
SCHEMAS = [f"{kind}.schema.json" for kind in KINDS]
HEAVY_AFTER_HELP = """
import sys
from dramaturg.cli.main import app
sys.argv = ["dramaturg", "--help"]
try:
    app()
except SystemExit:
    print([name for name in ("pydantic", "numpy", "spacy", "pydantic_ai", "fastapi", "ruamel") if name in sys.modules])
"""


def dramaturg(*arguments: str, store: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run_here(*arguments, stdin=stdin, DRAMATURG_STORE=str(store))


def dramaturg_process(
    *arguments: str, store: Path, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own, which knows of the others only what is stored."""
    environment = {**os.environ, "DRAMATURG_STORE": str(store), "COLUMNS": "120"}
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "sessions.db"


def test_help_names_the_commands_without_importing_anything_heavy(store: Path) -> None:
    result = dramaturg_process("--help", store=store)
    assert result.returncode == 0
    for command in ("demo", "play", "check", "sim", "simulate", "replay", "sessions", "serve"):
        assert command in result.stdout
    printed = subprocess.run(
        [sys.executable, "-c", HEAVY_AFTER_HELP], capture_output=True, text=True, check=True
    ).stdout
    assert printed.rstrip().endswith("[]")


def test_walk_prints_one_decision_a_line(store: Path) -> None:
    lines = "\n".join(json.dumps(report) for report in REPORTS)
    result = dramaturg(
        "sim",
        "walk",
        "launch_decision",
        "--npc",
        "qa_lead",
        "--reports",
        "-",
        store=store,
        stdin=lines,
    )
    decisions = [json.loads(line) for line in result.stdout.splitlines()]
    assert [decision["next"] for decision in decisions] == [
        "SURFACE",
        "DEEPEN",
        "DEEPEN",
        "PIVOT_1",
        "DECISIVE",
    ]
    assert decisions[-1] == {
        "turn": 5,
        "node": "PIVOT_1",
        "decision": "goto",
        "next": "DECISIVE",
        "reason": "the pointed question is answered: a, mood +12",
        "commands": ["AI_PivotMoment"],
        "relationship": 12,
        "state": "cooperative",
    }


@pytest.mark.slow
def test_walk_reports_all_faults_of_its_input_at_once(store: Path) -> None:
    bad = '{"node_satisfid": true}\nnot json\n{"node_satisfied": true, "engagement_score": 5}\n'
    result = dramaturg(
        "sim",
        "walk",
        "launch_decision",
        "--npc",
        "qa_lead",
        "--reports",
        "-",
        store=store,
        stdin=bad,
    )
    assert result.returncode == 1
    assert result.stdout == ""
    assert "-:1: unknown key 'node_satisfid'. Did you mean 'node_satisfied'?" in result.stderr
    assert "-:2: this is not JSON" in result.stderr
    assert "-:3: engagement_score" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            ("sim", "walk", "launch_decisio", "--npc", "qa_lead", "--reports", "-"),
            "Did you mean 'launch_decision'",
        ),
        (
            ("sim", "walk", "launch_decision", "--npc", "qa_led", "--reports", "-"),
            "Did you mean 'qa_lead'",
        ),
        (
            ("sim", "walk", "launch_decision", "--npc", "qa_lead", "--reports", "nowhere.jsonl"),
            "there is no file nowhere.jsonl",
        ),
        (("play", "sim", "launch_decision", "--npc", "qa_led"), "Did you mean 'qa_lead'"),
        (("simulate", "sim", "--learners", "terce"), "Did you mean 'terse'"),
        (("replay", "0000"), "there is no session '0000'"),
        (("sessions", "show", "0000"), "there is no session '0000'"),
    ],
)
def test_mistakes_get_a_message_and_no_trace(
    store: Path, arguments: tuple[str, ...], problem: str
) -> None:
    result = dramaturg(*arguments, store=store)
    assert result.returncode == 1
    assert problem in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.slow
def test_a_conversation_is_played_listed_shown_replayed_exported_and_deleted(store: Path) -> None:
    played = dramaturg(
        "play",
        "sim",
        store=store,
        stdin="Hi.\nWhat did you find?\n/why\n/people\n/talk guide\nHello.\n/quit\n",
    )
    assert "I'm the QA lead here" in played.stdout
    assert "hallucinating on edge cases" in played.stdout
    assert "this turn      in SURFACE" in played.stdout
    assert "I don't take sides" in played.stdout
    session = played.stdout.split("Kept as ")[1].split(".")[0]

    assert session in dramaturg("sessions", "list", store=store).stdout
    shown = dramaturg("sessions", "show", session[:13], store=store).stdout
    assert "you: What did you find?" in shown
    turn = json.loads(dramaturg("sessions", "show", session, "--turn", "2", store=store).stdout)
    assert turn["record"]["decision"]["directive"]["node"] == "SURFACE"
    assert set(turn["timings"]) == {"perceive", "decide", "express", "check", "translate", "settle"}
    exported = [
        json.loads(line)
        for line in dramaturg("sessions", "export", session, store=store).stdout.splitlines()
    ]
    assert exported[0]["id"] == session
    assert [line["turn"] for line in exported[1:]] == [0, 1, 2, 3]

    replayed = dramaturg("replay", session, store=store)
    assert (replayed.returncode, replayed.stdout) == (
        0,
        "4 of 4 turns are the same, to the letter\n",
    )
    assert dramaturg("sessions", "delete", session, store=store, stdin="n\n").stdout.endswith(
        "Kept.\n"
    )
    assert dramaturg("sessions", "delete", session, "--yes", store=store).returncode == 0
    assert session not in dramaturg("sessions", "list", store=store).stdout


@pytest.mark.slow
def test_a_session_is_taken_up_again_with_its_options(store: Path) -> None:
    words = "Hi.\nWhat did you find?\nWhy?\nGo on.\nGo on.\n/quit\n"
    played = dramaturg_process("play", "sim", store=store, stdin=words)
    session = played.stdout.split("Kept as ")[1].split(".")[0]
    again = dramaturg_process("play", "sim", "--session", session, store=store, stdin="a\n/quit\n")
    assert "a) Your real read." in again.stdout
    assert "Then I'll give it to you straight." in again.stdout


@pytest.mark.slow
def test_a_decision_is_told_debriefed_and_ends_the_play(store: Path) -> None:
    played = dramaturg("play", "sim", store=store, stdin="Hi.\n/decide b\n/decide ship_as_is\n")
    assert "there is no option 'b' to decide for. There are delay_and_eval" in played.stdout
    assert "Debrief" in played.stdout
    assert "To go on" not in played.stdout


@pytest.mark.slow
def test_the_demo_plays_from_greeting_to_handover_and_ends_by_itself(store: Path) -> None:
    result = dramaturg("demo", store=store)
    assert result.returncode == 0
    assert "Wrote dramaturg-demo/interview/report.md." in result.stdout
    for words in (
        "I'm the QA lead here",
        "Go and talk to Marcus now.",
        "KEY_REVEAL fires",
        "13 of 13 turns replay",
        "Now you",
    ):
        assert words in result.stdout
    for words in (
        "1 of 12 turns would be decided otherwise",
        "technical/SURFACE -> technical/PROBLEM",
        "in 3 ways, as expected",
    ):
        assert words in " ".join(result.stdout.split())
    assert not store.exists(), "the demo leaves nothing behind"


@pytest.mark.slow
def test_simulated_learners_are_reported_side_by_side(store: Path) -> None:
    arguments = (
        "simulate",
        "sim",
        "--scenario",
        "launch_decision",
        "--npc",
        "qa_lead",
        "--learners",
        "attentive, silent",
        "--count",
        "2",
    )
    shown = dramaturg(*arguments, store=store)
    assert "graph" in shown.stdout and "counted" in shown.stdout
    assert re.search(r"left hanging +│ 0% +│ 50%", shown.stdout)
    assert re.search(r"silent +│ 0% / 0% +│ - / - +│ 0% / 0% +│ 100% / 0%", shown.stdout)
    answer = json.loads(
        dramaturg(*arguments, "--steering", "graph", "--noise", "0.2", "--json", store=store).stdout
    )
    assert (answer["seed"], answer["noise"], list(answer["steering"])) == (1, 0.2, ["graph"])
    assert answer["steering"]["graph"]["left"] == 0.0
    assert set(answer["steering"]["graph"]["learners"]) == {"attentive", "silent"}
    assert not store.exists(), "simulating leaves nothing behind"


@pytest.mark.slow
def test_a_session_can_be_steered_by_counting_and_says_so(store: Path) -> None:
    played = dramaturg(
        "play", "sim", "--steering", "counted", store=store, stdin="Hi.\n/why\n/quit\n"
    )
    assert "this turn      in BEAT_1" in played.stdout
    session = played.stdout.split("Kept as ")[1].split(".")[0]
    again = dramaturg(
        "play", "sim", "--session", session, store=store, stdin="Go on.\n/why\n/quit\n"
    )
    assert "this turn      in BEAT_2" in again.stdout


@pytest.mark.slow
def test_check_says_that_counted_conversations_cannot_be_proven(
    store: Path, tmp_path: Path
) -> None:
    shipped = (packaged() / "sims" / "scenarios" / "launch_decision.yaml").read_text(
        encoding="utf-8"
    )
    file = tmp_path / "counted.yaml"
    file.write_text(
        shipped.replace("backbone: technical\n", "backbone: technical\nsteering: counted\n", 1),
        encoding="utf-8",
    )
    result = dramaturg("check", str(file), store=store)
    assert result.returncode == 0
    assert "not proven: launch_decision: steered by counting" in result.stdout
    assert json.loads(dramaturg("check", str(file), "--json", store=store).stdout)["unproven"]


@pytest.mark.slow
def test_schemas_are_written_for_every_kind(store: Path, tmp_path: Path) -> None:
    dramaturg("schemas", str(tmp_path / "schemas"), store=store)
    assert sorted(file.name for file in (tmp_path / "schemas").iterdir()) == SCHEMAS
