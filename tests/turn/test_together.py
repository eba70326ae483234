"""Several asks in one call: each part is read by its own ask, and none costs the others anything."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

import pytest

from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import Ask, Prompter, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt
from dramaturg.turn.together import Together


@dataclass(frozen=True)
class Counted(Ask[int]):
    name: ClassVar[str] = "counted"
    role: ClassVar[Role] = "read"

    def prompt(self) -> Prompt:
        return Prompt("counted", "read", "", "", {"type": "object"})

    def read(self, text: str) -> int:
        count = object_in(text).get("count")
        if not isinstance(count, int):
            raise Unreadable("count is no number.")
        return count

    def offline(self) -> int:
        return -1


BOTH = Together(
    "both", "read", "Count.", "Pears and plums.", {"pears": Counted(), "plums": Counted()}, 200
)


def answer(**counts: object) -> str:
    return json.dumps({name: {"count": count} for name, count in counts.items()})


async def asked(*replies: str) -> tuple[object, str, int]:
    prompter = Prompter(ScriptVoice([*replies]))
    found = await prompter.ask(BOTH)
    return found.value, found.source, len(prompter.exchanges)


async def test_one_call_answers_them_all() -> None:
    assert await asked(answer(pears=3, plums=4)) == ({"pears": 3, "plums": 4}, "model", 1)


def test_each_part_brings_its_form() -> None:
    schema = BOTH.prompt().schema
    assert schema is not None
    assert schema["properties"] == {"pears": {"type": "object"}, "plums": {"type": "object"}}


@pytest.mark.parametrize("second", ["", "{}", answer(pears="many", plums="some")])
async def test_a_part_that_cannot_be_read_costs_the_others_nothing(second: str) -> None:
    assert await asked(answer(pears=3, plums="some"), second) == (
        {"pears": 3, "plums": -1},
        "model",
        2,
    )


async def test_a_part_that_is_left_out_is_asked_for_once_more() -> None:
    both = {"pears": 3, "plums": 4}
    assert await asked(answer(pears=3), answer(**both)) == (both, "retry", 2)


async def test_where_nothing_can_be_read_each_answers_itself() -> None:
    assert await asked("no", "no") == ({"pears": -1, "plums": -1}, "offline", 2)
