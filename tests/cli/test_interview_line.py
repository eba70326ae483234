"""`dramaturg interview line`: what becomes of a line that somebody would have an interviewer say."""

from __future__ import annotations

import json

from tests.cli.at_the_shell import run_here

ASKED = ("interview", "line", "means_end_chain", "--about", "kitchen knives")
TALK = {
    "questions": ["What do you notice about kitchen knives?"],
    "answers": [
        "My late husband bought the set. I'd rather not talk about my marriage. They are light."
    ],
}


def test_each_line_passes_or_is_asked_for_again_or_is_replaced() -> None:
    lines = (
        "They are light, you said. What does that do for you?",
        "Do you like them light?",
        "How badly did losing him hurt you?",
        "How long did your marriage last?",
    )
    stdin = "\n".join(json.dumps({**TALK, "line": line}) for line in lines)
    done = run_here(*ASKED, stdin=stdin)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["verdict"] for each in found] == ["pass", "again", "replaced", "replaced"]
    assert found[0]["rules"] == []
    assert "refused-topic" in [rule["rule"] for rule in found[3]["rules"]]


def test_every_fault_of_the_input_is_told_with_its_place_and_remedy() -> None:
    done = run_here(*ASKED, stdin='{"questions": []}\nnonsense\n{"line": "Hi.", "mood": 1}')
    assert done.returncode == 1 and done.stdout == ""
    assert "-:1: 'line' is missing" in done.stderr
    assert "-:2: this is not JSON; write what was asked and answered" in done.stderr
    assert "-:3: unknown key 'mood'" in done.stderr
