"""Simulated tellers, as authored: a life that can be told, so that interviewers can be tried out on
somebody who is nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.memoir.base.artifacts import Country, Teller
from dramaturg.engines.memoir.base.story import Period
from dramaturg.english.prose import sentences
from dramaturg.kernel.errors import Fault
from dramaturg.turn.authored import Authored, Name

Words = Annotated[
    tuple[str, ...],
    Field(min_length=1, description="Words or matters by which a question reaches it."),
]
SENTENCES = (3, 8)


class Episode(Authored):
    """Something that happened, told bit by bit: three to eight spoken sentences, in the order in
    which they are told.
    """

    id: Name
    period: Period
    about: Words
    text: str
    meant: str = Field(description="What it means to them, for whoever asks about that.")

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return sentences(self.text)


class LifeFact(Authored):
    """A small thing that is told when asked for."""

    about: Words
    say: str


class Slip(Authored):
    """What they say once, what they say instead at another time, and how they put it right when
    asked.
    """

    about: Words
    said: str
    instead: str
    corrected: str


class Wound(Authored):
    """A grief: how they touch on it, how they tell it to somebody who asked for leave, and how they
    break.
    """

    about: Words
    touched: tuple[str, ...] = Field(min_length=2)
    told: str
    breaks: str = Field(description="Acute distress, in their words.")

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return sentences(self.told)


class Secret(Authored):
    """What they will not speak of."""

    about: Words
    refusal: str


class LifePerson(Authored):
    name: str
    role: str


class Life(Authored):
    """A whole life, invented."""

    kind: Literal["teller"]
    id: Name
    version: str
    title: str = Field(description="Who it is, in a line.")
    name: str
    born: Annotated[int, Field(ge=1880, le=2030)]
    country: Country
    voice: str = Field(description="How they talk, in words for a model that plays them.")
    people: tuple[LifePerson, ...] = ()
    places: tuple[str, ...] = ()
    episodes: tuple[Episode, ...] = Field(min_length=6)
    facts: tuple[LifeFact, ...] = ()
    contradictions: tuple[Slip, ...] = ()
    wound: Wound
    secrets: tuple[Secret, ...] = ()
    elsewhere: tuple[str, ...] = Field(
        min_length=3, description="What they drift to: nothing to do with their life."
    )

    @cached_property
    def by_id(self) -> Mapping[str, Episode]:
        return {episode.id: episode for episode in self.episodes}

    def known(self, sitting_turns: int) -> Teller:
        """What an interviewer is told of them beforehand."""
        return Teller(
            name=self.name, born=self.born, country=self.country, sitting_turns=sitting_turns
        )


def life_faults(life: Life) -> tuple[Fault, ...]:
    """Everything that would keep an episode from being told as it was meant."""
    return (*_twice(life), *_lengths(life))


def _twice(life: Life) -> Iterator[Fault]:
    for number, episode in enumerate(life.episodes):
        if life.by_id[episode.id] is not episode:
            message = f"the id {episode.id} is taken already"
            yield Fault(
                "duplicate-name", message, "Give each its own id.", ("episodes", number, "id")
            )


def _lengths(life: Life) -> Iterator[Fault]:
    fewest, most = SENTENCES
    for number, episode in enumerate(life.episodes):
        if not fewest <= len(episode.parts) <= most:
            message = (
                f"{episode.id} has {len(episode.parts)} sentences; an episode has {fewest} to"
                f" {most}"
            )
            yield Fault(
                "out-of-range",
                message,
                "Tell more, or make two episodes of it.",
                ("episodes", number, "text"),
            )
