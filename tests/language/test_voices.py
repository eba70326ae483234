from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import pytest

from dramaturg.kernel.errors import (
    BadInput,
    LLMError,
    LLMRateLimitError,
    LLMRefusedError,
    LLMTimeoutError,
    LLMUnavailableError,
    SettingsError,
    TapeMismatch,
)
from dramaturg.language.voices import Line, RoleVoice, ScriptVoice, TapeVoice
from dramaturg.turn.asks import Ask, OfflineVoice, Prompter, Unreadable, digest
from dramaturg.turn.contract import Exchange, Role
from dramaturg.turn.ports import Prompt, Reply

PROMPT = Prompt("count", "read", "You count.", "How many?")


class Count(Ask[int]):
    name = "count"
    role: ClassVar[Role] = "read"

    def __init__(self, question: str = "How many?") -> None:
        self.question = question

    def prompt(self) -> Prompt:
        return Prompt(self.name, self.role, "You count.", self.question)

    def read(self, text: str) -> int:
        if not text.isdigit():
            raise Unreadable("That is no number.")
        return int(text)

    def offline(self) -> int:
        return -1


async def test_offline_nobody_answers_and_the_ask_answers_itself() -> None:
    prompter = Prompter(OfflineVoice())
    answer = await prompter.ask(Count())
    assert (answer.value, answer.source) == (-1, "offline")
    assert [(exchange.reply, exchange.failure) for exchange in prompter.exchanges] == [(None, None)]


async def test_a_script_says_its_lines_in_order_and_remembers_the_prompts() -> None:
    voice = ScriptVoice(["one", "two"])
    replies = [await voice.say(PROMPT), await voice.say(replace(PROMPT, user="And now?"))]
    assert [reply.text for reply in replies if reply] == ["one", "two"]
    assert [prompt.user for prompt in voice.heard] == ["How many?", "And now?"]


async def test_a_script_can_be_a_function_of_the_prompt() -> None:
    reply = await ScriptVoice(lambda prompt: prompt.user.upper()).say(PROMPT)
    assert reply == Reply("HOW MANY?", "script")


async def test_a_script_can_fail_and_can_be_silent() -> None:
    voice = ScriptVoice([LLMTimeoutError("too slow"), None])
    with pytest.raises(LLMTimeoutError, match="too slow"):
        await voice.say(PROMPT)
    assert await voice.say(PROMPT) is None


async def test_a_script_that_is_used_up_names_the_ask_that_wanted_more() -> None:
    with pytest.raises(BadInput, match="'count'"):
        await ScriptVoice([]).say(PROMPT)


async def test_a_script_hands_its_line_on_as_one_piece() -> None:
    pieces: list[str] = []
    await ScriptVoice(["one"]).say(PROMPT, pieces.append)
    assert pieces == ["one"]


@pytest.mark.parametrize(
    "script",
    [
        ["7"],
        ["seven", "7"],
        ["seven", "eight"],
        [LLMError("m: the answer is far too large.")],
        [LLMTimeoutError("m did not answer in time. Try again, or allow it more time.")],
        [LLMRateLimitError("m is asked too often: wait.")],
        [LLMUnavailableError("")],
        ["seven", LLMRefusedError("m: no: really: no")],
    ],
    ids=str,
)
async def test_a_tape_gives_the_same_answer_and_equal_exchanges(script: Sequence[Line]) -> None:
    first = Prompter(ScriptVoice(script))
    answer = await first.ask(Count())
    recorded = tuple(
        replace(exchange, tokens_in=3, tokens_out=5, cost=0.1, seconds=0.7, estimated=True)
        for exchange in first.exchanges
    )
    recorded = tuple(
        made if made.reply else told for made, told in zip(recorded, first.exchanges, strict=True)
    )

    again = Prompter(TapeVoice(recorded, turn=4))
    assert await again.ask(Count()) == answer
    assert again.exchanges == recorded


async def test_a_tape_refuses_another_prompt_and_names_ask_and_turn() -> None:
    first = Prompter(ScriptVoice(["7"]))
    await first.ask(Count())
    with pytest.raises(TapeMismatch, match=r"Turn 4: ask 'count' .*another prompt"):
        await Prompter(TapeVoice(first.exchanges, turn=4)).ask(Count("How few?"))


async def test_a_tape_refuses_another_ask_and_names_both() -> None:
    recorded = Exchange("weigh", "read", digest(PROMPT), "7")
    with pytest.raises(TapeMismatch, match=r"'count'.*'weigh'"):
        await TapeVoice([recorded], turn=1).say(PROMPT)


async def test_a_tape_that_has_run_out_says_so() -> None:
    with pytest.raises(TapeMismatch, match=r"Turn 9: ask 'count' .*no further answer"):
        await TapeVoice([], turn=9).say(PROMPT)


async def test_a_tape_does_not_invent_a_failure_it_does_not_know() -> None:
    recorded = Exchange("count", "read", digest(PROMPT), None, failure="LLMBoredError: yawn")
    with pytest.raises(TapeMismatch, match="LLMBoredError"):
        await TapeVoice([recorded], turn=1).say(PROMPT)


async def test_each_role_has_its_own_voice() -> None:
    voice = RoleVoice(
        {
            "read": ScriptVoice(["from the reader"]),
            "speak": ScriptVoice(["from the speaker"]),
            "extract": OfflineVoice(),
        }
    )
    read, spoken, extracted = [
        await voice.say(replace(PROMPT, role=role)) for role in ("read", "speak", "extract")
    ]
    assert read == Reply("from the reader", "script")
    assert spoken == Reply("from the speaker", "script")
    assert extracted is None
    assert voice.name == "extract=offline, read=script, speak=script"


async def test_a_role_without_a_voice_is_a_matter_of_settings() -> None:
    with pytest.raises(SettingsError, match="'read'"):
        await RoleVoice({"speak": OfflineVoice()}).say(PROMPT)
