"""A cohort, as authored: what is played, and groups of simulated people with how many there are of
each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.sims.base.scenario import Steering
from dramaturg.turn.authored import Authored, Name

MOST_PEOPLE = 100_000
LONGEST_NAME = 24  # so that it has room in a plot on a small screen
EVERYBODY = "everybody"  # is what all groups together are called

Names = Annotated[tuple[Name, ...], Field(min_length=1)]
Turns = Annotated[int, Field(ge=4, le=200)]


class SimPlay(Authored):
    scenario: Name
    to: Name | None = Field(
        None, description="Whom learners turn to; if left out, all who hold a decisive fact."
    )
    steering: Steering = "graph"
    noise: Annotated[float, Field(ge=0, le=1)] = Field(
        0.0, description="How often the speaker's reports are flipped."
    )


class InterviewPlay(Authored):
    """What it is about, and by which methodology, is what the profiles and populations say."""

    interviewer: Literal["adaptive", "fixed", "random"] = "adaptive"
    guide: Name | None = Field(None, description="Id of a discussion guide to lay over it.")
    turns: Turns = Field(20, description="Answers an interview has at most.")


class MemoirPlay(Authored):
    artifacts: str = Field(
        "origins",
        description="Id of an interviewer's artifacts, or their folder, as seen from this file.",
    )
    sittings: Annotated[int, Field(ge=1, le=100)] = 1
    turns: Turns = Field(10, description="About so many turns in a sitting.")


class GamePlay(Authored):
    game: str = Field(
        description="Id of a knowledge file, or a game's folder, as seen from this file."
    )
    untimed: bool = Field(False, description="Without clocks.")


class CohortPlay(Authored):
    """One of them."""

    sim: SimPlay | None = None
    interview: InterviewPlay | None = None
    memoir: MemoirPlay | None = None
    game: GamePlay | None = None


class Group(Authored):
    """Simulated people of some sort, who take turns. What is left out means everybody there is."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    people: Annotated[int, Field(ge=1, le=MOST_PEOPLE)] = Field(
        1, description="How many; a share, when a count is given."
    )
    learners: Names | None = Field(None, description="Of a sim.")
    players: Names | None = Field(None, description="Of a game.")
    lives: Names | None = Field(None, description="Of a memoir: ids of tellers.")
    profiles: Names | None = Field(None, description="Of an interview: ids of profiles.")
    population: Name | None = Field(
        None, description="Of an interview: people are drawn from it, in place of profiles."
    )
    manners: Names | None = Field(
        None, description="How they tell, or answer; in a population, as it says, if left out."
    )


WHO: Mapping[str, Sequence[str]] = {
    "sim": ("learners",),
    "interview": ("profiles", "population", "manners"),
    "memoir": ("lives", "manners"),
    "game": ("players",),
}
"""How a group says who is in it, by what is played."""


class Cohort(Authored):
    kind: Literal["cohort"]
    id: Name
    version: str = "1"
    title: str = Field("", description="Who they are, in a line.")
    play: CohortPlay
    groups: tuple[Group, ...] = Field(min_length=1)

    @property
    def named(self) -> tuple[str, ...]:
        """What is to be played: one thing, if nothing is wrong."""
        return tuple(kind for kind in WHO if getattr(self.play, kind) is not None)

    @property
    def people(self) -> int:
        return sum(group.people for group in self.groups)
