"""An existing chat client holds a session."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.api.asking import asking

pytestmark = pytest.mark.slow

SIM, INTERVIEW, MEMOIR = (
    "sims/launch_decision",
    "interviews/means_end_chain/oat_milk",
    "memoir/origins",
)
TITLE = "### Task:\nGenerate a concise, 3-5 word title as JSON.\n### Chat History:\n<chat_history>\nUSER: Hi.\n</chat_history>"


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path) as client:
        client.base_url = httpx2.URL("http://test/v1")
        yield client


async def send(
    client: httpx2.AsyncClient,
    model: str,
    *said: str,
    chat: str = "c",
    message: str = "",
    **more: Any,
) -> httpx2.Response:
    messages = [{"role": "system", "content": "Be brief."}]
    for words in said:
        messages += [{"role": "user", "content": words}, {"role": "assistant", "content": "..."}]
    headers = {"X-Conversation-Id": chat, **({"X-Message-Id": message} if message else {})}
    return await client.post(
        "/chat/completions",
        json={"model": model, "messages": messages[:-1], **more},
        headers=headers,
    )


async def said(client: httpx2.AsyncClient, model: str, *words: str, **more: Any) -> str:
    response = await send(client, model, *words, **more)
    assert response.status_code == 200, response.text
    text: str = response.json()["choices"][0]["message"]["content"]
    return text


async def turns(client: httpx2.AsyncClient) -> list[int]:
    return [
        each["turns"]
        for each in (await client.get("http://test/api/v1/sessions")).json()["sessions"]
    ]


async def test_everything_that_can_be_talked_with_is_a_model(client: httpx2.AsyncClient) -> None:
    models = {each["id"] for each in (await client.get("/models")).json()["data"]}
    assert {SIM, INTERVIEW, MEMOIR} <= models


async def test_a_sim_is_held_by_words_alone(client: httpx2.AsyncClient) -> None:
    first = await said(client, SIM, "Hi.", message="1")
    assert "a program, not a person" in first and "/decide OPTION" in first
    assert "a program, not a person" not in await said(
        client, SIM, "Hi.", "What did you find?", message="2"
    )
    decided = await said(
        client, SIM, "Hi.", "What did you find?", "/decide ship_as_is", message="3"
    )
    assert decided.endswith("[This has ended: decided.]")
    assert await turns(client) == [4]


@pytest.mark.parametrize("model", [INTERVIEW, MEMOIR])
async def test_who_speaks_first_answers_the_first_message_with_their_opening(
    client: httpx2.AsyncClient, model: str
) -> None:
    opening = await said(client, model, "Hello?")
    assert opening == await said(client, model, "Hello?")
    assert opening.startswith("You are talking with a program") and await turns(client) == [1]
    assert (
        await said(client, model, "Hello?", "I grew up near the sea with my brother.")
        not in opening
    )
    assert await turns(client) == [2]


async def test_a_message_that_comes_twice_is_played_once(client: httpx2.AsyncClient) -> None:
    await said(client, SIM, "Hi.", message="1")
    once = await said(client, SIM, "Hi.", "What did you find?", message="2")
    assert await said(client, SIM, "Hi.", "What did you find?", message="2") == once
    assert await turns(client) == [3]


async def test_conversations_do_not_share_a_session(client: httpx2.AsyncClient) -> None:
    await said(client, SIM, "Hi.", chat="one")
    await said(client, SIM, "Hi.", chat="another")
    assert await turns(client) == [2, 2]


async def test_what_a_client_asks_for_itself_is_no_turn(client: httpx2.AsyncClient) -> None:
    assert json.loads(await said(client, SIM, TITLE))["title"] == "A new conversation"
    await said(client, SIM, "Hi.")
    assert json.loads(await said(client, SIM, TITLE))["title"] == "Ship in 48 hours?"
    assert await turns(client) == [2]


async def test_what_a_client_says_is_a_task_of_its_own_is_none_of_a_persons(
    client: httpx2.AsyncClient,
) -> None:
    asked = {"model": SIM, "messages": [{"role": "user", "content": "Name this chat."}]}
    headers = {"X-OpenWebUI-Chat-Id": "c", "X-OpenWebUI-Task": "title_generation"}
    answer = (await client.post("/chat/completions", json=asked, headers=headers)).json()
    assert answer["choices"][0]["message"]["content"] == "A new conversation"
    headers["X-OpenWebUI-Task"] = "{{TASK}}"  # an older client leaves its mark in place
    await client.post("/chat/completions", json=asked, headers=headers)
    assert await turns(client) == [2]


async def test_a_person_who_speaks_of_titles_is_heard(client: httpx2.AsyncClient) -> None:
    await said(client, SIM, "Write a title for the report, please.")
    assert await turns(client) == [2]


async def test_a_streamed_answer_says_the_same(client: httpx2.AsyncClient) -> None:
    response = await send(client, SIM, "Hi.", message="1", stream=True)
    *chunks, done = [line.removeprefix("data: ") for line in response.text.splitlines() if line]
    text = "".join(json.loads(chunk)["choices"][0]["delta"].get("content", "") for chunk in chunks)
    assert (done, json.loads(chunks[-1])["choices"][0]["finish_reason"]) == ("[DONE]", "stop")
    assert text == await said(client, SIM, "Hi.", message="1")


@pytest.mark.parametrize(
    ("model", "words", "headers", "status", "told"),
    [
        ("sims/lunch_decision", "Hi.", {"X-Conversation-Id": "c"}, 404, "Did you mean"),
        (SIM, "Hi.", {}, 422, "x-conversation-id"),
        (SIM, "Hi.", {"X-Conversation-Id": "{{CHAT_ID}}"}, 422, "x-conversation-id"),
        (SIM, "/decide z", {"X-Conversation-Id": "c"}, 422, "no option 'z'"),
        (SIM, "/talk nobody hi", {"X-Conversation-Id": "c"}, 422, "turn to somebody"),
        (SIM, "", {"X-Conversation-Id": "c"}, 422, "nothing was said"),
    ],
)
async def test_mistakes_are_told_as_chat_clients_show_them(
    client: httpx2.AsyncClient,
    model: str,
    words: str,
    headers: dict[str, str],
    status: int,
    told: str,
) -> None:
    body = {"model": model, "messages": [{"role": "user", "content": words}]}
    response = await client.post("/chat/completions", json=body, headers=headers)
    assert response.status_code == status and told in response.json()["error"]["message"]
