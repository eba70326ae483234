"""The validator: a second pair of eyes on the builder, and the check of everything only the design
can be blamed for.

Each property that the builder guarantees (seed 001, §4) has a check of its own, which knows nothing
of how the builder works.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.games.base.design import GameDesignDocument, Placed, Walk, place_of, walked
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.base.plan import (
    SCENE_END,
    SCENE_START,
    GamePlan,
    MechanicPlan,
    ScenePlan,
)
from dramaturg.engines.games.checks.design import capped, lint_walked
from dramaturg.engines.games.checks.quick import looks_right

BriefCheck = Callable[[MechanicPlan], Iterable[Issue]]


def no_brief_check(mechanic: MechanicPlan) -> Iterable[Issue]:
    return ()


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """What was found. Only errors count: a plan with warnings has passed."""

    passed: bool
    score: float
    issues: tuple[Issue, ...]
    is_builder_bug: bool
    is_design_issue: bool


FLAWLESS = ValidationResult(
    passed=True, score=1.0, issues=(), is_builder_bug=False, is_design_issue=False
)


def validate_game_graph(
    plan: GamePlan, design: GameDesignDocument, brief_check: BriefCheck = no_brief_check
) -> ValidationResult:
    """Should never find a builder bug. What it finds about the design goes back to the designer."""
    return validate_walked(plan, design, walked(design), brief_check)


def plan_issues(plan: GamePlan) -> tuple[Issue, ...]:
    """What is wrong with a plan whose design is not at hand."""
    found = (issue for check in PLAN_CHECKS for issue in check(plan))
    scenes = (
        issue.under(f"scenes[{number}]")
        for number, scene in enumerate(plan.scenes)
        for issue in _scene_bugs(scene)
    )
    return capped((*found, *scenes))


def validate_walked(
    plan: GamePlan, design: GameDesignDocument, walk: Walk, brief_check: BriefCheck
) -> ValidationResult:
    """The same, for whoever has walked through the design already."""
    bugs = () if looks_right(plan, walk) else capped(_builder_bugs(plan, walk))
    issues = (*bugs, *lint_walked(design, walk), *_briefs(plan, walk, brief_check))
    if not issues:
        return FLAWLESS
    faults = errors(issues)
    return ValidationResult(
        passed=not faults,
        score=max(0, 10 - len(faults)) / 10,
        issues=issues,
        is_builder_bug=any(issue.kind == "builder_bug" for issue in faults),
        is_design_issue=any(issue.kind == "design_issue" for issue in faults),
    )


def _bug(code: str, path: str, message: str) -> Issue:
    return Issue(
        code,
        message,
        "This is a fault of the builder, not of the design: please report it.",
        path,
        kind="builder_bug",
    )


def _builder_bugs(plan: GamePlan, walk: Walk) -> Iterator[Issue]:
    for check in PLAN_CHECKS:
        yield from check(plan)
    if len(plan.scenes) != len(walk):
        yield _bug(
            "plan-differs",
            "scenes",
            f"The plan has {len(plan.scenes)} scenes, its design {len(walk)}.",
        )
        return
    for number, (scene, placed) in enumerate(zip(plan.scenes, walk, strict=True)):
        found = (*_differences(scene, placed), *_scene_bugs(scene))
        yield from (issue.under(f"scenes[{number}]") for issue in found)


def _scene_bugs(scene: ScenePlan) -> Iterator[Issue]:
    return (issue for check in SCENE_CHECKS for issue in check(scene))


# ── what holds for the whole plan ─────────────────────────────────────────────────────────────────


def _names(plan: GamePlan) -> Iterator[Issue]:
    mechanics = [mechanic for scene in plan.scenes for mechanic in scene.mechanics]
    yield from _twice(
        "plan-id-twice", "mechanic_id", [mechanic.mechanic_id for mechanic in mechanics]
    )
    yield from _twice("plan-scene-id-twice", "scene_id", [scene.scene_id for scene in plan.scenes])


def _twice(code: str, what: str, names: Iterable[str]) -> Iterator[Issue]:
    for name, count in Counter(names).items():
        if count > 1:
            yield _bug(code, "scenes", f"The {what} {name!r} is there more than once.")


def _total(plan: GamePlan) -> Iterator[Issue]:
    total = sum(scene.scene_max_score for scene in plan.scenes)
    if plan.total_max_score != total:
        yield _bug(
            "plan-total-score",
            "total_max_score",
            f"The total is {plan.total_max_score}, but the scenes give {total}.",
        )


def _transitions(plan: GamePlan) -> Iterator[Issue]:
    last = len(plan.scenes) - 1
    for number, scene in enumerate(plan.scenes):
        if (scene.transition_to_next is None) != (number == last):
            message = (
                "The last scene leads on."
                if number == last
                else "There is no transition to the next scene."
            )
            yield _bug("plan-transition", f"scenes[{number}].transition_to_next", message)


PLAN_CHECKS = (_names, _total, _transitions)


# ── what holds for each scene ─────────────────────────────────────────────────────────────────────


def _start(scene: ScenePlan) -> Iterator[Issue]:
    starts = [
        edge.to_mechanic_id
        for edge in scene.mechanic_connections
        if edge.from_mechanic_id == SCENE_START
    ]
    first = scene.mechanics[0].mechanic_id if scene.mechanics else None
    if starts != [first] or scene.starting_mechanic_id != first:
        message = (
            f"The scene starts at {', '.join(starts) or 'nothing'} and says"
            f" {scene.starting_mechanic_id}, not {first}."
        )
        yield _bug("plan-start", "starting_mechanic_id", message)


def _terminal(scene: ScenePlan) -> Iterator[Issue]:
    terminals = [mechanic.mechanic_id for mechanic in scene.mechanics if mechanic.is_terminal]
    leaving = [
        edge.from_mechanic_id
        for edge in scene.mechanic_connections
        if edge.to_mechanic_id == SCENE_END
    ]
    if len(terminals) != 1 or terminals != leaving:
        message = (
            f"Terminal is {', '.join(terminals) or 'nothing'}; {', '.join(leaving) or 'nothing'}"
            f" leads to {SCENE_END}."
        )
        yield _bug("plan-terminal", "mechanics", message)


def _mechanic_scores(scene: ScenePlan) -> Iterator[Issue]:
    for number, mechanic in enumerate(scene.mechanics):
        if mechanic.max_score != mechanic.expected_item_count * mechanic.points_per_item:
            items = f"{mechanic.expected_item_count} items of {mechanic.points_per_item} points"
            message = (
                f"{mechanic.mechanic_id} has {items}, but at most {mechanic.max_score} points."
            )
            yield _bug("plan-mechanic-score", f"mechanics[{number}].max_score", message)


def _scene_score(scene: ScenePlan) -> Iterator[Issue]:
    total = sum([mechanic.max_score for mechanic in scene.mechanics])
    if scene.scene_max_score != total:
        message = f"The scene has {scene.scene_max_score} points, but its mechanics give {total}."
        yield _bug("plan-scene-score", "scene_max_score", message)


def _parents(scene: ScenePlan) -> Iterator[Issue]:
    before: set[str | None] = {None}
    for number, mechanic in enumerate(scene.mechanics):
        if mechanic.parent_mechanic_id not in before:
            message = (
                f"{mechanic.mechanic_id} has the parent {mechanic.parent_mechanic_id}, which does"
                " not come before it."
            )
            yield _bug("plan-parent", f"mechanics[{number}].parent_mechanic_id", message)
        before.add(mechanic.mechanic_id)


# ── what holds for the edges of a scene ───────────────────────────────────────────────────────────


def _endpoints(scene: ScenePlan) -> Iterator[Issue]:
    ids = {mechanic.mechanic_id for mechanic in scene.mechanics}
    for number, edge in enumerate(scene.mechanic_connections):
        if edge.from_mechanic_id not in ids | {SCENE_START} or edge.to_mechanic_id not in ids | {
            SCENE_END
        }:
            message = (
                f"{edge.from_mechanic_id} to {edge.to_mechanic_id} does not join two mechanics of"
                " the scene."
            )
            yield _bug("plan-edge-to-nowhere", f"mechanic_connections[{number}]", message)


def _exits(scene: ScenePlan) -> Iterator[Issue]:
    exits = Counter(edge.from_mechanic_id for edge in scene.mechanic_connections)
    for number, mechanic in enumerate(scene.mechanics):
        if exits[mechanic.mechanic_id] != 1:
            message = (
                f"{mechanic.mechanic_id} has {exits[mechanic.mechanic_id]} ways out instead of one."
            )
            yield _bug("plan-exits", f"mechanics[{number}]", message)


def _reachable(scene: ScenePlan) -> Iterator[Issue]:
    ways = [(edge.from_mechanic_id, edge.to_mechanic_id) for edge in scene.mechanic_connections]
    yield from _apart(
        scene,
        "plan-unreachable",
        _reached(SCENE_START, ways),
        f"cannot be reached from {SCENE_START}",
    )


def _dead_ends(scene: ScenePlan) -> Iterator[Issue]:
    ways_back = [
        (edge.to_mechanic_id, edge.from_mechanic_id) for edge in scene.mechanic_connections
    ]
    yield from _apart(
        scene, "plan-dead-end", _reached(SCENE_END, ways_back), f"does not lead to {SCENE_END}"
    )


def _apart(scene: ScenePlan, code: str, reached: set[str], what: str) -> Iterator[Issue]:
    for number, mechanic in enumerate(scene.mechanics):
        if mechanic.mechanic_id not in reached:
            yield _bug(code, f"mechanics[{number}]", f"{mechanic.mechanic_id} {what}.")


def _reached(start: str, ways: Sequence[tuple[str, str]]) -> set[str]:
    onward: dict[str, list[str]] = {}
    for here, there in ways:
        onward.setdefault(here, []).append(there)
    reached, waiting = {start}, [start]
    while waiting:
        new = [there for there in onward.get(waiting.pop(), ()) if there not in reached]
        reached.update(new)
        waiting += new
    return reached


SCENE_CHECKS = (
    _start,
    _terminal,
    _mechanic_scores,
    _scene_score,
    _parents,
    _endpoints,
    _exits,
    _reachable,
    _dead_ends,
)


# ── the plan beside its design ────────────────────────────────────────────────────────────────────


def _differences(scene: ScenePlan, placed: Sequence[Placed]) -> Iterator[Issue]:
    meant = [(each.mechanic.mechanic_type, each.mechanic.zone_labels_used) for each in placed]
    if [
        (mechanic.mechanic_type, mechanic.zone_labels_used) for mechanic in scene.mechanics
    ] != meant:
        yield _bug(
            "plan-differs",
            "mechanics",
            "These are not the mechanics of the design, in its order and with its labels.",
        )


def _briefs(plan: GamePlan, walk: Walk, brief_check: BriefCheck) -> Iterator[Issue]:
    """What is wrong with a brief, at its place in the design."""
    if brief_check is no_brief_check:
        return
    for number, (scene, placed) in enumerate(zip(plan.scenes, walk, strict=False)):
        for index, (mechanic, _) in enumerate(zip(scene.mechanics, placed, strict=False)):
            for issue in brief_check(mechanic):
                yield issue.under(f"scenes[{number}].{place_of(placed, index)}")
