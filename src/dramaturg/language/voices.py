"""Voices that need no provider: nobody, a script, a tape, and one voice per role."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dramaturg.kernel.errors import (
    BadInput,
    LLMError,
    LLMRateLimitError,
    LLMRefusedError,
    LLMTimeoutError,
    LLMUnavailableError,
    SettingsError,
    TapeMismatch,
)
from dramaturg.turn.asks import digest
from dramaturg.turn.contract import Exchange, Role
from dramaturg.turn.ports import OnText, Prompt, Reply, Voice

Line = str | Exception | None
Script = Iterable[Line] | Callable[[Prompt], Line]

FAILURES: Mapping[str, type[LLMError]] = {
    kind.__name__: kind
    for kind in (LLMError, LLMTimeoutError, LLMRateLimitError, LLMUnavailableError, LLMRefusedError)
}


class ScriptVoice:
    """Says what it was given, line by line or by a function of the prompt; an exception is raised,
    None is silence.
    """

    name = "script"

    def __init__(self, script: Script) -> None:
        self._next = script if callable(script) else _one_by_one(script)
        self.heard: list[Prompt] = []

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        self.heard.append(prompt)
        line = self._next(prompt)
        if isinstance(line, Exception):
            raise line
        return None if line is None else _spoken(Reply(line, self.name), on_text)


class TapeVoice:
    """Plays back the exchanges of one recorded turn, failures included, and refuses any other
    question.
    """

    name = "tape"

    def __init__(self, exchanges: Iterable[Exchange], turn: int) -> None:
        self._exchanges = iter(tuple(exchanges))
        self._turn = turn

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        exchange = self._recorded(prompt)
        if exchange.partial and on_text is not None:
            on_text(exchange.partial)
        if exchange.failure is not None:
            raise self._failure(exchange)
        if exchange.reply is None:
            return None
        reply = Reply(
            exchange.reply,
            exchange.model,
            tokens_in=exchange.tokens_in,
            tokens_out=exchange.tokens_out,
            estimated=exchange.estimated,
            cost=exchange.cost,
            seconds=exchange.seconds,
            tokens_cached=exchange.tokens_cached,
            broken_off=exchange.broken_off,
        )
        return _spoken(reply, on_text)

    def _recorded(self, prompt: Prompt) -> Exchange:
        exchange = next(self._exchanges, None)
        if exchange is None:
            raise self._mismatch(prompt.ask, "asks a model, but the record holds no further answer")
        if exchange.ask != prompt.ask:
            raise self._mismatch(
                prompt.ask, f"asks a model, but the record goes on with {exchange.ask!r}"
            )
        if exchange.prompt_digest != digest(prompt):
            raise self._mismatch(prompt.ask, "asks with another prompt than was recorded")
        return exchange

    def _failure(self, exchange: Exchange) -> Exception:
        kind, _, text = (exchange.failure or "").partition(": ")
        if kind not in FAILURES:
            return self._mismatch(
                exchange.ask, f"failed then in a way this code does not know: {kind!r}"
            )
        return FAILURES[kind](text)

    def _mismatch(self, ask: str, what: str) -> TapeMismatch:
        return TapeMismatch(
            f"Turn {self._turn}: ask {ask!r} {what}. Replay with the code and content the turn was"
            " played with."
        )


class RoleVoice:
    """A voice for each role."""

    def __init__(self, voices: Mapping[Role, Voice]) -> None:
        self._voices = dict(voices)

    @property
    def name(self) -> str:
        names = {voice.name for voice in self._voices.values()}
        if len(names) == 1:
            return names.pop()
        return ", ".join(f"{role}={voice.name}" for role, voice in sorted(self._voices.items()))

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        voice = self._voices.get(prompt.role)
        if voice is None:
            raise SettingsError(
                f"No voice for role {prompt.role!r}. Name a model for it, or `offline`."
            )
        return await voice.say(prompt, on_text)


def _one_by_one(lines: Iterable[Line]) -> Callable[[Prompt], Line]:
    rest = iter(lines)

    def following(prompt: Prompt) -> Line:
        for line in rest:
            return line
        raise BadInput(
            f"The script has no more lines, and ask {prompt.ask!r} ({prompt.role}) wants one. Give"
            " the script another line."
        )

    return following


def _spoken(reply: Reply, on_text: OnText | None) -> Reply:
    if on_text is not None and reply.text:
        on_text(reply.text)
    return reply
