"""The design document: what a designer says about a game, and nothing about its graph.

Ids, edges and sums are not in it; the builder makes them from the order of the lists (seed 001,
§3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Difficulty = Literal["beginner", "intermediate", "advanced"]
MechanicType = Literal[
    "drag_drop",
    "click_to_identify",
    "trace_path",
    "description_matching",
    "hierarchical",
    "compare_contrast",
    "sequencing",
    "sorting_categories",
    "memory_match",
    "branching_scenario",
]
Trigger = Literal["completion", "score_threshold", "user_choice", "time_elapsed"]
TransitionType = Literal["auto", "button", "score_gate"]

DIFFICULTIES: tuple[str, ...] = get_args(Difficulty)
MECHANIC_TYPES: tuple[str, ...] = get_args(MechanicType)
TRIGGERS: tuple[str, ...] = get_args(Trigger)
TRANSITION_TYPES: tuple[str, ...] = get_args(TransitionType)

DIAGRAM_MECHANICS = frozenset(MECHANIC_TYPES[:6])
# Each label is exactly one item of these; the others ask more or less often than they have labels.
ITEM_PER_LABEL = frozenset({"drag_drop", "description_matching", "hierarchical"})

MAX_SCENES = 6
MAX_MECHANICS = 200
MAX_DEPTH = 3
MAX_LABELS = 300
MAX_ITEMS = 200
MAX_POINTS = 1_000
MAX_SECONDS = 3_600
MAX_MINUTES = 30
MAX_TEXT = 20_000
LARGEST_NUMBER = 1_000_000_000

# The limits also make pydantic look into every text, and so refuse half of a surrogate pair.
Text = Annotated[str, StringConstraints(max_length=MAX_TEXT)]
Number = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Labels = tuple[Text, ...]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ImageSpec(_Part):
    """The picture a scene wants. `form` is a hint for drawing it: cycle, layers, map ..."""

    description: Text = ""
    must_include_structures: Labels = ()
    form: Text = ""
    style: Text = ""


class ContentBrief(_Part):
    """Creative direction for whoever writes the content. `prompt_style`: function, definition, or
    in the designer's words.
    """

    generation_goal: Text = ""
    key_concepts: Labels = ()
    prompt_style: Text = ""
    notes: Text = ""


class MechanicDesign(_Part):
    """One thing to do. `advance_trigger` says how the player gets from here to the next in the
    list.
    """

    mechanic_type: MechanicType
    instruction_text: Text
    zone_labels_used: Labels = ()
    content_brief: ContentBrief
    expected_item_count: Number
    points_per_item: Number = 10
    advance_trigger: Trigger = "completion"
    advance_trigger_value: float | None = None
    is_timed: bool = False
    time_limit_seconds: Number | None = None
    children: tuple[MechanicDesign, ...] | None = None


class SceneDesign(_Part):
    """One scene, its mechanics in play order."""

    title: Text
    learning_goal: Text
    narrative_intro: Text = ""
    zone_labels: Labels
    needs_diagram: bool
    image_spec: ImageSpec | None = None
    mechanics: tuple[MechanicDesign, ...] = Field(min_length=1)
    transition_to_next: TransitionType = "auto"
    transition_min_score_pct: float | None = None


class GameDesignDocument(_Part):
    """What the designer produces: scenes in order, and the labels they share."""

    title: Text
    subject: Text
    difficulty: Difficulty
    estimated_duration_minutes: int = Field(ge=1, le=MAX_MINUTES)
    narrative_intro: Text
    completion_message: Text
    all_zone_labels: Labels
    distractor_labels: Labels = ()
    label_hierarchy: dict[Text, Labels] | None = None
    scenes: tuple[SceneDesign, ...] = Field(min_length=1, max_length=MAX_SCENES)


class Placed(NamedTuple):
    """A mechanic where it stands: its siblings, its number among them, its parent's number in play
    order (-1: none).
    """

    mechanic: MechanicDesign
    siblings: Sequence[MechanicDesign]
    number: int
    parent: int
    depth: int

    @property
    def is_last(self) -> bool:
        return self.number + 1 == len(self.siblings)


Walk = Sequence[Sequence[Placed]]
_made = tuple.__new__  # what a named tuple's own constructor comes to, in half the time


def in_play_order(mechanics: Sequence[MechanicDesign]) -> list[Placed]:
    """All mechanics of a scene, each before its children and those before its next sibling; however
    deep they are nested.
    """
    placed: list[Placed] = []
    waiting = [(mechanics, 0, -1, 1)]
    while waiting:
        siblings, number, parent, depth = waiting.pop()
        mechanic = siblings[number]
        if number + 1 < len(siblings):
            waiting.append((siblings, number + 1, parent, depth))
        if mechanic.children:
            waiting.append((mechanic.children, 0, len(placed), depth + 1))
        placed.append(_made(Placed, (mechanic, siblings, number, parent, depth)))
    return placed


def place_of(placed: Sequence[Placed], index: int) -> tuple[str | int, ...]:
    """The path of a mechanic inside its scene: `("mechanics", 1, "children", 0)`."""
    steps: tuple[str | int, ...] = ()
    while index >= 0:
        mechanic = placed[index]
        steps = ("mechanics" if mechanic.parent < 0 else "children", mechanic.number, *steps)
        index = mechanic.parent
    return steps


def walked(design: GameDesignDocument) -> Walk:
    """The mechanics of each scene in play order."""
    return [in_play_order(scene.mechanics) for scene in design.scenes]


def label_key(label: str) -> str:
    """A label as labels are compared: without case and spacing."""
    return "".join(label.casefold().replace(" ", "").replace("_", "").split())


def label_keys(labels: Sequence[str]) -> Sequence[str]:
    """The keys of many labels, in one go where that can be done."""
    keys = label_key("\0".join(labels)).split("\0")
    return keys if len(keys) == len(labels) else [label_key(label) for label in labels]
