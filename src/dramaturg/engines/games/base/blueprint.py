"""The blueprint: everything a player needs to run a game, and nothing it would have to compute.

Its JSON is the seed's (§10), with mechanic ids beside modes; lists are already in the order in
which they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import floor
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from dramaturg.engines.games.base.design import MechanicType
from dramaturg.engines.games.base.plan import PlanTrigger


def is_empty(value: object) -> bool:
    return not value


Told = Annotated[str, Field(exclude_if=is_empty)]
"""Words that older games lack; nothing is written where there are none."""


class Part(BaseModel):
    """Every part of a blueprint: frozen, named in camel case outside."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
    )


class Item(Part):
    """One thing that scores. `answer` is the id of the choice that is right; `after` is the item
    that opens this one; `about` is what it is, for whoever answered wrongly.
    """

    id: str
    text: str
    answer: str
    explanation: str = ""
    hint: str = ""
    source: str = ""
    about: Told = ""
    after: str | None = None


class Choice(Part):
    """Something an item can be answered with: a zone of the picture, a category, a subject, a
    position.

    `caption` is what can be told of a zone's place without naming it, for whoever cannot see the
    picture. `about` is what is there, for whoever chose it wrongly.
    """

    id: str
    text: str
    caption: str = ""
    about: Told = ""


class Distractor(Part):
    """Something that looks like an item and belongs nowhere."""

    id: str
    text: str
    explanation: str = ""


class Card(Part):
    """One side of a pair, lying face down. `item` is the pair."""

    id: str
    text: str
    item: str


class Option(Part):
    """A way out of a moment. `credit` is the share of the points it is worth on the best path."""

    id: str
    text: str
    credit: float
    consequence: str
    next: str


class Moment(Part):
    id: str
    situation: str
    hint: str = ""
    options: tuple[Option, ...]


class Ending(Part):
    id: str
    text: str
    good: bool


class Misconception(Part):
    """Fires when `item` is answered with `answer`."""

    id: str
    item: str
    answer: str
    belief: str
    correction: str


class Feedback(Part):
    correct: str
    incorrect: str
    completion: str


class Round(Part):
    """One mechanic, ready to be played. `mode` is what is played; `type` says whether a clock runs
    over it.
    """

    mechanic_id: str
    type: str
    fingerprint: str
    timed_challenge_wrapped_mode: MechanicType | None = None
    time_limit_seconds: float | None = None
    parent_mechanic_id: str | None = None
    is_terminal: bool = False
    instruction: str
    points_per_item: int
    max_score: int
    credit: tuple[float, ...] = Field(
        description="Share of the points for a right answer at the first attempt, the second, ..."
    )
    seed: int
    items: tuple[Item, ...]
    choices: tuple[Choice, ...] = ()
    distractors: tuple[Distractor, ...] = ()
    cards: tuple[Card, ...] = ()
    moments: tuple[Moment, ...] = ()
    endings: tuple[Ending, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    feedback: Feedback

    @property
    def mode(self) -> str:
        return self.timed_challenge_wrapped_mode or self.type

    @cached_property
    def by_id(self) -> Mapping[str, Item]:
        return {item.id: item for item in self.items}

    @cached_property
    def answers(self) -> frozenset[str]:
        """What an item can be answered with."""
        return frozenset(choice.id for choice in self.choices)


def worth(points: int, credit: float) -> int:
    """Whole points, halves rounded up, so that every player counts the same."""
    return floor(points * credit + 0.5)


class BlueprintZone(Part):
    """A place on the picture, in percent of its width and height. `label` is for the end of the
    game, not before.
    """

    id: str
    name: str = Field(description="What it is called while its label must not be told: 'Area 3'.")
    label: str
    points: tuple[tuple[float, float], ...]
    at: tuple[float, float]
    parent_zone_id: str | None = None


class ZoneGroup(Part):
    """Zones that belong to a mechanic played inside another."""

    parent_mechanic_id: str
    mechanic_id: str
    parent_zone_id: str | None
    child_zone_ids: tuple[str, ...]


class Picture(Part):
    svg: str
    width: float
    height: float
    alt: str
    attribution: str = ""


class ModeTransition(BaseModel):
    """One edge of the scene's graph. The names are the seed's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    from_mode: str
    to_mode: str
    from_mechanic_id: str
    to_mechanic_id: str
    trigger: PlanTrigger
    trigger_value: float | None = None
    judged_over: tuple[str, ...] = Field(
        description="The mechanics the trigger is judged over; the first is where a new try begins."
    )


class Scene(Part):
    scene_id: str
    scene_number: int
    title: str
    learning_goal: str
    narrative_intro: str = ""
    max_score: int
    diagram: Picture | None = None
    zones: tuple[BlueprintZone, ...] = ()
    zone_groups: tuple[ZoneGroup, ...] = ()
    starting_mechanic_id: str
    mechanics: tuple[Round, ...]
    mode_transitions: tuple[ModeTransition, ...]

    @cached_property
    def rounds(self) -> Mapping[str, Round]:
        return {round.mechanic_id: round for round in self.mechanics}

    @cached_property
    def way_out(self) -> Mapping[str, ModeTransition]:
        return {edge.from_mechanic_id: edge for edge in self.mode_transitions}

    @cached_property
    def clocks(self) -> tuple[ModeTransition, ...]:
        """The edges that are taken when their time is up."""
        return tuple(edge for edge in self.mode_transitions if edge.trigger == "time_elapsed")


class SceneTransition(Part):
    from_scene_id: str
    to_scene_id: str
    type: Literal["auto", "button", "score_gate"]
    condition: float | None = Field(
        None, description="For a score gate: the share of the scene's points that opens it."
    )


class Blueprint(Part):
    format: Literal["dramaturg.blueprint/1"] = "dramaturg.blueprint/1"
    template_type: Literal["INTERACTIVE_DIAGRAM"] = "INTERACTIVE_DIAGRAM"
    id: str
    title: str
    subject: str
    language: str = "en"
    difficulty: str
    estimated_duration_minutes: int
    narrative_intro: str
    completion_message: str
    total_max_score: int
    scenes: tuple[Scene, ...] = Field(min_length=1)
    scene_transitions: tuple[SceneTransition, ...] = ()
    degraded: tuple[str, ...] = Field((), description="What had to be repaired, in sentences.")

    @cached_property
    def by_scene(self) -> Mapping[str, Scene]:
        return {scene.scene_id: scene for scene in self.scenes}

    @cached_property
    def onward(self) -> Mapping[str, SceneTransition]:
        return {transition.from_scene_id: transition for transition in self.scene_transitions}
