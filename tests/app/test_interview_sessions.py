"""Interviews as sessions: replayed to the letter, taken up elsewhere, kept in tables that say what
the state says.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from tests.engines.interviews.interview_setup import model
from tests.engines.interviews.test_engine import ANSWERS, LEADING, QUESTION, RATED, TAKEN
from tests.support.ears import doing, models_hearing

from dramaturg.app.config import providers
from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.interviews.base.state import InterviewState, SignalsRead, VectorsMade
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.interviews.report.turn_result import TurnResult, turn_result
from dramaturg.kernel.errors import BadInput, ReplayError
from dramaturg.language.ear.ear import network
from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.turn.contract import Heard, TurnRecord
from dramaturg.turn.hearing import Hearing

RESULT = TypeAdapter(TurnResult)
REFUSAL = "I'd rather not talk about money."
TOLD = (*ANSWERS[:4], REFUSAL, *ANSWERS[4:11])
MODELS = models_hearing(
    {**dict.fromkeys(TOLD, Hearing()), REFUSAL: doing("refusal", refused="money", at=26)},
    providers.ear,
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "interviews.db"))


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[App]:
    async with open_app(settings, models=MODELS) as opened:
        yield opened


async def begin(app: App, method: str = "means_end_chain", max_turns: int = 20) -> str:
    session, _ = await app.sessions.open(
        interview_content(app.library, method, "oat_milk", max_turns=max_turns)
    )
    return session


async def tell(app: App, session: str, *answers: str) -> list[TurnRecord[Any, Any, Any]]:
    before = (await app.sessions.live(session)).turns
    return [
        await app.sessions.turn(session, Heard(text, at=1.0), str(before + n))
        for n, text in enumerate(answers)
    ]


# ── again ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("method", ["means_end_chain", "jobs_to_be_done", "critical_incident"])
async def test_a_whole_interview_replays_to_the_same_records_to_the_letter(
    settings: Settings, method: str
) -> None:
    async with open_app(settings, models=MODELS) as app:
        session = await begin(app, method, max_turns=8)
        records = await tell(app, session, *TOLD[:8])
        assert records[-1].settlement.reason == "the interview ends: max_turns_reached"
    async with open_app(settings, models=MODELS) as app:
        replayed = [turn async for turn in app.sessions.replay(session)]
        assert [turn.turn for turn in replayed] == list(range(9))
        assert [turn.turn for turn in replayed if not turn.same] == []
        from_readings = [
            turn async for turn in app.sessions.replay(session, recorded_readings=True)
        ]
        assert [turn.turn for turn in from_readings if not turn.same] == []


@pytest.mark.slow
async def test_an_interview_with_a_model_replays_without_it(settings: Settings) -> None:
    voice = model(
        extraction=TAKEN,
        signals=RATED,
        question=lambda prompt: QUESTION if "COULD NOT" in prompt.user else LEADING,
    )
    async with open_app(settings, voice, MODELS) as app:
        session = await begin(app)
        first, second = await tell(
            app,
            session,
            "It is creamy, so I feel calm.",
            "It is creamy, so I feel calm, as I said.",
        )
        assert first.line == QUESTION
        assert second.line != QUESTION  # it was asked before
    async with open_app(settings, models=MODELS) as app:
        assert all([turn.same async for turn in app.sessions.replay(session)])


# ── elsewhere ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
async def test_an_interview_taken_up_elsewhere_goes_on_exactly_as_one_that_stayed(
    settings: Settings,
) -> None:
    async with open_app(settings, models=MODELS) as app:
        stayed, left = await begin(app), await begin(app)
        whole = await tell(app, stayed, *TOLD)
        await tell(app, left, *TOLD[:6])
    async with open_app(settings, models=MODELS) as app:
        rest = await tell(app, left, *TOLD[6:])
        assert [record.line for record in rest] == [record.line for record in whole[6:]]
        assert rest == whole[6:]
        assert (await app.sessions.live(left)).state == (await app.sessions.live(stayed)).state


@pytest.mark.slow
async def test_a_turn_left_pending_by_a_crash_is_played_once(settings: Settings) -> None:
    async with open_app(settings, models=MODELS) as app:
        session = await begin(app)
        await tell(app, session, *TOLD[:2])
        await app.log.claim(session, "3", json.dumps({"text": TOLD[2]}), "somebody who died", 0.0)
    async with open_app(settings, models=MODELS) as app:
        record = await app.sessions.resume(session)
        assert record is not None
        assert (record.heard.text, record.turn) == (TOLD[2], 3)
        assert await app.sessions.resume(session) is None
        assert await app.sessions.turn(session, Heard(TOLD[2]), "3") == record
        assert (await app.sessions.live(session)).state.turn == 3


@pytest.mark.slow
async def test_with_another_embedder_the_vectors_are_made_anew_once(settings: Settings) -> None:
    async with open_app(settings, models=MODELS) as app:
        session = await begin(app)
        await tell(app, session, *TOLD[:3])
        here = (await app.sessions.live(session)).state
    hashing = cache(HashingEmbedder)
    reading = cache(lambda: LocalReaders(network(), hashing(), providers.syntax()))
    models = replace(MODELS, embedder=hashing, readers=reading)
    async with open_app(settings, models=models) as app:
        moved, after = await tell(app, session, *TOLD[3:5])
        made = [event for event in moved.percept.events if isinstance(event, VectorsMade)]
        assert [each.concepts.keys() for each in made] == [set(here.graph.concepts)]
        assert not any(isinstance(event, VectorsMade) for event in after.percept.events)
        assert (await app.sessions.live(session)).state.embedder == "hashing@1"
    async with open_app(settings, models=MODELS) as app:
        state = (await app.sessions.live(session)).state
        assert (state.turn, state.embedder) == (5, "hashing@1")


@pytest.mark.slow
async def test_readings_of_another_embedder_are_decided_on_as_they_were(settings: Settings) -> None:
    models = replace(MODELS, embedder=cache(HashingEmbedder))
    async with open_app(settings, models=models) as app:
        session = await begin(app)
        await tell(app, session, *TOLD[:5])
    async with open_app(settings, models=MODELS) as app:
        with pytest.raises(ReplayError, match="was read with hashing@1"):
            [turn async for turn in app.sessions.replay(session)]
        await tell(app, session, TOLD[5])
        replayed = [turn async for turn in app.sessions.replay(session, recorded_readings=True)]
        assert [(turn.turn, turn.same) for turn in replayed] == [
            (number, True) for number in range(7)
        ]


async def test_who_has_ended_an_interview_is_told_so(app: App) -> None:
    session = await begin(app)
    await tell(app, session, "I'd like to stop here.")
    with pytest.raises(BadInput, match="has ended"):
        await tell(app, session, "Hello?")
    assert await app.log.pending(session) is None


# ── in tables ─────────────────────────────────────────────────────────────────────────────────────


class Tables:
    """The readable tables of one session."""

    def __init__(self, settings: Settings, session: str) -> None:
        self._path, self._session = settings.store, session

    def __getitem__(self, table: str) -> list[dict[str, Any]]:
        with sqlite3.connect(self._path) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute(f"SELECT * FROM {table} WHERE session = ?", (self._session,))
            return [dict(row) for row in rows]


Kept = tuple[Tables, InterviewState, list[tuple[Any, Any]]]
"""The tables, the state, and the stored turns with their records."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return asyncio.run(
        twelve_turns(Settings(store=str(tmp_path_factory.mktemp("tables") / "interviews.db")))
    )


