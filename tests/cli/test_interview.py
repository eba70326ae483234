"""`dramaturg interview rank`, as a person or a program at the shell meets it."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.at_the_shell import run_here
from tests.engines.interviews.short_ladder import TEXT


def run(methodology: str, signals: str, stdin: str = "") -> CompletedProcess[str]:
    return run_here("interview", "rank", methodology, "--signals", signals, stdin=stdin)


def test_pairs_come_best_first_one_a_line(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(TEXT, encoding="utf-8")
    given = {
        "global": {"graph.node_count": 25},
        "nodes": {
            "wiese": {"graph.node.has_upward": True},
            "größe": {"graph.node.has_upward": False},
        },
    }
    (tmp_path / "signals.json").write_text(json.dumps(given), encoding="utf-8")
    done = run(str(tmp_path / "own.yaml"), str(tmp_path / "signals.json"))
    assert done.stderr == ""
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {
            "strategy": name,
            "node_id": node,
            "score": score,
            "parts": parts,
            "multiplier": 1.0,
            "bonus": 0.0,
        }
        for name, node, score, parts in [
            ("why", "größe", 1.0, {"graph.node.has_upward.false": 1.0}),
            ("why", "wiese", 0.0, {}),
            ("widen", "wiese", -0.5, {"graph.node_count": -0.5}),
            ("widen", "größe", -0.5, {"graph.node_count": -0.5}),
        ]
    ]


def test_faults_are_told_with_their_file_and_nothing_is_printed() -> None:
    done = run("means_end_chain", "-", '{"nodes": {"c1": {"graph.node.nu": 1}}, "phases": 3}')
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "-: unknown key 'phases'. Did you mean 'phase'?",
        "-: nodes.c1: there is no signal 'graph.node.nu'. Did you mean 'graph.node.is_new'?",
    ]


@pytest.mark.parametrize(
    ("signals", "told"), [("nowhere.json", "cannot be read"), ("-", "this is not JSON")]
)
def test_what_cannot_be_read_is_a_message(signals: str, told: str) -> None:
    done = run("means_end_chain", signals, "{")
    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr
