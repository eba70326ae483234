"""Simulated people take part in a study through the real store, and what it finds is held against
what they hold.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.study_simulation import (
    Seat,
    accepted_answers,
    admit,
    hold,
    population_of,
    recovered,
)
from dramaturg.app.wiring import App, open_app
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.engines.interviews.population import Population, population_faults
from dramaturg.engines.interviews.respondents import MANNERS
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.screening import screened
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.content import study_content, study_of
from dramaturg.studies.figures.recovery import Recovery

LIBRARY = Library(KINDS, (packaged(),))
SHIPPED = [entry.id for entry in LIBRARY.entries("population")]


def study(name: str = "oat_milk_values") -> Study:
    return study_of(study_content(LIBRARY, name))


async def simulated(app: App, respondents: int, seed: int = 1) -> tuple[list[Seat], Recovery]:
    opened = await app.studies.open(study_content(app.library, "oat_milk_values"))
    seats = await admit(app, opened, population_of(app.library, study()), respondents, seed)
    for seat in seats:
        await hold(app, seat)
    return seats, await recovered(app, seats)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_population_is_sound_and_has_all_five_rungs(name: str) -> None:
    population = LIBRARY.get("population", name).document
    assert isinstance(population, Population)
    methodology = methodology_of(LIBRARY, population.methodology).document
    assert population_faults(population, methodology) == ()
    assert {code.type for code in population.codes} == set(methodology.ontology.by_type)
    assert set(population.manners) <= set(MANNERS)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_two_codes_of_a_shipped_population_are_said_alike(name: str) -> None:
    """Else nobody could tell which of them was meant."""
    population = LIBRARY.get("population", name).document
    assert isinstance(population, Population)
    said = [
        (" ".join(way.lower().split()), code.id) for code in population.codes for way in code.said
    ]
    assert [(one, a, b) for one, a in said for other, b in said if a != b and one in other] == []


def test_a_study_finds_the_population_that_can_tell_about_its_subject() -> None:
    assert population_of(LIBRARY, study()).id == "oat_milk_drinkers"


def test_a_population_that_does_not_exist_is_named_with_what_was_meant() -> None:
    with pytest.raises(NotFound, match="oat_milk_drinkers"):
        population_of(LIBRARY, study(), "oat_milk_drinker")


def test_a_population_that_knows_nothing_of_the_subject_is_refused() -> None:
    with pytest.raises(BadInput, match="oat_milk"):
        population_of(LIBRARY, study(), "cyclists_to_work")


@pytest.mark.slow
def test_answers_to_the_screener_are_such_that_one_is_taken() -> None:
    for number in range(20):
        answers = accepted_answers(study(), StudyState(), Random(number))
        assert screened(study(), answers, StudyState()).outcome == "accepted"


@pytest.mark.slow
def test_simulated_people_are_interviewed_to_the_end_and_their_map_is_compared(
    tmp_path: Path,
) -> None:
    async def played() -> tuple[list[Seat], Recovery, StudyState]:
        async with open_app(Settings(store=str(tmp_path / "study.db"), model="offline")) as app:
            seats, found = await simulated(app, 3)
            return seats, found, await app.studies.state(seats[0].study)

    seats, found, state = asyncio.run(played())
    assert [seat.respondent for seat in seats] == ["R001", "R002", "R003"]
    assert {participant.standing for participant in state.participants.values()} == {"finished"}
    assert found.recognised >= 10
    assert 0 < found.alike.recall <= 1
