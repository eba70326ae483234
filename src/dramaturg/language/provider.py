"""A provider's model as a voice: deadlines, one retry, a circuit breaker, and what it cost.

Importing this module imports the provider's client, which takes a while: wiring does so only when a
model is configured.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import stamina
from genai_prices import calc_price
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import ModelRequestRejectedError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
)
from pydantic_ai.settings import ModelSettings, ThinkingLevel
from pydantic_ai.usage import RequestUsage

from dramaturg.kernel.errors import LLMError, LLMUnavailableError
from dramaturg.kernel.text import storable
from dramaturg.language.breaker import Breaker
from dramaturg.language.failures import PASSING, explain, may_be_the_schema, retry_after
from dramaturg.language.http import BadAnswer, http_client
from dramaturg.language.models import Server, open_model
from dramaturg.language.structured import instructions, means_of, parameters
from dramaturg.turn.contract import BrokenOff, Role
from dramaturg.turn.ports import OnText, Prompt, Reply, StructuredBy

TIMEOUTS: Mapping[Role, float] = {"extract": 30.0, "read": 30.0, "speak": 60.0}
BYTES_PER_CHAR = 256  # a stream may wrap every single character in an event of its own
CHARS_PER_TOKEN = 4
MOST_TOKENS = 10_000_000  # no context is larger
BROKEN_OFF: Mapping[str, BrokenOff] = {"length": "too long", "content_filter": "refused"}

Thinking = Literal["off", "minimal", "low", "medium", "high"]
THINKING: Mapping[Thinking, ThinkingLevel] = {
    "off": False,
    "minimal": "minimal",
    "low": "low",
    "medium": "medium",
    "high": "high",
}

logging.getLogger("stamina").addHandler(
    logging.NullHandler()
)  # a retry is no news for whoever sits at the shell


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a model may take and how much it may say.

    `timeouts` hold for one attempt, from the first byte sent to the last received: no stalled or
    dripping answer outlives them. Before the one retry we wait about `backoff` seconds, or what the
    server asks for, `longest_wait` at most; with `attempts` of 1 there is none.
    """

    timeouts: Mapping[Role, float] = field(default_factory=lambda: TIMEOUTS)
    backoff: float = 0.5
    longest_wait: float = 10.0
    attempts: int = 2
    max_chars: int = 64_000
    thinking: Thinking | None = None
    """How hard a model thinks that can be told; None leaves it as its provider has it."""
    thinking_tokens: int = 4_000
    """How much it may think beside what it answers, where it thinks."""


