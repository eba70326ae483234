"""How JSON is asked for: by the strictest means that a server takes, learned from what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.recordings.test_wires import sending

from dramaturg.kernel.errors import LLMRefusedError
from dramaturg.language.provider import Patience, ProviderVoice
from dramaturg.language.structured import IN_WORDS, has_free_keys
from dramaturg.turn.ports import Prompt

MOOD = {
    "type": "object",
    "properties": {"mood": {"type": "string"}},
    "required": ["mood"],
    "additionalProperties": False,
}
FIGURES = {
    "type": "object",
    "properties": {"figures": {"type": "object", "additionalProperties": {"type": "number"}}},
    "required": ["figures"],
}
REFUSES = {"status": "400 Bad Request", "body": '{"error": "response_format is not known"}'}
ANSWERS = {
    "body": '{"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [{"index": 0,'
    ' "message": {"role": "assistant", "content": "{\\"mood\\": \\"calm\\"}"}, "finish_reason": "stop"}]}'
}
ANTHROPIC_ANSWERS = {
    "body": '{"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",'
    ' "content": [{"type": "text", "text": "{}"}], "usage": {"input_tokens": 1, "output_tokens": 1}}'
}


def ask(name: str = "mood", schema: dict[str, Any] = MOOD) -> Prompt:
    return Prompt(name, "read", "You read moods.", "Sit down.", schema)


async def asked_for(
    model: str, answers: list[dict[str, Any]], *prompts: Prompt
) -> tuple[list[str], list[Any]]:
    """By which means each prompt was answered in the end, and all that was sent for it."""
    async with sending(answers) as (address, asked):
        voice = ProviderVoice(
            model, base_url=address, api_key="key", patience=Patience(backoff=0.01)
        )
        try:
            replies = [await voice.say(prompt) for prompt in prompts]
        finally:
            await voice.close()
    return [reply.structured_by for reply in replies if reply], [body for _, body in asked]


def formats(sent: list[Any]) -> list[str | None]:
    return [body.get("response_format", {}).get("type") for body in sent]


async def test_a_server_that_takes_no_schema_is_asked_more_plainly_and_so_from_then_on() -> None:
    answers = [REFUSES, REFUSES, ANSWERS, ANSWERS, ANSWERS]
    by, sent = await asked_for("compatible:m", answers, ask(), ask(), ask("another"))
    assert by == ["words", "words", "words"]
    assert formats(sent) == ["json_schema", "json_object", None, None, None]
    assert sent[2]["messages"][0]["content"].startswith(f"You read moods.\n\n{IN_WORDS}")
    assert '"mood": {"type": "string"}' in sent[2]["messages"][0]["content"]


async def test_a_server_that_takes_any_json_is_shown_the_schema() -> None:
    by, sent = await asked_for("compatible:m", [REFUSES, ANSWERS, ANSWERS], ask(), ask())
    assert by == ["json", "json"]
    assert formats(sent) == ["json_schema", "json_object", "json_object"]
    assert '"mood"' in str(sent[1]["messages"])


async def test_one_schema_that_is_refused_leaves_the_others_as_they_are() -> None:
    answers = [ANSWERS, REFUSES, ANSWERS, ANSWERS, ANSWERS]
    prompts = (ask(), ask("hard"), ask(), ask("hard"))
    by, sent = await asked_for("compatible:m", answers, *prompts)
    assert by == ["schema", "json", "schema", "json"]
    assert len(sent) == 5


async def test_a_server_that_refuses_everything_has_refused() -> None:
    with pytest.raises(LLMRefusedError, match="rejected the request"):
        await asked_for("compatible:m", [REFUSES] * 3, ask())


async def test_what_has_no_schema_is_asked_once() -> None:
    with pytest.raises(LLMRefusedError):
        await asked_for("compatible:m", [REFUSES], Prompt("speak", "speak", "Be.", "Sit down."))


async def test_a_map_is_not_asked_for_where_it_would_come_empty() -> None:
    """Anthropic's schemas name every key; a map of free keys is asked for in words."""
    pytest.importorskip("pydantic_ai.models.anthropic")
    by, sent = await asked_for(
        "anthropic:claude-haiku-4-5",
        [ANTHROPIC_ANSWERS, ANTHROPIC_ANSWERS],
        ask("figures", FIGURES),
        ask("mood"),
    )
    assert by == ["words", "schema"]
    assert ["output_config" in body for body in sent] == [False, True]
    assert '"figures"' in sent[0]["system"][0]["text"]


@pytest.mark.parametrize(
    ("schema", "free"),
    [
        (MOOD, False),
        (FIGURES, True),
        ({"anyOf": [{"type": "object"}, {"type": "null"}]}, True),
        ({"type": "array", "items": MOOD}, False),
    ],
)
def test_free_keys_are_found_wherever_they_are(schema: dict[str, Any], free: bool) -> None:
    assert has_free_keys(schema) is free
