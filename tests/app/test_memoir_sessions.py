"""Memoirs as sessions: taken up elsewhere and after a kill, answered once, kept in tables, replayed
without their model.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.engines.memoir.sittings import SITTINGS, model, room
from tests.support.killing import Acknowledge, last_words

from dramaturg.app.config.providers import readers, syntax
from dramaturg.engines.memoir import check, perceive
from dramaturg.engines.memoir.audit.turn_contracts import contract_of
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.contract import Heard

pytestmark = pytest.mark.slow

SAID = [turn["said"] for turn in SITTINGS["refusing"]]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "memoirs.db"


# ── again, and elsewhere ──────────────────────────────────────────────────────────────────────────


async def test_a_memoir_taken_up_elsewhere_goes_on_exactly_as_one_that_stayed(
    store: Path, tmp_path: Path
) -> None:
    async with room(tmp_path / "other.db") as here:
        stayed = await here.tell(await here.begin(), *SAID)
    async with room(store) as here:
        left = await here.begin()
        await here.tell(left, *SAID[:3])
    async with room(store) as there:
        there.clock.time += 3 * 60
        assert await there.tell(left, *SAID[3:]) == stayed[3:]


async def test_the_same_key_twice_is_answered_once(store: Path) -> None:
    async with room(store) as here:
        session = await here.begin()
        first = await here.sessions.turn(session, Heard(SAID[0], at=1.0), "one")
        again = await here.sessions.turn(
            session, Heard("Something quite different.", at=2.0), "one"
        )
        assert again == first
        assert (await here.memoirs.story(session)).turn == 1


async def test_a_new_sitting_asked_for_twice_at_once_begins_once(store: Path) -> None:
    async with room(store) as here:
        session = await here.begin()
        await here.tell(session, SAID[0], "Please stop. I want to stop here.")
        here.clock.time += 60.0
        one, other = await asyncio.gather(
            here.memoirs.begin_sitting(session), here.memoirs.begin_sitting(session)
        )
        assert one == other
        assert (await here.memoirs.story(session)).sitting == 2
        with pytest.raises(BadInput, match="is going on"):
            await here.tell(session, SAID[1])
            await here.memoirs.begin_sitting(session)


async def test_a_memoir_with_a_model_replays_without_it(store: Path) -> None:
    lines = {SAID[0]: "Tell me about the shop.", SAID[1]: "You must have hated the shop."}
    voice = model(
        line=lambda prompt: next(
            (line for said, line in reversed(lines.items()) if said in prompt.user), ""
        ),
        signals="{",
    )
    async with room(store, voice) as here:
        session = await here.begin()
        first, second, third = await here.tell(session, *SAID[:3])
        assert first.line == lines[SAID[0]]
        assert [override.rule for override in second.verdict.overrides]
        assert len(third.exchanges) > 3
    async with room(store) as here:
        assert [turn.turn async for turn in here.sessions.replay(session) if not turn.same] == []
        assert [
            turn.turn
            async for turn in here.sessions.replay(session, recorded_readings=True)
            if not turn.same
        ] == []


# ── killed ────────────────────────────────────────────────────────────────────────────────────────

POINTS: list[tuple[Any, str]] = [(perceive, "update_story"), (check, "unjudged")]
"""In the middle of perceiving, and in the middle of checking."""


@pytest.mark.parametrize(("module", "name"), POINTS, ids=["perceiving", "checking"])
def test_killed_in_the_middle_of_a_turn_the_pending_one_resumes_and_is_answered_once(
    store: Path, module: Any, name: str
) -> None:
    readers(), syntax()  # so that who is forked has them
    acknowledged = last_words(
        lambda acknowledge: asyncio.run(dying(store, module, name, acknowledge))
    )
    assert acknowledged == ["1"]
    asyncio.run(resumed(store))


async def dying(store: Path, module: Any, name: str, acknowledge: Acknowledge) -> None:
    async with room(store) as here:
        session = await here.begin()
        await here.sessions.turn(session, Heard(SAID[0], at=1.0), "one")
        acknowledge("1")
        assert hasattr(module, name)
        setattr(module, name, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        await here.sessions.turn(session, Heard(SAID[1], at=2.0), "two")
        acknowledge("2")


async def resumed(store: Path) -> None:
    async with room(store) as here:
        (session,) = [each.id for each in await here.memoirs.all()]
        assert len(await here.log.turns(session)) == 2
        here.clock.time += 60.0  # who died has the turn no more
        record = await here.sessions.resume(session)
        assert record is not None
        assert (record.turn, record.heard.text) == (2, SAID[1])
        assert await here.sessions.turn(session, Heard(SAID[1], at=9.0), "two") == record
        assert await here.sessions.resume(session) is None
        assert (await here.memoirs.story(session)).turn == 2


# ── in tables ─────────────────────────────────────────────────────────────────────────────────────


async def test_what_the_tables_tell_is_what_the_records_and_the_state_tell(store: Path) -> None:
    async with room(store) as here:
        session = await here.begin()
        await here.tell(session, *SAID)
        story = (await here.memoirs.story(session)).story
        records: list[MemoirRecord] = await here.memoirs.records(session)
        rows = {table: await here.log.rows(session, table) for table in TABLES}
    assert [json.loads(row["contract"]) for row in rows["memoir_turns"]] == [
        json.loads(contract_of(record).model_dump_json()) for record in records
    ]
    assert {
        (row["thread_id"], row["title"], bool(row["left_alone"])) for row in rows["memoir_threads"]
    } == {(thread.id, thread.title, thread.left_alone) for thread in story.threads.values()}
    assert {
        (row["claim_id"], row["turn"], row["superseded_by"]) for row in rows["memoir_claims"]
    } == {(kept.id, kept.turn, kept.superseded_by) for kept in story.claims.values()}
    assert {(row["mention"], row["name"], row["times"]) for row in rows["memoir_mentions"]} == {
        (key, mention.name, len(mention.quotes)) for key, mention in story.mentions.items()
    }
    said = {(row["turn"], row["speaker"]): row["text"] for row in rows["utterances"]}
    assert [
        (said[record.turn, "teller"], said[record.turn, "interviewer"]) for record in records[1:]
    ] == [(record.heard.text, record.line) for record in records[1:]]


TABLES = ("memoir_turns", "memoir_threads", "memoir_claims", "memoir_mentions", "utterances")
