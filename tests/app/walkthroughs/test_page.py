"""The page about walkthroughs is true: its example holds, and it names everything that can be
written.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.walkthrough import (
    ACTIONS,
    AtEnd,
    Expected,
    Play,
    ScriptedReply,
    Turn,
    Walkthrough,
)
from dramaturg.app.walkthroughs.run import run
from dramaturg.app.walkthroughs.ways import WAYS
from dramaturg.content.documents import Loaded, load_text
from dramaturg.content.library import Library, packaged
from dramaturg.engines import kits
from dramaturg.engines.interviews.walkthrough import InterviewPlay
from dramaturg.engines.memoir.walkthrough import MemoirPlay

PAGE = (Path(__file__).parents[3] / "docs/testing-content.md").read_text(encoding="utf-8")
HEADER = {"kind", "id", "version"}


async def test_the_example_of_the_page_holds() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    loaded = cast("Loaded[Walkthrough]", load_text(example, "page.yaml", KINDS))
    ran = await run(
        loaded, Library(KINDS, (packaged(),)), LOCAL_MODELS, {"straight": WAYS["straight"]}
    )
    assert ran.failures == ()


def test_every_key_is_on_the_page() -> None:
    models = (Walkthrough, Play, InterviewPlay, MemoirPlay, Turn, Expected, AtEnd, ScriptedReply)
    known = {name for model in models for name in model.model_fields} - HEADER
    assert {name for name in known if f"`{name}`" not in PAGE} == set()


def test_every_engine_has_its_row_of_words() -> None:
    for engine, words in {kit.name: kit.explain.WORDS for kit in kits()}.items():
        row = re.search(rf"^\| {engine} \| (.*) \|$", PAGE, re.MULTILINE)
        assert row is not None
        assert (
            tuple(word for word in re.findall(r"`(\w+)`", row[1]) if word in Expected.model_fields)
            == words
        )


def test_every_way_to_take_a_turn_has_its_row() -> None:
    assert all(f"| `{action}` |" in PAGE for action in ACTIONS)
