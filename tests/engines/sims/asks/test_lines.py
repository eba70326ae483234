"""Lines that a strong model would have people say, and lines that nobody may hear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from dramaturg.app.config.providers import embedder, syntax
from dramaturg.content.library import Library
from dramaturg.data_files import load
from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.content import sim_part
from dramaturg.engines.sims.judge_lines import HeardAndSaid, LinePlace, judged_line
from dramaturg.english.rules.line_verdict import JudgedLine

PASS, HELD = 0.97, 0.9  # of the lines that the rules were made by

Row = tuple[str, str, str]
"""The node, what was heard, the line."""


@dataclass(frozen=True, slots=True)
class Speaker:
    who: str
    good: tuple[Row, ...] = ()
    bad: tuple[Row, ...] = ()


SPEAKERS = load(__file__, "lines.yaml", tuple[Speaker, ...])


def judged(library: Library, who: str, row: Row) -> JudgedLine:
    node, heard, line = row
    place = LinePlace(sim_part(library, *who.split("/")), node, LineCheck(embedder(), syntax()))
    return judged_line(place, HeardAndSaid(heard=heard, line=line))


def rows(kind: str) -> Iterator[tuple[str, Row]]:
    return ((each.who, row) for each in SPEAKERS for row in getattr(each, kind))


def test_good_lines_pass_as_they_are(library: Library) -> None:
    refused = [
        (row, found.rules)
        for who, row in rows("good")
        if (found := judged(library, who, row)).verdict != "pass"
    ]
    assert len(refused) <= (1 - PASS) * len([*rows("good")]), refused


def test_bad_lines_are_held_back(library: Library) -> None:
    through = [row for who, row in rows("bad") if judged(library, who, row).verdict != "replaced"]
    assert len(through) <= (1 - HELD) * len([*rows("bad")]), through


@pytest.mark.parametrize(
    ("heard", "line"),
    [
        ("What's wrong?", "Money's the easy half. The pattern is the hard one."),
        ("Where are we?", "Half the battle is getting anybody to read it."),
        ("Is it bad?", "Nine times out of ten you'd never notice."),
        ("How are you?", "Zero sleep, thanks for asking."),
        ("I was told 31% of them fail.", "31%? I don't know where you've got that from."),
    ],
)
def test_idioms_and_what_the_learner_said_are_free(library: Library, heard: str, line: str) -> None:
    assert judged(library, "launch_decision/qa_lead", ("DEEPEN", heard, line)).rules == ()


@pytest.mark.parametrize(
    ("who", "node", "line", "rule"),
    [
        ("qa_lead", "DEEPEN", "Half the prompts come back wrong.", "known-figures"),
        ("qa_lead", "DEEPEN", "The contract says 2.0%, so we're over it.", "not-yet"),
        ("qa_lead", "DEEPEN", "I'm the one who signed off that methodology.", "not-yet"),
        ("product_manager", "DEEPEN", "The filter is only a list of keywords, matched against the question.", "stay-in-lane"),
        ("product_manager", "DEEPEN", "Priya told me it's all been taken care of.", "no-others-matters"),
        ("product_manager", "DEEPEN", "The board approved the date in writing.", "no-invention"),
        ("qa_lead", "DEEPEN", "You promised me you'd stop the launch.", "no-words-of-theirs"),
        ("qa_lead", "DEEPEN", "It's perfectly safe to ship.", "no-overstating"),
        ("qa_lead", "DEEPEN", "I'm a real person, you know.", "no-human-claims"),
        ("qa_lead", "DEEPEN", "Ship it and you'll regret it.", "no-threats"),
        ("qa_lead", "DEEPEN", "Funny how Marcus never reads these.", "no-insinuation"),
        ("qa_lead", "DEEPEN", "I can't help with that request.", "no-model-talk"),
    ],
)  # fmt: skip
def test_each_rule_holds_back_what_it_is_for(
    library: Library, who: str, node: str, line: str, rule: str
) -> None:
    found = judged(library, f"launch_decision/{who}", (node, "What do you think?", line))
    assert found.verdict == "replaced"
    assert rule in [each.rule for each in found.rules]


def test_the_same_fact_is_told_where_its_time_has_come(library: Library) -> None:
    line = "The contract says 2.0%, so we're over it."
    for node, verdict in (("DEEPEN", "replaced"), ("DECISIVE", "pass")):
        found = judged(library, "launch_decision/qa_lead", (node, "And the contract?", line))
        assert found.verdict == verdict
