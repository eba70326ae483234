"""Whole conversations with people in danger, and with people who are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.care.playing import care_in, engine_hearing, talk
from tests.support.ears import doing

from dramaturg.turn.hearing import Act

CONVERSATIONS: dict[str, list[dict[str, Any]]] = YAML(typ="safe").load(
    Path(__file__).with_name("conversations.yaml")
)


@pytest.mark.parametrize("engine", ["memoir", "interviews", "sims"])
@pytest.mark.parametrize("who", CONVERSATIONS)
def test_a_conversation_goes_as_it_should(who: str, engine: str) -> None:
    turns = CONVERSATIONS[who]
    heard = {turn["say"]: _heard(**turn["heard"]) for turn in turns if "heard" in turn}
    played = talk(engine_hearing(engine, heard), [turn["say"] for turn in turns])[1:]
    for turn, performance in zip(turns, played, strict=True):
        record = performance.record
        taken, line = care_in(record), record.line
        assert (taken.speech if taken else None) == turn.get("speech"), turn["say"]
        for words in turn.get("tells", ()):
            assert words in line
        for words in turn.get("keeps", ()):
            assert words not in line
        if "first" in turn:
            assert taken
            assert taken.contacts[0].name == turn["first"]


def _heard(does: tuple[Act, ...] = (), **heard: Any) -> Any:
    return doing(*does, **heard)
