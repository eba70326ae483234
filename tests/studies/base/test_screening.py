"""Screening: answers as people type them, the first rule that holds, and room in a quota."""

from __future__ import annotations

from typing import Any

import pytest
from tests.studies.asking_tea import quotas, tea

from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.document import ScreenerQuestion
from dramaturg.studies.base.screening import (
    ACCEPTED,
    ENOUGH,
    NO_ROOM,
    NOT_WANTED,
    Screening,
    as_told,
    read_answer,
    read_answers,
    screened,
)
from dramaturg.studies.base.state import Participant, Standing, StudyState

ADULT: dict[str, Value] = {"age": 34, "tea": "black", "at_work": "yes", "trade": "cook"}


def state_with(*people: tuple[Standing, tuple[str, ...]]) -> StudyState:
    named = [
        Participant(f"R{at:03}", standing, quotas=counted)
        for at, (standing, counted) in enumerate(people, start=1)
    ]
    return StudyState(participants={each.id: each for each in named})


@pytest.mark.parametrize(
    ("question", "typed", "kept"),
    [
        ("age", "34", 34),
        ("age", " 34.5 ", 34.5),
        ("age", 34, 34),
        ("tea", "Black", "black"),
        ("tea", "both kinds", "both_kinds"),
        ("tea", "both-kinds", "both_kinds"),
        ("tea", "2", "green"),
        ("at_work", "Y", "yes"),
        ("at_work", "No.", "no"),
        ("at_work", True, "yes"),
        ("trade", "  cook,\n in a school 🍲 ", "cook, in a school 🍲"),
    ],
)
def test_an_answer_is_read_as_people_type_it(question: str, typed: Value, kept: Value) -> None:
    read = read_answer(tea().by_question[question], typed)
    assert (read, type(read)) == (kept, type(kept))


@pytest.mark.parametrize(
    ("question", "typed", "told"),
    [
        ("age", "old", "a number"),
        ("age", "nan", "a number"),
        ("age", "1e999", "a number"),
        ("age", "", "a number"),
        ("tea", "white", "black, green, both kinds"),
        ("tea", "4", "black, green, both kinds"),
        ("tea", "0", "black, green, both kinds"),
        ("at_work", "sometimes", "yes or no"),
        ("trade", " \n ", "in a few words"),
        ("trade", "x" * 20_000, "at most 500"),
    ],
)
def test_what_is_no_answer_is_asked_for_again_with_what_would_be_one(
    question: str, typed: str, told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        read_answer(tea().by_question[question], typed)


def test_all_that_is_wrong_with_the_answers_is_told_together() -> None:
    with pytest.raises(BadInput) as told:
        read_answers(tea(), {"age": "old", "tee": "black", "tea": "black", "at_work": "yes"})
    assert str(told.value).splitlines() == [
        "tee: this is not asked. Did you mean 'tea'?",
        "age: please answer with a number, such as 34",
        "trade: please answer in a few words",
    ]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"age": 17}, "We can only talk with adults."),
        ({"at_work": "no"}, "We are looking for people who drink tea at work."),
        ({"age": 17, "at_work": "no"}, "We can only talk with adults."),
    ],
)
def test_the_first_rule_that_holds_is_told(answers: dict[str, Value], message: str) -> None:
    assert screened(tea(), {**ADULT, **answers}, StudyState()) == Screening("screened_out", message)


def test_a_respondent_counts_for_every_quota_that_fits_and_has_room() -> None:
    both = {**ADULT, "tea": "both_kinds"}
    assert screened(tea(), both, StudyState()) == Screening(
        "accepted", ACCEPTED, ("black", "green")
    )
    full = state_with(("finished", ("black",)), ("interviewing", ("black",)))
    assert screened(tea(), both, full) == Screening("accepted", ACCEPTED, ("green",))
    assert screened(tea(), ADULT, full) == Screening("quota_full", NO_ROOM)


def test_without_quotas_everybody_whom_no_rule_turns_away_is_accepted() -> None:
    assert screened(tea(quotas=[]), ADULT, StudyState()) == Screening("accepted", ACCEPTED)


def test_whoever_fits_no_quota_is_told_that_others_are_looked_for() -> None:
    only_green = tea(quotas=quotas(("tea == green", 5)))
    assert screened(only_green, ADULT, StudyState()) == Screening("quota_full", NOT_WANTED)


@pytest.mark.parametrize("standing", ["consented", "screened_out", "quota_full", "withdrawn"])
def test_whoever_is_not_interviewed_takes_nobodys_place(standing: Any) -> None:
    state = state_with((standing, ("black",)), (standing, ("black",)))
    assert screened(tea(), ADULT, state).outcome == "accepted"


@pytest.mark.parametrize("standing", ["accepted", "interviewing", "finished"])
def test_whoever_was_accepted_keeps_their_place(standing: Any) -> None:
    assert (
        screened(tea(), ADULT, state_with((standing, ("black",)), (standing, ("black",)))).outcome
        == "quota_full"
    )
    everybody = state_with(*((standing, ()),) * 5)
    assert screened(tea(quotas=[]), ADULT, everybody) == Screening("quota_full", ENOUGH)


@pytest.mark.parametrize(
    ("standing", "answers", "told"),
    [
        ("screened_out", {"age": 17}, Screening("screened_out", "We can only talk with adults.")),
        ("quota_full", {}, Screening("quota_full", NO_ROOM)),
        ("finished", {}, Screening("accepted", ACCEPTED, ("black",))),
    ],
)
def test_whoever_asks_again_is_told_the_same_again(
    standing: Any, answers: dict[str, Value], told: Screening
) -> None:
    quotas_of = ("black",) if standing == "finished" else ()
    known = Participant("R009", standing, variables={**ADULT, **answers}, quotas=quotas_of)
    assert as_told(tea(), known, StudyState()) == told


@pytest.mark.parametrize(
    ("least", "most", "told"),
    [(1, 120, "from 1 to 120"), (18, None, "of 18 or more"), (None, 5, "of 5 or less")],
)
def test_a_number_beyond_its_bounds_is_asked_for_again(
    least: float | None, most: float | None, told: str
) -> None:
    question = ScreenerQuestion(
        id="age", question="How old are you?", answer="number", least=least, most=most
    )
    assert read_answer(question, "5" if most == 5 else "18") == (5 if most == 5 else 18)
    for beyond in [
        str(bound) for bound in (least and least - 1, most and most + 1) if bound is not None
    ]:
        with pytest.raises(BadInput, match=told):
            read_answer(question, beyond)
