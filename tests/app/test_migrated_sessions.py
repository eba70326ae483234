"""A session that goes on with another version of its content: played on, replayed, told of and
taken back, in every engine.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.engines.games.rules.test_play import one_round, right
from tests.engines.interviews.test_engine import ANSWERS
from tests.engines.memoir.sittings import BEGINNING, MINUTE
from tests.support.ears import MODELS

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.views.write_up import written_up
from dramaturg.app.wiring import App, open_app
from dramaturg.content.documents import stored_content
from dramaturg.content.library import Library, packaged
from dramaturg.engines import kit_of
from dramaturg.engines.games.base.blueprint import Feedback
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.content import game_content
from dramaturg.engines.interviews.content import interview_content, interview_with
from dramaturg.engines.memoir.audit.evaluation import evaluation_of
from dramaturg.engines.memoir.audit.turn_audit import audit
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.debrief import debrief
from dramaturg.kernel.errors import BadInput, ConflictError
from dramaturg.turn.contract import MIGRATED, REMOVED, Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import Moved, Moves
from dramaturg.turn.ports import StoredContent

LIBRARY = Library(KINDS, (packaged(),))
MEMOIR = (
    "I was born in Oldham, by the canal, and there were seven of us in two rooms.",
    "My sister Rosalind kept a brass euphonium in the loft. She had found it at Whitby.",
    "At fifteen I started at the mill, and the looms were so loud you went deaf.",
    "I met Frank at the mill. He sang like Caruso.",
)


def sim() -> tuple[StoredContent, StoredContent]:
    content = sim_content(LIBRARY, "launch_decision")
    parts = json.loads(content.body)
    parts["scenario"]["objectives"][0]["id"] = "renamed"
    return content, stored_content("sims", content.id, "2", parts)


def interview() -> tuple[StoredContent, StoredContent]:
    content = interview_content(LIBRARY, "means_end_chain", "oat_milk", max_turns=12)
    parts = json.loads(content.body.replace("instrumental_value", "value_on_the_way"))
    return content, interview_with({**parts, "max_turns": 11})


def memoir() -> tuple[StoredContent, StoredContent]:
    content = memoir_content(LIBRARY)
    parts = json.loads(content.body)
    parts["artifacts"]["router"]["thresholds"]["EMOTION_THRESHOLD"] = 0.7
    return content, stored_content("memoir", content.id, "2", parts)


def game() -> tuple[StoredContent, StoredContent]:
    changed = one_round(feedback=Feedback(correct="Just so.", incorrect="No.", completion="Done."))
    return game_content(one_round()), game_content(changed)


@dataclass(frozen=True)
class Case:
    contents: Callable[[], tuple[StoredContent, StoredContent]]
    said: tuple[str, ...]
    moves: Moves


CASES = {
    "sims": Case(
        sim,
        ("What worries you?", "What do the tests say?", "And who decides?", "I see."),
        {"objective": {"x": "y"}},
    ),
    "interviews": Case(
        interview, ANSWERS[:4], {"concept type": {"instrumental_value": "value_on_the_way"}}
    ),
    "memoir": Case(memoir, MEMOIR, {}),
    "games": Case(game, tuple(move_json(right(number)) for number in (1, 2)), {}),
}
SLOW = ("interviews", "memoir")
ENGINES = [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in CASES]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "sessions.db"))


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[App]:
    async with open_app(settings, models=MODELS) as opened:
        yield opened


async def say(app: App, session: str, number: int, text: str) -> Any:
    return await app.sessions.turn(
        session, Heard(text, at=BEGINNING + number * MINUTE), f"key-{number}"
    )


async def migrated(app: App, case: Case) -> str:
    """A session that went on with another version after half of what is said."""
    old, new = case.contents()
    half = len(case.said) // 2
    session, _ = await app.sessions.open(old)
    for number, text in enumerate(case.said[:half]):
        await say(app, session, number, text)
    await app.sessions.migrate(session, new, Moved(case.moves, new.version), half)
    for number, text in enumerate(case.said[half:], half):
        await say(app, session, number, text)
    return session


async def records_of(app: App, session: str) -> list[Any]:
    return [record for _, record in await app.sessions.records(session)]


# ── in every engine ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ENGINES)
async def test_a_migrated_session_goes_on_and_replays_to_the_letter(
    app: App, settings: Settings, name: str
) -> None:
    old, new = CASES[name].contents()
    session = await migrated(app, CASES[name])
    at = len(CASES[name].said) // 2 + 1
    assert list(await app.log.contents(session)) == [(0, old.hash), (at, new.hash)]

    replayed = [turn async for turn in app.sessions.replay(session)]
    assert [turn.turn for turn in replayed if not turn.same] == []
    assert len(replayed) == len(CASES[name].said) + 2
    assert all([turn.same async for turn in app.sessions.replay(session, recorded_readings=True)])

    records, live = await records_of(app, session), await app.sessions.live(session)
    assert (
        records[at].heard.choice,
        records[at].line,
        records[at].decision,
        records[at].draft,
    ) == (MIGRATED, "", None, None)
    events = [event for record in records for event in record.events]
    assert live.state == fold(live.engine.apply, events, live.engine.start())
    assert live.engine.codec.state(live.engine.codec.state_json(live.state)) == live.state
    assert kit_of(name).migrate.worries(live.engine, live.state) == ()
    async with open_app(settings, models=MODELS) as elsewhere:
        assert (await elsewhere.sessions.live(session)).state == live.state


@pytest.mark.parametrize("name", ENGINES)
async def test_a_migration_that_is_taken_back_leaves_the_session_as_it_was(
    app: App, name: str
) -> None:
    case = CASES[name]
    old, new = case.contents()
    session, _ = await app.sessions.open(old)
    await say(app, session, 0, case.said[0])
    before, turns = (await app.sessions.live(session)).state, await app.log.turns(session)
    await app.sessions.migrate(session, new, Moved(case.moves, new.version), 1)
    await app.sessions.live(session)
    await app.sessions.unmigrate(session)
    assert await app.log.turns(session) == turns
    assert (await app.sessions.live(session)).state == before
    assert (await app.log.session(session)).content_hash == old.hash
    await say(app, session, 1, case.said[1])
    assert all([turn.same async for turn in app.sessions.replay(session)])


# ── who holds it ──────────────────────────────────────────────────────────────────────────────────


async def test_whoever_holds_it_live_plays_its_next_turn_by_the_new_version(
    app: App, settings: Settings
) -> None:
    old, new = game()
    session, _ = await app.sessions.open(old)
    assert "Right." in (await say(app, session, 0, move_json(right(1)))).line
    async with open_app(settings, models=MODELS) as elsewhere:
        await elsewhere.sessions.migrate(session, new, Moved({}, new.version), 1)
    assert "Just so." in (await say(app, session, 1, move_json(right(2)))).line
    async with open_app(settings, models=MODELS) as elsewhere:
        with pytest.raises(ConflictError, match="has gone on"):
            await elsewhere.sessions.unmigrate(session)


async def test_whoever_holds_it_live_goes_back_with_it(app: App, settings: Settings) -> None:
    old, new = game()
    session, _ = await app.sessions.open(old)
    await app.sessions.migrate(session, new, Moved({}, new.version), 0)
    assert (await app.sessions.live(session)).turns == 2
    async with open_app(settings, models=MODELS) as elsewhere:
        await elsewhere.sessions.unmigrate(session)
    record = await say(app, session, 0, move_json(right(1)))
    assert (record.turn, "Right." in record.line) == (1, True)


async def test_what_never_migrated_has_nothing_to_go_back_to(app: App) -> None:
    session, _ = await app.sessions.open(game()[0])
    with pytest.raises(BadInput, match="began with"):
        await app.sessions.unmigrate(session)


async def test_a_session_that_went_on_meanwhile_is_not_migrated(app: App) -> None:
    old, new = game()
    session, _ = await app.sessions.open(old)
    await say(app, session, 0, move_json(right(1)))
    with pytest.raises(ConflictError):
        await app.sessions.migrate(session, new, Moved({}, new.version), 0)
    assert (await app.log.session(session)).content_hash == old.hash


@pytest.mark.parametrize("mark", [MIGRATED, REMOVED])
async def test_nobody_can_say_what_marks_a_turn_in_the_log(app: App, mark: str) -> None:
    session, _ = await app.sessions.open(game()[0])
    with pytest.raises(BadInput, match="mark of the log"):
        await app.sessions.turn(session, Heard(choice=mark), "key")
    assert await app.log.pending(session) is None


# ── who reads it ──────────────────────────────────────────────────────────────────────────────────


async def test_a_sim_is_debriefed_over_its_migration(app: App) -> None:
    session = await migrated(app, CASES["sims"])
    live, records = await app.sessions.live(session), await records_of(app, session)
    engine: Any = live.engine
    assert debrief(records, engine.scenario, engine.parts).people
    why = await app.views.why(await app.log.session(session), 3)
    assert (why.own.steps, why.own.bond) == ((), None), "nothing was said in it"


@pytest.mark.slow
async def test_an_interview_is_written_up_over_its_migration(app: App) -> None:
    session = await migrated(app, CASES["interviews"])
    written = await written_up(app.sessions, session)
    assert "“keeps the foam” (turn 1)" in written["report.md"]
    assert f"**4 Respondent:** {ANSWERS[2]}" in written["transcript.md"], "turn 3 was the migration"
    assert "“kinder to my children” (turn 4)" in written["report.md"]
    assert (await app.sessions.last_said(session)).turn == 5


@pytest.mark.slow
async def test_readable_tables_name_types_as_the_session_does_and_did(app: App) -> None:
    case = CASES["interviews"]
    old, new = case.contents()
    session, _ = await app.sessions.open(old)
    for number, text in enumerate(case.said):
        await say(app, session, number, text)
    was = {
        table: await app.log.rows(session, table)
        for table in ("kg_nodes", "kg_edges", "canonical_slots")
    }
    types = [row["node_type"] for row in was["kg_nodes"]]
    renamed = {"concept type": {types[0]: "something_else"}}

    await app.sessions.migrate(session, new, Moved(renamed, new.version), len(case.said))
    now = [row["node_type"] for row in await app.log.rows(session, "kg_nodes")]
    assert now == ["something_else" if type == types[0] else type for type in types]

    await app.sessions.unmigrate(session)
    assert {table: await app.log.rows(session, table) for table in was} == was


@pytest.mark.slow
async def test_a_memoir_is_told_and_forgotten_over_its_migration(app: App) -> None:
    session = await migrated(app, CASES["memoir"])
    engine: Any = (await app.sessions.live(session)).engine
    records = await app.memoirs.records(session)
    assert "  moved       from here on by version 2" in list(
        audit(records, engine.artifacts.governor)
    )
    evaluation_of(records, engine.artifacts)
    passages = (await app.memoirs.memoir(session)).passages
    assert [passage.turn for passage in passages if passage.text] == [1, 2, 4, 5], (
        "by their turns in the log"
    )

    await app.memoirs.forget(session, passage=5)
    texts = {passage.turn: passage.text for passage in (await app.memoirs.memoir(session)).passages}
    assert (texts[4], texts[5]) == (MEMOIR[2], "")
    assert "mill" in str(await app.memoirs.book(session))
    rows = await app.log.rows(session, "memoir_turns")
    assert [row["turn"] for row in rows] == [0, 1, 2, 4, 5]
    assert [
        turn.turn async for turn in app.sessions.replay(session) if not (turn.same or turn.note)
    ] == []


async def test_a_migrated_session_that_lost_nothing_is_excused_nothing(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await migrated(app, CASES["games"])
    monkeypatch.setattr("dramaturg.engines.games.engine.express.told", lambda *_: "something else")
    replayed = [turn async for turn in app.sessions.replay(session)]
    assert [turn.note for turn in replayed if not turn.same] == ["", "", ""]
