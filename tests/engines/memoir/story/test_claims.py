from __future__ import annotations

import pytest
from tests.engines.memoir.story.listening import listen, told

from dramaturg.engines.memoir.base.ledger import Loop
from dramaturg.engines.memoir.base.state import MemoirState, apply
from dramaturg.engines.memoir.base.story import KeptClaim
from dramaturg.engines.memoir.base.story_events import (
    BornLearned,
    ClaimSuperseded,
    ConflictFound,
    StoryEvent,
    TakenUp,
)
from dramaturg.kernel.values import replace
from dramaturg.turn.engine import fold


def conflicts(events: tuple[StoryEvent, ...]) -> list[ConflictFound]:
    return [event for event in events if isinstance(event, ConflictFound)]


def standing(state: MemoirState, predicate: str, slot: str = "year") -> list[KeptClaim]:
    claims = state.story.claims.values()
    return [
        kept
        for kept in claims
        if kept.claim.predicate == predicate and kept.claim.slot == slot and not kept.superseded_by
    ]


def test_who_takes_a_year_back_without_saying_which_means_the_last_one() -> None:
    before = told("I was born in 1938 in Leeds.", "I met Frank in 1950.")
    _, after = listen(before, "No, sorry, it was 1951.")
    assert [kept.claim.value for kept in standing(after, "born")] == [(1938.0, 1938.0)]
    assert [kept.claim.value for kept in standing(after, "meet frank")] == [(1951.0, 1951.0)]


def test_a_year_that_nothing_was_kept_of_is_not_corrected_in_something_else() -> None:
    before = told("I was born in 1938 in Leeds.", "The winter of 1950 was hard.")
    _, after = listen(before, "No, sorry, it was 1951.")
    assert [kept.claim.value for kept in standing(after, "born")] == [(1938.0, 1938.0)]


def test_somebody_who_says_you_are_right_corrects_as_well() -> None:
    _, after = listen(told("We moved to Leeds in 1951."), "It was 1953, you are right.")
    assert [kept.claim.value for kept in standing(after, "move to leeds")] == [(1953.0, 1953.0)]


def test_two_years_for_one_event_are_a_contradiction_told_in_words() -> None:
    heard, _ = listen(told("We got married in 1951."), "We got married in 1953, in the spring.")
    assert heard.contradiction >= 0.6
    assert heard.why == "two different years: 1953 now, 1951 in turn 1"
    assert len(conflicts(heard.events)) == 1


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("We lived in Kassel.", "We lived in Bremen."),
        ("I loved school.", "I hated school."),
        ("My sister was born in 1940.", "My sister was born in 1944."),
        ("My brother was called Tom.", "My brother was called Jack."),
        ("We had a dog.", "We had no dog."),
        ("I think we moved to Leeds in 1951, or so.", "We moved to Leeds in 1952."),
        ("I was born in 1940.", "I was born in 1940 in Leeds."),
    ],
)
def test_what_may_differ_in_a_long_life_is_no_contradiction(before: str, now: str) -> None:
    heard, _ = listen(told(before), now)
    assert heard.contradiction < 0.5, heard.why


@pytest.mark.parametrize(
    ("year", "clashes"), [(1954, True), (1955, False), (1958, False), (1959, True)]
)
def test_an_age_and_a_year_may_be_one_apart_beyond_the_birthday(year: int, clashes: bool) -> None:
    before = told("I was born in 1940.", "I joined the navy at sixteen.")
    heard, _ = listen(before, f"I joined the navy in {year}.")
    assert bool(conflicts(heard.events)) == clashes


def test_without_a_birth_year_ages_and_years_are_not_compared() -> None:
    assert not conflicts(
        listen(told("I joined the navy at sixteen."), "I joined the navy in 1999.")[0].events
    )


def test_the_birth_year_is_learned_from_what_is_said() -> None:
    heard, after = listen(told(), "I was born in 1938 in Leeds.")
    assert [event.year for event in heard.events if isinstance(event, BornLearned)] == [1938]
    assert after.story.born == 1938


@pytest.mark.parametrize(
    ("before", "now", "value"),
    [
        ("We got married in 1963.", "It was 1962, not 63.", 1962),
        ("We got married in 1951.", "I said 1951 but it was 1953.", 1953),
        ("We got married in 1951.", "No, 1953.", 1953),
        ("We got married in 1951.", "Sorry, I got that wrong: we got married in 1953.", 1953),
        ("We got married in 1951.", "It wasn't 1951, it was 1952.", 1952),
        ("We got married in sixty-one.", "Not sixty-one but sixty-two.", 1962),
    ],
)
def test_a_correction_supersedes_without_erasing(before: str, now: str, value: int) -> None:
    heard, after = listen(told(before), now)
    assert heard.contradiction == 0
    assert heard.corrected
    assert [kept.claim.value for kept in standing(after, "marry")] == [(value, value)]
    assert [kept for kept in after.story.claims.values() if kept.superseded_by]


def test_a_correction_in_the_same_breath_counts() -> None:
    _, after = listen(told(), "We got married in 1951, no, 1953.")
    assert [kept.claim.value for kept in standing(after, "marry")] == [(1953, 1953)]


def test_the_birth_year_is_corrected_with_the_claim() -> None:
    _, after = listen(told("I was born in 1938."), "I mean 1939.")
    assert after.story.born == 1939


@pytest.mark.parametrize(
    "text",
    ["I mean, Tom was never there.", "Leeds, not Bradford, was the place to be.", "No, never."],
)
def test_talk_that_only_sounds_like_a_correction_supersedes_nothing(text: str) -> None:
    heard, _ = listen(told("My mother was called Ruth.", "We got married in 1951."), text)
    assert not [event for event in heard.events if isinstance(event, ClaimSuperseded)]


def asked_about_two_versions() -> MemoirState:
    state = told("We got married in 1951.", "We got married in 1953, in the spring.")
    conflict = state.story.conflicts[0]
    asked = fold(apply, (TakenUp(f"{conflict.now}|{conflict.then}"),), state)
    return replace(
        asked, ledger=replace(asked.ledger, loop=Loop("inconsistency_resolution", "t1", "compare"))
    )


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("It was 1951.", 1951),
        ("Fifty-three, I'm sure of it.", 1953),
        ("The first.", 1951),
        ("Neither, 1952 it was.", 1952),
    ],
)
def test_the_answer_to_which_of_two_it_was_settles_it(answer: str, value: int) -> None:
    heard, after = listen(asked_about_two_versions(), answer)
    assert heard.contradiction == 0
    assert {kept.claim.value for kept in standing(after, "marry")} == {(value, value)}


def test_two_versions_that_were_asked_about_are_not_brought_up_again() -> None:
    _, after = listen(asked_about_two_versions(), "I couldn't tell you any more.")
    assert listen(after, "We got married in 1953.")[0].contradiction == 0


def test_a_claim_that_is_made_again_and_again_is_kept_a_few_times() -> None:
    state = told(*(["We got married in 1951."] * 12))
    assert len(standing(state, "marry")) == 8


def test_what_was_put_right_before_is_not_put_right_again() -> None:
    before = told("We got married in 1951.", "No, 1953.")
    heard, after = listen(before, "It was 1952, not 1951.")
    assert not [event for event in heard.events if isinstance(event, ClaimSuperseded)]
    assert [kept.claim.value for kept in standing(after, "marry")] == [(1953, 1953)]
