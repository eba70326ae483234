"""The prompter: the model's answer, a second try with the fault named, then the ask's own; every
exchange noted.
"""

from __future__ import annotations

import pytest

from dramaturg.kernel.errors import LLMTimeoutError
from dramaturg.language.voices import ScriptVoice, TapeVoice
from dramaturg.testing.echo import EchoAsk
from dramaturg.turn.asks import Improvable, OfflineVoice, Prompter, again, digest
from dramaturg.turn.contract import BrokenOff
from dramaturg.turn.ports import OnText, Prompt, Reply, Voice


async def ask(voice: Voice) -> tuple[str, str, Prompter]:
    prompter = Prompter(voice)
    answer = await prompter.ask(EchoAsk("hello"))
    return answer.value, answer.source, prompter


async def test_a_readable_answer_is_taken() -> None:
    value, source, prompter = await ask(ScriptVoice(["HI"]))
    assert (value, source) == ("HI", "model")
    (exchange,) = prompter.exchanges
    assert (exchange.ask, exchange.role, exchange.reply, exchange.fault) == (
        "echo",
        "speak",
        "HI",
        None,
    )


async def test_an_unreadable_answer_is_asked_for_once_more_with_the_fault_named() -> None:
    voice = ScriptVoice(["hi", "HI"])
    value, source, prompter = await ask(voice)
    assert (value, source) == ("HI", "retry")
    assert [exchange.fault for exchange in prompter.exchanges] == ["write capitals only.", None]
    first, second = voice.heard
    assert "write capitals only." in second.user
    assert second.system == first.system, "what a provider caches stays as it was"


async def test_after_two_unreadable_answers_the_ask_answers_itself() -> None:
    value, source, prompter = await ask(ScriptVoice(["hi", "hi again"]))
    assert (value, source) == ("HELLO", "offline")
    assert [exchange.reply for exchange in prompter.exchanges] == ["hi", "hi again"]


async def test_a_failed_model_is_not_asked_again_here_and_the_failure_is_noted() -> None:
    value, source, prompter = await ask(ScriptVoice([LLMTimeoutError("too slow")]))
    assert (value, source) == ("HELLO", "offline")
    (exchange,) = prompter.exchanges
    assert (exchange.reply, exchange.failure) == (None, "LLMTimeoutError: too slow")


async def test_without_a_model_the_ask_answers_itself_and_the_record_says_nobody_was_there() -> (
    None
):
    value, source, prompter = await ask(OfflineVoice())
    assert (value, source) == ("HELLO", "offline")
    (exchange,) = prompter.exchanges
    assert (exchange.reply, exchange.failure, exchange.model) == (None, None, "")


def test_a_digest_tells_prompts_apart() -> None:
    prompt = EchoAsk("hello").prompt()
    assert digest(prompt) == digest(EchoAsk("hello").prompt())
    assert digest(prompt) != digest(again(prompt, "write capitals only."))


async def test_an_empty_answer_is_none_and_asked_for_once_more() -> None:
    voice = ScriptVoice(["  \n", "HI"])
    prompter = Prompter(voice)
    assert (await prompter.ask(EchoAsk("hello"))).value == "HI"
    assert prompter.exchanges[0].fault == "it was empty."


class BreaksOff:
    """Says something readable, and says that it is not whole."""

    name = "breaks off"

    def __init__(self, *why: BrokenOff) -> None:
        self._why = list(why)

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        return Reply("HI", self.name, broken_off=self._why.pop(0))


@pytest.mark.parametrize(
    ("why", "fault"), [("too long", "cut off"), ("refused", "refused to answer")]
)
async def test_an_answer_that_broke_off_is_none_even_where_it_could_be_read(
    why: BrokenOff, fault: str
) -> None:
    prompter = Prompter(BreaksOff(why, ""))
    answer = await prompter.ask(EchoAsk("hello"))
    assert (answer.value, answer.source) == ("HI", "retry")
    assert fault in (prompter.exchanges[0].fault or "")
    assert (await Prompter(BreaksOff(why, why)).ask(EchoAsk("hello"))).source == "offline"


async def test_how_an_answer_broke_off_is_played_back() -> None:
    prompter = Prompter(BreaksOff("too long", ""))
    await prompter.ask(EchoAsk("hello"))
    again_ = Prompter(TapeVoice(prompter.exchanges, 1))
    await again_.ask(EchoAsk("hello"))
    assert again_.exchanges == prompter.exchanges


class TidyAsk(EchoAsk):
    """Would rather have a full stop at the end."""

    def read(self, text: str) -> str:
        value = super().read(text)
        if not value.endswith("."):
            raise Improvable("end with a full stop.", value)
        return value


async def asked_tidily(*answers: str) -> tuple[str, str, int]:
    prompter = Prompter(ScriptVoice(answers))
    answer = await prompter.ask(TidyAsk("hello"))
    return answer.value, answer.source, len(prompter.exchanges)


async def test_an_answer_that_could_be_better_is_asked_for_once_more() -> None:
    assert await asked_tidily("HI", "HI.") == ("HI.", "retry", 2)


async def test_an_answer_that_could_still_be_better_is_used_as_it_is() -> None:
    assert await asked_tidily("HI", "HO") == ("HO", "retry", 2)


async def test_an_answer_that_could_be_better_is_used_where_the_next_is_worse() -> None:
    assert await asked_tidily("HI", "hi") == ("HI", "model", 2)


async def test_whoever_is_asked_again_is_shown_the_answer_that_was_refused() -> None:
    voice = ScriptVoice(["hi", "HI"])
    await ask(voice)
    assert "IT WAS: hi" in voice.heard[1].user
