"""The models that are set, each tried with one small question of its role's kind, and the model
servers of this machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from dramaturg.app.config.providers import model_voice
from dramaturg.app.config.settings import Settings
from dramaturg.kernel.errors import LLMError, LLMRefusedError, LLMTimeoutError, SettingsError
from dramaturg.turn.asks import Unreadable
from dramaturg.turn.contract import BrokenOff, Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt, Reply

if TYPE_CHECKING:
    from dramaturg.language.local_servers import LocalServer
    from dramaturg.language.provider import ProviderVoice

LONGEST_SAID = 300
MOST_TOKENS = 300


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Mood(_Form):
    feeling: Literal["glad", "angry", "sad", "neutral"]
    words: str


class Concept(_Form):
    label: str
    quote: str


class Link(_Form):
    source: str
    target: str


class Concepts(_Form):
    concepts: list[Concept]
    links: list[Link]


_AS_JSON = "Answer with one JSON object of the given schema and nothing else."
FORMS: Mapping[Role, type[BaseModel]] = {"read": Mood, "extract": Concepts}
QUESTIONS: Mapping[Role, tuple[str, str]] = {
    "speak": (
        "You play Maya, who runs the test desk of a small software firm. Answer as she would, in"
        " two short sentences, and write nothing but her words.",
        "Hello Maya. How is the morning going?",
    ),
    "read": (
        "You read how people say things: `feeling` is what they feel, `words` are those of theirs"
        f" that show it. {_AS_JSON}",
        "The bus was late again, so I walked. I was furious.",
    ),
    "extract": (
        "You take out of an answer what somebody cares about, as `concepts`, each with a short"
        " `label` and a `quote` of their words, and as `links` which concept leads to which, by"
        f" their labels. {_AS_JSON}",
        "I buy oat milk because it foams well, and good foam makes my morning feel like a treat.",
    ),
}


def question(role: Role) -> Prompt:
    system, user = QUESTIONS[role]
    form = FORMS.get(role)
    return Prompt(
        f"try_{role}",
        role,
        system,
        user,
        form.model_json_schema() if form else None,
        max_tokens=MOST_TOKENS,
    )


BROKEN_OFF: Mapping[BrokenOff, str] = {
    "refused": "it refused to answer.",
    "too long": (
        "it was cut off by its limit. If it thinks, allow more by DRAMATURG_THINKING_TOKENS."
    ),
}


def fault(role: Role, reply: Reply) -> str:
    """What is wrong with an answer, for whoever chose the model."""
    if reply.broken_off:
        return BROKEN_OFF[reply.broken_off]
    if not reply.text.strip():
        return "it was empty."
    if role not in FORMS:
        return ""
    try:
        FORMS[role].model_validate(object_in(reply.text))
    except Unreadable:
        return "it is no JSON object."
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return f"it is not of the form: {'.'.join(map(str, first['loc']))}: {first['msg'].lower()}."
    return ""


# ── what came of it ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one question. `why` is what went wrong and what to do; without it, the model
    does what its role needs. `pieces` is in how many parts a line came, `first` after how many
    seconds the first of them.
    """

    role: Role
    model: str
    why: str = ""
    said: str = ""
    pieces: int = 0
    first: float | None = None
    reply: Reply | None = None

    @property
    def streamed(self) -> bool:
        return self.pieces > 1

    @property
    def tokens_per_second(self) -> float | None:
        """Over the whole answer, thoughts and the wait for the first word included."""
        if self.reply is None or not self.reply.seconds:
            return None
        return self.reply.tokens_out / self.reply.seconds

    def as_json(self) -> dict[str, Any]:
        told = {
            "role": self.role,
            "model": self.model,
            "works": not self.why,
            "why": self.why,
            "said": self.said,
        }
        reply = self.reply
        if reply is None:
            return told
        speed = self.tokens_per_second
        return {
            **told,
            "seconds_to_first_word": _rounded(self.first),
            "seconds": _rounded(reply.seconds),
            "tokens_per_second": _rounded(speed),
            "streamed": self.streamed if self.role == "speak" else None,
            "structured_by": reply.structured_by or None,
            "tokens_in": reply.tokens_in,
            "tokens_out": reply.tokens_out,
            "tokens_cached": reply.tokens_cached,
            "tokens_estimated": reply.estimated,
            "cost": reply.cost,
        }


