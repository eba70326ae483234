"""Coverage: counted by sessions, over what the content has now, from the log or from simulated
sessions.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.ears import doing, models_hearing

from dramaturg.app.check.content_coverage import (
    CoverageSubject,
    of_sessions,
    of_simulated,
    read_simulated,
    subject_of,
    subjects_in,
    used_in,
)
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.sessions.sessions import Engines
from dramaturg.app.wiring import App, open_app
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims import coverage as sims
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.learners import AttentiveLearner
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.contract import Cue, Heard
from dramaturg.turn.coverage import Coverage, counted, coverage_of, joined, used_by
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import StoredContent

LAUNCH = packaged() / "sims" / "scenarios" / "launch_decision.yaml"
TECHNICAL = packaged() / "sims" / "backbones" / "technical.yaml"
REFUSAL = "I would rather not talk about my father."
A, B, C = ("node", "a"), ("node", "b"), ("edge", "a -> b")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    models = models_hearing({REFUSAL: doing("refusal", refused="my father", at=30)})
    async with open_app(Settings(store=str(tmp_path / "sessions.db")), models=models) as opened:
        yield opened


async def conversation(app: App, content: StoredContent, turns: int = 40) -> str:
    """A conversation with the QA lead, or its beginning."""
    session, _ = await app.sessions.open(content)
    learner, line = AttentiveLearner(), ""
    cues: tuple[Cue, ...] = ()
    for number in range(turns):
        if (heard := learner.answer(line, cues)) is None:
            break
        record = await app.sessions.turn(session, heard, key=str(number))
        line, cues = record.line, record.settlement.cues
    return session


def names(coverage: Coverage, kind: str) -> tuple[str, ...]:
    return next(each.missed for each in coverage.kinds if each.name == kind)


# ── counting ──────────────────────────────────────────────────────────────────────────────────────


def test_a_thing_counts_once_a_session_however_often_it_was_reached() -> None:
    coverage = counted("x", (A, B, C), [[A, A, C], [A]])
    nodes, edges = coverage.kinds
    assert (nodes.name, nodes.sessions, nodes.missed, nodes.share) == (
        "node",
        {"a": 2, "b": 0},
        ("b",),
        0.5,
    )
    assert (edges.reached, edges.share, coverage.sessions) == (("a -> b",), 1.0, 2)


def test_what_is_reached_and_is_there_no_more_does_not_count() -> None:
    assert counted("x", (A,), [[A, ("node", "gone")]]).times == {A: 1}


def test_coverages_of_one_subject_add_up_and_others_stay_apart() -> None:
    one, two, other = (
        counted("x", (A, B), [[A]]),
        counted("x", (A, B, C), [[B], [A]], others=1),
        counted("y", (A,), []),
    )
    both, alone = joined((one, two, other))
    assert (both.times, both.sessions, both.others) == ({A: 2, B: 1, C: 0}, 3, 1)
    assert alone == other


# ── stored sessions ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
async def test_a_conversation_covers_its_scenario_and_its_backbone(app: App) -> None:
    await conversation(app, sim_content(app.library, "launch_decision"))
    engines = Engines(LOCAL_MODELS)
    scenario = await of_sessions(
        app.log, subject_of(app.library, "scenario", "launch_decision"), engines
    )
    assert (scenario.sessions, scenario.others) == (1, 0)
    assert names(scenario, "person") == ("product_manager", "model_engineer", "guide")
    backbone = await of_sessions(app.log, subject_of(app.library, "backbone", "technical"), engines)
    assert names(backbone, "node") == ()
    assert names(backbone, "edge") == ("technical/DECISIVE -> CLOSE (by the backstop)",)
    assert {kind.name for kind in backbone.kinds} == {"node", "edge", "aside"}


async def test_sessions_of_another_version_count_for_what_is_there_now(
    app: App, tmp_path: Path
) -> None:
    await conversation(app, sim_content(app.library, "launch_decision"), turns=3)
    text = TECHNICAL.read_text(encoding="utf-8").replace("SURFACE", "OVERVIEW")
    (tmp_path / "technical.yaml").write_text(text, encoding="utf-8")
    (subject,) = subjects_in(app.library, [tmp_path / "technical.yaml"])
    coverage = await of_sessions(app.log, subject, Engines(LOCAL_MODELS))
    assert (coverage.sessions, coverage.others) == (1, 1)
    assert coverage.times["node", "technical/GROUND"] == 1
    assert coverage.times["node", "technical/OVERVIEW"] == 0
    assert ("node", "technical/SURFACE") not in coverage.times


async def test_only_the_sessions_that_are_named_count(app: App) -> None:
    content = sim_content(app.library, "launch_decision")
    short, _long = (
        await conversation(app, content, turns=1),
        await conversation(app, content, turns=3),
    )
    coverage = await of_sessions(
        app.log,
        subject_of(app.library, "scenario", "launch_decision"),
        Engines(LOCAL_MODELS),
        [short],
    )
    assert coverage.sessions == 1
    assert "technical/SURFACE" in names(coverage, "node")


async def test_a_session_that_was_migrated_is_read_by_what_it_had_at_each_turn(app: App) -> None:
    content = sim_content(app.library, "launch_decision")
    session = await conversation(app, content, turns=2)
    turns = await app.log.turns(session)
    other = replace(
        content, hash="another", body=content.body.replace('"technical"', '"practical"')
    )
    await app.sessions.migrate(session, other, Moved({}, "2"), turns[-1].turn)
    await app.sessions.turn(session, Heard("What else is there?"), key="after")
    reached = await used_in(app.log, session, Engines(LOCAL_MODELS))
    assert {name for kind, name in reached if kind == "node"} == {
        "technical/GROUND",
        "technical/SURFACE",
        "practical/DEEPEN",
    }


@pytest.mark.slow
async def test_an_interview_covers_strategies_weights_and_a_guide(app: App) -> None:
    guide = app.library.entries("guide")[0].id
    session, _ = await app.sessions.open(
        interview_content(app.library, "means_end_chain", "oat_milk", guide)
    )
    for number, said in enumerate(
        ("I like it because it is creamy.", "Creamy coffee calms me down before work.")
    ):
        await app.sessions.turn(session, Heard(said), key=str(number))
    engines = Engines(LOCAL_MODELS)
    method = await of_sessions(
        app.log, subject_of(app.library, "methodology", "means_end_chain"), engines
    )
    share = {kind.name: kind.share for kind in method.kinds}
    assert set(share) == {"phase", "strategy", "weight"}
    assert share["phase"] == pytest.approx(1 / 3)
    assert 0 < share["strategy"] < 1
    assert 0 < share["weight"] < 1
    topics = await of_sessions(app.log, subject_of(app.library, "guide", guide), engines)
    assert {kind.name for kind in topics.kinds} <= {"topic", "point"}
    assert topics.sessions == 1


@pytest.mark.slow
async def test_a_memoir_covers_routes_tactics_and_depth_even_when_its_words_were_removed(
    app: App,
) -> None:
    session, _ = await app.sessions.open(memoir_content(app.library))
    await app.sessions.turn(session, Heard(REFUSAL), key="1")
    await app.memoirs.forget(session, passage=1)
    coverage = await of_sessions(
        app.log, subject_of(app.library, "artifacts", "origins"), Engines(LOCAL_MODELS)
    )
    reached = {kind.name: kind.reached for kind in coverage.kinds}
    assert reached["route"] == ("safety",)
    assert reached["depth level"] == ("0 warm_up",)
    assert {"open", "leave_it"} <= set(reached["tactic"])


async def test_records_alone_are_enough(app: App) -> None:
    content = sim_content(app.library, "launch_decision")
    session = await conversation(app, content, turns=2)
    records = [record for _, record in await app.sessions.records(session)]
    engine: Any = engine_of(content, LOCAL_MODELS)
    coverage = coverage_of(sims, engine, records, records[:1], subject="launch")
    assert (coverage.sessions, coverage.times["person", "qa_lead"]) == (2, 2)
    assert used_by(sims, engine, records) <= set(sims.things(engine))


def test_a_folder_with_faults_and_other_files_gives_the_subjects_that_can_be_played(
    tmp_path: Path,
) -> None:
    (tmp_path / "launch.yaml").write_text(LAUNCH.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("kind: backbone\nid: broken\n", encoding="utf-8")
    (tmp_path / "notes.json").write_text("{}", encoding="utf-8")
    assert [subject.name for subject in subjects_in(Library(KINDS, (packaged(),)), [tmp_path])] == [
        "scenario launch_decision"
    ]


# ── simulated sessions ────────────────────────────────────────────────────────────────────────────


def subject() -> CoverageSubject:
    return subject_of(Library(KINDS, (packaged(),)), "scenario", "launch_decision")


def test_simulated_sessions_are_read_from_their_lines_and_those_of_other_content_left_out(
    tmp_path: Path,
) -> None:
    file = tmp_path / "outcomes.jsonl"
    lines = [
        {"used": [["person", "qa_lead"], ["node", "technical/GROUND"]], "turns": 3},
        {"used": [["scene", "scene_1"]]},
    ]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    coverage = of_simulated(subject(), Engines(LOCAL_MODELS), read_simulated(file))
    assert (coverage.sessions, coverage.times["person", "qa_lead"]) == (1, 1)


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"used": [["person"]]}', '{"used": 3}'])
def test_a_line_that_is_no_outcome_is_refused_with_its_place(tmp_path: Path, line: str) -> None:
    file = tmp_path / "outcomes.jsonl"
    file.write_text('{"used": []}\n' + line, encoding="utf-8")
    with pytest.raises(BadInput, match=r"outcomes\.jsonl:2: .*simulate"):
        read_simulated(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nothing\.jsonl cannot be read"):
        read_simulated(tmp_path / "nothing.jsonl")
