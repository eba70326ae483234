"""Two thousand random designs, nested to depth 3 with all triggers, gates and timers: every
guarantee of the builder holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from tests.engines.games.designs import random_design, random_document, spoilt_design, tidied

from dramaturg.engines.games.base.design import (
    MAX_DEPTH,
    TRANSITION_TYPES,
    TRIGGERS,
    GameDesignDocument,
    MechanicDesign,
    walked,
)
from dramaturg.engines.games.base.issues import errors
from dramaturg.engines.games.base.plan import (
    GamePlan,
    ScenePlan,
    plan_json,
    read_plan,
    scopes,
    subtree,
)
from dramaturg.engines.games.checks import design as lint_module
from dramaturg.engines.games.checks import plan as validate_module
from dramaturg.engines.games.checks.design import design_issues, looks_sound
from dramaturg.engines.games.checks.plan import looks_right
from dramaturg.engines.games.make.build import build_game_graph, plan_game, sequential_graph
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.make.repair import repair

Edge = tuple[str, str, str, float | None]
PORTIONS = [range(start, start + 500) for start in range(0, 20_000, 5_000)]


@pytest.mark.slow
@pytest.mark.parametrize("seeds", PORTIONS, ids=str)
def test_every_random_design_gives_a_graph_with_all_guarantees(seeds: range) -> None:
    for seed in seeds:
        design = random_design(seed)
        planned = plan_game(design)
        assert not errors(planned.issues), seed
        assert not planned.fell_back, seed
        assert_guaranteed(planned.plan, design, seed)


def test_the_random_designs_have_everything_in_them() -> None:
    designs = [random_design(seed) for seed in range(300)]
    placed = [each for design in designs for scene in walked(design) for each in scene]
    assert max(each.depth for each in placed) == MAX_DEPTH
    assert {each.mechanic.advance_trigger for each in placed if not each.is_last} == set(TRIGGERS)
    assert {scene.transition_to_next for design in designs for scene in design.scenes} == set(
        TRANSITION_TYPES
    )
    assert any(each.mechanic.is_timed for each in placed)
    assert any(each.mechanic.children and not each.is_last for each in placed), (
        "an exit other than the mechanic itself"
    )


def assert_guaranteed(plan: GamePlan, design: GameDesignDocument, seed: int) -> None:
    """The table of the seed's §4, told again without the validator."""
    ids = [mechanic.mechanic_id for scene in plan.scenes for mechanic in scene.mechanics]
    assert len(set(ids)) == len(ids), seed
    assert plan.total_max_score == sum(
        mechanic.max_score for scene in plan.scenes for mechanic in scene.mechanics
    ), seed
    assert [scene.scene_id for scene in plan.scenes] == [
        f"scene_{number + 1}" for number in range(len(design.scenes))
    ], seed
    assert [scene.transition_to_next is None for scene in plan.scenes] == [
        *[False] * (len(plan.scenes) - 1),
        True,
    ], seed
    for number, (scene, scene_design) in enumerate(zip(plan.scenes, design.scenes, strict=True), 1):
        assert way(scene) == [
            *(f"s{number}_m{place + 1}" for place in range(len(scene.mechanics))),
            "scene_end",
        ], seed
        assert list(scene.mechanic_connections) == expected_edges(scene_design.mechanics, number), (
            seed
        )
        assert [mechanic.is_terminal for mechanic in scene.mechanics] == [
            *[False] * (len(scene.mechanics) - 1),
            True,
        ], seed


def way(scene: ScenePlan) -> list[str]:
    """Where the edges lead from the start, taking each once."""
    onward = {edge.from_mechanic_id: edge.to_mechanic_id for edge in scene.mechanic_connections}
    assert len(onward) == len(scene.mechanic_connections), "two ways out of one mechanic"
    steps = [onward.pop("scene_start")]
    while steps[-1] in onward:
        steps.append(onward.pop(steps[-1]))
    assert not onward, "edges that are never taken"
    return steps


