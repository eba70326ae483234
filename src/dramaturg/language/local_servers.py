"""Model servers on this machine: a short look at where they usually are, and what they serve."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit, urlunsplit

import httpx2
from pydantic import BaseModel, ValidationError

from dramaturg.kernel.errors import SettingsError
from dramaturg.language.http import BadAnswer, http_client, is_loopback

OWNERS = {
    "library": "Ollama",
    "organization_owner": "LM Studio",
    "llamacpp": "llama.cpp",
    "vllm": "vLLM",
}
"""Whose server it is, by whom it says its models belong to."""
SECONDS = 1.5  # a server on this machine that takes longer is busy with something else
MOST_BYTES = 2_000_000
LONGEST_NAME = 200

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class LocalServer:
    """One that serves models, and those that can talk."""

    name: str
    base_url: str
    models: tuple[str, ...]

    @property
    def variables(self) -> Mapping[str, str]:
        """What to set for its first model to be used."""
        if not self.models:
            return {}
        return {
            "DRAMATURG_MODEL": f"compatible:{self.models[0]}",
            "DRAMATURG_BASE_URL": self.base_url,
        }


async def find_servers(
    addresses: Sequence[str], key: str | None = None, seconds: float = SECONDS
) -> tuple[LocalServer, ...]:
    """Those that answer as model servers do; others are no fault. Each is shown the `key`. Raises
    SettingsError for an address that is not on this machine.
    """
    for address in addresses:
        if not is_loopback(address):
            raise SettingsError(
                f"{address} is not on this machine. Model servers are looked for on 127.0.0.1 only:"
                " write an address such as http://127.0.0.1:11434."
            )
    found = await asyncio.gather(*(_look(address, key, seconds) for address in addresses))
    by_address = {server.base_url: server for server in found if server is not None}
    return tuple(by_address.values())


# ── one server ────────────────────────────────────────────────────────────────────────────────────


class _Model(BaseModel):
    id: str
    owned_by: str | None = None


class _Models(BaseModel):
    """`/v1/models`, as OpenAI has it."""

    data: list[_Model] | None


class _Details(BaseModel):
    families: list[str] | None = None


class _Tag(BaseModel):
    name: str
    details: _Details = _Details()
    capabilities: list[str] | None = None
    remote_host: str | None = None

    @property
    def talks_here(self) -> bool:
        """Neither made for vectors alone nor passed on to somebody else's machine."""
        can = self.capabilities is None or "completion" in self.capabilities
        families = self.details.families or []
        return can and not self.remote_host and not any("bert" in each for each in families)


class _Tags(BaseModel):
    """`/api/tags`, where Ollama tells more of what it has."""

    models: list[_Tag]


async def _look(address: str, key: str | None, seconds: float) -> LocalServer | None:
    parts = urlsplit(address)
    path = parts.path.rstrip("/")
    at = urlunsplit((parts.scheme, parts.netloc, path.removesuffix("/v1"), "", ""))
    base_url = address.rstrip("/") if path.endswith("/v1") else f"{at}/v1"
    async with http_client(base_url, MOST_BYTES) as http:
        if key:
            http.headers["Authorization"] = f"Bearer {key}"
        models, tags = await asyncio.gather(
            _get(http, f"{base_url}/models", _Models, seconds),
            _get(http, f"{at}/api/tags", _Tags, seconds),
        )
    if models is None:
        return None
    owners = [OWNERS[each.owned_by] for each in models.data or () if each.owned_by in OWNERS]
    silent = {tag.name for tag in tags.models if not tag.talks_here} if tags else set()
    names = [each.id for each in models.data or () if each.id not in silent]
    name = owners[0] if owners else "Ollama" if tags else "A model server"
    return LocalServer(name, base_url, tuple(_shown(each) for each in names if _may_talk(each)))


async def _get(http: httpx2.AsyncClient, url: str, form: type[M], seconds: float) -> M | None:
    """What is there; None for whatever else is, or nothing."""
    try:
        async with asyncio.timeout(seconds):
            answer = await http.get(url)
            return form.model_validate_json(answer.content) if answer.is_success else None
    except (httpx2.HTTPError, httpx2.InvalidURL, BadAnswer, TimeoutError, ValidationError):
        return None


def _may_talk(name: str) -> bool:
    """Not by its name a model for vectors, or one that is served from elsewhere."""
    return "embed" not in name.lower() and not name.endswith(("-cloud", ":cloud"))


def _shown(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME]