class ProviderVoice:
    """The model `openai:...`, `anthropic:...`, `google:...`, or `compatible:...` for any server
    that speaks OpenAI's protocol.

    A failure after the first piece was handed to `on_text` is not retried, since a second answer
    would not continue the first: it is raised at once, and the caller has to take back what it
    showed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        patience: Patience | None = None,
        breaker: Breaker | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = model
        self._patience = patience or Patience()
        self._breaker = breaker or Breaker()
        self._clock = clock
        self._http = http_client(base_url, self._patience.max_chars * BYTES_PER_CHAR)
        self._model = open_model(model, Server(base_url, api_key, self._http))
        self._means = means_of(self._model)

    async def close(self) -> None:
        await self._http.aclose()

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        started = self._clock()
        if self._breaker.is_open(started):
            raise LLMUnavailableError(
                f"{self.name} failed {self._breaker.failures} times in a row and is left alone for"
                " a while. Try again later."
            )
        self._breaker = self._breaker.tried(started)
        try:
            answer = await self._ask_patiently(prompt, on_text)
        except LLMError as error:
            passing = isinstance(error, PASSING)
            self._breaker = (
                self._breaker.failed(self._clock()) if passing else self._breaker.succeeded()
            )
            raise
        self._breaker = self._breaker.succeeded()
        return self._reply(prompt, answer, self._clock() - started)

    async def _ask_patiently(self, prompt: Prompt, on_text: OnText | None) -> _Answer:
        patience = self._patience
        attempts = stamina.retry_context(
            on=_pause_before_retry,
            attempts=patience.attempts,
            timeout=None,
            wait_initial=patience.backoff,
            wait_max=patience.longest_wait,
            wait_jitter=patience.backoff,
        )
        try:
            async for attempt in attempts:
                with attempt:
                    return await self._ask(prompt, _Listener(on_text, patience.max_chars))
        except _Failed as failed:
            raise failed.error from None
        raise AssertionError("the last attempt answers or raises")

    async def _ask(self, prompt: Prompt, listener: _Listener) -> _Answer:
        deadline = self._patience.timeouts[prompt.role]
        try:
            async with asyncio.timeout(deadline):
                return await self._answer(prompt, listener)
        except Exception as error:
            if listener.refused:
                raise
            wait = retry_after(error)
            raise _Failed(
                explain(error, self.name),
                may_retry=not listener.pieces,
                wait=None if wait is None else min(wait, self._patience.longest_wait),
            ) from None

    async def _answer(self, prompt: Prompt, listener: _Listener) -> _Answer:
        """By the strictest means of asking for JSON that the model does not refuse."""
        if prompt.schema is None:
            return await self._hear(prompt, "", listener)
        to_try = self._means.to_try(prompt)
        for by in to_try:
            try:
                answer = await self._hear(prompt, by, listener)
            except ModelRequestRejectedError as error:
                if by == to_try[-1] or not may_be_the_schema(error):
                    raise
            else:
                self._means = self._means.taken(prompt, by)
                return answer
        raise AssertionError("the last means answers or raises")

    async def _hear(self, prompt: Prompt, by: StructuredBy, listener: _Listener) -> _Answer:
        messages: list[ModelMessage] = [
            ModelRequest.user_text_prompt(prompt.user, instructions=instructions(prompt, by))
        ]
        settings, asked = self._settings(prompt), parameters(prompt, by)
        if listener.on_text is None:
            response = await model_request(
                self._model, messages, model_settings=settings, model_request_parameters=asked
            )
            listener.hear(
                "".join(part.content for part in response.parts if isinstance(part, TextPart))
            )
        else:
            async with model_request_stream(
                self._model, messages, model_settings=settings, model_request_parameters=asked
            ) as stream:
                async for event in stream:
                    listener.hear(_text(event))
            response = stream.get()
        return _Answer(listener.text, response.usage, _broken_off(response), by)

    def _settings(self, prompt: Prompt) -> ModelSettings:
        room = self._patience.thinking_tokens if self._thinks else 0
        settings = ModelSettings(
            max_tokens=prompt.max_tokens + room,
            timeout=self._patience.timeouts[prompt.role],
            max_retries=0,
            cache={"messages": False},  # the system part stays the same for a session
        )
        if self._patience.thinking is not None:
            settings["thinking"] = THINKING[self._patience.thinking]
        return settings

    @property
    def _thinks(self) -> bool:
        """Whether what it may say has to last for its thoughts too: they are counted with it."""
        if self._patience.thinking is not None:
            return self._patience.thinking != "off"
        profile, always = (
            self._model.profile,
            ("thinking_always_enabled", "thinking_enabled_by_default"),
        )
        return any(profile.get(each, False) for each in always) or (
            self._model.system.startswith("google") and profile.get("supports_thinking", False)
        )

    def _reply(self, prompt: Prompt, answer: _Answer, seconds: float) -> Reply:
        # whether the provider counted at all, and not nonsense
        counts = (answer.usage.input_tokens, answer.usage.output_tokens)
        usage, estimated = (
            answer.usage,
            not (any(counts) and all(0 <= count <= MOST_TOKENS for count in counts)),
        )
        if estimated:
            usage = RequestUsage(
                input_tokens=_tokens(prompt.system + prompt.user),
                output_tokens=_tokens(answer.text),
            )
        return Reply(
            answer.text,
            self.name,
            tokens_in=usage.input_tokens,
            tokens_out=usage.output_tokens,
            tokens_cached=min(max(usage.cache_read_tokens, 0), usage.input_tokens),
            broken_off=answer.broken_off,
            estimated=estimated,
            cost=price(self.name, self._model.base_url, usage),
            seconds=seconds,
            structured_by=answer.structured_by,
        )


def price(model: str, base_url: str | None, usage: RequestUsage) -> float | None:
    """What it cost in dollars, by the bundled price list; None when that does not know the
    model.
    """
    provider, _, name = model.partition(":")
    try:
        if provider == "compatible":
            return float(calc_price(usage, name, provider_api_url=base_url).total_price)
        return float(calc_price(usage, name, provider_id=provider).total_price)
    except (LookupError, ValueError):
        return None


# ── one attempt ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    usage: RequestUsage
    broken_off: BrokenOff
    structured_by: StructuredBy


class _Failed(Exception):
    """An attempt that failed: the error to raise, and whether and after which wait another attempt
    makes sense.
    """

    def __init__(self, error: LLMError, may_retry: bool, wait: float | None) -> None:
        super().__init__(str(error))
        self.error = error
        self.may_retry = may_retry
        self.wait = wait


@dataclass(slots=True)
class _Listener:
    """Gathers the answer, hands on its pieces, and stops listening when it gets too long."""

    on_text: OnText | None
    max_chars: int
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    refused: bool = False

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def hear(self, piece: str) -> None:
        if not piece:
            return
        piece = storable(piece)
        self.length += len(piece)
        if self.length > self.max_chars:
            raise BadAnswer(f"is longer than {self.max_chars} characters")
        self.pieces.append(piece)
        self._hand_on(piece)

    def _hand_on(self, piece: str) -> None:
        if self.on_text is None:
            return
        try:
            self.on_text(piece)
        except Exception:
            self.refused = True  # the listener's own trouble, not the model's
            raise


def _pause_before_retry(error: Exception) -> bool | float:
    if (
        not isinstance(error, _Failed)
        or not error.may_retry
        or not isinstance(error.error, PASSING)
    ):
        return False
    return True if error.wait is None else error.wait


def _text(event: ModelResponseStreamEvent) -> str:
    match event:
        case (
            PartStartEvent(part=TextPart(content=text))
            | PartDeltaEvent(delta=TextPartDelta(content_delta=text))
        ):
            return text
        case _:
            return ""


def _broken_off(response: ModelResponse) -> BrokenOff:
    return BROKEN_OFF.get(response.finish_reason or "stop", "")


def _tokens(text: str) -> int:
    return -(-len(text) // CHARS_PER_TOKEN)
