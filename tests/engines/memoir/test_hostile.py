"""A whole memoir with a hostile model behind the real client, over loopback: nothing of what it
says is heard.
"""

from __future__ import annotations

import time
from random import Random

import pytest
from tests.support.bad_interviewer import BadInterviewer
from tests.support.hostile_models import HostileServer

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.language.provider import ProviderVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import play_opening, play_turn

TURNS = 60
PASSAGES = (
    "We lived by the harbour in Vlissingen, my father mended boats there.",
    "My sister Ruth and I slept in the room above the workshop.",
    "It was nice, I suppose.",
    "In 1952 we had to leave, and my aunt Lena took us in on her farm.",
    "I would rather not talk about that.",
    "The grey horse knew the way home from the market by itself.",
    "I cried for weeks after the funeral, it broke my heart, I still miss her every day.",
    "Every Sunday old Mr Haskett played the piano with the windows open.",
    "Yes.",
    "My husband built the wall around the orchard with his own hands.",
    "Let us stop for today, please.",
)


@pytest.mark.slow
async def test_nothing_a_hostile_model_says_over_sixty_turns_reaches_the_teller() -> None:
    bad = BadInterviewer(Random(3))
    engine = engine_of(memoir_content(Library(KINDS, (packaged(),))), LOCAL_MODELS)
    async with HostileServer("well_behaved", bad.answer) as server:
        voice = ProviderVoice("compatible:any", base_url=server.base_url, api_key="none")
        state = (await play_opening(engine, Heard(), voice, time.perf_counter)).state
        records: list[MemoirRecord] = []
        for turn in range(1, TURNS + 1):
            said = (
                Heard(PASSAGES[turn % len(PASSAGES)])
                if state.ended is None
                else Heard(choice="sitting", at=float(turn))
            )
            played = await play_turn(engine, state, turn, said, voice, time.perf_counter)
            state, records = played.state, [*records, played.record]
    refused = [record for record in records if record.draft and record.draft.report.refused]
    assert len(refused) > TURNS / 2
    assert all(record.verdict.overrides for record in refused)
    assert [sentence for record in records for sentence in bad.heard_in(record.line)] == []
