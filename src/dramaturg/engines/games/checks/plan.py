"""What is wrong with a plan: a second pair of eyes on the builder, and the check of everything only
the design can be blamed for.

Each property that the builder guarantees (seed 001, §4) has a check of its own, which knows nothing
of how the builder works.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.games.base.design import GameDesignDocument, Placed, Walk, place_of, walked
from dramaturg.engines.games.base.issues import Issue, error, errors
from dramaturg.engines.games.base.plan import (
    SCENE_END,
    SCENE_START,
    GamePlan,
    MechanicPlan,
    ScenePlan,
)
from dramaturg.engines.games.checks.design import capped, design_issues
from dramaturg.kernel.graph import reachable

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
        issue.under("scenes", number)
        for number, scene in enumerate(plan.scenes)
        for check in SCENE_CHECKS
        for issue in check(scene)
    )
    return capped((*found, *scenes))


def validate_walked(
    plan: GamePlan, design: GameDesignDocument, walk: Walk, brief_check: BriefCheck
) -> ValidationResult:
    """The same as `validate_game_graph`, for whoever has walked through the design already."""
    bugs = () if looks_right(plan, walk) else capped(_builder_bugs(plan, walk))
    issues = (*bugs, *design_issues(design, walk), *_briefs(plan, walk, brief_check))
    if not issues:
        return FLAWLESS
    faults = errors(issues)
    return ValidationResult(
        passed=not faults,
        score=max(0, 10 - len(faults)) / 10,
        issues=issues,
        is_builder_bug=any(issue.is_builder_bug for issue in faults),
        is_design_issue=not all(issue.is_builder_bug for issue in faults),
    )


def _bug(code: str, message: str, *path: str | int) -> Issue:
    remedy = "This is a fault of the builder, not of the design: please report it."
    return error(code, message, remedy, *path)


def _builder_bugs(plan: GamePlan, walk: Walk) -> Iterator[Issue]:
    yield from (issue for check in PLAN_CHECKS for issue in check(plan))
    if len(plan.scenes) != len(walk):
        message = f"The plan has {len(plan.scenes)} scenes, its design {len(walk)}."
        yield _bug("plan-differs", message, "scenes")
        return
    for number, (scene, placed) in enumerate(zip(plan.scenes, walk, strict=True)):
        meant = [(each.mechanic.mechanic_type, each.mechanic.zone_labels_used) for each in placed]
        if [(each.mechanic_type, each.zone_labels_used) for each in scene.mechanics] != meant:
            message = "These are not the mechanics of the design, in its order and with its labels."
            yield _bug("plan-differs", message, "scenes", number, "mechanics")
        for check in SCENE_CHECKS:
            yield from (issue.under("scenes", number) for issue in check(scene))


def _briefs(plan: GamePlan, walk: Walk, brief_check: BriefCheck) -> Iterator[Issue]:
    """What is wrong with a brief, at its place in the design."""
    if brief_check is no_brief_check:
        return
    for number, (scene, placed) in enumerate(zip(plan.scenes, walk, strict=False)):
        for index, (mechanic, _) in enumerate(zip(scene.mechanics, placed, strict=False)):
            for issue in brief_check(mechanic):
                yield issue.under("scenes", number, *place_of(placed, index))


# ── what holds for the whole plan ─────────────────────────────────────────────────────────────────


def _names(plan: GamePlan) -> Iterator[Issue]:
    names = {
        "mechanic_id": [each.mechanic_id for scene in plan.scenes for each in scene.mechanics],
        "scene_id": [scene.scene_id for scene in plan.scenes],
    }
    codes = {"mechanic_id": "plan-id-twice", "scene_id": "plan-scene-id-twice"}
    for what, given in names.items():
        for name, count in Counter(given).items():
            if count > 1:
                message = f"The {what} {name!r} is there more than once."
                yield _bug(codes[what], message, "scenes")


def _total(plan: GamePlan) -> Iterator[Issue]:
    total = sum(scene.scene_max_score for scene in plan.scenes)
    if plan.total_max_score != total:
        message = f"The total is {plan.total_max_score}, but the scenes give {total}."
        yield _bug("plan-total-score", message, "total_max_score")


def _transitions(plan: GamePlan) -> Iterator[Issue]:
    last = len(plan.scenes) - 1
    for number, scene in enumerate(plan.scenes):
        if (scene.transition_to_next is None) != (number == last):
            missing = "There is no transition to the next scene."
            message = "The last scene leads on." if number == last else missing
            yield _bug("plan-transition", message, "scenes", number, "transition_to_next")


PLAN_CHECKS = (_names, _total, _transitions)


# ── what holds for each scene ─────────────────────────────────────────────────────────────────────


def _edges(scene: ScenePlan) -> list[tuple[str, str]]:
    return [(edge.from_mechanic_id, edge.to_mechanic_id) for edge in scene.mechanic_connections]


def _start(scene: ScenePlan) -> Iterator[Issue]:
    starts = [there for here, there in _edges(scene) if here == SCENE_START]
    first = scene.mechanics[0].mechanic_id if scene.mechanics else None
    if starts != [first] or scene.starting_mechanic_id != first:
        said = f"{', '.join(starts) or 'nothing'} and says {scene.starting_mechanic_id}"
        message = f"The scene starts at {said}, not {first}."
        yield _bug("plan-start", message, "starting_mechanic_id")


def _terminal(scene: ScenePlan) -> Iterator[Issue]:
    terminals = [mechanic.mechanic_id for mechanic in scene.mechanics if mechanic.is_terminal]
    leaving = [here for here, there in _edges(scene) if there == SCENE_END]
    if len(terminals) != 1 or terminals != leaving:
        last, leads = (", ".join(names) or "nothing" for names in (terminals, leaving))
        message = f"Terminal is {last}; {leads} leads to {SCENE_END}."
        yield _bug("plan-terminal", message, "mechanics")


def _scores(scene: ScenePlan) -> Iterator[Issue]:
    for number, each in enumerate(scene.mechanics):
        if each.max_score != each.expected_item_count * each.points_per_item:
            items = f"{each.expected_item_count} items of {each.points_per_item} points"
            message = f"{each.mechanic_id} has {items}, but at most {each.max_score} points."
            yield _bug("plan-mechanic-score", message, "mechanics", number, "max_score")
    total = sum([mechanic.max_score for mechanic in scene.mechanics])
    if scene.scene_max_score != total:
        message = f"The scene has {scene.scene_max_score} points, but its mechanics give {total}."
        yield _bug("plan-scene-score", message, "scene_max_score")


def _parents(scene: ScenePlan) -> Iterator[Issue]:
    before: set[str | None] = {None}
    for number, each in enumerate(scene.mechanics):
        if (parent := each.parent_mechanic_id) not in before:
            message = f"{each.mechanic_id} has the parent {parent}, which does not come before it."
            yield _bug("plan-parent", message, "mechanics", number, "parent_mechanic_id")
        before.add(each.mechanic_id)


def _endpoints(scene: ScenePlan) -> Iterator[Issue]:
    ids = {mechanic.mechanic_id for mechanic in scene.mechanics}
    for number, (here, there) in enumerate(_edges(scene)):
        if here not in {*ids, SCENE_START} or there not in {*ids, SCENE_END}:
            message = f"{here} to {there} does not join two mechanics of the scene."
            yield _bug("plan-edge-to-nowhere", message, "mechanic_connections", number)


def _exits(scene: ScenePlan) -> Iterator[Issue]:
    exits = Counter(here for here, _ in _edges(scene))
    for number, each in enumerate(scene.mechanics):
        if (ways := exits[each.mechanic_id]) != 1:
            message = f"{each.mechanic_id} has {ways} ways out instead of one."
            yield _bug("plan-exits", message, "mechanics", number)


def _in_between(scene: ScenePlan) -> Iterator[Issue]:
    """Every mechanic is reached from the start, and leads to the end."""
    onward, back = dict[str, list[str]](), dict[str, list[str]]()
    for here, there in _edges(scene):
        onward.setdefault(here, []).append(there)
        back.setdefault(there, []).append(here)
    for code, reached, what in (
        (
            "plan-unreachable",
            reachable(SCENE_START, onward),
            f"cannot be reached from {SCENE_START}",
        ),
        ("plan-dead-end", reachable(SCENE_END, back), f"does not lead to {SCENE_END}"),
    ):
        for number, each in enumerate(scene.mechanics):
            if each.mechanic_id not in reached:
                yield _bug(code, f"{each.mechanic_id} {what}.", "mechanics", number)


SCENE_CHECKS = (_start, _terminal, _scores, _parents, _endpoints, _exits, _in_between)


# ── a quick look ──────────────────────────────────────────────────────────────────────────────────
# As for designs (checks/design.py): without it a build takes half as long again, which is more than
# three times pydantic's time. What passes here has no builder bug; test_random_designs holds it so.


def looks_right(plan: GamePlan, walk: Walk) -> bool:
    """The mechanics of the design; in each scene one line through all of them; every name once;
    sums that add up.
    """
    scenes, last, mechanics, total = plan.scenes, len(walk) - 1, 0, 0
    if len(scenes) != len(walk):
        return False
    names = {scene.scene_id for scene in scenes}
    for number, (scene, placed) in enumerate(zip(scenes, walk, strict=True)):
        found = _ids_in_line(scene, placed)
        if not found or (scene.transition_to_next is None) != (number == last):
            return False
        names |= found
        mechanics += len(placed)
        total += scene.scene_max_score
    return total == plan.total_max_score and len(names) == len(scenes) + mechanics


def _ids_in_line(scene: ScenePlan, placed: Sequence[Placed]) -> set[str]:
    """The ids of a scene that is one line from start to end; nothing if it is anything else."""
    mechanics, edges = scene.mechanics, scene.mechanic_connections
    if not 0 < len(placed) == len(mechanics) == len(edges) - 1:
        return set()
    before, total, ids = SCENE_START, 0, set[str]()
    for mechanic, (start, end, _, _), (design, _, _, _, _) in zip(
        mechanics, edges, placed, strict=False
    ):
        here, kind, labels, _, _, count, points, score, _, _, parent, terminal, _ = mechanic
        if (
            start != before
            or end != here
            or score != count * points
            or (parent is not None and parent not in ids)
        ):
            return set()
        if (
            labels is not design.zone_labels_used
            or kind != design.mechanic_type
            or terminal != (here == edges[-1][0])
        ):
            return set()
        ids.add(here)
        before, total = here, total + score
    ends = edges[-1].from_mechanic_id == before and edges[-1].to_mechanic_id == SCENE_END
    starts = scene.starting_mechanic_id == mechanics[0].mechanic_id
    return ids if starts and ends and scene.scene_max_score == total else set()
