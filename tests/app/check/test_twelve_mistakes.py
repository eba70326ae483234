"""A scenario with twelve different mistakes gets twelve faults in one run, each at its place and
with what to do about it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.at_the_shell import run_here

from dramaturg.app.check.check import check

FILE = Path(__file__).with_name("twelve_mistakes.yaml")
LINES = FILE.read_text(encoding="utf-8").splitlines()
MARKED = {
    int(mark[1]): (number, mark[2])
    for number, line in enumerate(LINES, start=1)
    if (mark := re.search(r"# (\d+) (\S+)$", line))
}

# By number: what stands where the fault points, and what the author is told to do.
EXPECTED = {
    1: ("Cold-Room", "Small letters, digits and _, beginning with a letter."),
    2: ("budget: none", "Known: happening, learner, where."),
    3: ("heat", "Give each its own id."),
    4: ("heet", "Did you mean 'heat'?"),
    5: ("[-10, -25", "Scores at which a person becomes hostile, guarded, cooperative, trusting."),
    6: ("Ada thinks", "Never refer to yourself by name; say I."),
    7: (
        "It's 7 degrees",
        "Put the figure right, or put it on record: in a fact, in the document or in the situation.",
    ),
    8: (
        "id: pipes",
        "Add it. The same in the person's own spoken words: full sentences, no new figures.",
    ),
    9: ("99", "Write a number that is at most 30."),
    10: ("x,", "Known: a, b, c, d."),
    11: ("id: manager", "Write decision_facts for manager, or choose another backbone."),
    12: ("How much money", "Write a list: [one, two], or a line with '- ' for each item."),
}


def test_twelve_mistakes_get_twelve_faults_in_the_order_of_the_file() -> None:
    assert [fault.code for fault in check([FILE]).faults] == [code for _, code in MARKED.values()]
    assert list(MARKED) == list(range(1, 13))
    assert len({code for _, code in MARKED.values()}) == 12


@pytest.mark.parametrize("number", EXPECTED)
def test_each_points_to_its_mistake_and_says_what_to_do(number: int) -> None:
    fault = check([FILE]).faults[number - 1]
    line, code = MARKED[number]
    place, remedy = EXPECTED[number]
    assert (fault.file, fault.line, fault.code, fault.remedy) == (str(FILE), line, code, remedy)
    assert fault.column is not None
    assert LINES[line - 1][fault.column - 1 :].startswith(place)


@pytest.mark.slow
def test_at_the_shell_they_come_in_one_run() -> None:
    done = run_here("check", str(FILE), "--json")
    faults = json.loads(done.stdout)["faults"]
    assert (done.returncode, done.stderr) == (1, "")
    assert [(fault["line"], fault["code"]) for fault in faults] == list(MARKED.values())
    assert all(fault["remedy"] and fault["column"] for fault in faults)


# ── what hangs on a place that cannot be read is not found fault with ─────────────────────────────

SOUND = FILE.read_text(encoding="utf-8")
PUT_RIGHT = [
    ("id: Cold-Room", "id: cold_room"),
    ("  budget: none  # 2 unknown-key\n", ""),
    ("- id: heat  #", "- id: wait  #"),
    ("best: heet", "best: heat"),
    ("thresholds: [-10, -25", "thresholds: [-25, -10"),
    ("Ada thinks that the room", "The room"),
    ("It's 7 degrees", "It's 2 degrees"),
    (
        "There are water pipes in the wall\n",
        "There are water pipes in the wall\n        say: There are pipes in that wall.\n",
    ),
    ("mood: 99", "mood: 9"),
    ("{id: x", "{id: b"),
    (
        "    beat6:\n      say: I'd accept",
        "    decision_facts:\n      - {id: dear, fact: Repairs are paid at once, say: We pay at once.}\n"
        "    beat6:\n      say: I'd accept",
    ),
    ("asked: How much money is there?", "asked: [How much money is there?]"),
]
for _old, _new in PUT_RIGHT:
    assert SOUND.count(_old) == 1, _old
    SOUND = SOUND.replace(_old, _new)

FOLLOWING = [
    (
        "        fact: The room is at 2 degrees\n",
        "",
        "missing-key",
    ),  # the line's figure may have stood there
    ("fact: The room is at 2 degrees\n", "fact: [2 degrees]\n", "wrong-type"),
    ("    lines:\n", "    line:\n", "unknown-key missing-key"),  # and here too
    ("  - id: find_out\n    text", "  - text", "missing-key"),  # both goals may name it
    ("    - id: heat\n      text: Heat it", "    - text: Heat it", "missing-key"),
    ("document: readings", "document: 3", "wrong-type"),
    ("backbone: technical", "backbone: 3", "wrong-type"),  # whatever the backbone would need
    (
        "    goal:\n      objective: find_out\n      end_condition: the learner knows about",
        "    goal:\n      end_condition: about",
        "missing-key",
    ),
    ("id: manager", "id: [manager]", "wrong-type"),
    ("best: heat", "best: Heat", "wrong-form"),  # one mistake, told once
]


def codes(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "scenario.yaml"
    file.write_text(text, encoding="utf-8")
    return [fault.code for fault in check([file]).faults]


def test_put_right_it_has_no_fault(tmp_path: Path) -> None:
    assert codes(tmp_path, SOUND) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"), FOLLOWING, ids=[case[1].strip() or case[0] for case in FOLLOWING]
)
def test_one_mistake_brings_no_others_with_it(
    old: str, new: str, expected: str, tmp_path: Path
) -> None:
    assert SOUND.count(old) == 1
    assert sorted(codes(tmp_path, SOUND.replace(old, new))) == sorted(expected.split())


def test_a_misspelt_key_is_not_also_told_to_be_missing_in_the_backbone(tmp_path: Path) -> None:
    without_manager = SOUND[: SOUND.index("  - id: manager")]
    assert codes(tmp_path, without_manager) == []
    assert codes(tmp_path, without_manager.replace("decision_facts:", "decision_fact:")) == [
        "unknown-key"
    ]
