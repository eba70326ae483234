"""The four examples of the seed (§6): the JSON as it is printed there gives the mechanics, edges
and scores printed beside it.
"""

from __future__ import annotations

import json
import re

import pytest

from dramaturg.engines.games.base.issues import errors
from dramaturg.engines.games.base.plan import GamePlan, MechanicConnection, MechanicPlan, ScenePlan
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.read_design import read_design

SEQUENTIAL = """
{
  "title": "Heart Anatomy",
  "scenes": [
    {
      "title": "Label the Heart",
      "zone_labels": ["Left Ventricle", "Right Ventricle", "Left Atrium", "Right Atrium"],
      "needs_diagram": true,
      "image_spec": {"description": "Cross-section of human heart", "must_include_structures": ["Left Ventricle", "Right Ventricle", "Left Atrium", "Right Atrium"]},
      "mechanics": [
        {
          "mechanic_type": "drag_drop",
          "instruction_text": "Drag each label to the correct chamber.",
          "zone_labels_used": ["Left Ventricle", "Right Ventricle", "Left Atrium", "Right Atrium"],
          "content_brief": {"generation_goal": "Labels for 4 heart chambers"},
          "expected_item_count": 4,
          "advance_trigger": "completion"
        },
        {
          "mechanic_type": "click_to_identify",
          "instruction_text": "Click the chamber described.",
          "zone_labels_used": ["Left Ventricle", "Right Ventricle", "Left Atrium", "Right Atrium"],
          "content_brief": {"generation_goal": "Functional prompts for 4 chambers", "prompt_style": "function"},
          "expected_item_count": 4
        }
      ]
    }
  ]
}
"""  # as the seed prints it

HIERARCHICAL = """
{
  "scenes": [
    {
      "title": "Body Systems",
      "zone_labels": ["Heart", "Lungs", "Brain", "Left Ventricle", "Right Ventricle", "Bronchi", "Alveoli"],
      "mechanics": [
        {
          "mechanic_type": "drag_drop",
          "instruction_text": "Label the major organs.",
          "zone_labels_used": ["Heart", "Lungs", "Brain"],
          "content_brief": {"generation_goal": "Labels for 3 major organs"},
          "expected_item_count": 3,
          "advance_trigger": "completion",
          "children": [
            {
              "mechanic_type": "click_to_identify",
              "instruction_text": "Now identify the parts of the heart.",
              "zone_labels_used": ["Left Ventricle", "Right Ventricle"],
              "content_brief": {"generation_goal": "Prompts for heart sub-parts"},
              "expected_item_count": 2,
              "advance_trigger": "completion"
            },
            {
              "mechanic_type": "click_to_identify",
              "instruction_text": "Now identify the parts of the lungs.",
              "zone_labels_used": ["Bronchi", "Alveoli"],
              "content_brief": {"generation_goal": "Prompts for lung sub-parts"},
              "expected_item_count": 2
            }
          ]
        }
      ]
    }
  ]
}
"""

GATED_AND_TIMED = """
{
  "scenes": [
    {
      "title": "Speed Round",
      "mechanics": [
        {
          "mechanic_type": "drag_drop",
          "instruction_text": "Label as many parts as you can!",
          "expected_item_count": 8,
          "is_timed": true,
          "time_limit_seconds": 60,
          "advance_trigger": "score_threshold",
          "advance_trigger_value": 0.75
        },
        {
          "mechanic_type": "sequencing",
          "instruction_text": "Now sequence the process.",
          "expected_item_count": 5
        }
      ]
    }
  ]
}
"""

MANY_SCENES = """
{
  "scenes": [
    {
      "title": "Learn the Parts",
      "needs_diagram": true,
      "mechanics": [
        {"mechanic_type": "drag_drop", "expected_item_count": 6}
      ],
      "transition_to_next": "auto"
    },
    {
      "title": "Test Your Memory",
      "needs_diagram": false,
      "mechanics": [
        {"mechanic_type": "memory_match", "expected_item_count": 6}
      ],
      "transition_to_next": "score_gate",
      "transition_min_score_pct": 0.6
    },
    {
      "title": "Clinical Scenario",
      "needs_diagram": false,
      "mechanics": [
        {"mechanic_type": "branching_scenario", "expected_item_count": 4}
      ]
    }
  ]
}
"""

