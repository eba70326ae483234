"""`dramaturg sim line`: what becomes of a line that somebody would have a person say."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.at_the_shell import run_here

MAYA = ("sim", "line", "launch_decision", "--npc", "qa_lead")


def judged(node: str, *exchanges: tuple[str, str]) -> list[dict[str, Any]]:
    stdin = "\n".join(json.dumps({"heard": heard, "line": line}) for heard, line in exchanges)
    done = run_here(*MAYA, "--node", node, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_line_passes_or_is_asked_for_again_or_is_replaced() -> None:
    found = judged(
        "DECISIVE",
        ("How bad is it?", "We promised 2% and measured 23.4%. That isn't a polish gap."),
        ("How bad is it?", "Great question. We promised 2% and measured 23.4%."),
        ("How bad is it?", "By now it's 41%, and rising."),
    )
    assert [each["verdict"] for each in found] == ["pass", "again", "replaced"]
    assert found[0]["rules"] == []
    assert found[2]["rules"] == [{"rule": "known-figures", "words": "41%"}]


def test_every_fault_of_the_input_is_told_with_its_place_and_remedy() -> None:
    stdin = '{"heard": "Hello."}\nnonsense\n{"heard": "", "line": "Hi.", "mood": 1}'
    done = run_here(*MAYA, "--node", "GROUND", stdin=stdin)
    assert done.returncode == 1 and done.stdout == ""
    assert "-:1: 'line' is missing" in done.stderr
    assert "-:2: this is not JSON; write what was heard and what is said to it" in done.stderr
    assert "-:3: unknown key 'mood'" in done.stderr


def test_a_line_without_a_word_and_a_verdict_on_the_learner_are_replaced() -> None:
    found = judged("GROUND", ("Hi.", ""), ("Hi.", "🙂"), ("Hi.", "You have anxiety."))
    assert {each["verdict"] for each in found} == {"replaced"}
    assert all(set(each) == {"verdict", "rules"} for each in found)


def test_a_node_that_is_not_there_is_named() -> None:
    done = run_here(*MAYA, "--node", "DECISIV", stdin="")
    assert done.returncode == 1
    assert "no node 'DECISIV'" in done.stderr and "DECISIVE" in done.stderr
