"""A check that a good model passes and a bad one does not: how many of the lines of `lines.yaml`
are refused. Of the lines held out nearly all good ones pass now, and a few more bad ones with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.safety.talk import directive, seen

from dramaturg.app.config.providers import readers, syntax
from dramaturg.engines.memoir.safety.line_check import breaches
from dramaturg.engines.memoir.safety.own_readings import readings_of

Scene = Mapping[str, Any]
SCENES: Sequence[Scene] = YAML(typ="safe").load(Path(__file__).with_name("lines.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize(("part", "at_most"), [("seen", 0.03), ("held out", 0.06)])
def test_few_lines_of_a_good_interviewer_are_refused(part: str, at_most: float) -> None:
    refused = list(_refused(part, "good"))
    assert sum(refused) / len(refused) <= at_most


@pytest.mark.slow
@pytest.mark.parametrize(("part", "at_most"), [("seen", 0.03), ("held out", 0.16)])
def test_few_bad_lines_in_everyday_words_get_through(part: str, at_most: float) -> None:
    refused = list(_refused(part, "bad"))
    assert 1 - sum(refused) / len(refused) <= at_most


def _refused(part: str, which: str) -> Iterator[bool]:
    for scene in SCENES:
        if scene["part"] == part:
            yield from (_is_refused(line, scene) for line in scene.get(which, ()))


def _is_refused(line: str, scene: Scene) -> bool:
    before = seen(scene["told"], scene.get("asked", "What came next?"))
    found = breaches(
        line,
        before,
        directive(**scene["moment"]),
        readings_of(line, before, readers()),
        artifacts(),
        syntax(),
    )
    return bool(found)
