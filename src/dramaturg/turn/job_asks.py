"""Asking inside a job: every call to a model is a step of its own, so that none is paid
for twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Generic, TypeVar

from dramaturg.turn.asks import Ask, Unreadable, again, must_be_whole
from dramaturg.turn.jobs import Work
from dramaturg.turn.ports import Prompt, Reply, Voice

T = TypeVar("T")

# calls to a model at the same time: a server at home answers one after the other, and each has to
# wait
AT_ONCE = 4
TRIES = 3  # the first, and two more with what was wrong (seed 001, §5)


@dataclass(frozen=True, slots=True)
class JobAnswer(Generic[T]):
    """How an ask went. `value` is None when no answer could be used, or nobody was there
    to answer.
    """

    value: T | None = None
    replies: tuple[Reply, ...] = ()
    fault: str = ""

    @property
    def last(self) -> str:
        """What came last, word for word."""
        return self.replies[-1].text if self.replies else ""


async def ask_in_steps(
    work: Work, voice: Voice, asks: Mapping[str, Ask[T]]
) -> dict[str, JobAnswer[T]]:
    """Ask all of them side by side; those whose answers cannot be used once more, with what was
    wrong, then once more.

    Raises LLMError when the model fails; then the job can be resumed, and asks only what was not
    answered.
    """
    went: dict[str, JobAnswer[T]] = {name: JobAnswer() for name in asks}
    prompts = {name: ask.prompt() for name, ask in asks.items()}
    free = asyncio.Semaphore(AT_ONCE)
    for number in range(1, TRIES + 1):
        todo = [
            (name if number == 1 else f"{name}, try {number}", _call(voice, prompt, free))
            for name, prompt in prompts.items()
        ]
        replies = await work.side_by_side(todo)
        for name, reply in zip(tuple(prompts), replies, strict=True):
            went[name] = _heard(asks[name], went[name], reply)
            if reply is None or went[name].value is not None:
                del prompts[name]
            else:
                prompts[name] = again(asks[name].prompt(), went[name].fault)
        if not prompts:
            break
    return went


def _call(
    voice: Voice, prompt: Prompt, free: asyncio.Semaphore
) -> Callable[[], Awaitable[dict[str, Any] | None]]:
    async def call() -> dict[str, Any] | None:
        async with free:
            reply = await voice.say(prompt)
        return None if reply is None else asdict(reply)

    return call


def _heard(ask: Ask[T], before: JobAnswer[T], reply: dict[str, Any] | None) -> JobAnswer[T]:
    if reply is None:
        return before
    came = Reply(**reply)
    heard = replace(before, replies=(*before.replies, came))
    try:
        must_be_whole(came, ask.prompt())
        return replace(heard, value=ask.read(heard.last), fault="")
    except Unreadable as unreadable:
        return replace(heard, fault=str(unreadable))
