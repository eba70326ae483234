"""Signals: what people's words tell, read without a model or by the model that is configured."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from dramaturg.app.config.providers import readers
from dramaturg.turn.asks import Ask, Prompter
from dramaturg.turn.ports import Voice
from dramaturg.turn.readings import Readings, Utterance

AT_ONCE = 8  # questions a model is asked at the same time


def read_signals(said: Sequence[Utterance]) -> Sequence[Readings]:
    """How each turn reads without a model, in order. Many at once are quicker than one after the
    other.
    """
    return readers().read(said)


async def ask_signals(said: Sequence[Utterance], voice: Voice) -> list[Readings]:
    """How a model reads each turn, in order; where it fails, how the turn reads without it, and
    `degraded` says so.
    """
    places = asyncio.Semaphore(AT_ONCE)

    async def one(said: Utterance) -> Readings:
        async with places:
            return await _asked(readers().ask(said), voice)

    return await asyncio.gather(*map(one, said))


async def _asked(ask: Ask[Readings], voice: Voice) -> Readings:
    prompter = Prompter(voice)
    answer = await prompter.ask(ask)
    if answer.source != "offline":
        return answer.value
    last = prompter.exchanges[-1]
    why = last.failure or last.fault or "there is none"
    return Readings(answer.value.by_signal, {**answer.value.degraded, "model": why})
