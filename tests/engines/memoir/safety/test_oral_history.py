"""Lines of oral historians, good and bad, by the rules that a model's lines keep: `oral_history.yaml`
is what the rules were developed with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.engines.memoir.origins import artifacts

from dramaturg.app.config.providers import ear, readers, syntax
from dramaturg.engines.memoir.judge_lines import LinePlace, ToldAndSaid, judged_line
from dramaturg.english.rules.line_verdict import JudgedLine

SCENES: Sequence[Mapping[str, Any]] = YAML(typ="safe").load(
    Path(__file__).with_name("oral_history.yaml")
)
MOSTLY = 0.97


@cache
def place() -> LinePlace:
    return LinePlace(artifacts(), syntax(), readers(), ear())


def judged(line: str, *said: str, name: str = "") -> JudgedLine:
    return judged_line(place(), ToldAndSaid(said=list(said), name=name, line=line))


def _found(which: str) -> Iterator[tuple[str, JudgedLine]]:
    for scene in SCENES:
        yield from ((line, judged(line, *scene["told"])) for line in scene[which])


@pytest.mark.slow
def test_good_lines_pass_unchanged() -> None:
    found = dict(_found("good"))
    passed = [line for line, each in found.items() if each.verdict == "pass"]
    assert len(found) >= 80 and len(passed) >= MOSTLY * len(found)
    assert [line for line, each in found.items() if each.verdict == "replaced"] == []


@pytest.mark.slow
def test_bad_lines_are_held_back() -> None:
    found = dict(_found("bad"))
    passed = [line for line, each in found.items() if each.verdict != "replaced"]
    assert len(found) >= 80 and len(passed) <= (1 - MOSTLY) * len(found)


# ── what is free ──────────────────────────────────────────────────────────────────────────────────

EDITH = "I ran messages for the chemist. Ron was the honest one, he'd always tell. I was nine."


@pytest.mark.parametrize(
    "line",
    [
        "You say Ron was the honest one, Edith. What was he like?",
        "What do you remember of the running?",
        "Nine times out of ten he'd tell, it sounds like. What happened then?",
        "When you were nine, what did the chemist's look like?",
        "What was it like when he'd told?",
    ],
)
def test_the_tellers_words_in_every_form_their_name_and_idioms_are_free(line: str) -> None:
    assert judged(line, EDITH, name="Edith").verdict == "pass"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("What did Mildred say?", "facts_not_in_evidence"),
        ("What happened in 1939?", "facts_not_in_evidence"),
        ("When did you stop stealing?", "presupposing_question"),
        ("I ran errands as a girl, too.", "speaks_of_itself"),
        ("As an AI, I find that interesting. What came next?", "machinery"),
        ("What were her last words?", "deeper_than_allowed"),
    ],
)
def test_what_nobody_said_is_not_taken_for_granted(line: str, rule: str) -> None:
    found = judged(line, EDITH)
    assert found.verdict == "replaced"
    assert rule in [each.rule for each in found.rules]
    assert all(each.words for each in found.rules)


REFUSED = (
    "I'd rather not talk about my father. We lived over the laundry, and my aunt sang all day."
)


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("We'll leave that. What did your aunt sing?", "pass"),
        ("Of course. What did the laundry sound like?", "pass"),
        ("What did your father do?", "replaced"),
        ("Tell me more about it.", "replaced"),
    ],
)
def test_what_was_refused_by_name_is_closed_and_nothing_else_is(line: str, verdict: str) -> None:
    assert judged(line, REFUSED).verdict == verdict


def test_what_was_refused_long_ago_stays_closed() -> None:
    line = "What was your father like?"
    assert judged(line, REFUSED, "Then we moved to Leeds.").verdict == "replaced"
    assert judged(line, "Then we moved to Leeds.").verdict == "pass"