def expected_edges(mechanics: Sequence[MechanicDesign], scene: int) -> list[Edge]:
    """The settled reading word by word: an edge to the next sibling starts at the exit of the one
    before and has its trigger.
    """
    numbers = iter(range(1, 1_000))

    def sequence(
        siblings: Sequence[MechanicDesign], start: str, trigger: str
    ) -> Iterator[Edge | str]:
        value: float | None = None
        for mechanic in siblings:
            here = exit_ = f"s{scene}_m{next(numbers)}"
            yield (start, here, trigger, value)
            for part in sequence(mechanic.children or (), here, "parent_completion"):
                if isinstance(part, str):
                    exit_ = part
                else:
                    yield part
            start, trigger, value = exit_, mechanic.advance_trigger, mechanic.advance_trigger_value
            if trigger == "time_elapsed" and value is None:
                value = mechanic.time_limit_seconds
        if siblings:
            yield start

    edges = list(sequence(mechanics, "scene_start", "auto"))
    return [
        *(edge for edge in edges if not isinstance(edge, str)),
        (str(edges[-1]), "scene_end", "completion", None),
    ]


@pytest.mark.parametrize("seed", range(40))
def test_a_plan_comes_back_from_json_as_it_went(seed: int) -> None:
    plan = build_game_graph(random_design(seed))
    assert read_plan(plan_json(plan)) == plan


@pytest.mark.parametrize("seed", range(40))
def test_a_sound_design_is_read_as_it_is(seed: int) -> None:
    design = random_design(seed)
    assert read_design(design.model_dump()).design == design
    assert read_design(design.model_dump_json()).design == design


@pytest.mark.parametrize("seed", range(40))
def test_every_scope_is_the_subtree_of_one_mechanic_or_a_parent_alone(seed: int) -> None:
    for scene in build_game_graph(random_design(seed)).scenes:
        parents = {mechanic.parent_mechanic_id for mechanic in scene.mechanics}
        subtrees = {subtree(scene, mechanic.mechanic_id) for mechanic in scene.mechanics}
        for start, judged in scopes(scene).items():
            assert (judged == ()) == (start == "scene_start")
            assert not judged or judged in subtrees or (judged[0] in parents and judged == (start,))


@pytest.mark.parametrize("seed", range(40))
def test_the_fallback_has_the_same_mechanics_and_only_completions(seed: int) -> None:
    design = random_design(seed)
    plain, built = sequential_graph(design), build_game_graph(design)
    assert [scene.mechanics for scene in plain.scenes] == [
        scene.mechanics for scene in built.scenes
    ]
    triggers = [edge.trigger for scene in plain.scenes for edge in scene.mechanic_connections]
    assert set(triggers) == {"auto", "completion"}
    assert triggers.count("auto") == len(plain.scenes)


# ── spoilt designs ────────────────────────────────────────────────────────────────────────────────


def test_a_tidy_design_and_its_plan_pass_at_a_glance() -> None:
    for seed in range(100):
        design = GameDesignDocument.model_validate(tidied(random_document(Random(seed))))
        walk = walked(design)
        assert looks_sound(design, walk), seed
        assert looks_right(build_game_graph(design), walk), seed


@pytest.mark.slow
def test_a_glance_passes_nothing_that_a_careful_look_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    designs = [spoilt_design(seed) for seed in range(1_500)]
    quick = [design_issues(design) for design in designs]
    monkeypatch.setattr(lint_module, "looks_sound", lambda design, walk: False)
    assert [design_issues(design) for design in designs] == quick
    assert 300 < sum(bool(errors(issues)) for issues in quick) < 1_500, (
        "some are spoilt, and some are not"
    )


@pytest.mark.slow
def test_a_careful_look_finds_no_bug_in_what_the_builder_makes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(validate_module, "looks_right", lambda plan, walk: False)
    for seed in range(300):
        for build in (build_game_graph, sequential_graph):
            assert not plan_game(spoilt_design(seed), build=build).fell_back


@pytest.mark.slow
def test_a_spoilt_design_is_repaired_or_says_what_cannot_be() -> None:
    for seed in range(1_500):
        design = spoilt_design(seed)
        mended, told = repair(design, design_issues(design))
        assert {issue.code for issue in errors(design_issues(mended))} <= {
            "too-deep",
            "too-many-mechanics",
        }, seed
        assert bool(told) == (mended != design), seed
