"""Asking: what is asked, how the answer is read, and what stands in for it live in one class; the prompter carries it out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import ClassVar, Generic, TypeVar

from dramaturg.kernel.errors import LLMError
from dramaturg.turn.contract import Exchange, Role, Source
from dramaturg.turn.ports import OnText, Prompt, Reply, Voice

T = TypeVar("T")


class Unreadable(Exception):
    """An answer that cannot be used. The text names the fault in words a model can act on."""


class Ask(ABC, Generic[T]):
    """One kind of question to a model."""

    name: ClassVar[str]
    role: ClassVar[Role]

    @abstractmethod
    def prompt(self) -> Prompt: ...

    @abstractmethod
    def read(self, text: str) -> T:
        """The answer in `text`. Raises Unreadable, and nothing else."""

    @abstractmethod
    def offline(self) -> T:
        """The answer without a model."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    value: T
    source: Source


class Prompter:
    """Carries asks to a voice for the length of one turn, and notes every exchange."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._exchanges: list[Exchange] = []

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        return tuple(self._exchanges)

    async def ask(self, ask: Ask[T], on_text: OnText | None = None) -> Answer[T]:
        """The model's answer; if unreadable, a second with the fault named; failing that, the ask's own. Never raises."""
        prompt = ask.prompt()
        sources: tuple[Source, Source] = ("model", "retry")
        for source in sources:
            reply = await self._hear(prompt, on_text)
            if reply is None:
                break  # noted already: nobody there, or a failure
            try:
                value = ask.read(reply.text)
            except Unreadable as unreadable:
                fault = str(unreadable)
                self._note(prompt, reply, fault)
                prompt = again(prompt, fault)
            else:
                self._note(prompt, reply)
                return Answer(value, source)
        return Answer(ask.offline(), "offline")

    async def _hear(self, prompt: Prompt, on_text: OnText | None) -> Reply | None:
        failure = None
        try:
            reply = await self._voice.say(prompt, on_text)
        except LLMError as error:
            reply, failure = None, f"{type(error).__name__}: {error}"
        if reply is None:
            self._exchanges.append(Exchange(prompt.ask, prompt.role, digest(prompt), None, failure=failure))
        return reply

    def _note(self, prompt: Prompt, reply: Reply, fault: str | None = None) -> None:
        self._exchanges.append(
            Exchange(
                ask=prompt.ask,
                role=prompt.role,
                prompt_digest=digest(prompt),
                reply=reply.text,
                fault=fault,
                model=reply.model,
                tokens_in=reply.tokens_in,
                tokens_out=reply.tokens_out,
                estimated=reply.estimated,
                cost=reply.cost,
                seconds=reply.seconds,
            )
        )


def again(prompt: Prompt, fault: str) -> Prompt:
    """The same question once more, with what was wrong with the last answer. The system part stays as it was, byte for byte."""
    reminder = f"YOUR LAST ANSWER COULD NOT BE USED: {fault}\nAnswer again, keeping every other instruction."
    return replace(prompt, user=f"{prompt.user}\n\n{reminder}")


def digest(prompt: Prompt) -> str:
    return sha256(f"{prompt.system}\x00{prompt.user}".encode()).hexdigest()[:16]
