"""The validator: break the plan in each way that the builder guarantees it is not broken, and see
the validator name it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dramaturg.app.check.meanings import meanings
from dramaturg.engines.games.base.design import GameDesignDocument
from dramaturg.engines.games.base.plan import (
    GamePlan,
    MechanicConnection,
    PlannedTransition,
    ScenePlan,
)
from dramaturg.engines.games.checks.plan import validate_game_graph
from dramaturg.engines.games.make.build import build_game_graph


def mechanic(goal: str, *children: dict[str, Any]) -> dict[str, Any]:
    return {
        "mechanic_type": "sequencing",
        "instruction_text": "Go on.",
        "zone_labels_used": ["Keel"],
        "content_brief": {"generation_goal": goal},
        "expected_item_count": 2,
        "children": children or None,
    }


def scene(*mechanics: dict[str, Any]) -> dict[str, Any]:
    return {
        "title": "Scene",
        "learning_goal": "",
        "zone_labels": ["Keel"],
        "needs_diagram": False,
        "mechanics": mechanics,
    }


DESIGN = GameDesignDocument.model_validate(
    {
        "title": "Game",
        "subject": "Anything",
        "difficulty": "beginner",
        "estimated_duration_minutes": 5,
        "narrative_intro": "",
        "completion_message": "",
        "all_zone_labels": ["Keel"],
        "scenes": [
            scene(mechanic("a", mechanic("b")), mechanic("c")),
            scene(mechanic("d"), mechanic("e")),
        ],
    }
)
PLAN = build_game_graph(DESIGN)


def with_scene(**changes: Any) -> GamePlan:
    return PLAN._replace(scenes=(PLAN.scenes[0]._replace(**changes), *PLAN.scenes[1:]))


def with_mechanic(number: int, **changes: Any) -> GamePlan:
    mechanics = list(PLAN.scenes[0].mechanics)
    mechanics[number] = mechanics[number]._replace(**changes)
    return with_scene(mechanics=tuple(mechanics))


def with_edges(change: Callable[[list[MechanicConnection]], object]) -> GamePlan:
    edges = list(PLAN.scenes[0].mechanic_connections)
    change(edges)
    return with_scene(mechanic_connections=tuple(edges))


def redirected(number: int, **changes: Any) -> GamePlan:
    def change(edges: list[MechanicConnection]) -> None:
        edges[number] = edges[number]._replace(**changes)

    return with_edges(change)


def added(start: str, end: str) -> GamePlan:
    return with_edges(lambda edges: edges.append(MechanicConnection(start, end, "completion")))


def other_scene() -> ScenePlan:
    return PLAN.scenes[1]


# The first scene runs scene_start, s1_m1 (a), s1_m2 (b, child of a), s1_m3 (c), scene_end.
BROKEN: dict[str, tuple[GamePlan, str]] = {
    "two mechanics of a scene have one id": (
        with_mechanic(1, mechanic_id="s1_m1"),
        "plan-id-twice",
    ),
    "two mechanics of two scenes have one id": (
        with_mechanic(1, mechanic_id="s2_m1"),
        "plan-id-twice",
    ),
    "a mechanic is bypassed": (redirected(1, to_mechanic_id="s1_m3"), "plan-unreachable"),
    "no edge leads to a mechanic": (with_edges(lambda edges: edges.pop(2)), "plan-unreachable"),
    "the scene starts in the middle": (redirected(0, to_mechanic_id="s1_m2"), "plan-start"),
    "the scene starts twice": (added("scene_start", "s1_m3"), "plan-start"),
    "the scene does not start": (with_edges(lambda edges: edges.pop(0)), "plan-start"),
    "the start is named wrongly": (with_scene(starting_mechanic_id="s1_m2"), "plan-start"),
    "nothing is terminal": (with_mechanic(2, is_terminal=False), "plan-terminal"),
    "two are terminal": (with_mechanic(0, is_terminal=True), "plan-terminal"),
    "another leads to the end": (redirected(3, from_mechanic_id="s1_m2"), "plan-terminal"),
    "nothing leads to the end": (with_edges(lambda edges: edges.pop()), "plan-dead-end"),
    "the mechanics go round in circles": (redirected(3, to_mechanic_id="s1_m1"), "plan-dead-end"),
    "a mechanic gives too much": (with_mechanic(0, max_score=21), "plan-mechanic-score"),
    "a scene gives too little": (with_scene(scene_max_score=59), "plan-scene-score"),
    "a scene gives too little and the total agrees": (
        with_scene(scene_max_score=59)._replace(total_max_score=99),
        "plan-scene-score",
    ),
    "the total is wrong": (PLAN._replace(total_max_score=99), "plan-total-score"),
    "a parent is nowhere": (with_mechanic(1, parent_mechanic_id="s1_m9"), "plan-parent"),
    "a parent comes later": (with_mechanic(1, parent_mechanic_id="s1_m3"), "plan-parent"),
    "a mechanic is its own parent": (with_mechanic(1, parent_mechanic_id="s1_m2"), "plan-parent"),
    "a parent is in another scene": (with_mechanic(1, parent_mechanic_id="s2_m1"), "plan-parent"),
    "two scenes have one id": (with_scene(scene_id="scene_2"), "plan-scene-id-twice"),
    "a transition is missing": (with_scene(transition_to_next=None), "plan-transition"),
    "the last scene leads on": (
        PLAN._replace(
            scenes=(
                PLAN.scenes[0],
                other_scene()._replace(transition_to_next=PlannedTransition("auto")),
            )
        ),
        "plan-transition",
    ),
    "a mechanic has two ways out": (added("s1_m1", "s1_m3"), "plan-exits"),
    "a mechanic has no way out": (with_edges(lambda edges: edges.pop(2)), "plan-exits"),
    "an edge is there twice": (added("s1_m1", "s1_m2"), "plan-exits"),
    "an edge leads out of the scene": (
        redirected(2, to_mechanic_id="s2_m1"),
        "plan-edge-to-nowhere",
    ),
    "an edge comes from nowhere": (added("s1_m9", "s1_m2"), "plan-edge-to-nowhere"),
    "an edge leads back to the start": (added("s1_m1", "scene_start"), "plan-edge-to-nowhere"),
    "a mechanic is missing": (with_scene(mechanics=PLAN.scenes[0].mechanics[:-1]), "plan-differs"),
    "there are no mechanics": (with_scene(mechanics=()), "plan-differs"),
    "there are no edges": (with_scene(mechanic_connections=()), "plan-start"),
    "a mechanic is of another type": (with_mechanic(0, mechanic_type="drag_drop"), "plan-differs"),
    "a mechanic has other labels": (with_mechanic(0, zone_labels_used=("Attic",)), "plan-differs"),
    "a scene is missing": (PLAN._replace(scenes=PLAN.scenes[:1]), "plan-differs"),
    "there are no scenes": (PLAN._replace(scenes=()), "plan-differs"),
}


def test_an_unbroken_plan_passes() -> None:
    result = validate_game_graph(PLAN, DESIGN)
    assert (result.passed, result.score, result.is_builder_bug, result.is_design_issue) == (
        True,
        1.0,
        False,
        False,
    )
    assert result.issues == ()


@pytest.mark.parametrize("way", BROKEN)
def test_a_broken_plan_is_named_a_bug_of_the_builder(way: str) -> None:
    plan, code = BROKEN[way]
    result = validate_game_graph(plan, DESIGN)
    assert result.is_builder_bug
    assert not result.is_design_issue
    assert not result.passed
    assert code in {issue.code for issue in result.issues}
    assert all(issue.is_builder_bug and issue.place for issue in result.issues)


def test_every_bug_in_the_table_is_broken_on_purpose() -> None:
    assert {code for _, code in BROKEN.values()} == set(meanings().issues["The builder"])


@pytest.mark.parametrize(("faults", "score"), [(1, 0.9), (3, 0.7), (10, 0.0), (14, 0.0)])
def test_each_error_costs_a_tenth(faults: int, score: float) -> None:
    bad = {**mechanic("a"), "zone_labels_used": [f"Attic {number}" for number in range(faults)]}
    design = GameDesignDocument.model_validate({**DESIGN.model_dump(), "scenes": [scene(bad)]})
    result = validate_game_graph(build_game_graph(design), design)
    assert result.score == score
    assert result.is_design_issue
    assert not result.is_builder_bug


def test_warnings_cost_nothing() -> None:
    design = DESIGN.model_copy(update={"title": ""})
    result = validate_game_graph(build_game_graph(design), design)
    assert (result.passed, result.score, len(result.issues)) == (True, 1.0, 1)


def test_the_semantic_checks_of_the_seed_are_design_issues() -> None:
    bad = {**mechanic("a"), "mechanic_type": "drag_drop", "zone_labels_used": ["Keel", "Attic"]}
    design = GameDesignDocument.model_validate({**DESIGN.model_dump(), "scenes": [scene(bad)]})
    issues = validate_game_graph(build_game_graph(design), design).issues
    assert {issue.code for issue in issues} == {"unknown-label", "diagram-needed"}
    assert not any(issue.is_builder_bug for issue in issues)
