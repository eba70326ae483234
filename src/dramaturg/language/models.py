"""Which model: from a name such as `openai:gpt-5-mini` to a client that can be forbidden, and not
led astray or flooded.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from ipaddress import ip_address
from ssl import SSLContext
from urllib.parse import urlsplit

import httpx2
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from dramaturg.kernel.errors import SettingsError, did_you_mean

SWITCH = "DRAMATURG_MODELS"
PERMISSIONS = ("on", "loopback", "off")


class BadAnswer(Exception):
    """An answer we will not take. The text says why, and holds nothing of the answer."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where a model is: at its provider's unless `base_url` says otherwise, with the key from the
    environment unless given.
    """

    base_url: str | None
    api_key: str | None
    http: httpx2.AsyncClient


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


def open_model(name: str, server: Server) -> Model:
    """The model `provider:name`. Raises SettingsError when it is unknown, lacks a key or an extra,
    or may not be called.
    """
    _permit(name, server.base_url)
    provider, _, model = name.partition(":")
    if provider not in PROVIDERS or not model:
        raise SettingsError(
            f"{name!r} is not a model. Write provider:model. {did_you_mean(provider, PROVIDERS)}"
        )
    try:
        opened = PROVIDERS[provider](model, server)
    except ImportError:
        raise SettingsError(
            f"{name!r} needs its provider's client. Install it: pip install"
            f" 'dramaturg[{provider}]'."
        ) from None
    except UserError as error:
        raise SettingsError(f"{name!r} cannot be used: {error.message}") from None
    _permit(name, opened.base_url)
    return opened


def _openai(model: str, server: Server) -> Model:
    provider = OpenAIProvider(
        base_url=server.base_url, api_key=server.api_key, http_client=server.http
    )
    return OpenAIChatModel(model, provider=provider)


def _compatible(model: str, server: Server) -> Model:
    if server.base_url is None:
        raise SettingsError(
            f"'compatible:{model}' needs the address of its server. Set its base_url, such as"
            " http://127.0.0.1:8080/v1."
        )
    key = server.api_key or "none"  # the client insists on one; local servers do not look
    provider = OpenAICompatibleProvider(
        "compatible", base_url=server.base_url, api_key=key, http_client=server.http
    )
    # `max_tokens` is the older name of the limit, and the one every compatible server knows
    return OpenAIChatModel(
        model,
        provider=provider,
        profile=OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False),
    )


def _anthropic(model: str, server: Server) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415 - an extra
    from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415 - an extra

    return AnthropicModel(
        model,
        provider=AnthropicProvider(
            base_url=server.base_url, api_key=server.api_key, http_client=server.http
        ),
    )


def _google(model: str, server: Server) -> Model:
    from pydantic_ai.models.google import GoogleModel  # noqa: PLC0415 - an extra
    from pydantic_ai.providers.google import GoogleProvider  # noqa: PLC0415 - an extra

    return GoogleModel(
        model,
        provider=GoogleProvider(
            base_url=server.base_url, api_key=server.api_key, http_client=server.http
        ),
    )


PROVIDERS: Mapping[str, Callable[[str, Server], Model]] = {
    "openai": _openai,
    "anthropic": _anthropic,
    "google": _google,
    "compatible": _compatible,
}


# ── permission ────────────────────────────────────────────────────────────────────────────────────


def _permit(name: str, base_url: str | None) -> None:
    """Raise SettingsError when the switch forbids calling a model there; no address yet counts as
    loopback.
    """
    allowed = os.environ.get(SWITCH, "on")
    if allowed not in PERMISSIONS:
        raise SettingsError(
            f"{SWITCH}={allowed!r} is not one of {', '.join(PERMISSIONS)}."
            f" {did_you_mean(allowed, PERMISSIONS)}"
        )
    if allowed == "off":
        raise SettingsError(
            f"{name!r} may not be called: {SWITCH}=off forbids every model. Set it to `on`, or use"
            " `offline`."
        )
    if allowed == "loopback" and base_url is not None and not is_loopback(base_url):
        raise SettingsError(
            f"{name!r} at {urlsplit(base_url).hostname} may not be called: {SWITCH}=loopback allows"
            " only models on this machine. Set it to `on`, give a loopback base_url, or use"
            " `offline`."
        )


def is_loopback(url: str) -> bool:
    """Whether the address is on this very machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# ── the way there ─────────────────────────────────────────────────────────────────────────────────


def http_client(base_url: str | None, max_bytes: int) -> httpx2.AsyncClient:
    """Follows no redirect (what was said goes where it was meant to go), takes no more than
    `max_bytes`, unpacks nothing.

    A server on this machine is never reached through a proxy.
    """
    far = base_url is None or not is_loopback(base_url)
    return httpx2.AsyncClient(
        headers={"Accept-Encoding": "identity"},
        verify=_certificates(far),
        timeout=None,  # whoever asks sets the deadline for the whole answer
        follow_redirects=False,
        trust_env=far,
        event_hooks={"response": [partial(_guard, max_bytes=max_bytes)]},
    )


@cache
def _certificates(trust_env: bool) -> SSLContext:
    """Whose word is taken for who a server is. Read once, for that takes longer than opening a
    hundred clients.
    """
    return httpx2.create_ssl_context(trust_env=trust_env)


async def _guard(response: httpx2.Response, max_bytes: int) -> None:
    if response.is_redirect:
        raise BadAnswer(
            "points elsewhere, where we do not follow: set base_url to where the model really is"
        )
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise BadAnswer("is compressed, which was not asked for")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Capped(response.stream, max_bytes)


class _Capped(httpx2.AsyncByteStream):
    """A body that breaks off with BadAnswer once it is too large."""

    def __init__(self, body: httpx2.AsyncByteStream, max_bytes: int) -> None:
        self._body = body
        self._left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._body:
            self._left -= len(part)
            if self._left < 0:
                raise BadAnswer("is far too large")
            yield part

    async def aclose(self) -> None:
        await self._body.aclose()
