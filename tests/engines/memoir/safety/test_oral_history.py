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
