"""Stored sessions go on with a new version: planned, applied one by one, taken back, and nobody is
lost on the way.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest
from tests.support.ears import MODELS

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.migration import Migration
from dramaturg.app.content.swap import find_version
from dramaturg.app.migrate.migrate import Migrations
from dramaturg.app.migrate.writing import map_text
from dramaturg.app.wiring import App, open_app
from dramaturg.content.documents import Loaded, canonical, load_text
from dramaturg.content.library import packaged
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.content import game_content, make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.kit import Version
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.learners import AttentiveLearner
from dramaturg.kernel.errors import ContentError
from dramaturg.turn.contract import Cue, Heard
from dramaturg.turn.ports import StoredContent

TECHNICAL = (packaged() / "sims/backbones/technical.yaml").read_text(encoding="utf-8")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with open_app(
        Settings(store=str(tmp_path / "sessions.db"), model="offline"), models=MODELS
    ) as opened:
        yield opened


def version(app: App, folder: Path, *edits: tuple[str, str]) -> Version:
    """The technical backbone, edited."""
    text = TECHNICAL.replace('version: "1"', 'version: "2"')
    for was, now in edits:
        assert was in text
        text = text.replace(was, now)
    (folder / "technical.yaml").write_text(text, encoding="utf-8")
    return find_version(app.library, str(folder / "technical.yaml"))


RENAMED = ("SURFACE", "PROBLEM")
WITHOUT_DEEPEN = (
    TECHNICAL[TECHNICAL.index("  - id: DEEPEN") : TECHNICAL.index("  - id: PIVOT_1")],
    "",
)
REMOVED = (("advance: DEEPEN", "advance: PIVOT_1"), WITHOUT_DEEPEN)


def migrations(app: App, new: Version, map: str = "") -> Migrations:
    found = load_text(map, "map.yaml", KINDS) if map else None
    assert found is None or isinstance(found, Loaded), found
    return Migrations(app.log, app.sessions, new, cast(Loaded[Migration], found) if found else None)


async def play(app: App, turns: int, session: str = "") -> str:
    """A conversation with the QA lead, so many turns of it."""
    if not session:
        session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
    learner, line = AttentiveLearner(), ""
    cues: tuple[Cue, ...] = ()
    for number in range(turns):
        heard = learner.answer(line, cues)
        if heard is None:
            break
        record = await app.sessions.turn(session, heard, key=f"{session}-{number}")
        line, cues = record.line, record.settlement.cues
    return session


async def node_of(app: App, session: str) -> str:
    return cast(str, (await app.sessions.live(session)).state.conversation.pointer.current_node)


@pytest.mark.slow
async def test_sessions_paused_everywhere_go_on_after_a_rename_and_replay_to_the_letter(
    app: App, tmp_path: Path
) -> None:
    sessions = [await play(app, turns) for turns in (1, 3, 5)]
    before = [await node_of(app, session) for session in sessions]
    work = migrations(app, version(app, tmp_path, RENAMED))
    survey = await work.survey()
    assert {plan.fate for plan in survey.plans} == {"keeps its place", "remapped"}
    done = await work.apply(survey.planned)
    assert len(done.migrated) == 3
    assert [await node_of(app, session) for session in sessions] == [
        "PROBLEM" if node == "SURFACE" else node for node in before
    ]
    for session in sessions:
        await app.sessions.turn(session, Heard("What should I know?"), "after")
        assert all([turn.same async for turn in app.sessions.replay(session)])


async def test_running_it_again_does_only_what_is_left(app: App, tmp_path: Path) -> None:
    first, second = await play(app, 1), await play(app, 3)
    new = version(app, tmp_path, *REMOVED)
    assert await node_of(app, second) == "DEEPEN"
    done = await migrations(app, new).apply((await migrations(app, new).survey()).planned)
    assert ([plan.session for plan in done.migrated], [plan.session for plan in done.left]) == (
        [first],
        [second],
    )
    again = await migrations(app, new).survey()
    assert ([plan.session for plan in again.plans], again.up_to_date) == ([second], 1)


async def test_taking_it_back_restores_the_records_to_the_byte(app: App, tmp_path: Path) -> None:
    session = await play(app, 1)
    before = await app.log.session(session), await app.log.turns(session)
    work = migrations(app, version(app, tmp_path, RENAMED))
    await work.apply((await work.survey()).planned)
    assert len(await app.log.turns(session)) == 3
    undone = await work.undo()
    after = await app.log.session(session), await app.log.turns(session)
    assert undone.taken_back == (session,)
    assert after[1] == before[1]
    assert after[0].content_hash == before[0].content_hash
    assert await node_of(app, session) == "SURFACE"


async def test_what_was_gone_on_with_is_not_taken_back(app: App, tmp_path: Path) -> None:
    session = await play(app, 2)
    work = migrations(app, version(app, tmp_path, RENAMED))
    await work.apply((await work.survey()).planned)
    await app.sessions.turn(session, Heard("Go on."), "since")
    undone = await work.undo()
    assert undone.taken_back == ()
    assert [left for left, _ in undone.left] == [session]


async def test_only_migrations_to_this_content_are_taken_back(app: App, tmp_path: Path) -> None:
    await play(app, 1)
    work = migrations(app, version(app, tmp_path, RENAMED))
    await work.apply((await work.survey()).planned)
    assert (await migrations(app, find_version(app.library, "academic")).undo()).taken_back == ()


async def test_a_session_that_went_on_since_it_was_planned_is_planned_again(
    app: App, tmp_path: Path
) -> None:
    session = await play(app, 1)
    work = migrations(app, version(app, tmp_path, *REMOVED))
    survey = await work.survey()
    assert survey.plans[0].fate == "keeps its place"
    await app.sessions.turn(session, Heard("What is going on?"), "meanwhile")
    assert await node_of(app, session) == "DEEPEN"
    done = await work.apply(survey.planned)
    assert (done.migrated, [plan.fate for plan in done.left]) == ((), ["needs a decision"])


async def test_a_turn_under_way_is_left_alone(app: App, tmp_path: Path) -> None:
    session = await play(app, 1)
    await app.log.claim(session, "k", '{"text": "Hello?"}', "somebody", 30.0)
    assert [
        plan.fate
        for plan in (await migrations(app, version(app, tmp_path, RENAMED)).survey()).plans
    ] == ["under way"]


async def test_a_map_answers_the_questions_that_it_was_written_with(
    app: App, tmp_path: Path
) -> None:
    session = await play(app, 3)
    new = version(app, tmp_path, *REMOVED)
    text = map_text(await migrations(app, new).survey())
    assert (await migrations(app, new, text).survey()).plans[0].fate == "needs a decision"
    lines = ("# places:", "#   node:", "#     technical/DEEPEN:")
    answered = "\n".join(
        f"{line[2:]}" if line.startswith(lines) else line for line in text.splitlines()
    )
    work = migrations(app, new, answered)
    await work.apply((await work.survey()).planned)
    assert await node_of(app, session) == "PIVOT_1"


async def test_a_session_can_be_told_to_stay(app: App, tmp_path: Path) -> None:
    session = await play(app, 1)
    map = (
        f"kind: migration\nid: m\nversion: '2'\ncontent: technical\nsessions:\n  {session}: stay\n"
    )
    assert (await migrations(app, version(app, tmp_path, RENAMED), map).survey()).plans[
        0
    ].fate == "stays"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("places: {node: {DEPEN: SURFACE}}", "there is no node DEPEN"),
        ("places: {nodes: {DEEPEN: SURFACE}}", "there are no things of the kind 'nodes'"),
        ("places: {node: {GROUND: CLOSE}}", "GROUND can be academic/GROUND or technical/GROUND"),
    ],
)
async def test_a_map_with_names_that_are_not_there_is_refused(
    app: App, tmp_path: Path, lines: str, message: str
) -> None:
    await play(app, 1)
    map = f"kind: migration\nid: m\nversion: '2'\ncontent: technical\n{lines}\n"
    with pytest.raises(ContentError, match=message) as error:
        await migrations(app, version(app, tmp_path, *REMOVED), map).survey()
    assert all(fault.line == 5 for fault in error.value.faults)


def test_what_is_gone_cannot_be_accepted() -> None:
    faults = load_text(
        "kind: migration\nid: m\nversion: '2'\ncontent: technical\naccept: [gone]\n",
        "map.yaml",
        KINDS,
    )
    assert isinstance(faults, tuple)
    assert "name another place for it" in str(faults[0])


async def test_a_version_that_does_not_go_with_a_session_is_said_so(
    app: App, tmp_path: Path
) -> None:
    await play(app, 1)
    (plan,) = (
        await migrations(app, version(app, tmp_path, ("[beat1]", "[tradeoff]"))).survey()
    ).plans
    assert plan.fate == "cannot be read"
    assert "does not go with launch_decision" in plan.note


# ── every engine ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Case:
    """A session of an engine, and an edit that renames what it stands on."""

    content: Callable[[App], Awaitable[StoredContent]]
    part: tuple[str, str]
    renamed: tuple[str, str]
    says: tuple[str, str, str]
    standing: Callable[[Any], str]


async def oat_milk(app: App) -> StoredContent:
    return interview_content(app.library, "means_end_chain", "oat_milk", "oat_milk_guide")


async def heart(app: App) -> StoredContent:
    made = await make_at_once(Order(id="heart", knowledge="heart"), app.library)
    return game_content(Blueprint.model_validate(made["blueprint"]))


CASES = {
    "interviews": Case(
        oat_milk,
        ("guide", "oat_milk_guide"),
        ("first_time", "beginnings"),
        (
            "Hello.",
            "I buy it because it is creamy and tastes good in coffee.",
            "It makes my morning calm.",
        ),
        lambda state: cast(str, state.topic),
    ),
    "games": Case(
        heart,
        ("game", "heart"),
        ("s1_m1", "the_first"),
        ('{"do": "tick", "at": 1}', '{"do": "tick", "at": 2}', '{"do": "tick", "at": 3}'),
        lambda state: cast(str, state.mechanic),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_a_session_of_any_engine_goes_on_under_new_names_and_back(
    app: App, case: Case
) -> None:
    content = await case.content(app)
    session, _ = await app.sessions.open(content)
    for number, said in enumerate(case.says[:2]):
        await app.sessions.turn(session, Heard(said), str(number))
    before = await app.log.turns(session)
    was = case.standing((await app.sessions.live(session)).state)
    work = migrations(app, edited_part(content, *case.part, *case.renamed))
    done = await work.apply((await work.survey()).planned)
    assert [plan.fate for plan in done.migrated] == ["remapped"], done.left
    assert (was, case.standing((await app.sessions.live(session)).state)) == case.renamed
    await work.undo()
    assert await app.log.turns(session) == before
    await work.apply((await migrations(app, work.version).survey()).planned)
    await app.sessions.turn(session, Heard(case.says[2]), "after")
    assert all([turn.same async for turn in app.sessions.replay(session)])


def edited_part(content: StoredContent, kind: str, id: str, was: str, now: str) -> Version:
    body = json.loads(content.body)
    text = canonical(body if kind == "game" else body[kind]).replace(f'"{was}"', f'"{now}"')
    return Version(kind, id, "2", text)


@pytest.mark.slow
async def test_a_memoir_goes_on_with_edited_artifacts(app: App) -> None:
    content = memoir_content(app.library, "origins")
    session, _ = await app.sessions.open(content)
    await app.sessions.turn(session, Heard("I was born by the sea, and my father fished."), "1")
    artifacts = canonical(json.loads(content.body)["artifacts"]).replace(
        '"what_then"', '"what_followed"'
    )
    work = migrations(app, Version("artifacts", "origins", "2", artifacts))
    done = await work.apply((await work.survey()).planned)
    assert [plan.fate for plan in done.migrated] == ["keeps its place"], done.left
    await app.sessions.turn(session, Heard("My mother sang in the evenings."), "2")
    assert all([turn.same async for turn in app.sessions.replay(session)])


@pytest.mark.slow
async def test_an_interview_of_a_study_is_not_renamed_under_it_unless_somebody_takes_that(
    app: App, tmp_path: Path
) -> None:
    """A study counts by the types it was opened with."""
    session, _ = await app.sessions.open(
        interview_content(app.library, "means_end_chain", "oat_milk")
    )
    await app.sessions.turn(
        session, Heard("I like oat milk because it is creamy and keeps the foam."), "answer"
    )
    file = next(
        entry.file for entry in app.library.entries("methodology") if entry.id == "means_end_chain"
    )
    renamed = file.read_text(encoding="utf-8").replace("attribute", "feature_of_it")
    renamed = renamed.replace("heard_as: means_end.feature_of_it", "heard_as: means_end.attribute")
    (tmp_path / "other.yaml").write_text(renamed, encoding="utf-8")
    new = find_version(app.library, str(tmp_path / "other.yaml"))

    fates = []
    for accepted in (
        "",
        'kind: migration\nid: own\nversion: "2"\ncontent: means_end_chain\naccept: [in-a-study]\n',
    ):
        studied = replace(migrations(app, new, accepted), in_studies=frozenset({session}))
        fates += [
            (plan.fate, {worry.code for worry in plan.worries})
            for plan in (await studied.survey()).plans
        ]
    assert fates == [("needs a decision", {"in-a-study"}), ("remapped", set())]
