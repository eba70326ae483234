"""The graph builder: from a design to a plan that is right by the way it is made, never by trying
again.

A scene is played in pre-order: each mechanic leads to the one after it, so every mechanic has one
way in and one way out. Only the trigger of an edge depends on the tree: into a first child it is
`parent_completion`, into any other mechanic the trigger of the sibling before it, and to the end of
the scene it is `completion`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dramaturg.engines.games.base.design import (
    GameDesignDocument,
    Placed,
    SceneDesign,
    Walk,
    walked,
)
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.base.plan import (
    SCENE_END,
    SCENE_START,
    GamePlan,
    MechanicConnection,
    MechanicPlan,
    PlannedTransition,
    PlanTrigger,
    ScenePlan,
    occurrences,
)
from dramaturg.engines.games.checks.plan import BriefCheck, no_brief_check, validate_walked

_made = tuple.__new__  # what a named tuple's own constructor comes to, in half the time
logger = logging.getLogger(__name__)

Judged = tuple[PlanTrigger, float | None]
Judge = Callable[[Placed], Judged]
Builder = Callable[[GameDesignDocument], GamePlan]


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A plan, what was found about it and its design, and whether it is the plain sequence because
    the builder had a bug.
    """

    plan: GamePlan
    issues: tuple[Issue, ...]
    fell_back: bool = False


def plan_game(
    design: GameDesignDocument,
    brief_check: BriefCheck = no_brief_check,
    build: Builder | None = None,
) -> PlannedGame:
    """Build and validate. A builder bug is logged, by its codes alone, and the plain sequence is
    built instead.
    """
    walk = walked(design)
    plan = build(design) if build else _game(design, walk, _judged)
    result = validate_walked(plan, design, walk, brief_check)
    if not result.is_builder_bug:
        return PlannedGame(plan, result.issues)
    bugs = ", ".join(
        f"{issue.code} at {issue.place}" for issue in result.issues if issue.is_builder_bug
    )
    logger.error("The graph builder has a bug; the game is built as a plain sequence. %s", bugs)
    plain = _game(design, walk, _completion)
    return PlannedGame(
        plain, validate_walked(plain, design, walk, brief_check).issues, fell_back=True
    )


def build_game_graph(design: GameDesignDocument) -> GamePlan:
    """The formal graph of a design, however faulty its words are; `validate_game_graph` says what
    is wrong with them.
    """
    return _game(design, walked(design), _judged)


def sequential_graph(design: GameDesignDocument) -> GamePlan:
    """The fallback: the same mechanics in the same order, every edge `completion`."""
    return _game(design, walked(design), _completion)


def _game(design: GameDesignDocument, walk: Walk, judged: Judge) -> GamePlan:
    counted = iter(occurrences([each.mechanic for placed in walk for each in placed]))
    scenes = tuple(
        [
            _scene(number, scene, placed, counted, judged, is_last=number == len(walk))
            for number, (scene, placed) in enumerate(zip(design.scenes, walk, strict=True), 1)
        ]
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
        total_max_score=sum([scene.scene_max_score for scene in scenes]),
        scenes=scenes,
    )


def _scene(
    number: int,
    design: SceneDesign,
    placed: Sequence[Placed],
    counted: Iterator[int],
    judged: Judge,
    is_last: bool,
) -> ScenePlan:
    ids = _ids(number, len(placed))
    mechanics = tuple(_mechanics(placed, ids, counted))
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
        transition_to_next=(
            None
            if is_last
            else PlannedTransition(design.transition_to_next, design.transition_min_score_pct)
        ),
        scene_max_score=sum([mechanic.max_score for mechanic in mechanics]),
    )


@lru_cache(maxsize=64)
def _ids(scene: int, mechanics: int) -> tuple[str, ...]:
    """`s2_m1`, `s2_m2` ...: the same in every game."""
    return tuple(f"s{scene}_m{place}" for place in range(1, mechanics + 1))


def _mechanics(
    placed: Sequence[Placed], ids: Sequence[str], counted: Iterator[int]
) -> Iterator[MechanicPlan]:
    for (mechanic, _, _, parent, _), mechanic_id, occurrence in zip(
        placed, ids, counted, strict=False
    ):
        count, points = mechanic.expected_item_count, mechanic.points_per_item
        values = (
            mechanic_id,
            mechanic.mechanic_type,
            mechanic.zone_labels_used,
            mechanic.instruction_text,
            mechanic.content_brief,
            count,
            points,
            count * points,
            mechanic.is_timed,
            mechanic.time_limit_seconds,
            ids[parent] if parent >= 0 else None,
            mechanic_id is ids[-1],
            occurrence,
        )
        yield _made(MechanicPlan, values)


def _connections(
    placed: Sequence[Placed], ids: Sequence[str], judged: Judge
) -> Iterator[MechanicConnection]:
    before = ids[0]
    yield MechanicConnection(SCENE_START, before, "auto")
    for index in range(1, len(ids)):
        here = ids[index]
        yield _made(MechanicConnection, (before, here, *judged(placed[index])))
        before = here
    yield MechanicConnection(before, SCENE_END, "completion")


def _judged(placed: Placed) -> Judged:
    """The trigger of the edge into a mechanic."""
    _, siblings, number, _, _ = placed
    if number == 0:
        return "parent_completion", None
    before = siblings[number - 1]
    if before.advance_trigger == "time_elapsed" and before.advance_trigger_value is None:
        return "time_elapsed", before.time_limit_seconds
    return before.advance_trigger, before.advance_trigger_value


def _completion(placed: Placed) -> Judged:
    return "completion", None
