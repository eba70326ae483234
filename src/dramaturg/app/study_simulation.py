"""Simulating studies: people drawn from a population take part in a study through the real store,
and what comes of it is held against what they really think.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import cast

from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.needs import OpenStudyApp, StudyApp
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.content.library import Library
from dramaturg.engines.interviews.base.methodology import Subject
from dramaturg.engines.interviews.population import Person, Population, people
from dramaturg.engines.interviews.respondents import MANNERS, ProfileRespondent
from dramaturg.engines.interviews.simulate import sound_population
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.studies.base.document import ScreenerQuestion, Study
from dramaturg.studies.base.screening import YES_NO, screened
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.content import study_of
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.matrix import Ladder, implication_matrix
from dramaturg.studies.figures.matrix_table import matrix_figures
from dramaturg.studies.figures.recovery import Origins, Recovery, recovery
from dramaturg.turn.contract import Heard
from dramaturg.turn.simulated_speech import reassurance

YOUNGEST, OLDEST = 18, 80
TRIES = 500  # of drawing answers that a screener takes


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody who has been admitted to a study and is still to be interviewed."""

    study: str
    respondent: str
    person: Person
    subject: str
    seed: int


# ── who takes part ────────────────────────────────────────────────────────────────────────────────


def population_of(library: Library, study: Study, name: str | None = None) -> Population:
    """The named population, or the one that can tell about the study's subject. Raises NotFound or
    BadInput.
    """
    known = [entry.id for entry in library.entries("population")]
    if name is not None and name not in known:
        raise NotFound(f"there is no population {name!r}. {did_you_mean(name, known)}")
    found = [
        cast(Population, library.get("population", each).document)
        for each in ([name] if name else known)
    ]
    about = (study.subject, study.methodology)
    fitting = [each.id for each in found if (each.subject, each.methodology) == about]
    if not fitting:
        raise BadInput(
            f"no population can tell about {study.subject} in {study.methodology}: write one, or"
            " take another study"
        )
    return sound_population(library, fitting[0])


async def admit(
    app: StudyApp, study: str, population: Population, number: int, seed: int
) -> list[Seat]:
    """So many people consent and answer the screener so that it takes them. Raises BadInput when it
    takes no more.
    """
    content = await app.studies.content(study)
    document = study_of(content)
    subject = cast(Subject, app.library.get("subject", population.subject).document)
    seats = []
    for place, person in enumerate(people(population, number, seed)):
        answers = accepted_answers(
            document, await app.studies.state(study), Random(f"{seed} {place} screener")
        )
        admission = await app.studies.consent(study, simulated=True)
        await app.studies.screen(study, admission.respondent, answers)
        seats.append(Seat(study, admission.respondent, person, subject.title, seed))
    return seats


def accepted_answers(study: Study, state: StudyState, chance: Random) -> dict[str, Value]:
    """Answers to the screener by which somebody can take part now."""
    for _ in range(TRIES):
        answers = {question.id: _answer(question, chance) for question in study.screener}
        if screened(study, answers, state).outcome == "accepted":
            return answers
    raise BadInput(
        f"{study.id} takes nobody more whose answers could be guessed: raise its quotas, or ask for"
        " fewer respondents"
    )


def _answer(question: ScreenerQuestion, chance: Random) -> Value:
    match question.answer:
        case "choice":
            return chance.choice(question.options)
        case "yes_no":
            return chance.choice(YES_NO)
        case "number":
            return chance.randint(YOUNGEST, OLDEST)
        case "text":
            return "no answer"


# ── the interviews ────────────────────────────────────────────────────────────────────────────────


def hold_all(
    seats: Sequence[Seat], settings: Settings, jobs: int, open_app: OpenStudyApp
) -> Iterator[str]:
    """The pseudonym of each respondent as soon as their interview is over, in order; with several
    jobs, in as many processes, each of which opens the application for itself.
    """
    if jobs == 1:
        yield from map(_held, seats, repeat(settings), repeat(open_app))
        return
    # Not forked: a model that has threads does not live on in a forked process.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_held, seats, repeat(settings), repeat(open_app))


def _held(seat: Seat, settings: Settings, open_app: OpenStudyApp) -> str:
    return asyncio.run(_hold_in_store(seat, settings, open_app))


async def _hold_in_store(seat: Seat, settings: Settings, open_app: OpenStudyApp) -> str:
    async with open_app(settings) as app:
        await hold(app, seat)
    return seat.respondent


async def hold(app: StudyApp, seat: Seat) -> None:
    """One interview from its first question to its end."""
    chance = Random(f"{seat.seed} {seat.respondent} {seat.person.profile.id}")
    someone = ProfileRespondent(
        seat.person.profile, embedder(), chance, MANNERS[seat.person.manner], seat.subject
    )
    begun = await app.studies.begin(seat.study, seat.respondent)
    line, turn, fine = begun.question, 0, None
    while fine or not (await app.sessions.live(begun.session)).state.ended:
        words = fine or someone.answer(line)
        if words is None:
            break
        turn += 1
        record = await app.sessions.turn(begun.session, Heard(text=words), f"simulated-{turn}")
        line, fine = record.line, reassurance(record)
    await app.studies.note_end(seat.study, seat.respondent, left=True)


# ── what was found again ──────────────────────────────────────────────────────────────────────────


async def recovered(app: StudyApp, seats: Sequence[Seat]) -> Recovery:
    """The study's map at the proposed cut-off against what its simulated respondents hold."""
    persons = {seat.respondent: seat.person for seat in seats}
    return await with_material(
        app.studies, seats[0].study, lambda material: _compared(material, persons)
    )


def _compared(material: StudyMaterial, persons: Mapping[str, Person]) -> Recovery:
    book = material.book()
    origins = Origins()
    ladders: list[Ladder] = []
    for interview in material.coded(book):
        origins.add(interview, persons[interview.evidence.respondent].profile)
        ladders += ladders_of(interview)
    return recovery(
        matrix_figures(implication_matrix(ladders)).map,
        origins,
        [person.truth for person in persons.values()],
    )
