"""Interviews of twenty turns with many kinds of people: what no interviewer may do, and what a good one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import mean

import pytest

from dramaturg.app.productions import KINDS
from dramaturg.app.settings import Settings
from dramaturg.app.simulate_interviews import InterviewerName, Outcome, cast_of, play_all, profiles_of
from dramaturg.content.library import Library, packaged

LIBRARY = Library(KINDS, (packaged(),))
OFFLINE = Settings(store="", model="offline")
PROFILES = profiles_of(LIBRARY)
ONE_EACH = [profiles_of(LIBRARY, methodology=method)[0] for method in sorted({each.methodology for each in PROFILES})]
TRYING = ("terse", "fatiguing", "refusing", "paraphrasing", "contradicting")
TURNS, SEED = 20, 1

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """Open people of all profiles with three interviewers, and more trying ones of every methodology."""
    interviewers: Sequence[InterviewerName] = ("adaptive", "fixed", "random")
    runs = cast_of(PROFILES, ["open"], interviewers, 1, SEED, TURNS) + cast_of(ONE_EACH, TRYING, ("adaptive",), 1, SEED, TURNS)
    return list(play_all(runs, LIBRARY, OFFLINE, jobs=2))


@pytest.fixture(scope="module")
def held(outcomes: list[Outcome]) -> list[Outcome]:
    """Those of the interviewer who weighs what was said."""
    return [each for each in outcomes if each.run.interviewer == "adaptive"]


def failing(held: list[Outcome], wrong: Callable[[Outcome], bool]) -> list[Outcome]:
    return [each for each in held if wrong(each)]


def test_all_six_methodologies_meet_all_manners(held: list[Outcome]) -> None:
    assert len({(each.methodology, each.run.manner) for each in held}) == 6 * 6


def test_no_strategy_is_used_more_than_three_times_in_a_row(held: list[Outcome]) -> None:
    assert failing(held, lambda each: each.strategy_run > 3) == []


def test_no_concept_is_asked_about_more_than_three_times_in_a_row(held: list[Outcome]) -> None:
    assert failing(held, lambda each: each.focus_run > 3) == []


def test_every_phase_is_entered(held: list[Outcome]) -> None:
    assert failing(held, lambda each: set(each.phases) != {"early", "mid", "late"}) == []


def test_nobody_is_sent_away_before_the_twelfth_turn(held: list[Outcome]) -> None:
    assert failing(held, lambda each: each.turns < 12 and each.termination != "user_stop") == []


def test_nobody_leaves_who_did_not_want_to(held: list[Outcome]) -> None:
    assert failing(held, lambda each: each.termination in ("user_stop", "safety_stop", "left", "error")) == []


def test_who_is_tired_is_asked_in_another_way(held: list[Outcome]) -> None:
    tired, turned = sum(each.fatigued for each in held), sum(each.turned for each in held)
    assert tired > 10
    assert turned / tired >= 0.8


def test_what_was_refused_is_never_gone_back_to(held: list[Outcome]) -> None:
    assert sum(each.refusals for each in held) > 0
    assert sum(each.probed for each in held) == 0


def test_open_people_who_hold_a_value_are_brought_to_it(held: list[Outcome]) -> None:
    means_end = [each for each in held if each.methodology == "means_end_chain" and each.run.manner == "open"]
    assert len(means_end) > 1
    assert failing(means_end, lambda each: not each.terminal or not each.complete) == []


def test_who_weighs_what_was_said_learns_more_than_who_does_not(outcomes: list[Outcome]) -> None:
    coverage = {
        name: mean(each.coverage for each in outcomes if each.run.manner == "open" and each.run.interviewer == name)
        for name in ("adaptive", "fixed", "random")
    }
    assert coverage["adaptive"] > max(coverage["fixed"], coverage["random"]), coverage


def test_every_interview_uses_many_strategies(held: list[Outcome]) -> None:
    assert failing(held, lambda each: len(each.strategies) < 5) == []
