"""Turns in which somebody may be in danger, in any engine, heard as it is written down."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from tests.support.ears import models_hearing

from dramaturg.app.content.kinds import KINDS
from dramaturg.care.deployment import care_policy
from dramaturg.care.policy import CarePolicy
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.care import CareTaken, taken_in
from dramaturg.turn.contract import AnyRecord, Heard
from dramaturg.turn.engine import AnyEngine
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.loop import Performance, play_opening, play_turn
from dramaturg.turn.ports import StoredContent, Voice

MINUTE = 60.0
BRITAIN = care_policy("GB", "")


@cache
def contents() -> Mapping[str, StoredContent]:
    library = Library(KINDS, (packaged(),))
    every = (
        memoir_content(library),
        interview_content(library, "means_end_chain", "an ordinary day"),
        sim_content(library, "launch_decision"),
    )
    return {content.engine: content for content in every}


def engine_hearing(
    name: str, heard: Mapping[str, Hearing], care: CarePolicy = BRITAIN
) -> AnyEngine:
    models = replace(models_hearing(heard), care=lambda: care)
    return engine_of(contents()[name], models)


def talk(
    engine: AnyEngine, said: Sequence[str | Heard], voice: Voice | None = None
) -> list[Performance[Any, Any, Any, Any]]:
    """The opening, and a turn for each of these."""
    return asyncio.run(_talk(engine, said, voice or OfflineVoice()))


async def _talk(
    engine: AnyEngine, said: Sequence[str | Heard], voice: Voice
) -> list[Performance[Any, Any, Any, Any]]:
    to = "qa_lead" if hasattr(engine, "scenario") else None
    played = [await play_opening(engine, Heard(to=to, at=0.0), OfflineVoice(), lambda: 0.0)]
    for number, each in enumerate(said, start=1):
        heard = Heard(each, at=number * MINUTE) if isinstance(each, str) else each
        state = played[-1].state
        played.append(await play_turn(engine, state, number, heard, voice, lambda: 0.0))
    return played


def care_in(record: AnyRecord) -> CareTaken | None:
    return taken_in(record.percept)
