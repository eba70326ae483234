"""Asking: what is asked, how the answer is read, and what stands in for it live in one class; the
prompter carries it out.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, ClassVar, Generic, Protocol, TypeVar, runtime_checkable

from dramaturg.kernel.errors import LLMError
from dramaturg.languages.detect import ENGLISH, surely
from dramaturg.languages.names import name_of
from dramaturg.turn.contract import Exchange, Role, Source
from dramaturg.turn.ports import OnText, Prompt, Reply, Voice

T = TypeVar("T")

SAY_IT_IN = (
    "LANGUAGE: the conversation is held in {language}. What is said aloud you say in {language}, as"
    " people speak it, whatever language these instructions and your material are in; keep names,"
    " and write figures in digits. Everything that is not said aloud stays as asked."
)
READ_IT_IN = (
    "LANGUAGE: the conversation is held in {language}. Copy quotes as they stand; names, labels and"
    " titles that you give are in {language}; keys, kinds and types stay as asked."
)
LONGEST_TOLD_BY = 400  # characters by which a language is told while a line comes
LONGEST_SHOWN = 2_000  # characters of an answer that is shown to whoever gave it


class Unreadable(Exception):
    """An answer that cannot be used. The text names the fault in words a model can act on."""


class Improvable(Unreadable):
    """An answer that could be better in style: one more is asked for; if that is no better, the
    `value` of the later is used.
    """

    def __init__(self, fault: str, value: Any) -> None:
        super().__init__(fault)
        self.value = value


Listener = Callable[[str], None]


class Gate(Protocol):
    """Lets an answer through to a listener piece by piece, as far as it has been checked. `aloud`
    is what went through.
    """

    aloud: str

    def __call__(self, piece: str) -> None: ...


@runtime_checkable
class SpokenAnswer(Protocol):
    """An answer that is said to somebody."""

    @property
    def line(self) -> str: ...


class OfflineVoice:
    """Nobody: every ask answers itself."""

    name = "offline"

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        return None


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

    def gate(self, listener: Listener, aloud: str = "") -> Gate | None:
        """How the answer may be listened to while it comes; None when it can only be checked as a
        whole. `aloud` was heard already, and is not said again.
        """
        return None

    def rest(self, aloud: str) -> T:
        """The answer when its rest cannot be used, but this much was heard already: what was heard,
        with authored words after it where it would be left hanging. For asks with a gate.
        """
        return self.offline()


@dataclass(frozen=True, slots=True)
class AskAnswer(Generic[T]):
    value: T
    source: Source


class Prompter:
    """Carries asks to a voice for the length of one turn, and notes every exchange. `language` is
    the one that is spoken in it: whoever is asked is told, and a line in another is no answer.
    """

    def __init__(
        self, voice: Voice, listener: Listener | None = None, language: str = ENGLISH
    ) -> None:
        self._voice = voice
        self.listener = listener
        self.language = language
        self._exchanges: list[Exchange] = []

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        return tuple(self._exchanges)

    async def ask(self, ask: Ask[T], within: float | None = None) -> AskAnswer[T]:
        """The model's answer; if unreadable or improvable, a second with the fault named; failing
        that, the improvable one, or the ask's own. Never raises. With `within` it asks once, and
        waits no longer than so many seconds.

        Where somebody listens, what they have heard stands: the second answer goes on from there.
        """
        first = prompt = in_language(ask.prompt(), self.language)
        aloud = ""
        passable: AskAnswer[T] | None = None
        sources: tuple[Source, Source] = ("model", "retry")
        for source in sources:
            gate = self._gate(ask, aloud)
            reply = await self._hear(prompt, gate, within)
            aloud = gate.aloud if gate is not None else ""
            if reply is None:
                break  # nobody there, a failure, or no time: no use in asking again here
            fault = None
            try:
                must_be_whole(reply, prompt)
                value = ask.read(following(prompt.after, reply.text))
                must_be_in(self.language, value)
            except Improvable as improvable:
                fault = str(improvable)
                passable = AskAnswer(improvable.value, source)
            except Unreadable as unreadable:
                fault = str(unreadable)
            self._note(prompt, reply, gate, fault)
            if fault is None:
                return AskAnswer(value, source)
            if within is not None or (passable is not None and aloud):
                break
            prompt = going_on(first, fault, aloud) if aloud else again(prompt, fault, reply.text)
        if passable is not None:
            return passable
        return AskAnswer(ask.rest(aloud), source) if aloud else AskAnswer(ask.offline(), "offline")

    def _gate(self, ask: Ask[T], aloud: str) -> Gate | None:
        gate = ask.gate(self.listener, aloud) if self.listener else None
        return LanguageGate(gate, self.language) if gate is not None else None

    async def _hear(self, prompt: Prompt, gate: Gate | None, within: float | None) -> Reply | None:
        pieces: list[str] = []

        def listen(piece: str) -> None:
            pieces.append(piece)
            if gate is not None:
                gate(piece)

        failure = None
        try:
            async with asyncio.timeout(within):
                reply = await self._voice.say(prompt, listen if gate is not None else None)
        except TimeoutError:
            reply, failure = None, f"LLMError: no answer within {within} seconds"
        except LLMError as error:
            reply, failure = None, f"{type(error).__name__}: {error}"
        if reply is None:
            silence = Exchange(prompt.ask, prompt.role, digest(prompt), None, failure=failure)
            self._exchanges.append(
                replace(silence, streamed=gate is not None, partial="".join(pieces))
            )
        return reply

    def _note(
        self, prompt: Prompt, reply: Reply, gate: Gate | None, fault: str | None = None
    ) -> None:
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
                streamed=gate is not None,
                tokens_cached=reply.tokens_cached,
                broken_off=reply.broken_off,
            )
        )


def must_be_whole(reply: Reply, prompt: Prompt) -> None:
    """Raises Unreadable where what came is no answer, whatever was asked."""
    if reply.broken_off == "refused":
        raise Unreadable("you refused to answer. Answer what is asked above, and nothing else.")
    if reply.broken_off == "too long":
        raise Unreadable(
            f"it was cut off: it may have {prompt.max_tokens} tokens. Answer in fewer words."
        )
    if not reply.text.strip():
        raise Unreadable("it was empty.")


def must_be_in(language: str, value: Any) -> None:
    """Raises Unreadable for a line that is beyond doubt in another language."""
    if isinstance(value, SpokenAnswer) and surely(value.line) not in ("", language):
        raise Unreadable(f"it was in another language: say your line in {name_of(language)}.")


class LanguageGate:
    """Shuts another gate as soon as what comes is beyond doubt in another language."""

    def __init__(self, inner: Gate, language: str) -> None:
        self._inner, self._language = inner, language
        self._text, self._open = "", True

    @property
    def aloud(self) -> str:
        return self._inner.aloud

    @aloud.setter
    def aloud(self, heard: str) -> None:
        self._inner.aloud = heard

    def __call__(self, piece: str) -> None:
        if len(self._text) < LONGEST_TOLD_BY:
            self._text += piece
            self._open = surely(self._text) in ("", self._language)
        if self._open:
            self._inner(piece)


def in_language(prompt: Prompt, language: str) -> Prompt:
    """The question with what holds where people talk in another language than English."""
    if language == ENGLISH or (prompt.role == "speak" and prompt.schema is not None):
        return prompt
    told = (SAY_IT_IN if prompt.role == "speak" else READ_IT_IN).format(language=name_of(language))
    return replace(prompt, user=f"{prompt.user}\n\n{told}")


def again(prompt: Prompt, fault: str, answer: str = "") -> Prompt:
    """The same question once more, with the last answer and what was wrong with it. The system part
    stays as it was, byte for byte.
    """
    is_told = answer.strip() and answer not in fault
    told = f"\nIT WAS: {answer[:LONGEST_SHOWN]}" if is_told else ""
    reminder = (
        f"YOUR LAST ANSWER COULD NOT BE USED: {fault}{told}\nAnswer again, keeping every other"
        " instruction."
    )
    return replace(prompt, user=f"{prompt.user}\n\n{reminder}")


def going_on(prompt: Prompt, fault: str, aloud: str) -> Prompt:
    """The same question once more, after some of the last answer was heard."""
    reminder = (
        f"YOUR LAST ANSWER COULD NOT BE USED TO ITS END: {fault}\nTHIS MUCH WAS HEARD: {aloud}\nGo"
        " on from there: begin with the words that come next, and keep every other instruction."
    )
    return replace(prompt, user=f"{prompt.user}\n\n{reminder}", after=aloud)


def following(aloud: str, text: str) -> str:
    """An answer with what was heard before it. One that begins once more from the beginning has it
    already.

    >>> following("Sit down.", "It is late.")
    'Sit down. It is late.'
    >>> following("Sit down.", "Sit down. It is late.")
    'Sit down. It is late.'
    """
    said = text.lstrip()
    if not aloud or said.startswith(aloud):
        return said if aloud else text
    return aloud if aloud.startswith(said) else f"{aloud} {said}"


def digest(prompt: Prompt) -> str:
    """A short fingerprint of a prompt: the same words have the same."""
    return sha256(f"{prompt.system}\x00{prompt.user}".encode()).hexdigest()[:16]
