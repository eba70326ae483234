"""Two conversations with a strong model, written by hand: all that it says is said, once, and what it
reports is believed where nothing was heard against it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.support.model_talks import Talk, TalkTurn, sim_talk

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.content.library import Library
from dramaturg.engines import engine_of
from dramaturg.engines.sims.content import sim_content
from dramaturg.language.voices import ScriptVoice, TapeVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import Engine
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import Prompt

CHARACTERS = 4  # a token
BUDGET = 2_500
"""Tokens in of a turn, beside a system part that a provider has kept."""
TALKS = ("launch_decision/qa_lead", "night_shift/bay_nurse")


class Conversed:
    """A talk, played; what the model was asked, and what was heard of it, turn by turn."""

    def __init__(self, who: str, library: Library) -> None:
        scenario, self.person = who.split("/")
        self.talk: Talk = sim_talk(who)
        self.engine: Engine[Any, Any, Any, Any] = engine_of(
            sim_content(library, scenario), LOCAL_MODELS
        )
        self.played: list[Any] = []
        self.asked: list[list[Prompt]] = []
        self.heard: list[list[str]] = []

    async def play(self) -> Conversed:
        opened = await play_opening(
            self.engine, Heard(to=self.person), ScriptVoice([]), lambda: 0.0
        )
        self.before = [opened.state]
        for number, turn in enumerate(self.talk.turns, 1):
            await self._turn(number, turn)
        return self

    async def _turn(self, number: int, turn: TalkTurn) -> None:
        asked: list[Prompt] = []
        heard: list[str] = []

        def say(prompt: Prompt) -> str:
            asked.append(prompt)
            return turn.line

        played = await play_turn(
            self.engine,
            self.before[-1],
            number,
            Heard(turn.heard),
            ScriptVoice(say),
            lambda: 0.0,
            heard.append,
        )
        self.played.append(played)
        self.asked.append(asked)
        self.heard.append(heard)
        self.before.append(played.state)


@pytest.fixture(scope="module", params=TALKS)
def conversed(request: pytest.FixtureRequest, library: Library) -> Conversed:
    return asyncio.run(Conversed(request.param, library).play())


def test_every_line_is_said_as_it_was_written(conversed: Conversed) -> None:
    told = [
        (record.line, record.verdict.overrides, record.exchanges[0].fault)
        for record in (each.record for each in conversed.played)
    ]
    assert told == [(turn.given["spoken"], (), None) for turn in conversed.talk.turns]


def test_what_was_heard_is_what_is_on_record(conversed: Conversed) -> None:
    for heard, played in zip(conversed.heard, conversed.played, strict=True):
        assert " ".join(heard) == played.record.line


def test_a_turn_is_one_round_trip(conversed: Conversed) -> None:
    assert [len(asked) for asked in conversed.asked] == [1] * len(conversed.talk.turns)


def test_the_conversation_walks_where_the_model_was_led(conversed: Conversed) -> None:
    walked = [played.record.decision.directive.node for played in conversed.played]
    assert walked == [turn.given["at"] for turn in conversed.talk.turns]
    assert conversed.played[-1].state.conversation.pointer.closed
    assert conversed.played[-1].state.objectives


def test_beside_what_a_provider_keeps_a_turn_stays_within_its_budget(conversed: Conversed) -> None:
    systems = {prompt.system for asked in conversed.asked for prompt in asked}
    assert len(systems) == 1
    longest = max(len(prompt.user) for asked in conversed.asked for prompt in asked)
    assert longest <= CHARACTERS * BUDGET


def test_it_replays_to_the_letter(conversed: Conversed) -> None:
    async def again(number: int, record: Any) -> Any:
        tape = TapeVoice(record.exchanges, number)
        before = conversed.before[number - 1]
        played = await play_turn(
            conversed.engine, before, number, record.heard, tape, lambda: 0.0, lambda _: None
        )
        return played.record

    for number, played in enumerate(conversed.played, 1):
        assert asyncio.run(again(number, played.record)) == played.record
