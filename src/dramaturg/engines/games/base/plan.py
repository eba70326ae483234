"""The game plan: the formal graph of a game, with ids, edges and scores, as the builder makes it
and everyone after it reads it.

Plans are named tuples: frozen like our other values, and made in a quarter of the time, which is
most of the builder's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, TypeAdapter, ValidationError

from dramaturg.engines.games.base.design import (
    ContentBrief,
    Difficulty,
    ImageSpec,
    MechanicDesign,
    MechanicType,
    TransitionType,
)
from dramaturg.kernel.errors import BadInput

PlanTrigger = Literal[
    "auto", "parent_completion", "completion", "score_threshold", "user_choice", "time_elapsed"
]

SCENE_START = "scene_start"
SCENE_END = "scene_end"


class MechanicPlan(NamedTuple):
    """One node. `occurrence` counts those whose content depends on the very same things: 1 for the
    first of them.
    """

    mechanic_id: str
    mechanic_type: MechanicType
    zone_labels_used: tuple[str, ...]
    instruction_text: str
    content_brief: ContentBrief
    expected_item_count: int
    points_per_item: int
    max_score: int
    is_timed: bool
    time_limit_seconds: int | None
    parent_mechanic_id: str | None
    is_terminal: bool
    occurrence: int = 1

    @property
    def fingerprint(self) -> str:
        """Stands for what its content depends on and for nothing else, so that content survives an
        edit elsewhere.
        """
        print_ = content_print(self)
        return print_ if self.occurrence == 1 else f"{print_}-{self.occurrence}"


class MechanicConnection(NamedTuple):
    """One edge. What its trigger is judged over follows from the tree: see `scopes`."""

    from_mechanic_id: str
    to_mechanic_id: str
    trigger: PlanTrigger
    trigger_value: float | None = None


class PlannedTransition(NamedTuple):
    transition_type: TransitionType
    min_score_pct: float | None = None


class ScenePlan(NamedTuple):
    """One scene: its mechanics in play order and the edges between `scene_start` and
    `scene_end`.
    """

    scene_id: str
    scene_number: int
    title: str
    learning_goal: str
    narrative_intro: str
    zone_labels: tuple[str, ...]
    needs_diagram: bool
    image_spec: ImageSpec | None
    mechanics: tuple[MechanicPlan, ...]
    mechanic_connections: tuple[MechanicConnection, ...]
    starting_mechanic_id: str
    transition_to_next: PlannedTransition | None
    scene_max_score: int


class GamePlan(NamedTuple):
    title: str
    subject: str
    difficulty: Difficulty
    estimated_duration_minutes: int
    narrative_intro: str
    completion_message: str
    all_zone_labels: tuple[str, ...]
    distractor_labels: tuple[str, ...]
    label_hierarchy: dict[str, tuple[str, ...]] | None
    total_max_score: int
    scenes: tuple[ScenePlan, ...]


# ── finding one's way in a scene ──────────────────────────────────────────────────────────────────


def subtree(scene: ScenePlan, mechanic_id: str) -> tuple[str, ...]:
    """A mechanic and all that is nested in it, in play order."""
    family = {mechanic_id}
    for mechanic in scene.mechanics:  # a parent comes before its children
        if mechanic.parent_mechanic_id in family:
            family.add(mechanic.mechanic_id)
    return tuple(
        mechanic.mechanic_id for mechanic in scene.mechanics if mechanic.mechanic_id in family
    )


def outgoing(scene: ScenePlan, mechanic_id: str) -> MechanicConnection:
    """The one way out of a mechanic, or of `scene_start`."""
    return next(
        connection
        for connection in scene.mechanic_connections
        if connection.from_mechanic_id == mechanic_id
    )


def scopes(scene: ScenePlan) -> Mapping[str, tuple[str, ...]]:
    """For each connection, by where it starts, the mechanics its trigger is judged over.

    The edge to a next sibling, or to the end, is judged over the whole subtree of the sibling
    before; the edge to a first child over the parent alone; the edge from `scene_start` over
    nothing.
    """
    judged: dict[str, tuple[str, ...]] = {}
    before: dict[str | None, str] = {}
    start = SCENE_START
    for mechanic in scene.mechanics:
        parent = mechanic.parent_mechanic_id
        judged[start] = (
            subtree(scene, before[parent]) if parent in before else (parent,) if parent else ()
        )
        start = before[parent] = mechanic.mechanic_id
    judged[start] = subtree(scene, before[None])
    return judged


# ── fingerprints ──────────────────────────────────────────────────────────────────────────────────


def content_print(mechanic: MechanicPlan | MechanicDesign) -> str:
    """Sixteen hexadecimal digits over what the content of a mechanic depends on."""
    brief = mechanic.content_brief
    parts = (
        mechanic.mechanic_type,
        str(mechanic.expected_item_count),
        "\x1e".join(mechanic.zone_labels_used),
        "\x1e".join(brief.key_concepts),
        brief.generation_goal,
        brief.prompt_style,
        brief.notes,
    )
    return blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()


def occurrences(mechanics: Sequence[MechanicDesign]) -> Sequence[int]:
    """For each mechanic, which of those with the same print it is. Most differ in plain sight and
    need no print for that.
    """
    plain = {
        (
            each.mechanic_type,
            each.expected_item_count,
            each.zone_labels_used,
            each.content_brief.generation_goal,
        )
        for each in mechanics
    }
    if len(plain) == len(mechanics):
        return [1] * len(mechanics)
    seen: Counter[str] = Counter()
    counted = list[int]()
    for print_ in map(content_print, mechanics):
        seen[print_] += 1
        counted.append(seen[print_])
    return counted


# ── as JSON ───────────────────────────────────────────────────────────────────────────────────────


def plan_json(plan: GamePlan) -> dict[str, Any]:
    """The plan as JSON can carry it, with the field names of the seed."""
    written: dict[str, Any] = _plain(plan)
    return written


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(
        value, GamePlan | ScenePlan | MechanicPlan | MechanicConnection | PlannedTransition
    ):
        derived = {"fingerprint": value.fingerprint} if isinstance(value, MechanicPlan) else {}
        return {name: _plain(part) for name, part in value._asdict().items()} | derived
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value


@cache
def _adapter() -> TypeAdapter[GamePlan]:
    return TypeAdapter(GamePlan)


def read_plan(source: Mapping[str, Any]) -> GamePlan:
    """The plan that `plan_json` wrote; `BadInput` names every place where it is none."""
    try:
        return _adapter().validate_python(_without_fingerprints(source))
    except ValidationError as error:
        faults = (
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors(include_url=False)
        )
        raise BadInput(
            "This is not a game plan:\n" + "\n".join(faults) + "\nBuild it again from its design."
        ) from error


def _without_fingerprints(value: Any) -> Any:
    """They follow from the rest."""
    if isinstance(value, Mapping):
        return {
            key: _without_fingerprints(part) for key, part in value.items() if key != "fingerprint"
        }
    return [_without_fingerprints(part) for part in value] if isinstance(value, list) else value
