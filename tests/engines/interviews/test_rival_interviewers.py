"""Interviews of twenty turns with many kinds of people: what no interviewer may do, and what a good
one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import mean

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.run import simulate
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.outcomes import InterviewOutcome
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.rival_interviewers import INTERVIEWERS, InterviewerName
from dramaturg.engines.interviews.simulate import SIMULATOR, profiles_of, runs_of

LIBRARY = Library(KINDS, (packaged(),))
OFFLINE = Settings(store="", model="offline")
TRYING = ("terse", "fatiguing", "refusing", "paraphrasing", "contradicting")
TURNS, SEED = 20, 1
SAID_ALL = "nothing_more"  # whoever says so three times is let go, however early
A_TIE = 0.02  # of coverage: six interviews each tell no less
PROFILES = profiles_of(LIBRARY)
ONE_EACH = list({each.methodology: each for each in reversed(PROFILES)}.values())
"""The first profile of each methodology."""


def failing(
    held: list[InterviewOutcome], wrong: Callable[[InterviewOutcome], bool]
) -> list[InterviewOutcome]:
    return [each for each in held if wrong(each)]


def all_six_methodologies_are_met(held: list[InterviewOutcome]) -> None:
    assert len({each.methodology for each in held}) == 6


def no_strategy_is_used_more_than_three_times_in_a_row(held: list[InterviewOutcome]) -> None:
    assert failing(held, lambda each: each.strategy_run > 3) == []


def no_concept_is_asked_about_more_than_three_times_in_a_row(held: list[InterviewOutcome]) -> None:
    assert failing(held, lambda each: each.focus_run > 3) == []


def every_phase_is_entered(held: list[InterviewOutcome]) -> None:
    whole = [each for each in held if each.termination != SAID_ALL]
    assert failing(whole, lambda each: set(each.phases) != {"early", "mid", "late"}) == []


def nobody_is_sent_away_before_the_twelfth_turn(held: list[InterviewOutcome]) -> None:
    sent = [each for each in held if each.termination not in ("user_stop", SAID_ALL)]
    assert failing(sent, lambda each: each.turns < 12) == []


def nobody_leaves_who_did_not_want_to(held: list[InterviewOutcome]) -> None:
    assert (
        failing(
            held, lambda each: each.termination in ("user_stop", "safety_stop", "left", "error")
        )
        == []
    )


def who_is_tired_is_asked_in_another_way(held: list[InterviewOutcome]) -> None:
    assert sum(each.turned for each in held) >= 0.8 * sum(each.fatigued for each in held)


def what_was_refused_is_never_gone_back_to(held: list[InterviewOutcome]) -> None:
    assert sum(each.probed for each in held) == 0


def open_people_who_hold_a_value_are_brought_to_it(held: list[InterviewOutcome]) -> None:
    means_end = [
        each for each in held if each.methodology == "means_end_chain" and each.run.manner == "open"
    ]
    assert failing(means_end, lambda each: not each.terminal or not each.complete) == []


def who_weighs_what_was_said_learns_more_than_who_does_not(
    outcomes: list[InterviewOutcome],
) -> None:
    coverage = {
        name: mean(each.coverage for each in outcomes if each.run.interviewer == name)
        for name in INTERVIEWERS
    }
    assert coverage["adaptive"] > coverage["fixed"], coverage
    assert coverage["adaptive"] > coverage["random"] - A_TIE, coverage


def every_interview_uses_many_strategies(held: list[InterviewOutcome]) -> None:
    whole = [each for each in held if each.termination != SAID_ALL]
    assert failing(whole, lambda each: len(each.strategies) < 5) == []


PROMISES: Sequence[Callable[[list[InterviewOutcome]], None]] = (
    no_strategy_is_used_more_than_three_times_in_a_row,
    no_concept_is_asked_about_more_than_three_times_in_a_row,
    every_phase_is_entered,
    nobody_is_sent_away_before_the_twelfth_turn,
    nobody_leaves_who_did_not_want_to,
    who_is_tired_is_asked_in_another_way,
    what_was_refused_is_never_gone_back_to,
    open_people_who_hold_a_value_are_brought_to_it,
    every_interview_uses_many_strategies,
)


@pytest.mark.slow
def test_interviews_with_open_people_keep_what_they_promise_and_learn_more_than_others() -> None:
    outcomes = interviewed(ONE_EACH, "open", INTERVIEWERS)
    all_six_methodologies_are_met(outcomes)
    assert broken([each for each in outcomes if each.run.interviewer == "adaptive"]) == {}
    who_weighs_what_was_said_learns_more_than_who_does_not(outcomes)


@pytest.mark.slow
def test_interviews_with_other_open_people_keep_it_too() -> None:
    held = interviewed([each for each in PROFILES if each not in ONE_EACH][:4], "open")
    assert any(each.methodology == "means_end_chain" for each in held)
    assert broken(held) == {}


@pytest.mark.slow
@pytest.mark.parametrize("manner", TRYING)
def test_interviews_with_trying_people_keep_it_too(manner: str) -> None:
    first = 2 * TRYING.index(manner)  # two methodologies each, all six among the manners
    held = interviewed([ONE_EACH[(first + at) % len(ONE_EACH)] for at in range(2)], manner)
    assert broken(held) == {}
    if manner == "fatiguing":
        assert sum(each.fatigued for each in held) > 0, "they do get tired"


def interviewed(
    profiles: Sequence[Profile],
    manner: str,
    interviewers: Sequence[InterviewerName] = ("adaptive",),
) -> list[InterviewOutcome]:
    runs = runs_of(profiles, [manner], interviewers, len(profiles), SEED, TURNS)
    return [result.own for result in simulate([SIMULATOR.plan_runs(LIBRARY, runs)], OFFLINE)]


def broken(held: list[InterviewOutcome]) -> dict[str, str]:
    """By its name, each promise that was not kept: the interviews take long, so all are judged."""
    return dict(_broken(held))


def _broken(held: list[InterviewOutcome]) -> Iterator[tuple[str, str]]:
    for promise in PROMISES:
        try:
            promise(held)
        except AssertionError as error:
            yield promise.__name__, str(error)
