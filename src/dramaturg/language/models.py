"""Which model: from a name such as `openai:gpt-5-mini` to a client that can be forbidden."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx2
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from dramaturg.kernel.errors import SettingsError, did_you_mean
from dramaturg.language.http import is_loopback

SWITCH = "DRAMATURG_MODELS"
PERMISSIONS = ("on", "loopback", "off")


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
        remedy = f"Put its key into {key_variables(name)}."
        raise SettingsError(
            f"{name!r} cannot be used: {error.message if has_key(name, server) else remedy}"
        ) from None
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
KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GOOGLE_API_KEY"}
OUR_KEY = "DRAMATURG_API_KEY"
"""Wins over the provider's own."""


def key_variables(name: str) -> str:
    """Where the key of a model can come from: `"OPENAI_API_KEY or DRAMATURG_API_KEY"`."""
    own = KEYS.get(name.partition(":")[0])
    return f"{own} or {OUR_KEY}" if own else OUR_KEY


def has_key(name: str, server: Server) -> bool:
    return bool(server.api_key or os.environ.get(KEYS.get(name.partition(":")[0], OUR_KEY)))


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