async def twelve_turns(settings: Settings) -> Kept:
    async with open_app(settings, models=MODELS) as app:
        session = await begin(app)
        await tell(app, session, *TOLD)
        state = (await app.sessions.live(session)).state
        records = await app.sessions.records(session)
    return Tables(settings, session), state, records


@pytest.mark.slow
def test_concepts_and_edges_in_the_tables_are_those_of_the_state(kept: Kept) -> None:
    tables, state, _ = kept
    assert len(state.graph.concepts) > 8
    assert {
        (row["node_id"], row["label"], row["node_type"], row["mentions"], row["slot_id"])
        for row in tables["kg_nodes"]
    } == {
        (each.id, each.label, each.type, each.mentions, each.slot or None)
        for each in state.graph.concepts.values()
    }
    assert {
        (row["edge_id"], row["source_node_id"], row["target_node_id"], row["edge_type"])
        for row in tables["kg_edges"]
    } == {(each.id, each.source, each.target, each.type) for each in state.graph.edges.values()}


@pytest.mark.slow
def test_slots_and_mappings_in_the_tables_are_those_of_the_state(kept: Kept) -> None:
    tables, state, _ = kept
    assert {
        (row["slot_id"], row["slot_name"], row["support_count"], row["status"])
        for row in tables["canonical_slots"]
    } == {
        (each.id, each.name, len(each.concepts), "active" if each.active else "candidate")
        for each in state.graph.slots.values()
    }
    assert {
        (row["surface_node_id"], row["canonical_slot_id"])
        for row in tables["surface_to_slot_mapping"]
    } == {(each.id, each.slot) for each in state.graph.concepts.values() if each.slot}


@pytest.mark.slow
def test_what_became_of_each_concept_is_in_the_tables(kept: Kept) -> None:
    tables, state, _ = kept
    rows = {
        row["node_id"]: (
            row["focus_count"],
            row["current_focus_streak"],
            row["yield_count"],
            row["edge_count"],
            tuple(json.loads(row["all_response_depths"])),
            row["last_focus_turn"],
            row["exhausted_at_turn"],
            row["refused_at_turn"],
        )
        for row in tables["node_states"]
        if row["moved_to"] is None
    }
    assert rows == {
        key: (
            each.focus_count,
            each.focus_streak,
            each.yield_count,
            each.edges,
            each.depths,
            each.last_focus_turn,
            each.exhausted_at,
            each.refused_at,
        )
        for key, each in state.tracker.states.items()
    }


@pytest.mark.slow
def test_what_a_refusal_spares_is_marked_in_the_tables_too(kept: Kept) -> None:
    tables, _, records = kept
    (read,) = (
        e
        for _, record in records
        for e in record.percept.events
        if isinstance(e, SignalsRead) and e.refusal
    )
    assert {row["node_id"] for row in tables["node_states"] if row["refused_at_turn"]} == set(
        read.spared
    )


@pytest.mark.slow
def test_the_result_of_every_turn_is_kept_as_the_record_tells_it(kept: Kept) -> None:
    tables, _, records = kept
    stored = {row["turn"]: RESULT.validate_json(row["result"]) for row in tables["interview_turns"]}
    assert list(stored) == list(range(1, 13))
    for turn, record in records[1:]:
        told = RESULT.validate_json(RESULT.dump_json(turn_result(record, json.loads(turn.timings))))
        kept_result = stored[record.turn]
        assert kept_result.stage_timings.keys() == told.stage_timings.keys()
        for name in TurnResult.__dataclass_fields__:
            if name not in ("stage_timings", "latency_ms"):
                assert getattr(kept_result, name) == getattr(told, name), name


@pytest.mark.slow
def test_every_word_said_is_kept(kept: Kept) -> None:
    tables, _, records = kept
    said = {(row["turn"], row["speaker"]): row["text"] for row in tables["utterances"]}
    for _, record in records[1:]:
        assert (said[record.turn, "respondent"], said[record.turn, "interviewer"]) == (
            record.heard.text,
            record.line,
        )
