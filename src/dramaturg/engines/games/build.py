"""The graph builder: from a design to a plan that is right by the way it is made, never by trying again.

A scene is played in pre-order: each mechanic leads to the one after it, so every mechanic has one way in and one way out. Only the
trigger of an edge depends on the tree: into a first child it is `parent_completion`, into any other mechanic the trigger of the
sibling before it, and to the end of the scene it is `completion`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dramaturg.engines.games.document import GameDesignDocument, MechanicDesign, Placed, SceneDesign, in_play_order
from dramaturg.engines.games.issues import Issue
from dramaturg.engines.games.plan import (
    SCENE_END,
    SCENE_START,
    GamePlan,
    MechanicConnection,
    MechanicPlan,
    PlanTrigger,
    ScenePlan,
    SceneTransition,
    fingerprint,
    told_apart,
)
from dramaturg.engines.games.validate import BriefCheck, no_brief_check, validate_game_graph

logger = logging.getLogger(__name__)

Judged = tuple[PlanTrigger, float | None]
Builder = Callable[[GameDesignDocument], GamePlan]


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, what was found about it and its design, and whether it is the plain sequence because the builder had a bug."""

    plan: GamePlan
    issues: tuple[Issue, ...]
    fell_back: bool = False


def plan_game(design: GameDesignDocument, brief_check: BriefCheck = no_brief_check, build: Builder | None = None) -> Planned:
    """Build and validate. A builder bug is logged, by its codes alone, and the plain sequence is built instead."""
    plan = (build or build_game_graph)(design)
    result = validate_game_graph(plan, design, brief_check)
    if not result.is_builder_bug:
        return Planned(plan, result.issues)
    bugs = ", ".join(f"{issue.code} at {issue.path}" for issue in result.issues if issue.kind == "builder_bug")
    logger.error("The graph builder has a bug; the game is built as a plain sequence. %s", bugs)
    plain = sequential_graph(design)
    return Planned(plain, validate_game_graph(plain, design, brief_check).issues, fell_back=True)


def build_game_graph(design: GameDesignDocument) -> GamePlan:
    return _game(design, _judged)


def sequential_graph(design: GameDesignDocument) -> GamePlan:
    """The fallback: the same mechanics in the same order, every edge `completion`."""
    return _game(design, _completion)


def _game(design: GameDesignDocument, judged: Callable[[Placed], Judged]) -> GamePlan:
    placed = [in_play_order(scene.mechanics) for scene in design.scenes]
    prints = iter(told_apart([fingerprint(each.mechanic) for scene in placed for each in scene]))
    last = len(design.scenes)
    scenes = tuple(
        _scene(scene, number, mechanics, prints, judged, is_last=number == last)
        for number, (scene, mechanics) in enumerate(zip(design.scenes, placed, strict=True), 1)
    )
    return GamePlan(
        title=design.title,
        subject=design.subject,
        difficulty=design.difficulty,
        estimated_duration_minutes=design.estimated_duration_minutes,
        narrative_intro=design.narrative_intro,
        completion_message=design.completion_message,
        all_zone_labels=design.all_zone_labels,
        distractor_labels=design.distractor_labels,
        label_hierarchy=design.label_hierarchy,
        total_max_score=sum(scene.scene_max_score for scene in scenes),
        scenes=scenes,
    )


def _scene(
    design: SceneDesign,
    number: int,
    placed: list[Placed],
    prints: Iterator[str],
    judged: Callable[[Placed], Judged],
    is_last: bool,
) -> ScenePlan:
    ids = [f"s{number}_m{count}" for count in range(1, len(placed) + 1)]
    mechanics = tuple(
        _mechanic(each.mechanic, mechanic_id, ids[each.parent] if each.parent >= 0 else None, mechanic_id == ids[-1], print_)
        for each, mechanic_id, print_ in zip(placed, ids, prints, strict=False)
    )
    return ScenePlan(
        scene_id=f"scene_{number}",
        scene_number=number,
        title=design.title,
        learning_goal=design.learning_goal,
        narrative_intro=design.narrative_intro,
        zone_labels=design.zone_labels,
        needs_diagram=design.needs_diagram,
        image_spec=design.image_spec,
        mechanics=mechanics,
        mechanic_connections=tuple(_connections(placed, ids, judged)),
        starting_mechanic_id=ids[0],
        transition_to_next=None if is_last else SceneTransition(design.transition_to_next, design.transition_min_score_pct),
        scene_max_score=sum(mechanic.max_score for mechanic in mechanics),
    )


def _mechanic(design: MechanicDesign, mechanic_id: str, parent_id: str | None, is_terminal: bool, print_: str) -> MechanicPlan:
    return MechanicPlan(
        mechanic_id,
        design.mechanic_type,
        design.zone_labels_used,
        design.instruction_text,
        design.content_brief,
        design.expected_item_count,
        design.points_per_item,
        design.expected_item_count * design.points_per_item,
        design.is_timed,
        design.time_limit_seconds,
        parent_id,
        is_terminal,
        print_,
    )


def _connections(placed: list[Placed], ids: list[str], judged: Callable[[Placed], Judged]) -> Iterator[MechanicConnection]:
    yield MechanicConnection(SCENE_START, ids[0], "auto")
    for index in range(1, len(ids)):
        yield MechanicConnection(ids[index - 1], ids[index], *judged(placed[index]))
    yield MechanicConnection(ids[-1], SCENE_END, "completion")


def _judged(placed: Placed) -> Judged:
    """The trigger of the edge into a mechanic."""
    if placed.number == 0:
        return "parent_completion", None
    before = placed.siblings[placed.number - 1]
    if before.advance_trigger == "time_elapsed" and before.advance_trigger_value is None:
        return "time_elapsed", before.time_limit_seconds
    return before.advance_trigger, before.advance_trigger_value


def _completion(placed: Placed) -> Judged:
    return "completion", None
