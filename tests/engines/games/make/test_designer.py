"""The designer without a model: what it makes of knowledge and a wish."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.engines.games.library import bundled
from tests.engines.games.mechanics.knowledge import BICYCLE

from dramaturg.engines.games.base.design import (
    DIFFICULTIES,
    MECHANIC_TYPES,
    Difficulty,
    GameDesignDocument,
    MechanicDesign,
    in_play_order,
)
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.designer import LIKENESSES, DesignWish, design_from
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.make.scenes import PLAYS
from dramaturg.engines.games.mechanics.mechanic import diagrams_with_labels
from dramaturg.engines.games.mechanics.table import MECHANICS, brief_check, task_of
from dramaturg.kernel.errors import BadInput

STAGES = ("recognise", "relate", "decide")


def wishes(seeds: int = 2) -> Iterator[tuple[Knowledge, DesignWish]]:
    for knowledge in (*bundled().values(), BICYCLE):
        for seed in range(seeds):
            for difficulty in ("beginner", "intermediate", "advanced"):
                yield knowledge, DesignWish(difficulty=difficulty, seed=seed)


def mechanics_of(design: GameDesignDocument) -> list[MechanicDesign]:
    return [placed.mechanic for scene in design.scenes for placed in in_play_order(scene.mechanics)]


def types_of(design: GameDesignDocument) -> list[str]:
    return [mechanic.mechanic_type for scene in design.scenes for mechanic in scene.mechanics]


# ── soundness ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_many_wishes_give_designs_without_an_issue_and_use_all_mechanics() -> None:
    made = [design_from(knowledge, wish) for knowledge, wish in wishes()]
    assert len(made) >= 30
    assert [
        issue for design in made for issue in read_design(design.model_dump(mode="json")).issues
    ] == []
    assert [issue for design in made for issue in plan_game(design, brief_check).issues] == []
    assert {name for design in made for name in types_of(design)} == set(MECHANIC_TYPES)
    assert len({design.model_dump_json() for design in made}) == len(made)


@pytest.mark.slow
@pytest.mark.parametrize("scenes", [None, 1, 6])
@pytest.mark.parametrize("minutes", [None, 3, 25])
def test_all_that_is_designed_can_be_made_from_the_same_knowledge(
    scenes: int | None, minutes: int | None
) -> None:
    for knowledge, wish in wishes(2):
        design = design_from(
            knowledge,
            DesignWish(
                "",
                wish.difficulty,
                minutes,
                wish.seed,
                (),
                scenes if knowledge is not BICYCLE else None,
            ),
        )
        plan = plan_game(design, brief_check).plan
        for scene in plan.scenes:
            for mechanic in scene.mechanics:
                task = task_of(plan, scene, mechanic, wish.seed)
                module = MECHANICS[mechanic.mechanic_type]
                assert module.validate(module.generate(task, knowledge), task) == ()


def test_the_same_wish_gives_the_same_design_and_another_seed_another() -> None:
    assert design_from(BICYCLE, DesignWish(seed=3)) == design_from(BICYCLE, DesignWish(seed=3))
    assert (
        len({tuple(types_of(design_from(BICYCLE, DesignWish(seed=seed)))) for seed in range(12)})
        > 4
    )


@pytest.mark.slow
def test_the_scenes_of_a_picture_have_only_labels_that_lie_on_it() -> None:
    for knowledge, wish in wishes():
        pictures = [set(labels) for _, labels in diagrams_with_labels(knowledge)]
        for scene in design_from(knowledge, wish).scenes:
            if scene.needs_diagram:
                assert any(set(scene.zone_labels) <= labels for labels in pictures)
                assert scene.image_spec is not None
                assert scene.image_spec.must_include_structures == scene.zone_labels


# ── teaching ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_recognising_comes_before_relating_and_deciding_last() -> None:
    for knowledge, wish in wishes():
        design = design_from(knowledge, wish)
        for scene in design.scenes:
            stages = [
                STAGES.index(PLAYS[mechanic.mechanic_type].stage) for mechanic in scene.mechanics
            ]
            assert stages == sorted(stages)
        deciding = [PLAYS[name].stage == "decide" for name in types_of(design)]
        assert not any(early and not late for early, late in pairwise(deciding))


@pytest.mark.slow
def test_nothing_is_made_twice_from_the_same() -> None:
    for knowledge, wish in wishes():
        briefs = [
            (
                mechanic.mechanic_type,
                mechanic.content_brief.key_concepts,
                mechanic.content_brief.prompt_style,
                scene.image_spec,
            )
            for scene in design_from(knowledge, wish).scenes
            for mechanic in scene.mechanics
        ]
        assert len(briefs) == len(set(briefs))


@pytest.mark.slow
def test_an_advanced_game_has_more_to_do_and_runs_against_the_clock() -> None:
    for knowledge in bundled().values():
        by_difficulty: dict[Difficulty, list[MechanicDesign]] = {}
        for difficulty in ("beginner", "intermediate", "advanced"):
            by_difficulty[difficulty] = mechanics_of(
                design_from(knowledge, DesignWish(difficulty=difficulty, minutes=20))
            )
        assert any(mechanic.is_timed for mechanic in by_difficulty["advanced"])
        assert not any(
            mechanic.is_timed
            for name in ("beginner", "intermediate")
            for mechanic in by_difficulty[name]
        )
        counts = {
            name: sum(mechanic.expected_item_count for mechanic in each)
            for name, each in by_difficulty.items()
        }
        assert counts["advanced"] > counts["beginner"]


def test_a_time_limit_is_told_to_the_player() -> None:
    timed = [
        mechanic
        for mechanic in mechanics_of(design_from(BICYCLE, DesignWish(difficulty="advanced")))
        if mechanic.is_timed
    ]
    assert timed
    assert all(
        f"You have {mechanic.time_limit_seconds} seconds." in mechanic.instruction_text
        for mechanic in timed
    )


@pytest.mark.slow
@pytest.mark.parametrize("minutes", [5, 10, 20])
def test_a_game_takes_about_as_long_as_was_wished(minutes: int) -> None:
    for knowledge in bundled().values():
        for difficulty in ("beginner", "intermediate", "advanced"):
            takes = design_from(
                knowledge, DesignWish(difficulty=difficulty, minutes=minutes)
            ).estimated_duration_minutes
            assert minutes * 0.6 <= takes <= minutes * 1.4


@pytest.mark.slow
def test_a_picture_with_groups_is_sometimes_played_group_by_group() -> None:
    drawn = bundled()["heart"]
    boxes = tuple(each for each in drawn.diagrams if each.form not in LIKENESSES)
    heart = drawn.model_copy(update={"diagrams": boxes})
    labels = {
        heart.by_id[whole].label: {heart.by_id[part].label for part in parts}
        for whole, parts in heart.hierarchy.items()
    }
    designs = [
        design_from(heart, DesignWish(seed=seed, mechanics=("drag_drop", "sequencing")))
        for seed in range(20)
    ]
    nested = [
        mechanic for design in designs for mechanic in mechanics_of(design) if mechanic.children
    ]
    assert 0 < len(nested) < 20
    for parent in nested:
        assert set(parent.zone_labels_used) == {
            "Right heart",
            "Left heart",
            "Lung circuit",
            "Body circuit",
        }
        for child in parent.children or ():
            group = child.instruction_text.removeprefix("Look inside: ").partition(".")[0]
            assert set(child.zone_labels_used) <= labels[group]


@pytest.mark.parametrize(
    ("question", "mechanic"),
    [
        ("What is the difference between the left and the right ventricle?", "compare_contrast"),
        ("Which kinds of vessels are there, and how are they sorted?", "sorting_categories"),
        ("In which order do the steps of a heartbeat happen?", "sequencing"),
        ("Label the parts of the heart", "drag_drop"),
    ],
)
@pytest.mark.slow
def test_the_question_steers_what_is_played(question: str, mechanic: str) -> None:
    def often(asked: str) -> int:
        return sum(
            mechanic
            in types_of(design_from(bundled()["heart"], DesignWish(question=asked, seed=seed)))
            for seed in range(20)
        )

    assert often(question) == 20 or often(question) > often("") + 4


# ── wishes ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", MECHANIC_TYPES)
def test_a_mechanic_that_is_wished_for_is_played_and_no_other(name: str) -> None:
    design = design_from(BICYCLE, DesignWish(mechanics=(name,), seed=1))
    assert types_of(design) == [name]
    assert design.scenes[0].needs_diagram == MECHANICS[name].NEEDS_DIAGRAM


def test_a_mechanic_that_is_wished_for_twice_is_made_from_two_things() -> None:
    design = design_from(BICYCLE, DesignWish(mechanics=("sequencing", "sequencing")))
    assert {mechanic.content_brief.key_concepts for mechanic in mechanics_of(design)} == {
        ("push",),
        ("bend",),
    }


@pytest.mark.slow
@pytest.mark.parametrize("scenes", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", ["heart", "violin", "printing"])
def test_a_game_has_as_many_scenes_as_were_wished_for(name: str, scenes: int) -> None:
    for seed in range(5):
        design = design_from(bundled()[name], DesignWish(scenes=scenes, seed=seed))
        assert len(design.scenes) == scenes
        assert plan_game(design, brief_check).issues == ()


@pytest.mark.slow
def test_without_a_wish_no_scene_has_more_than_three_rounds_beside_what_is_nested() -> None:
    for knowledge, wish in wishes():
        assert all(len(scene.mechanics) <= 3 for scene in design_from(knowledge, wish).scenes)


LACKING = [
    ("drag_drop", {"diagrams": ()}, "add a diagram with four concepts"),
    ("sequencing", {"sequences": ()}, "add a sequence under sequences"),
    ("trace_path", {"sequences": ()}, "add a sequence whose steps name concepts"),
    ("compare_contrast", {"comparisons": ()}, "add a comparison"),
    ("hierarchical", {"hierarchy": {}}, "add a hierarchy"),
    ("branching_scenario", {"decisions": ()}, "add a story under decisions"),
]


@pytest.mark.parametrize(("name", "lacking", "told"), LACKING)
def test_a_mechanic_that_cannot_be_fed_is_refused_by_name(
    name: str, lacking: dict[str, object], told: str
) -> None:
    with pytest.raises(BadInput) as refused:
        design_from(BICYCLE.model_copy(update=lacking), DesignWish(mechanics=(name,)))
    assert f"bicycle: it cannot feed {name}; {told}" in str(refused.value)


@pytest.mark.parametrize(("name", "lacking", "told"), LACKING)
def test_a_game_without_that_wish_is_made_from_what_there_is(
    name: str, lacking: dict[str, object], told: str
) -> None:
    design = design_from(BICYCLE.model_copy(update=lacking), DesignWish(seed=5))
    assert name not in types_of(design)
    assert plan_game(design, brief_check).issues == ()


def test_everything_wrong_with_a_wish_is_told_at_once() -> None:
    with pytest.raises(BadInput) as refused:
        wrong: Any = "hard"
        design_from(
            BICYCLE,
            DesignWish(difficulty=wrong, minutes=90, mechanics=("sequence", "drag_drop"), scenes=9),
        )
    told = str(refused.value)
    assert "there is no mechanic 'sequence'. Did you mean 'sequencing'?" in told
    assert f"there is no difficulty 'hard'. Known: {', '.join(sorted(DIFFICULTIES))}." in told
    assert "90 minutes are not possible: say 1 to 30" in told
    assert "9 scenes are not possible: say 1 to 6" in told


def test_more_often_than_it_can_be_fed_is_refused_with_how_often_it_can() -> None:
    with pytest.raises(BadInput, match="cannot feed sequencing 3 times, only 2"):
        design_from(BICYCLE, DesignWish(mechanics=("sequencing",) * 3))


def test_mechanics_that_need_more_pictures_than_scenes_are_refused() -> None:
    with pytest.raises(
        BadInput, match="drag_drop needs one picture more than 1; ask for more scenes"
    ):
        design_from(BICYCLE, DesignWish(mechanics=("drag_drop", "drag_drop"), scenes=1))


def test_more_scenes_than_rounds_are_refused() -> None:
    with pytest.raises(BadInput, match="3 scenes need as many rounds, and there are 1"):
        design_from(BICYCLE, DesignWish(mechanics=("drag_drop",), scenes=3))


def test_every_mechanic_of_a_plan_has_a_seed_of_its_own_that_other_edits_leave_alone() -> None:
    design = design_from(BICYCLE, DesignWish(seed=2))
    shorter = design.model_copy(update={"scenes": design.scenes[1:]})
    long, short = plan_game(design).plan, plan_game(shorter).plan
    before = {
        each.fingerprint: task_of(long, scene, each, 7).seed
        for scene in long.scenes
        for each in scene.mechanics
    }
    after = {
        each.fingerprint: task_of(short, scene, each, 7).seed
        for scene in short.scenes
        for each in scene.mechanics
    }
    assert len(set(before.values())) == len(before)
    assert after.items() <= before.items()
