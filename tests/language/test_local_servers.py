"""Model servers on this machine are found by what they answer, and what is none is no fault."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from tests.support.model_servers import model_server

from dramaturg.kernel.errors import SettingsError
from dramaturg.language.local_servers import LocalServer, find_servers

TAGS = {
    "models": [
        {"name": "llama3.2:3b", "details": {"families": ["llama"]}},
        {"name": "all-minilm:l6", "details": {"families": ["bert"]}},
        {"name": "scorer:1b", "details": {}, "capabilities": ["embedding"]},
        {"name": "big:70b", "details": {}, "remote_host": "https://ollama.com"},
    ]
}
NAMES = [str(tag["name"]) for tag in TAGS["models"]]


async def found(*addresses: str, **given: Any) -> tuple[LocalServer, ...]:
    return await find_servers(addresses, **given)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("library", "Ollama"),
        ("organization_owner", "LM Studio"),
        ("llamacpp", "llama.cpp"),
        (None, "A model server"),
    ],
)
async def test_a_server_is_called_by_what_it_says_of_its_models(
    owner: str | None, name: str
) -> None:
    with model_server(("qwen3", "phi"), owner=owner) as server:
        (one,) = await found(server.base_url)
    assert (one.name, one.base_url, one.models) == (name, server.base_url, ("qwen3", "phi"))
    assert one.variables == {
        "DRAMATURG_MODEL": "compatible:qwen3",
        "DRAMATURG_BASE_URL": server.base_url,
    }


async def test_the_way_to_its_protocol_is_found_from_its_bare_address() -> None:
    with model_server() as server:
        (one,) = await found(server.base_url.removesuffix("/v1"))
    assert one.base_url == server.base_url


async def test_only_models_that_talk_and_stay_on_this_machine_are_offered() -> None:
    names = [*NAMES, "text-embedding-nomic-embed-text-v1.5", "gpt-oss:120b-cloud"]
    with model_server(names, pages={"/api/tags": TAGS}) as server:
        (ollama,) = await found(server.base_url)
    assert ollama.models == ("llama3.2:3b",)
    assert ollama.variables["DRAMATURG_MODEL"] == "compatible:llama3.2:3b"


async def test_a_server_without_a_model_has_nothing_to_set() -> None:
    pages = {"/v1/models": {"object": "list", "data": None}, "/api/tags": {"models": []}}
    with model_server(pages=pages) as server:
        (ollama,) = await found(server.base_url)
    assert (ollama.name, ollama.models, ollama.variables) == ("Ollama", (), {})


@pytest.mark.parametrize(
    "page",
    [
        b"<html>welcome</html>",
        {"version": 3},
        {"data": [{"name": "no id"}]},
        b"\xff",
        [1],
        b"x" * 3_000_000,
    ],
    ids=["page", "other-json", "other-list", "bytes", "list", "flood"],
)
async def test_a_server_that_serves_no_models_is_passed_over(page: Any) -> None:
    with model_server(pages={"/v1/models": page}) as other, model_server() as server:
        assert [each.base_url for each in await found(other.base_url, server.base_url)] == [
            server.base_url
        ]


async def test_nobody_there_is_no_fault() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    assert await found(address) == ()


async def test_a_server_that_says_nothing_is_left_soon() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert await found(address, seconds=0.1) == ()


async def test_the_key_is_shown_and_names_are_told_as_they_can_be_printed() -> None:
    with model_server(("\x1b[31mred", "a" * 500)) as server:
        (one,) = await found(server.base_url, key="sk-1")
    assert set(server.keys) == {"Bearer sk-1"}
    assert one.models == ("[31mred", "a" * 200)


async def test_nothing_outside_this_machine_is_looked_at() -> None:
    with pytest.raises(SettingsError, match="not on this machine"):
        await found("http://192.168.0.7:11434")
