"""Providers: what stands behind the ports that rooms need, as the settings choose it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import uuid_utils

from dramaturg.app.config.settings import Settings
from dramaturg.care.policy import WITHOUT_COUNTRY
from dramaturg.language.voices import RoleVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Role
from dramaturg.turn.hearing import Ear
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import Embedder, Syntax, Voice

if TYPE_CHECKING:
    from dramaturg.language.provider import ProviderVoice
    from dramaturg.language.readers.local_readers import LocalReaders


class SystemClock:
    def now(self) -> float:
        return time.time()


class Uuid7:
    """Ids that sort by when they were made."""

    def new(self) -> str:
        return str(uuid_utils.uuid7())


@cache
def embedder() -> Embedder:
    from dramaturg.language.embedder import best_embedder  # noqa: PLC0415 - loads a model, only when words are read

    return best_embedder()


@cache
def syntax() -> Syntax:
    from dramaturg.language.syntax import best_syntax  # noqa: PLC0415 - loads a parser, only when words are read

    return best_syntax()


@cache
def readers() -> LocalReaders:
    from dramaturg.language.ear.ear import network  # noqa: PLC0415 - loads a model, only when words are read
    from dramaturg.language.readers.local_readers import LocalReaders  # noqa: PLC0415 - loads numpy and every reader, only when words are read

    return LocalReaders(network(), embedder(), syntax())


@cache
def ear() -> Ear:
    from dramaturg.language.ear.ear import LocalEar, network  # noqa: PLC0415 - loads a model, only when words are read

    return LocalEar(network(), embedder())


LOCAL_MODELS = LocalModels(embedder, syntax, readers, ear, lambda: WITHOUT_COUNTRY)


def voice_of(settings: Settings, seconds: float | None = None) -> Voice:
    """A voice for each role, as the settings choose; the same model twice is opened once.

    `seconds` is how long an answer may take, where that is another time than for a turn.
    """
    roles = settings.model_by_role
    voices = {name: _voice(name, settings, seconds) for name in set(roles.values())}
    if len(voices) == 1:
        return next(iter(voices.values()))
    return RoleVoice({role: voices[name] for role, name in roles.items()})


def _voice(name: str, settings: Settings, seconds: float | None) -> Voice:
    if name == "offline":
        return OfflineVoice()
    timeouts = settings.timeout_by_role
    return model_voice(name, settings, {role: seconds or timeouts[role] for role in timeouts})


def model_voice(
    name: str, settings: Settings, timeouts: Mapping[Role, float], attempts: int = 2
) -> ProviderVoice:
    """A model as a voice. Raises SettingsError."""
    from dramaturg.language.provider import Patience, ProviderVoice  # noqa: PLC0415 - loads the provider's client, only when there is one

    patience = Patience(
        timeouts,
        attempts=attempts,
        thinking=settings.thinking,
        thinking_tokens=settings.thinking_tokens,
    )
    return ProviderVoice(
        name, base_url=settings.base_url, api_key=settings.api_key, patience=patience
    )
