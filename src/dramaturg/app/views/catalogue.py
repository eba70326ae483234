"""The catalogue: what can be played and run here, in the few words that somebody needs to
choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from pydantic import BaseModel

from dramaturg.care.contacts import countries
from dramaturg.content.library import Library
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.kernel.errors import ContentError
from dramaturg.studies.base.document import Study
from dramaturg.turn.view import NOTICE, notice_of


@dataclass(frozen=True, slots=True)
class Cast:
    """Somebody in a scenario."""

    id: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class SimCard:
    """A scenario: where it plays, who you are, what is to be decided, and whom you meet."""

    id: str
    title: str
    where: str
    happening: str
    learner: str
    question: str
    people: tuple[Cast, ...]


@dataclass(frozen=True, slots=True)
class CatalogueOffer:
    """Something to choose among others, and a sentence about it."""

    id: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that loads. `notice` is what people are told before they talk with a program."""

    notice: str
    sims: tuple[SimCard, ...]
    methodologies: tuple[CatalogueOffer, ...]
    subjects: tuple[CatalogueOffer, ...]
    guides: tuple[CatalogueOffer, ...]
    interviewers: tuple[str, ...]
    countries: tuple[str, ...]
    """Those whose help lines are known, as two letters."""
    knowledge: tuple[CatalogueOffer, ...]
    studies: tuple[CatalogueOffer, ...]


def catalogue_of(library: Library, model: str) -> Catalogue:
    """`model` is what words are read and answered by, where one is set."""
    return Catalogue(
        notice=notice_of(NOTICE, model),
        sims=tuple(_sim(cast(Scenario, each)) for each in _documents(library, "scenario")),
        methodologies=tuple(
            CatalogueOffer(each.id, each.title, each.goal)
            for each in cast(list[Methodology], _documents(library, "methodology"))
        ),
        subjects=tuple(
            CatalogueOffer(each.id, each.title, each.objective)
            for each in cast(list[Subject], _documents(library, "subject"))
        ),
        guides=tuple(
            CatalogueOffer(each.id, each.title, "")
            for each in cast(list[Guide], _documents(library, "guide"))
        ),
        interviewers=tuple(entry.id for entry in library.entries("router_policy")),
        countries=tuple(sorted(countries())),
        knowledge=tuple(
            CatalogueOffer(each.id, each.title, each.summary)
            for each in cast(list[Knowledge], _documents(library, "knowledge"))
        ),
        studies=tuple(
            CatalogueOffer(each.id, each.title, _people(each))
            for each in cast(list[Study], _documents(library, "study"))
        ),
    )


def _documents(library: Library, kind: str) -> list[BaseModel]:
    """Those that load: a draft with faults is for its author."""
    found = []
    for entry in library.entries(kind):
        try:
            found.append(library.get(kind, entry.id).document)
        except ContentError:
            continue
    return found


def _sim(scenario: Scenario) -> SimCard:
    scene = scenario.situation
    people = tuple(Cast(person.id, person.name, person.role) for person in scenario.people)
    return SimCard(
        scenario.id,
        scenario.title,
        scene.where,
        scene.happening,
        scene.learner,
        scenario.decision.question,
        people,
    )


def _people(study: Study) -> str:
    return f"{study.respondents} people, about {study.minutes} minutes each"
