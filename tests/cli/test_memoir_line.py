"""`dramaturg memoir line`: what becomes of a line that somebody would have an interviewer say."""

from __future__ import annotations

import json

from tests.cli.at_the_shell import run_here

SAID = ["Harold's coat still hangs behind the door. He died two years ago."]


def test_each_line_passes_or_is_asked_for_again_or_is_replaced() -> None:
    lines = (
        "What was Harold like on an ordinary day, June?",
        "Where did he buy it? Who was with him?",
        "When will you take the coat down?",
        "What were his last words?",
    )
    stdin = "\n".join(json.dumps({"said": SAID, "name": "June", "line": line}) for line in lines)
    done = run_here("memoir", "line", stdin=stdin)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["verdict"] for each in found] == ["pass", "again", "replaced", "replaced"]
    assert found[0]["rules"] == []
    assert "when will you" in [rule["words"] for rule in found[2]["rules"]]


def test_every_fault_of_the_input_is_told_with_its_place_and_remedy() -> None:
    done = run_here("memoir", "line", stdin='{"said": []}\nnonsense\n{"line": "Hi.", "mood": 1}')
    assert done.returncode == 1 and done.stdout == ""
    assert "-:1: 'line' is missing" in done.stderr
    assert "-:2: this is not JSON; write what was told, and the next line" in done.stderr
    assert "-:3: unknown key 'mood'" in done.stderr
