"""The studies that come with Dramaturg: what a respondent can expect of every one of them."""

from __future__ import annotations

import pytest

from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.studies.base.document import Study
from dramaturg.studies.content import study_content, study_of

LIBRARY = Library(KINDS, (packaged(),))


@pytest.fixture(scope="module", params=[entry.id for entry in LIBRARY.entries("study")])
def study(request: pytest.FixtureRequest) -> Study:
    return study_of(study_content(LIBRARY, request.param))


def test_there_are_studies_of_three_methodologies() -> None:
    used = {
        study_of(study_content(LIBRARY, entry.id)).methodology for entry in LIBRARY.entries("study")
    }
    assert used >= {"means_end_chain", "jobs_to_be_done", "customer_journey"}


def test_the_consent_says_who_asks_what_is_kept_for_how_long_and_how_to_withdraw(
    study: Study,
) -> None:
    for words in (
        "computer asks",
        "pseudonym",
        "quotes",
        "years",
        "stop at any time",
        "withdraw later",
        "receipt",
        "deleted",
    ):
        assert words in study.consent.text, words


def test_only_adults_are_interviewed(study: Study) -> None:
    assert study.rules[0].when == "age < 18"


def test_whoever_is_turned_away_is_thanked(study: Study) -> None:
    assert [rule.message for rule in study.rules if not rule.message.startswith("Thank you")] == []


def test_every_minute_is_enough_for_an_answer(study: Study) -> None:
    assert 0.7 <= study.minutes / study.turns <= 2