PRINTED = {
    SEQUENTIAL: """
s1_m1: drag_drop, max_score=40, is_terminal=False
s1_m2: click_to_identify, max_score=40, is_terminal=True
scene_start → s1_m1 (auto)
s1_m1 → s1_m2 (completion)
s1_m2 → scene_end (completion)
scene_1, starting=s1_m1, max_score=80, transition=None
Total: 80
""",
    HIERARCHICAL: """
s1_m1: drag_drop, max_score=30, is_terminal=False
s1_m2: click_to_identify, max_score=20, parent=s1_m1, is_terminal=False
s1_m3: click_to_identify, max_score=20, parent=s1_m1, is_terminal=True
scene_start → s1_m1 (auto)
s1_m1 → s1_m2 (parent_completion)
s1_m2 → s1_m3 (completion)
s1_m3 → scene_end (completion)
scene_1, starting=s1_m1, max_score=70, transition=None
Total: 70
""",
    GATED_AND_TIMED: """
s1_m1: drag_drop, max_score=80, timed=60s, is_terminal=False
s1_m2: sequencing, max_score=50, is_terminal=True
scene_start → s1_m1 (auto)
s1_m1 → s1_m2 (score_threshold, 0.75)
s1_m2 → scene_end (completion)
scene_1, starting=s1_m1, max_score=130, transition=None
Total: 130
""",
    MANY_SCENES: """
s1_m1: drag_drop, max_score=60, is_terminal=True
scene_start → s1_m1 (auto)
s1_m1 → scene_end (completion)
scene_1, starting=s1_m1, max_score=60, transition=auto
s2_m1: memory_match, max_score=60, is_terminal=True
scene_start → s2_m1 (auto)
s2_m1 → scene_end (completion)
scene_2, starting=s2_m1, max_score=60, transition=score_gate(0.6)
s3_m1: branching_scenario, max_score=40, is_terminal=True
scene_start → s3_m1 (auto)
s3_m1 → scene_end (completion)
scene_3, starting=s3_m1, max_score=40, transition=None
Total: 160
""",
}
EXAMPLES = [
    pytest.param(source, id=name)
    for source, name in zip(PRINTED, ("1", "2", "3", "4"), strict=True)
]
NOT_SAID_BUT_HARMLESS = {"left-out", "no-labels", "empty-text"}


def printed(plan: GamePlan) -> str:
    """A plan in the notation of the seed, everything spelt out."""
    lines = [line for scene in plan.scenes for line in scene_lines(scene)]
    return "\n".join(["", *lines, f"Total: {plan.total_max_score}", ""])


def scene_lines(scene: ScenePlan) -> list[str]:
    change = scene.transition_to_next
    gate = f"({change.min_score_pct:g})" if change and change.min_score_pct else ""
    last = f"{scene.scene_id}, starting={scene.starting_mechanic_id}, max_score={scene.scene_max_score}"
    return [
        *map(mechanic_line, scene.mechanics),
        *map(edge_line, scene.mechanic_connections),
        f"{last}, transition={change.transition_type if change else None}{gate}",
    ]


def mechanic_line(mechanic: MechanicPlan) -> str:
    timed = f", timed={mechanic.time_limit_seconds}s" if mechanic.is_timed else ""
    parent = f", parent={mechanic.parent_mechanic_id}" if mechanic.parent_mechanic_id else ""
    start = f"{mechanic.mechanic_id}: {mechanic.mechanic_type}, max_score={mechanic.max_score}"
    return f"{start}{timed}{parent}, is_terminal={mechanic.is_terminal}"


def edge_line(edge: MechanicConnection) -> str:
    value = "" if edge.trigger_value is None else f", {edge.trigger_value:g}"
    return f"{edge.from_mechanic_id} → {edge.to_mechanic_id} ({edge.trigger}{value})"


@pytest.mark.parametrize("source", EXAMPLES)
def test_an_example_gives_the_graph_printed_beside_it(source: str) -> None:
    design = read_design(source).design
    assert design is not None
    assert printed(plan_game(design).plan) == PRINTED[source]


@pytest.mark.parametrize("source", EXAMPLES)
def test_an_example_has_nothing_wrong_but_what_it_leaves_out(source: str) -> None:
    read = read_design(source)
    assert read.design is not None
    planned = plan_game(read.design)
    assert not errors((*read.issues, *planned.issues))
    assert {issue.code for issue in (*read.issues, *planned.issues)} <= NOT_SAID_BUT_HARMLESS
    assert not planned.fell_back


@pytest.mark.parametrize("source", EXAMPLES)
def test_an_example_reads_the_same_from_text_bytes_values_and_out_of_a_fence(source: str) -> None:
    fenced = f"Here is the design you asked for.\n```json\n{source}```\nHave fun!"
    designs = [
        read_design(form).design for form in (source, source.encode(), json.loads(source), fenced)
    ]
    assert designs[0] is not None
    assert all(design == designs[0] for design in designs)


def test_what_an_example_leaves_out_is_named_with_its_place() -> None:
    left_out = {
        issue.place for issue in read_design(HIERARCHICAL).issues if issue.code == "left-out"
    }
    assert {
        "title",
        "subject",
        "all_zone_labels",
        "scenes[0].needs_diagram",
        "scenes[0].learning_goal",
    } <= left_out


def test_the_labels_and_the_diagram_are_derived_where_they_are_left_out() -> None:
    design = read_design(re.sub(r'"zone_labels": .*\n', "", HIERARCHICAL)).design
    assert design is not None
    assert design.scenes[0].needs_diagram
    assert design.scenes[0].zone_labels == design.all_zone_labels
    assert set(design.all_zone_labels) == {
        "Heart",
        "Lungs",
        "Brain",
        "Left Ventricle",
        "Right Ventricle",
        "Bronchi",
        "Alveoli",
    }
