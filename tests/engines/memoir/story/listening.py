"""What tests of the story share: the real parser, embedder and readers, and a memoir that only
listens.
"""

from __future__ import annotations

import asyncio
from functools import cache

from dramaturg.app.config import providers
from dramaturg.app.config.providers import embedder, readers, syntax
from dramaturg.care.policy import WITHOUT_COUNTRY
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.ledger import Ledger
from dramaturg.engines.memoir.base.state import (
    LineSaid,
    MemoirEvent,
    MemoirState,
    PassageTold,
    SittingBegan,
    apply,
)
from dramaturg.engines.memoir.story_update import ReadingTools, StoryUpdate, story_ask, update_story
from dramaturg.kernel.values import replace
from dramaturg.turn.asks import OfflineVoice, Prompter
from dramaturg.turn.engine import fold
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.ports import Voice


@cache
def ear(born: int | None = None) -> ReadingTools:
    return ReadingTools(
        embedder(), readers(), syntax(), providers.ear(), Teller(born=born), WITHOUT_COUNTRY
    )


def start() -> MemoirState:
    return replace(MemoirState(), sitting=1)


def listen(
    state: MemoirState,
    text: str,
    born: int | None = None,
    voice: Voice | None = None,
    hearing: Hearing | None = None,
) -> tuple[StoryUpdate, MemoirState]:
    """What is heard in one passage, and the state that it leads to."""
    turn, tools, prompter = state.turn + 1, ear(born), Prompter(voice or OfflineVoice())
    hearing = hearing or tools.ear.hear(text, state.question)
    ask = story_ask(state, text, turn, tools)
    heard = update_story(state, hearing, ask, asyncio.run(prompter.ask(ask)), tools)
    told = fold(apply, (PassageTold(turn, text, embedder().name), *heard.events), state)
    return heard, replace(told, ledger=replace(told.ledger, topic=heard.topic))


def told(*passages: str, born: int | None = None) -> MemoirState:
    """The state after these passages."""
    state = start()
    for passage in passages:
        _, state = listen(state, passage, born)
    return state


def new_sitting(state: MemoirState, line: str = "") -> MemoirState:
    """The state when another sitting begins, with what the interviewer said."""
    opened: tuple[MemoirEvent, ...] = (
        SittingBegan(state.sitting + 1, 0.0),
        LineSaid(line, "recap", "recap"),
    )
    return replace(fold(apply, opened, state), ledger=Ledger(turn=state.turn))
