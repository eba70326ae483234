"""Simulated learners: each plays by its temperament, the same seed plays the same, and nobody is
ever stuck in the graph.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.support.ears import MODELS

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate import run as simulate_run
from dramaturg.app.simulate.run import simulate
from dramaturg.app.wiring import open_app
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.base.scenario import Steering
from dramaturg.engines.sims.content import sim_content, sim_documents
from dramaturg.engines.sims.engine import SimRecord
from dramaturg.engines.sims.learners import (
    LEARNERS,
    PATIENCE,
    SILENCE,
    TEMPERAMENTS,
    Memory,
    ModelLearner,
    SimulatedLearner,
    Topics,
    learner,
    point_in,
    said_back,
)
from dramaturg.engines.sims.outcomes import SimOutcome, SimRun, figures
from dramaturg.engines.sims.proofs import prove_scenario
from dramaturg.engines.sims.simulate import SIMULATOR, STEERINGS, engine_for, play, runs_of, stages
from dramaturg.engines.sims.simulation_report import summary
from dramaturg.english.figures import unknown_figures
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Cue, Heard

FACT = "We committed to at most 2% error on exactly these prompts, and we measured 23.4%."
AGAIN = "The contract says 2%, and we're at 23.4%. Are you with me on that?"
PIVOT = Cue(
    "AI_PivotMoment", {"options": [{"id": "a", "text": "Gladly."}, {"id": "b", "text": "Never."}]}
)
TOPICS = Topics(("How bad is it?", "Why is that?", "Who knows?"), ("Did you see the match?",))
OFFLINE = Settings(store="", model="offline")


@pytest.fixture
def written_ear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_run, "LOCAL_MODELS", MODELS)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(KINDS, (packaged(),))


def someone(name: str, seed: int = 1) -> SimulatedLearner:
    return SimulatedLearner(TEMPERAMENTS[name], TOPICS, Random(seed))


def words(heard: SimulatedLearner, *lines: str) -> list[str]:
    answers = [heard.answer(line, ()) for line in lines]
    return [answer.text if answer else "" for answer in answers]


# ── temperaments ──────────────────────────────────────────────────────────────────────────────────


def test_the_silent_one_says_nothing_useful_whatever_is_put_to_them() -> None:
    assert set(words(someone("silent"), "", FACT, AGAIN, FACT, AGAIN)) <= set(SILENCE)


def test_the_contrarian_denies_it_twice_and_then_gives_in() -> None:
    first, second, third = words(someone("contrarian"), FACT, AGAIN, FACT)
    resists = TEMPERAMENTS["contrarian"].resists
    assert first in resists and second in resists
    assert "2% against 23.4%" in third


def test_the_terse_one_needs_three_words_and_a_second_telling() -> None:
    for seed in range(20):
        first, *later = words(someone("terse", seed), FACT, AGAIN, AGAIN, AGAIN, AGAIN)
        assert "2%" not in first
        assert any("23.4%" in said for said in later)
        assert all(len(said.replace(" against ", "/").split()) <= 3 for said in (first, *later))


def test_every_other_turn_of_the_tangent_prone_is_off_the_point() -> None:
    said = words(someone("tangent-prone"), *["Good."] * 8)
    assert [text == "Did you see the match?" for text in said] == [False, True] * 4


def test_the_hostile_one_picks_the_sharp_option_and_the_attentive_the_first() -> None:
    answers = {
        name: {someone(name, seed).answer("Well?", (PIVOT,)) for seed in range(20)}
        for name in ("hostile", "attentive")
    }
    assert answers["hostile"] == {Heard(choice="b"), Heard(text="Never.")}
    assert answers["attentive"] == {Heard(choice="a"), Heard(text="Gladly.")}


def test_everybody_goes_when_it_has_ended_or_their_patience_has() -> None:
    ended = Cue("AI_EndConversation", {})
    for name, temperament in TEMPERAMENTS.items():
        assert someone(name).answer("Goodbye.", (ended,)) is None
        patient = someone(name)
        stayed = sum(patient.answer("I've told you.", ()) is not None for _ in range(2 * PATIENCE))
        assert stayed == temperament.patience


def test_a_point_put_again_is_recognised_by_its_figures_or_its_words() -> None:
    memory = Memory()
    for line in (FACT, "The roof has been leaking since the spring.", AGAIN):
        memory.take_in(line)
    assert [point.times for point in memory.points] == [1, 2]
    assert point_in("Are you with me on that?") is None


def test_a_sentence_is_said_back_from_the_other_side() -> None:
    assert (
        said_back("I flagged it, and my boss told me to wait.")
        == "you flagged it, and your boss told you to wait"
    )


async def test_a_model_words_what_a_learner_means_to_say_and_never_what_they_choose() -> None:
    voice = ScriptVoice(lambda prompt: "Well, how bad?")
    planned = someone("attentive").answer("", ())
    assert planned
    said = await ModelLearner(voice, someone("attentive"), "attentive").answer("", ())
    assert said == Heard("Well, how bad?")
    assert planned.text in voice.heard[0].user
    chosen = await ModelLearner(voice, someone("attentive"), "attentive").answer("Well?", (PIVOT,))
    assert chosen in (Heard(choice="a"), Heard("Gladly."))


async def test_silence_stays_silence_with_a_model_too() -> None:
    said = await ModelLearner(
        ScriptVoice(lambda prompt: "Oh, I agree with all of it!"), someone("silent"), "silent"
    ).answer("", ())
    assert said and said.text in SILENCE


# ── runs ──────────────────────────────────────────────────────────────────────────────────────────


def run(name: str, steering: Steering = "graph", noise: float = 0.0, seed: int = 1) -> SimRun:
    return SimRun("launch_decision", "qa_lead", name, steering, seed, noise)


def outcomes(library: Library, *runs: SimRun, workers: int = 1) -> list[SimOutcome]:
    return [
        result.own for result in simulate([SIMULATOR.plan_runs(library, runs)], OFFLINE, workers)
    ]


def records(library: Library, played: SimRun) -> Sequence[SimRecord]:
    engine = engine_for(played, sim_content(library, played.scenario, played.steering), MODELS)
    someone = learner(
        played.learner, engine.scenario.person(played.person), played.chance("learner")
    )
    return asyncio.run(play(played, engine, someone, OfflineVoice())).records


def test_the_same_run_plays_the_same_and_another_seed_does_not(library: Library) -> None:
    assert records(library, run("hostile")) == records(library, run("hostile"))
    assert records(library, run("hostile")) != records(library, run("hostile", seed=2))


def test_learners_are_the_same_under_both_steerings_and_any_noise() -> None:
    same = [
        run("rushed", steering, noise).chance("learner").random()
        for steering in STEERINGS
        for noise in (0.0, 0.4)
    ]
    assert len(set(same)) == 1
    assert run("rushed").chance("noise").random() not in same


@pytest.mark.parametrize("name", LEARNERS)
def test_learners_name_no_figure_that_they_were_not_told(library: Library, name: str) -> None:
    told: list[str] = []
    for record in records(library, run(name)):
        offered = [
            option["text"]
            for cue in record.settlement.cues
            for option in cue.data.get("options", ())
        ]
        assert record.heard.text in told or not unknown_figures(record.heard.text, told)
        told += [record.line, *offered]


@pytest.mark.usefixtures("written_ear")
def test_endings_are_told_apart(library: Library) -> None:
    found = outcomes(
        library,
        run("attentive"),
        run("silent"),
        run("silent", "counted"),
        run("silent", "counted", noise=1.0),
        run("rushed", "counted"),
    )
    assert [outcome.ending for outcome in found] == [
        "walk",
        "backstop",
        "left",
        "premature",
        "walk",
    ]
    assert [outcome.acknowledged for outcome in found] == [1, 0, 0, 0, 1]
    assert found[2].exchanges > 30 and found[3].exchanges == 4


def test_what_a_conversation_reached_begins_with_the_person(library: Library) -> None:
    (result,) = simulate([SIMULATOR.plan_runs(library, [run("attentive")])], OFFLINE)
    assert {("person", "qa_lead"), ("node", "technical/DECISIVE")} <= set(result.used)


@pytest.mark.usefixtures("written_ear")
def test_detours_are_bridged_in_the_graph(library: Library) -> None:
    (outcome,) = outcomes(library, run("tangent-prone"))
    assert outcome.detours >= 3
    assert outcome.bridged == outcome.detours


def test_noise_flips_reports_and_nothing_else(library: Library) -> None:
    straight, flipped = (records(library, run("attentive", noise=noise))[1] for noise in (0.0, 1.0))
    assert straight.draft and flipped.draft
    assert flipped.draft.line == straight.draft.line
    assert flipped.draft.report == replace(
        straight.draft.report,
        node_satisfied=not straight.draft.report.node_satisfied,
        detour_detected=not straight.draft.report.detour_detected,
    )


def test_a_summary_counts_what_happened() -> None:
    walk = SimOutcome(run("attentive"), "walk", 10, 1, 1, 1, 2, 2, 8, 1)
    left = SimOutcome(run("silent", "counted"), "left", 30, 1, 1, 0, 2, 1, 8, 20)
    found = summary([walk, left])
    assert (found.heard, found.acknowledged, found.proper, found.left) == (1.0, 0.5, 0.5, 0.5)
    assert (found.bridged, found.detours, found.exchanges_to_close, found.longest_repetition) == (
        3,
        4,
        10,
        20,
    )
    assert found.facts_per_exchange == 16 / 40
    assert summary([left]).exchanges_to_close is None


def test_a_figure_that_a_conversation_cannot_have_is_left_out() -> None:
    found = figures(SimOutcome(run("attentive"), "walk", 10, 2, 2, 1, 0, 0, 5, 1))
    assert (found["acknowledged"], found["facts_per_exchange"], found["ended_properly"]) == (
        0.5,
        0.5,
        1.0,
    )
    assert "bridged" not in found


def test_stages_are_those_with_a_decisive_fact_or_whoever_was_named(library: Library) -> None:
    assert ("launch_decision", "guide") not in stages(library)
    assert stages(library, "launch_decision", "guide") == [("launch_decision", "guide")]
    assert len(stages(library, "tree_rings")) > 2
    with pytest.raises(NotFound, match="Did you mean 'qa_lead'"):
        stages(library, "launch_decision", "qa_led")


def test_every_learner_plays_as_often_under_each_steering() -> None:
    plan = runs_of([("one", "x"), ("two", "y")], LEARNERS, 3 * len(LEARNERS), STEERINGS, 7, 0.1)
    assert len(plan) == len(set(plan)) == 3 * len(LEARNERS) * 2
    assert {each.seed for each in plan} == {7, 8, 9}
    with pytest.raises(BadInput, match="Did you mean 'terse'"):
        runs_of([("one", "x")], ["terce"], 1, STEERINGS, 1, 0)


async def test_a_session_finishes_on_the_steering_it_was_opened_with(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path / "sessions.db"), model="offline")
    async with open_app(settings) as app:
        session, _ = await app.sessions.open(
            sim_content(app.library, "launch_decision", "counted"), to="qa_lead"
        )
        await app.sessions.turn(session, Heard("Hi."), key="1")
    async with open_app(settings) as app:
        record = await app.sessions.turn(session, Heard("What did you find?"), key="2")
        assert record.decision and record.decision.directive.node == "BEAT_2"
        assert (await app.log.session(session)).content_version.endswith("+counted")
        assert all([turn.same async for turn in app.sessions.replay(session)])


# ── what is promised ──────────────────────────────────────────────────────────────────────────────


def bounds(library: Library) -> dict[tuple[str, str], int]:
    """The most exchanges that each person's conversation is proven to take."""
    found: dict[tuple[str, str], int] = {}
    for entry in library.entries("scenario"):
        scenario, backbones = sim_documents(sim_content(library, entry.id))
        for proof in prove_scenario(scenario, backbones):
            if most := re.search(r"to (\d+) exchanges", proof.note):
                found[scenario.id, scenario.people[int(proof.path[1])].id] = int(most[1])
    return found


def test_patience_outlasts_every_proven_bound_so_nobody_leaves_before_the_end(
    library: Library,
) -> None:
    pivots = 2  # choosing an option takes a turn and no exchange
    assert (
        min(temperament.patience for temperament in TEMPERAMENTS.values())
        > max(bounds(library).values()) + pivots - 1
    )


@pytest.mark.slow
def test_under_any_noise_every_walk_ends_in_close_within_its_bound(library: Library) -> None:
    on = stages(library)
    plan = [
        each
        for noise in (0.0, 0.1, 0.4, 1.0)
        for each in runs_of(on, LEARNERS, len(on) * len(LEARNERS), ("graph",), 100, noise)
    ]
    assert len(plan) >= 250
    proven = bounds(library)
    for outcome in outcomes(library, *plan):
        assert outcome.ending != "left", outcome
        assert outcome.exchanges <= proven[outcome.run.scenario, outcome.run.person], outcome
        assert outcome.heard == outcome.decisive, outcome


@pytest.mark.slow
def test_processes_find_what_one_finds(library: Library) -> None:
    plan = [run(name, steering, 0.2) for steering in STEERINGS for name in LEARNERS]
    assert outcomes(library, *plan, workers=2) == outcomes(library, *plan)
