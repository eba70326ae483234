"""While the words of one person are read, others are served."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event

import pytest
from tests.hanging import LONG

from dramaturg.app.config.providers import embedder, syntax
from dramaturg.app.content.kinds import KINDS
from dramaturg.care.policy import WITHOUT_COUNTRY
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.language.ear.ear import LocalEar, network
from dramaturg.language.embedder import Vectors
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.loop import play_opening, play_turn
from dramaturg.turn.ports import LikenessThresholds, StoredContent
from dramaturg.turn.stopwatch import no_time

LIBRARY = Library(KINDS, (packaged(),))
CONTENTS = {
    "sims": sim_content(LIBRARY, "launch_decision"),
    "interviews": interview_content(LIBRARY, "means_end_chain", "oat milk"),
    "memoir": memoir_content(LIBRARY, "origins", Teller()),
}


class Waiting:
    """Reads no words before somebody else was served."""

    def __init__(self) -> None:
        self.name = embedder().name
        self.served = Event()
        self.waited: list[bool] = []

    @property
    def thresholds(self) -> LikenessThresholds:
        return embedder().thresholds

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.waited.append(self.served.wait(LONG if all(self.waited) else 0))
        return embedder().embed(texts)


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
async def test_others_are_served_while_words_are_read(content: StoredContent) -> None:
    waiting = Waiting()
    models = LocalModels(
        lambda: waiting,
        syntax,
        lambda: LocalReaders(network(), waiting, syntax()),
        lambda: LocalEar(network(), waiting),
        lambda: WITHOUT_COUNTRY,
    )
    engine = engine_of(content, models)
    waiting.served.set()
    opened = await play_opening(engine, Heard(), OfflineVoice(), no_time)
    waiting.served.clear()
    waiting.waited.clear()

    heard = Heard("What did the evaluation find, and why does it matter to you?")
    turn = asyncio.create_task(play_turn(engine, opened.state, 1, heard, OfflineVoice(), no_time))
    for _ in range(3):
        await asyncio.sleep(0)
    waiting.served.set()
    await turn
    assert waiting.waited and all(waiting.waited)
