"""The three ways are what they say: in memory, written and read back, or revived from a store and
replayed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.walkthrough import Play
from dramaturg.app.walkthroughs.ways import WAYS, Given, Hands
from dramaturg.content.library import Library, packaged
from dramaturg.engines import kit_of
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent

RIGHT = Heard('{"do": "answer", "item": "aorta", "answer": "z2"}')


@pytest.fixture
async def heart() -> StoredContent:
    return await kit_of("games").walkthrough.stage(
        Play.model_validate({"game": "heart"}), Library(KINDS, (packaged(),)), Path()
    )


@pytest.mark.parametrize(
    ("name", "kept", "replayed"),
    [("straight", True, 0), ("through JSON", True, 0), ("from the log", False, 2)],
)
async def test_a_turn_is_played_and_nothing_happens_when_it_is_refused(
    name: str, kept: bool, replayed: int, heart: StoredContent
) -> None:
    async with WAYS[name](Given(heart, LOCAL_MODELS, OfflineVoice(), Hands(7.0))) as way:
        opening = await way.begin(None)
        record = await way.turn(RIGHT)
        before = await way.state()
        with pytest.raises(BadInput, match="settled already"):
            await way.turn(RIGHT)
        assert (opening.heard.at, record.turn) == (7.0, 1)
        assert await way.state() == before
        assert ((await way.state()) is before) is kept, "only what lies in the log is read anew"
        again = await way.again()
        assert [turn.same for turn in again] == [True] * replayed


@pytest.mark.parametrize(("name", "shared"), [("straight", True), ("through JSON", False)])
async def test_what_was_written_and_read_back_shares_nothing(
    name: str, shared: bool, heart: StoredContent
) -> None:
    async with WAYS[name](Given(heart, LOCAL_MODELS, OfflineVoice(), Hands())) as way:
        await way.begin(None)
        record = await way.turn(RIGHT)
    assert record.decision is not None
    decided, settled = record.decision.directive.events[0], record.settlement.events[0]
    assert decided == settled
    assert (decided is settled) is shared