@dataclass(frozen=True, slots=True)
class ModelsTried:
    """What is set by role, what came of asking, and the model servers of this machine."""

    roles: Mapping[Role, str]
    trials: tuple[Trial, ...]
    local: tuple[LocalServer, ...]

    @property
    def works(self) -> bool:
        return not any(trial.why for trial in self.trials)

    def as_json(self) -> dict[str, Any]:
        return {
            "works": self.works,
            "roles": dict(self.roles),
            "trials": [trial.as_json() for trial in self.trials],
            "local": [
                {
                    "name": server.name,
                    "base_url": server.base_url,
                    "models": list(server.models),
                    "set": dict(server.variables),
                }
                for server in self.local
            ],
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


# ── trying ────────────────────────────────────────────────────────────────────────────────────────


async def try_models(
    settings: Settings | None = None,
    told: Callable[[Trial], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> ModelsTried:
    """Ask each role's model one question, one after the other, once, for no longer than the role's
    time-out; `told` hears of each as it is done.
    """
    settings = settings or Settings()
    own, local = await _local_servers(settings)
    trials: list[Trial] = []
    async with AsyncExitStack() as at_the_end:
        voices: dict[str, ProviderVoice] = {}
        for role, model in settings.model_by_role.items():
            if model == "offline":
                continue
            try:
                if model not in voices:
                    timeouts = settings.timeout_by_role
                    voices[model] = model_voice(model, settings, timeouts, attempts=1)
                    at_the_end.push_async_callback(voices[model].close)
                trial = await _try(role, voices[model], clock)
            except LLMError as error:
                trial = Trial(
                    role, model, why=f"{error}{_remedy(error, role, model, settings, own)}"
                )
            except SettingsError as error:
                trial = Trial(role, model, why=str(error))
            trials.append(trial)
            if told is not None:
                told(trials[-1])
    return ModelsTried(settings.model_by_role, tuple(trials), local)


async def _local_servers(settings: Settings) -> tuple[LocalServer | None, tuple[LocalServer, ...]]:
    """The one that is set, if it is on this machine and answers; and all that are here. Nobody
    looks when the settings forbid every model.
    """
    from dramaturg.language.http import is_loopback  # noqa: PLC0415 - loads the client of the web, only to look around
    from dramaturg.language.local_servers import find_servers  # noqa: PLC0415 - the same

    if os.environ.get("DRAMATURG_MODELS") == "off":
        return None, ()
    addresses = [each.strip() for each in settings.local_servers.split(",") if each.strip()]
    around = await find_servers(addresses)
    if settings.base_url is None or not is_loopback(settings.base_url):
        return None, around
    found = await find_servers([settings.base_url], settings.api_key)
    own = found[0] if found else None
    return own, (*found, *(each for each in around if own is None or each.base_url != own.base_url))


async def _try(role: Role, voice: ProviderVoice, clock: Callable[[], float]) -> Trial:
    began = clock()
    came: list[float] = []
    reply = await voice.say(
        question(role), (lambda _: came.append(clock() - began)) if role == "speak" else None
    )
    assert reply is not None  # nobody but OfflineVoice is silent
    trial = Trial(
        role,
        voice.name,
        said=_shown(reply.text),
        pieces=len(came),
        first=came[0] if came else None,
        reply=reply,
    )
    wrong = fault(role, reply)
    return (
        replace(trial, why=f"{voice.name} answered, but {wrong} {_another(role)}")
        if wrong
        else trial
    )


def _another(role: Role) -> str:
    return (
        f"Try again; if it stays so, choose another model by DRAMATURG_MODEL_{role.upper()}, or"
        " `offline` for this role."
    )


def _remedy(
    error: LLMError, role: Role, model: str, settings: Settings, own: LocalServer | None
) -> str:
    """More of what to do: the setting that allows more time; and of a server on this machine, its
    right address, and the names that it has.
    """
    if isinstance(error, LLMTimeoutError):
        return f" Its time is DRAMATURG_TIMEOUT_{role.upper()}, in seconds."
    if not isinstance(error, LLMRefusedError) or own is None:
        return ""
    if own.base_url != (settings.base_url or "").rstrip("/"):
        return f" Set DRAMATURG_BASE_URL={own.base_url}."
    if own.models and model.partition(":")[2] not in own.models:
        return f" Its server has: {', '.join(own.models)}."
    return ""


def _shown(text: str) -> str:
    """On one line, as far as there is room."""
    line = " ".join(text.split())
    printable = "".join(letter for letter in line if letter.isprintable())
    return printable if len(printable) <= LONGEST_SAID else f"{printable[:LONGEST_SAID]}…"
