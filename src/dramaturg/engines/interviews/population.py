"""Populations, as authored: what many people hold between them and in how many ways they say it, so
that people can be drawn who each hold a part of it. A study of them has a result that is known
beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.engines.interviews.profile import PersonalFact, Profile
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.turn.authored import Authored, Name

FEWEST = 6  # things that somebody has to tell, as a profile demands
TRIES = 200
DRIFTS = 3  # other matters that somebody comes to

Share = Annotated[float, Field(gt=0, le=1)]


class HeldCode(Authored):
    """One thing that people of this kind may have to tell."""

    id: Name
    type: Name = Field(description="The type of the methodology's ontology that it expresses.")
    share: Share = Field(
        description="How many of these people hold it, from 0 to 1, if something led them there."
    )
    deep: bool = Field(
        False,
        description=(
            "Told only to a question that probes, and only after something that leads to it."
        ),
    )
    about: tuple[str, ...] = Field(
        min_length=2, description="Words or matters by which a question reaches it."
    )
    said: tuple[str, ...] = Field(
        min_length=6, description="As different people say it, each in a spoken sentence or two."
    )


class HeldLink(Authored):
    source: Name
    target: Name
    share: Share = Field(
        description="How many of those who hold both see that one leads to the other."
    )


class Population(Authored):
    """People who can be interviewed in a study, drawn from a structure that they share in part."""

    kind: Literal["population"]
    id: Name
    version: str
    title: str = Field(description="Who they are, in a line.")
    subject: Name = Field(description="Id of the subject they talk about.")
    methodology: Name = Field(description="Id of the methodology whose types the codes have.")
    voice: str = Field(description="How they talk, in words for a model that plays them.")
    manners: Mapping[Name, Annotated[int, Field(ge=1)]] = Field(
        min_length=1, description="How many of them answer in which manner, in proportion."
    )
    elsewhere: tuple[str, ...] = Field(
        min_length=DRIFTS,
        description="What they drift to, each to some of it: nothing to do with the subject.",
    )
    codes: tuple[HeldCode, ...] = Field(min_length=FEWEST)
    links: tuple[HeldLink, ...] = Field(min_length=1)

    @cached_property
    def by_id(self) -> Mapping[str, HeldCode]:
        return {code.id: code for code in self.codes}

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """Codes that nothing leads to."""
        led_to = {link.target for link in self.links}
        return tuple(code.id for code in self.codes if code.id not in led_to)


# ── drawing people ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Truth:
    """What somebody who was drawn really holds."""

    codes: frozenset[str]
    links: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Person:
    """A respondent to be interviewed, in whose profile each fact has the id of the code it stands
    for.
    """

    profile: Profile
    manner: str
    truth: Truth


def people(population: Population, number: int, seed: int) -> list[Person]:
    """So many people. The same seed draws the same ones, and more of them when more are
    asked for.
    """
    return [_person(population, at, Random(f"{seed} {population.id} {at}")) for at in range(number)]


def _person(population: Population, at: int, chance: Random) -> Person:
    truth = _truth(population, chance)
    profile = Profile(
        kind="profile",
        id=f"{population.id}_{at + 1}",
        version=population.version,
        title=population.title,
        subject=population.subject,
        methodology=population.methodology,
        voice=population.voice,
        elsewhere=tuple(chance.sample(population.elsewhere, DRIFTS)),
        facts=tuple(
            _fact(code, truth, chance) for code in population.codes if code.id in truth.codes
        ),
    )
    manners, weights = tuple(population.manners), tuple(population.manners.values())
    return Person(profile, chance.choices(manners, weights)[0], truth)


def _truth(population: Population, chance: Random) -> Truth:
    """The richest of many draws only when none has enough to tell."""
    drawn = _drawn(population, chance)
    for _ in range(TRIES):
        if len(drawn.codes) >= FEWEST:
            return drawn
        drawn = max(drawn, _drawn(population, chance), key=lambda each: len(each.codes))
    return drawn


def _drawn(population: Population, chance: Random) -> Truth:
    """Each code and each link by its share; then only what can be reached from a beginning."""
    inclined = {code.id for code in population.codes if chance.random() < code.share}
    likely = [
        (link.source, link.target) for link in population.links if chance.random() < link.share
    ]
    held = [name for name in population.beginnings if name in inclined]
    for source in held:
        held += [
            end for start, end in likely if start == source and end in inclined and end not in held
        ]
    return Truth(frozenset(held), frozenset(pair for pair in likely if set(pair) <= set(held)))


def _fact(code: HeldCode, truth: Truth, chance: Random) -> PersonalFact:
    """Two of the ways to say it; the shorter is for saying it again."""
    again, text = sorted(chance.sample(code.said, 2), key=len)
    return PersonalFact(
        id=code.id,
        kind=code.type,
        text=text,
        again=again,
        about=code.about,
        leads_to=tuple(sorted(target for source, target in truth.links if source == code.id)),
        opens=(
            tuple(sorted(source for source, target in truth.links if target == code.id))
            if code.deep
            else ()
        ),
        deep=code.deep,
    )


# ── what may be wrong with one ────────────────────────────────────────────────────────────────────


def population_faults(
    population: Population, methodology: Methodology | None = None
) -> tuple[Fault, ...]:
    """Names that lead nowhere, and what nobody could ever tell; with the methodology, types it does
    not know as well.
    """
    faults = (*_twice(population), *_dangling(population), *_unknown_types(population, methodology))
    return faults or tuple(_never_held(population))


def _twice(population: Population) -> Iterator[Fault]:
    for number, code in enumerate(population.codes):
        if population.by_id[code.id] is not code:
            yield Fault(
                "duplicate-name",
                f"the id {code.id} is taken already",
                "Give each its own id.",
                ("codes", number, "id"),
            )


def _dangling(population: Population) -> Iterator[Fault]:
    for number, link in enumerate(population.links):
        for key, name in (("source", link.source), ("target", link.target)):
            if name not in population.by_id:
                hint = did_you_mean(name, list(population.by_id))
                yield Fault(
                    "unknown-name", f"there is no code {name}", hint, ("links", number, key)
                )


def _unknown_types(population: Population, methodology: Methodology | None) -> Iterator[Fault]:
    known = list(methodology.ontology.by_type) if methodology else []
    for number, code in enumerate(population.codes):
        if methodology and code.type not in known:
            message = f"{methodology.id} has no concepts of the type {code.type}"
            yield Fault(
                "unknown-name", message, did_you_mean(code.type, known), ("codes", number, "type")
            )


def _never_held(population: Population) -> Iterator[Fault]:
    """Codes that no way from a beginning leads to."""
    reached = list(population.beginnings)
    for source in reached:
        reached += [
            link.target
            for link in population.links
            if link.source == source and link.target not in reached
        ]
    for number, code in enumerate(population.codes):
        if code.id not in reached:
            message = f"nobody can hold {code.id}: it and what leads to it form a circle"
            yield Fault(
                "never-happens",
                message,
                "Let something lead to it that nothing leads to.",
                ("codes", number, "id"),
            )
