"""Signals read without a model and with one."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.support.hostile_models import HostileServer

from dramaturg.app.config.providers import readers
from dramaturg.app.signals import AT_ONCE, ask_signals, read_signals
from dramaturg.kernel.errors import LLMTimeoutError
from dramaturg.language.provider import Patience, ProviderVoice
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.ports import OnText, Prompt, Reply
from dramaturg.turn.readings import Utterance

pytestmark = pytest.mark.slow

SAID = (
    Utterance("We had a wonderful time.", "How was it?"),
    Utterance("Please stop now, I don't want this.", "Go on?"),
)


def all_threes(prompt: Prompt) -> str:
    assert prompt.schema is not None
    return json.dumps(
        {signal: {"why": "so it seems", "score": 3} for signal in prompt.schema["properties"]}
    )


async def test_a_models_reading_stands_beside_what_it_was_not_asked_for() -> None:
    (found, _) = await ask_signals(SAID, ScriptVoice(all_threes))
    assert (found.by_signal["valence"].value, found.by_signal["valence"].reader) == (0.5, "model")
    assert found.by_signal["contradiction"].reader != "model"
    assert list(found.by_signal) == list(read_signals(SAID)[0].by_signal)


async def test_each_turn_gets_its_own_answer() -> None:
    def by_turn(prompt: Prompt) -> str:
        return all_threes(prompt).replace("so it seems", json.loads(prompt.user)["text"])

    found = await ask_signals(SAID * 10, ScriptVoice(by_turn))
    assert [one.by_signal["valence"].why for one in found] == [said.text for said in SAID * 10]


@pytest.mark.parametrize(
    ("voice", "why"),
    [
        (OfflineVoice(), "there is none"),
        (ScriptVoice(lambda prompt: LLMTimeoutError("too slow")), "LLMTimeoutError: too slow"),
        (ScriptVoice(lambda prompt: "I had rather not."), "it is not JSON"),
    ],
)
async def test_where_the_model_fails_the_turn_is_read_without_it_and_that_is_said(
    voice: ScriptVoice | OfflineVoice, why: str
) -> None:
    found = await ask_signals(SAID, voice)
    assert [one.by_signal for one in found] == [one.by_signal for one in read_signals(SAID)]
    assert all(why in one.degraded["model"] for one in found)


async def test_only_so_many_questions_are_asked_at_the_same_time() -> None:
    asked = most = 0

    class Slow:
        name = "slow"

        async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
            nonlocal asked, most
            asked += 1
            most = max(most, asked)
            await asyncio.sleep(0)
            asked -= 1
            return Reply(all_threes(prompt), "slow")

    await ask_signals(SAID * 10, Slow())
    assert 1 < most <= AT_ONCE


async def test_a_server_gets_one_question_a_turn_with_the_same_system_part_and_schema() -> None:
    answer = all_threes(readers().ask(SAID[0]).prompt())
    async with HostileServer("well_behaved", lambda asked: answer) as server:
        voice = ProviderVoice(
            "compatible:any", base_url=server.base_url, patience=Patience(backoff=0.01)
        )
        found = await ask_signals(SAID, voice)
        await voice.close()
    assert [one.by_signal["valence"].reader for one in found] == ["model", "model"]
    first, second = server.requests
    assert first.system == second.system
    assert first.body["response_format"] == second.body["response_format"]
    assert {json.loads(asked.user)["text"] for asked in (first, second)} == {
        said.text for said in SAID
    }
