"""At a glance: whether a design, or the plan made from it, is so plainly sound that nobody need
look with care.

Most are, and are built again at every edit, so this comes first; lint and validate say what is
wrong with the others. What passes at a glance has no issue at all: the tests hold it to that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from dramaturg.engines.games.base.design import (
    DIAGRAM_MECHANICS,
    ITEM_PER_LABEL,
    MAX_DEPTH,
    MAX_ITEMS,
    MAX_LABELS,
    MAX_MECHANICS,
    MAX_POINTS,
    MAX_SECONDS,
    GameDesignDocument,
    Placed,
    SceneDesign,
    Walk,
    label_keys,
)
from dramaturg.engines.games.base.plan import SCENE_END, SCENE_START, GamePlan, ScenePlan

# ── a design ──────────────────────────────────────────────────────────────────────────────────────


def looks_sound(design: GameDesignDocument, walk: Walk) -> bool:
    """All labels spelt alike everywhere, all numbers within their limits, nothing said in vain."""
    if (
        not design.title.strip()
        or sum(map(len, walk)) > MAX_MECHANICS
        or not _labels_look_sound(design)
    ):
        return False
    last = len(walk) - 1
    for number, (scene, placed) in enumerate(zip(design.scenes, walk, strict=True)):
        if not _scene_looks_sound(scene, placed, is_last=number == last):
            return False
        labels = frozenset(scene.zone_labels)
        for each in placed:
            if not _mechanic_looks_sound(each, labels):
                return False
    return True


def _labels_look_sound(design: GameDesignDocument) -> bool:
    listed, distractors = design.all_zone_labels, design.distractor_labels
    keys = set(label_keys(listed))
    lists = [scene.zone_labels for scene in design.scenes]
    shown = set[str]().union(*lists)
    return (
        "" not in keys
        and len(shown) == len(keys) == len(listed) <= MAX_LABELS
        and shown.issuperset(listed)
        and (
            sum(map(len, lists)) == len(shown)
            or all(len(set(labels)) == len(labels) for labels in lists)
        )
        and (not distractors or _apart_from(keys, label_keys(distractors)))
        and (not design.label_hierarchy or _hierarchy_looks_sound(design.label_hierarchy, shown))
    )


def _apart_from(keys: set[str], others: Sequence[str]) -> bool:
    return (
        keys.isdisjoint(others)
        and len(set(others)) == len(others) <= MAX_LABELS
        and "" not in others
    )


def _hierarchy_looks_sound(hierarchy: Mapping[str, Sequence[str]], labels: set[str]) -> bool:
    """Two levels alone, and each label in one place."""
    parts = [*hierarchy, *chain.from_iterable(hierarchy.values())]
    return labels.issuperset(parts) and len(set(parts)) == len(parts)


def _scene_looks_sound(scene: SceneDesign, placed: Sequence[Placed], is_last: bool) -> bool:
    kind, value = scene.transition_to_next, scene.transition_min_score_pct
    if kind == "score_gate":
        transition = not is_last and value is not None and 0 < value <= 1
    else:
        transition = value is None and (kind == "auto" or not is_last)
    needs = any(each.mechanic.mechanic_type in DIAGRAM_MECHANICS for each in placed)
    return transition and scene.needs_diagram == needs and scene.title.strip() != ""


def _mechanic_looks_sound(placed: Placed, labels: frozenset[str]) -> bool:
    mechanic, siblings, number, _, depth = placed
    used, count, text = (
        mechanic.zone_labels_used,
        mechanic.expected_item_count,
        mechanic.instruction_text,
    )
    limit, trigger, value = (
        mechanic.time_limit_seconds,
        mechanic.advance_trigger,
        mechanic.advance_trigger_value,
    )
    if value is None:
        judged = trigger == "completion" or (
            trigger == "user_choice" and number + 1 < len(siblings)
        )
    else:
        judged = trigger == "score_threshold" and 0 < value <= 1 and number + 1 < len(siblings)
    return (
        judged
        and depth <= MAX_DEPTH
        and 0 < count <= MAX_ITEMS
        and 0 < mechanic.points_per_item <= MAX_POINTS
        and text != ""
        and not text[0].isspace()
        and len(labels.intersection(used)) == len(used)
        and (len(used) == count or mechanic.mechanic_type not in ITEM_PER_LABEL)
        and (len(used) > 0 or mechanic.mechanic_type not in DIAGRAM_MECHANICS)
        and (
            not mechanic.is_timed
            if limit is None
            else mechanic.is_timed and 0 < limit <= MAX_SECONDS
        )
    )


# ── a plan ────────────────────────────────────────────────────────────────────────────────────────


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
