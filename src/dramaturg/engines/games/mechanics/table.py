"""The ten mechanics by name, and the task that a plan sets each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b

from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.base.plan import GamePlan, MechanicPlan, ScenePlan
from dramaturg.engines.games.mechanics import (
    branching_scenario,
    click_to_identify,
    compare_contrast,
    description_matching,
    drag_drop,
    hierarchical,
    memory_match,
    sequencing,
    sorting_categories,
    trace_path,
)
from dramaturg.engines.games.mechanics.mechanic import Mechanic, Task

MECHANICS: Mapping[str, Mechanic] = {
    "drag_drop": drag_drop,
    "click_to_identify": click_to_identify,
    "trace_path": trace_path,
    "description_matching": description_matching,
    "hierarchical": hierarchical,
    "compare_contrast": compare_contrast,
    "sequencing": sequencing,
    "sorting_categories": sorting_categories,
    "memory_match": memory_match,
    "branching_scenario": branching_scenario,
}


def task_of(plan: GamePlan, scene: ScenePlan, mechanic: MechanicPlan, seed: int) -> Task:
    """What the plan asks of one mechanic. Its own seed follows from its fingerprint, so an edit
    elsewhere leaves its content.
    """
    return Task(
        mechanic_id=mechanic.mechanic_id,
        mechanic_type=mechanic.mechanic_type,
        fingerprint=mechanic.fingerprint,
        instruction=mechanic.instruction_text,
        labels=mechanic.zone_labels_used or scene.zone_labels,
        count=mechanic.expected_item_count,
        brief=mechanic.content_brief,
        scene_title=scene.title,
        learning_goal=scene.learning_goal,
        scene_labels=scene.zone_labels,
        difficulty=plan.difficulty,
        distractors=plan.distractor_labels,
        hierarchy=plan.label_hierarchy or {},
        seed=own_seed(seed, mechanic.fingerprint),
    )


def brief_check(mechanic: MechanicPlan) -> Iterable[Issue]:
    """What the content brief of a mechanic lacks."""
    return MECHANICS[mechanic.mechanic_type].check_brief(mechanic)


def own_seed(seed: int, fingerprint: str) -> int:
    return int.from_bytes(blake2b(f"{seed}:{fingerprint}".encode(), digest_size=4).digest())
