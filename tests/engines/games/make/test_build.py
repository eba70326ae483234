"""The builder: exits, triggers, scopes and fingerprints, and what happens should it ever have a
bug.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from tests.engines.games.designs import Document, random_design

from dramaturg.engines.games.base.design import GameDesignDocument, MechanicDesign
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.base.plan import (
    GamePlan,
    MechanicPlan,
    outgoing,
    plan_json,
    read_plan,
    scopes,
    subtree,
)
from dramaturg.engines.games.make.build import build_game_graph, plan_game, sequential_graph
from dramaturg.kernel.errors import BadInput


def mechanic(goal: str = "", *children: Document, **changes: Any) -> Document:
    return {
        "mechanic_type": "sequencing",
        "instruction_text": "Go on.",
        "content_brief": {"generation_goal": goal},
        "expected_item_count": 2,
        "children": children or None,
        **changes,
    }


def design(*scenes: Sequence[Document], **scene: Any) -> GameDesignDocument:
    common = {
        "title": "Scene",
        "learning_goal": "",
        "zone_labels": [],
        "needs_diagram": False,
        **scene,
    }
    return GameDesignDocument.model_validate(
        {
            "title": "Game",
            "subject": "Anything",
            "difficulty": "beginner",
            "estimated_duration_minutes": 5,
            "narrative_intro": "",
            "completion_message": "",
            "all_zone_labels": [],
            "scenes": [{**common, "mechanics": mechanics} for mechanics in scenes],
        }
    )


def edges(plan: GamePlan) -> list[str]:
    return [
        f"{edge.from_mechanic_id} > {edge.to_mechanic_id}: {edge.trigger}"
        + ("" if edge.trigger_value is None else f" {edge.trigger_value:g}")
        for scene in plan.scenes
        for edge in scene.mechanic_connections
    ]


# A parent with two children, the second with one of its own; then a sibling. Every trigger is
# another.
FAMILY = design(
    [
        mechanic(
            "parent",
            mechanic("first child", advance_trigger="user_choice"),
            mechanic(
                "second child",
                mechanic("grandchild", advance_trigger="user_choice"),
                advance_trigger="user_choice",
            ),
            advance_trigger="score_threshold",
            advance_trigger_value=0.8,
        ),
        mechanic("sibling"),
    ]
)


def test_the_edge_to_a_sibling_starts_at_the_exit_of_the_one_before_with_its_trigger() -> None:
    assert edges(build_game_graph(FAMILY)) == [
        "scene_start > s1_m1: auto",
        "s1_m1 > s1_m2: parent_completion",
        "s1_m2 > s1_m3: user_choice",
        "s1_m3 > s1_m4: parent_completion",
        "s1_m4 > s1_m5: score_threshold 0.8",
        "s1_m5 > scene_end: completion",
    ]


def test_a_trigger_is_judged_over_the_whole_subtree_of_the_sibling_before() -> None:
    assert scopes(build_game_graph(FAMILY).scenes[0]) == {
        "scene_start": (),
        "s1_m1": ("s1_m1",),
        "s1_m2": ("s1_m2",),
        "s1_m3": ("s1_m3",),
        "s1_m4": ("s1_m1", "s1_m2", "s1_m3", "s1_m4"),
        "s1_m5": ("s1_m5",),
    }


def test_the_end_of_a_scene_is_judged_over_the_last_mechanic_and_all_in_it() -> None:
    scene = build_game_graph(
        design([mechanic("first"), mechanic("last", mechanic("child", mechanic("grandchild")))])
    ).scenes[0]
    assert scopes(scene)["s1_m4"] == ("s1_m2", "s1_m3", "s1_m4")
    assert [each.mechanic_id for each in scene.mechanics if each.is_terminal] == ["s1_m4"]


def test_a_subtree_and_the_way_out_are_found_by_id() -> None:
    scene = build_game_graph(FAMILY).scenes[0]
    assert subtree(scene, "s1_m3") == ("s1_m3", "s1_m4")
    assert outgoing(scene, "s1_m4").to_mechanic_id == "s1_m5"
    assert outgoing(scene, "scene_start").to_mechanic_id == "s1_m1"


def test_time_elapsed_without_a_value_takes_the_time_limit() -> None:
    timed = mechanic(advance_trigger="time_elapsed", is_timed=True, time_limit_seconds=45)
    both = mechanic(
        advance_trigger="time_elapsed",
        advance_trigger_value=20,
        is_timed=True,
        time_limit_seconds=45,
    )
    triggers = [
        line.split(": ")[1] for line in edges(build_game_graph(design([timed, both, mechanic()])))
    ]
    assert triggers == ["auto", "time_elapsed 45", "time_elapsed 20", "completion"]


def test_the_trigger_of_a_last_sibling_leads_nowhere() -> None:
    last = mechanic(advance_trigger="score_threshold", advance_trigger_value=0.5)
    assert edges(build_game_graph(design([last]))) == [
        "scene_start > s1_m1: auto",
        "s1_m1 > scene_end: completion",
    ]


def test_every_scene_counts_its_mechanics_anew_and_only_the_last_has_no_transition() -> None:
    plan = build_game_graph(
        design([mechanic("a")], [mechanic("b", mechanic("c"))], transition_to_next="button")
    )
    assert [each.mechanic_id for scene in plan.scenes for each in scene.mechanics] == [
        "s1_m1",
        "s2_m1",
        "s2_m2",
    ]
    assert [
        scene.transition_to_next and scene.transition_to_next.transition_type
        for scene in plan.scenes
    ] == ["button", None]
    assert (plan.total_max_score, [scene.scene_max_score for scene in plan.scenes]) == (
        60,
        [20, 40],
    )


def test_a_thousand_levels_do_not_overflow() -> None:
    inner = MechanicDesign.model_validate(mechanic())
    for _ in range(1_500):
        inner = inner.model_copy(update={"children": (inner,)})
    deep = design([mechanic()])
    deep = deep.model_copy(
        update={"scenes": (deep.scenes[0].model_copy(update={"mechanics": (inner,)}),)}
    )
    planned = plan_game(deep)
    assert len(planned.plan.scenes[0].mechanics) == 1_501
    assert {"too-deep", "too-many-mechanics"} <= {issue.code for issue in planned.issues}
    assert not planned.fell_back


# ── fingerprints ──────────────────────────────────────────────────────────────────────────────────


def prints(plan: GamePlan) -> dict[str, str]:
    """Fingerprints by the goal of the brief."""
    return {
        each.content_brief.generation_goal: each.fingerprint
        for scene in plan.scenes
        for each in scene.mechanics
    }


BEFORE = prints(
    build_game_graph(design([mechanic("a"), mechanic("b", mechanic("c"))], [mechanic("d")]))
)


@pytest.mark.parametrize(
    "after",
    [
        design([mechanic("new"), mechanic("a"), mechanic("b", mechanic("c"))], [mechanic("d")]),
        design([mechanic("b", mechanic("c"))], [mechanic("d")]),
        design([mechanic("b", mechanic("c")), mechanic("a")], [mechanic("d")]),
        design([mechanic("d")], [mechanic("a")], [mechanic("c"), mechanic("b")]),
        design(
            [
                mechanic(
                    "a", points_per_item=3, advance_trigger="user_choice", instruction_text="Now."
                ),
                mechanic("b"),
            ]
        ),
        design([mechanic("a", is_timed=True, time_limit_seconds=9), mechanic("b")]),
    ],
    ids=["insertion", "removal", "reordering", "other scenes", "other words and points", "a timer"],
)
def test_a_fingerprint_survives_what_its_content_does_not_depend_on(
    after: GameDesignDocument,
) -> None:
    new = prints(build_game_graph(after))
    kept = BEFORE.keys() & new.keys()
    assert kept
    assert {goal: new[goal] for goal in kept} == {goal: BEFORE[goal] for goal in kept}


@pytest.mark.parametrize(
    "changes",
    [
        {"mechanic_type": "memory_match"},
        {"zone_labels_used": ["Keel"]},
        {"expected_item_count": 3},
        {"content_brief": {"generation_goal": "a", "notes": "in rhyme"}},
        {"content_brief": {"generation_goal": "a", "key_concepts": ["Keel"]}},
        {"content_brief": {"generation_goal": "a", "prompt_style": "definition"}},
    ],
)
def test_a_fingerprint_changes_with_what_its_content_depends_on(changes: Document) -> None:
    assert prints(build_game_graph(design([mechanic("a", **changes)])))["a"] != BEFORE["a"]


def test_a_label_does_not_pass_for_a_concept() -> None:
    as_label = mechanic(zone_labels_used=["Keel"])
    as_concept = mechanic(content_brief={"key_concepts": ["Keel"]})
    assert prints(build_game_graph(design([as_label]))) != prints(
        build_game_graph(design([as_concept]))
    )


def test_equal_mechanics_are_told_apart_by_occurrence_all_over_the_game() -> None:
    plan = build_game_graph(design([mechanic("a"), mechanic("b"), mechanic("a")], [mechanic("a")]))
    first, _, second, third = (
        each.fingerprint for scene in plan.scenes for each in scene.mechanics
    )
    assert (second, third) == (f"{first}-2", f"{first}-3")


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_plan_is_plain_json_with_the_names_of_the_seed() -> None:
    written = json.loads(json.dumps(plan_json(build_game_graph(FAMILY))))
    scene = written["scenes"][0]
    assert scene["mechanics"][1]["parent_mechanic_id"] == "s1_m1"
    assert scene["mechanic_connections"][4] == {
        "from_mechanic_id": "s1_m4",
        "to_mechanic_id": "s1_m5",
        "trigger": "score_threshold",
        "trigger_value": 0.8,
    }
    assert set(scene["mechanics"][0]) == {*MechanicPlan._fields, "fingerprint"}


def test_what_is_no_plan_is_refused_with_its_places() -> None:
    written = plan_json(build_game_graph(FAMILY))
    written["scenes"][0]["mechanics"][2]["max_score"] = "lots"
    del written["title"]
    with pytest.raises(BadInput, match=r"(?s)title.*scenes.*mechanics.*max_score"):
        read_plan(written)


# ── should the builder ever have a bug ────────────────────────────────────────────────────────────


def broken(given: GameDesignDocument) -> GamePlan:
    return build_game_graph(given)._replace(total_max_score=-1)


def test_a_builder_bug_is_logged_by_its_codes_and_answered_with_the_plain_sequence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        planned = plan_game(FAMILY, build=broken)
    assert planned.fell_back
    assert planned.plan == sequential_graph(FAMILY)
    assert not any(issue.is_builder_bug for issue in planned.issues)
    assert "plan-total-score at total_max_score" in caplog.text
    assert "parent" not in caplog.text, "no text of the design in the log"


def test_a_sound_design_is_built_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    planned = plan_game(random_design(1))
    assert planned.plan == build_game_graph(random_design(1))
    assert not planned.fell_back
    assert not caplog.text


def test_a_brief_is_checked_where_it_stands_in_the_design() -> None:
    def check(each: MechanicPlan) -> list[Issue]:
        if each.content_brief.generation_goal != "grandchild":
            return []
        return [Issue("brief-empty", "It says nothing.", "Say something.", ("content_brief",))]

    issues = plan_game(FAMILY, brief_check=check).issues
    assert [issue.place for issue in issues if issue.code == "brief-empty"] == [
        "scenes[0].mechanics[0].children[1].children[0].content_brief"
    ]
