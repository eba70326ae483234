"""`dramaturg sim hear`: a learner's words in, what the person hears in them out, one a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.at_the_shell import run_here
from tests.support.ears import WrittenEar

from dramaturg.cli import sim
from dramaturg.engines.sims.hear_lines import CHANCES

MISSED = {
    "taken": False,
    "acknowledges": 0.05,
    "denies": 0.0,
    "misses": 0.95,
    "elsewhere": 0.0,
    "detour": False,
    "answers": None,
    "option": None,
    "mood": "neutral",
    "engagement": 0.5,
    "care": "none",
    "language": "en",
}
HEARD: dict[str, dict[str, Any]] = {
    "Hm.": {},
    "So 23% against a 2% bar.": {
        "taken": True,
        "acknowledges": 0.95,
        "misses": 0.05,
        "answers": "sample_size",
    },
    "23% against 2%, who cares.": {
        "acknowledges": 0.1,
        "denies": 0.9,
        "misses": 0.0,
        "answers": "sample_size",
    },
    "What's for lunch today?": {
        "acknowledges": 0.0,
        "misses": 0.05,
        "elsewhere": 0.95,
        "detour": True,
    },
    "How many prompts did you test?": {"answers": "sample_size"},
    "This is ridiculous, you're wasting my time.": {"mood": "hostile"},
    "I want to kill myself.": {"care": "stop"},
    "👍": {"acknowledges": 0.0, "misses": 0.0, "language": "unknown"},
}
MAYA = ("sim", "hear", "launch_decision", "--npc", "qa_lead")


def hear(node: str, *said: str) -> list[dict[str, Any]]:
    stdin = "\n".join(json.dumps({"said": each}) for each in said)
    done = run_here(*MAYA, "--node", node, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim, "ear", WrittenEar)


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("node", ["DECISIVE", "SURFACE"])
def test_every_line_is_told_as_it_was_heard_whether_at_the_gate_or_before(node: str) -> None:
    found = hear(node, *HEARD)
    assert found == [{**MISSED, **told} for told in HEARD.values()]
    assert [list(one) for one in found] == [list(MISSED)] * len(HEARD)


@pytest.mark.usefixtures("written")
def test_an_option_is_heard_only_where_it_is_offered() -> None:
    answer = "Your real read. I'd rather hear it now than after the launch."
    assert [hear(node, answer)[0]["option"] for node in ("PIVOT_1", "DECISIVE")] == ["a", None]


def test_the_ear_that_ships_hears_too() -> None:
    (found,) = hear("DECISIVE", "I see your point. Then the launch has to wait.")
    assert list(found) == list(MISSED)
    assert found["taken"]
    assert sum(found[name] for name in CHANCES) == pytest.approx(1, abs=0.01)


def test_lines_come_from_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "said.jsonl").write_text('{"said": "And?"}\n\n', encoding="utf-8")
    done = run_here(*MAYA, "--node", "CLOSE", "--in", "said.jsonl", folder=tmp_path)
    assert len(done.stdout.splitlines()) == 1


def test_all_faults_are_told_at_once_and_nothing_is_heard() -> None:
    done = run_here(
        *MAYA, "--node", "DECISIVE", stdin='{"said": "a", "sad": ""}\n{}\n{"said": 3}\nx'
    )
    assert (done.returncode, done.stdout) == (1, "")
    for fault in (
        "-:1: unknown key 'sad'. Did you mean 'said'?",
        "-:2: 'said' is missing",
        "-:3: said: input should be a valid string",
        "-:4: this is not JSON",
    ):
        assert fault in done.stderr


@pytest.mark.parametrize(
    ("scenario", "npc", "node", "meant"),
    [
        ("launch_decisio", "qa_lead", "DECISIVE", "launch_decision"),
        ("launch_decision", "qa_led", "DECISIVE", "qa_lead"),
        ("launch_decision", "qa_lead", "DECISIV", "DECISIVE"),
    ],
)
def test_what_is_not_there_is_told_with_what_was_meant(
    scenario: str, npc: str, node: str, meant: str
) -> None:
    done = run_here("sim", "hear", scenario, "--npc", npc, "--node", node)
    assert done.returncode == 1
    assert f"Did you mean '{meant}'?" in done.stderr
