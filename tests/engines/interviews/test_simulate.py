"""Simulated interviews: the same respondents for every interviewer, and figures that count what
happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from typing import cast

import pytest

from dramaturg.app.config.providers import LOCAL_MODELS, embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.run import simulate
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.outcomes import InterviewOutcome, InterviewRun, outcome
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.engines.interviews.respondents import MANNERS, REFUSALS
from dramaturg.engines.interviews.rival_interviewers import (
    INTERVIEWERS,
    FixedEngine,
    InterviewerName,
    Matter,
    RandomEngine,
)
from dramaturg.engines.interviews.simulate import (
    SIMULATOR,
    engine_for,
    matter_of,
    play,
    profiles_of,
    respondent,
    runs_of,
)
from dramaturg.engines.interviews.simulation_report import summary
from dramaturg.engines.simulation import SimulatedSession
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.turn.asks import OfflineVoice

LIBRARY = Library(KINDS, (packaged(),))
OFFLINE = Settings(store="", model="offline")
NAME = "nadia_oat_milk"


@pytest.fixture(scope="module")
def matter() -> Matter:
    return matter_of(LIBRARY, profiles_of(LIBRARY, NAME)[0])


def hold(
    matter: Matter, interviewer: InterviewerName, manner: str = "terse", turns: int = 5
) -> SimulatedSession:
    run = InterviewRun(NAME, manner, interviewer, 1, turns)
    return asyncio.run(
        play(
            engine_for(run, matter, LOCAL_MODELS),
            respondent(run, matter, embedder()),
            OfflineVoice(),
        )
    )


def asked(held: SimulatedSession) -> list[tuple[str, str]]:
    directives = [record.decision.directive for record in held.records if record.decision]
    return [(each.strategy, each.focus) for each in directives if each.purpose == "ask"]


@pytest.fixture(scope="module")
def held(matter: Matter) -> SimulatedSession:
    return hold(matter, "adaptive")


# ── who asks ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("interviewer", INTERVIEWERS)
def test_an_interview_goes_on_until_its_turns_are_used_and_then_ends(
    matter: Matter, interviewer: InterviewerName
) -> None:
    played = hold(matter, interviewer)
    assert played.state.ended
    assert len(played.records) == 6


@pytest.mark.slow
@pytest.mark.parametrize("interviewer", INTERVIEWERS)
def test_the_same_run_asks_the_same(matter: Matter, interviewer: InterviewerName) -> None:
    lines = [[record.line for record in hold(matter, interviewer).records] for _ in range(2)]
    assert lines[0] == lines[1]


@pytest.mark.slow
def test_the_fixed_guide_takes_the_strategies_in_the_order_of_the_file(matter: Matter) -> None:
    engine = engine_for(InterviewRun(NAME, "terse", "fixed", 1, 5), matter, LOCAL_MODELS)
    assert isinstance(engine, FixedEngine)
    in_order = [each.name for each in matter.methodology.strategies if not each.ends_interview]
    assert [strategy for strategy, _ in asked(hold(matter, "fixed"))] == in_order[:3]


@pytest.mark.slow
def test_the_random_interviewer_depends_on_the_seed_and_on_nothing_else(
    matter: Matter, held: SimulatedSession
) -> None:
    engines = [
        engine_for(InterviewRun(NAME, "terse", "random", seed, 5), matter, LOCAL_MODELS)
        for seed in range(6)
    ]
    choices = [cast(RandomEngine, engine).choice(held.state) for engine in engines]
    assert len(set(choices)) > 1
    assert choices == [cast(RandomEngine, engine).choice(held.state) for engine in engines]


def test_every_interviewer_meets_the_same_respondent() -> None:
    chances = {
        InterviewRun(NAME, "terse", name, 7).chance("respondent").random() for name in INTERVIEWERS
    }
    assert len(chances) == 1


class Deaf:
    """Says the same few things in turn, whatever is asked."""

    def __init__(self, said: Sequence[str]) -> None:
        self._said = cycle(said)

    def answer(self, question: str) -> str:
        return next(self._said)


HARD_TO_INTERVIEW = {
    "knows nothing": ("I don't know.", "Not sure.", "No idea, really."),
    "says nothing": ("...", "Hm.", ""),
    "goes in circles": (
        "It saves me time in the morning.",
        "Well, in the morning it saves me time.",
    ),
    "asks back": (
        "Why would you want to know that?",
        "What's this for, anyway?",
        "It works. Next.",
    ),
    "leaves": ("I use it every day.", "I have to stop here, I'd like to end the interview now."),
}


@pytest.mark.slow
@pytest.mark.parametrize("said", HARD_TO_INTERVIEW.values(), ids=HARD_TO_INTERVIEW)
def test_nobody_is_so_hard_to_interview_that_it_breaks_or_has_no_end(
    matter: Matter, said: Sequence[str]
) -> None:
    engine = engine_for(InterviewRun(NAME, "open", "adaptive", 1, 8), matter, LOCAL_MODELS)
    played = asyncio.run(play(engine, Deaf(said), OfflineVoice()))
    assert played.state.ended
    assert 2 <= len(played.records) <= 9


# ── what to play ──────────────────────────────────────────────────────────────────────────────────


def test_every_profile_in_every_manner_is_cast_for_every_interviewer() -> None:
    everybody = len(LIBRARY.entries("profile")) * len(MANNERS)
    runs = runs_of(profiles_of(LIBRARY), list(MANNERS), INTERVIEWERS, 2 * everybody, 1)
    assert len(runs) == len(set(runs)) == everybody * 3 * 2
    assert {(run.profile, run.manner) for run in runs if run.seed == 1} == {
        (run.profile, run.manner) for run in runs
    }


def test_a_few_interviews_are_of_many_profiles_and_manners() -> None:
    runs = runs_of(profiles_of(LIBRARY), list(MANNERS), ("adaptive",), 12, 1)
    assert len({run.profile for run in runs}) == 12
    assert {run.manner for run in runs} == set(MANNERS)


def test_profiles_can_be_chosen_by_methodology() -> None:
    assert {each.methodology for each in profiles_of(LIBRARY, methodology="five_whys")} == {
        "five_whys"
    }


def test_what_is_not_there_is_named_with_the_nearest_that_is() -> None:
    with pytest.raises(NotFound, match="Did you mean 'nadia_oat_milk'"):
        profiles_of(LIBRARY, "nadia_oatmilk")
    with pytest.raises(NotFound, match="Did you mean 'five_whys'"):
        profiles_of(LIBRARY, methodology="five_why")
    with pytest.raises(BadInput, match="Did you mean 'terse'"):
        runs_of(profiles_of(LIBRARY), ["ters"], INTERVIEWERS, 1, 1)


@pytest.mark.slow
def test_two_processes_find_what_one_finds() -> None:
    runs = runs_of(profiles_of(LIBRARY, NAME), ["terse", "refusing"], ("adaptive",), 2, 1, turns=3)
    plan = SIMULATOR.plan_runs(LIBRARY, runs)
    alone, together = (
        [replace(each.own, seconds=0.0) for each in simulate([plan], OFFLINE, workers)]
        for workers in (1, 2)
    )
    assert [each.run for each in alone] == runs
    assert alone == together


# ── what became of it ─────────────────────────────────────────────────────────────────────────────


def read(matter: Matter, held: SimulatedSession) -> InterviewOutcome:
    return outcome(
        InterviewRun(NAME, "terse", "adaptive", 1, 5), matter, held, ["froths", "dearer"]
    )


def with_choices(held: SimulatedSession, choices: list[tuple[str, str]]) -> SimulatedSession:
    """The interview as if these strategies and concepts had been chosen on its first turns."""
    first, *later = held.records
    changed = [_chosen(record, *choice) for record, choice in zip(later, choices, strict=False)]
    return replace(held, records=[first, *changed, *later[len(changed) :]])


def _chosen(record: InterviewRecord, strategy: str, concept: str) -> InterviewRecord:
    assert record.decision
    directive = replace(
        record.decision.directive, purpose="ask", strategy=strategy, focus=concept, concept=concept
    )
    return replace(record, decision=replace(record.decision, directive=directive))


@pytest.mark.slow
def test_facts_told_are_counted_of_all_there_are(matter: Matter, held: SimulatedSession) -> None:
    assert read(matter, held).coverage == 2 / len(matter.profile.facts)


@pytest.mark.slow
def test_runs_of_a_strategy_and_of_a_concept_are_counted_apart(
    matter: Matter, held: SimulatedSession
) -> None:
    one, other = list(held.state.graph.concepts)[:2]
    found = read(
        matter, with_choices(held, [("up", one), ("up", other), ("down", other), ("up", other)])
    )
    assert (found.strategy_run, found.focus_run) == (2, 3)


@pytest.mark.slow
def test_going_back_to_what_was_refused_is_counted(matter: Matter, held: SimulatedSession) -> None:
    one, other = list(held.state.graph.concepts)[:2]
    chosen = with_choices(held, [("up", one), ("up", other), ("up", one), ("up", other)])
    refusing = list(chosen.records)
    refusing[2] = replace(refusing[2], heard=replace(refusing[2].heard, text=REFUSALS[0]))
    found = read(matter, replace(chosen, records=refusing))
    assert (found.refusals, found.probed) == (1, 1)


@pytest.mark.slow
def test_a_summary_is_of_the_worst_runs_and_the_mean_coverage(
    matter: Matter, held: SimulatedSession
) -> None:
    one = read(matter, held)
    found = summary(
        [
            replace(one, told=6, facts=24, strategy_run=2),
            replace(one, told=12, facts=24, strategy_run=3),
        ]
    )
    assert (found.interviews, found.coverage, found.strategy_run) == (2, 0.375, 3)
    assert found.terminations == {one.termination: 2}
