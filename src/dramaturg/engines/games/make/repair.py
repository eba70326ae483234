"""Repair: how a design that still has issues after its retries is made sound. Every change is told;
the game counts as degraded.

The rules are the table RULES below: a label that is wrong is taken out, a score in percent is
divided by 100, a trigger, gate or timer that says nothing is dropped, a count follows the labels,
and a diagram that is needed is there. What has no rule stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from dramaturg.engines.games.base.design import MAX_ITEMS, GameDesignDocument, MechanicDesign
from dramaturg.engines.games.base.issues import Issue, errors, written
from dramaturg.engines.games.checks.design import design_issues

ROUNDS = 6  # taking out a label can change a count; nothing known takes more than three
USUAL_POINTS = 10

Holder = Any  # the list or the object that holds the place of an issue
Rule = Callable[
    [Holder, Any, dict[str, Any]], str
]  # what was changed, or nothing when another rule has done it already


def repair(
    design: GameDesignDocument, issues: Iterable[Issue]
) -> tuple[GameDesignDocument, tuple[str, ...]]:
    """The design made sound as far as the rules go, and a sentence for every change."""
    told = list[str]()
    for _ in range(ROUNDS):
        faults = {issue.path: issue for issue in reversed(errors(issues)) if issue.code in RULES}
        if not faults:
            break
        document = design.model_dump(mode="json")
        # from the back, so that earlier places stay where they are
        for path in sorted(faults, reverse=True):
            *way, last = path
            holder: Any = document
            for step in way:
                holder = holder[step]
            if change := RULES[faults[path].code](holder, last, document):
                told.append(f"{written(path)}: {change}")
        design = GameDesignDocument.model_validate(document)
        issues = design_issues(design)
    return design, tuple(told)


def leave_out(design: GameDesignDocument, gone: Iterable[bool]) -> GameDesignDocument | None:
    """The design without the mechanics that are gone, told in play order; what is nested in one
    takes its place.

    A scene without mechanics goes too. None when nothing stays.
    """
    flags = iter(gone)
    left = [
        scene.model_copy(update={"mechanics": _left(scene.mechanics, flags)})
        for scene in design.scenes
    ]
    scenes = tuple(scene for scene in left if scene.mechanics)
    return design.model_copy(update={"scenes": scenes}) if scenes else None


def _left(mechanics: Iterable[MechanicDesign], gone: Iterator[bool]) -> tuple[MechanicDesign, ...]:
    left: list[MechanicDesign] = []
    for mechanic in mechanics:
        is_gone = next(gone)
        children = _left(mechanic.children or (), gone)
        left += (
            children if is_gone else [mechanic.model_copy(update={"children": children or None})]
        )
    return tuple(left)


def _take_out(holder: Holder, key: Any, document: dict[str, Any]) -> str:
    label = holder[key] if isinstance(holder, list) else key
    del holder[key]
    return f"{label!r} was taken out."


def _list_label(holder: Holder, key: Any, document: dict[str, Any]) -> str:
    document["all_zone_labels"].append(holder[key])
    return f"{holder[key]!r} was added to all_zone_labels."


def _divide(holder: Holder, key: Any, document: dict[str, Any]) -> str:
    percent = holder[key]
    holder[key] = percent / 100
    return f"{percent:g} was divided by 100."


def _by_completion(mechanic: Holder, key: Any, document: dict[str, Any]) -> str:
    trigger = mechanic["advance_trigger"]
    mechanic.update(advance_trigger="completion", advance_trigger_value=None)
    return f"{trigger} was replaced by completion."


def _without_gate(scene: Holder, key: Any, document: dict[str, Any]) -> str:
    scene.update(transition_to_next="auto", transition_min_score_pct=None)
    return "The score gate was taken away."


def _without_timer(mechanic: Holder, key: Any, document: dict[str, Any]) -> str:
    mechanic.update(is_timed=False, time_limit_seconds=None)
    return "The time limit was taken away."


def _count(mechanic: Holder, key: Any, document: dict[str, Any]) -> str:
    given = mechanic[key]
    mechanic[key] = len(mechanic["zone_labels_used"]) or max(1, min(given, MAX_ITEMS))
    return "" if mechanic[key] == given else f"{given} items were made {mechanic[key]}."


def _usual_points(mechanic: Holder, key: Any, document: dict[str, Any]) -> str:
    given, mechanic[key] = mechanic[key], USUAL_POINTS
    return f"{given} points were made {USUAL_POINTS}."


def _with_diagram(scene: Holder, key: Any, document: dict[str, Any]) -> str:
    scene[key] = True
    return "The scene was given a diagram."


RULES: Mapping[str, Rule] = {
    "unknown-label": _take_out,
    "label-twice": _take_out,
    "label-empty": _take_out,
    "label-not-listed": _list_label,
    "distractor-is-label": _take_out,
    "hierarchy-unknown-label": _take_out,
    "hierarchy-two-parents": _take_out,
    "hierarchy-cycle": _take_out,
    "threshold-in-percent": _divide,
    "gate-in-percent": _divide,
    "threshold-missing": _by_completion,
    "threshold-out-of-range": _by_completion,
    "time-missing": _by_completion,
    "time-out-of-range": _by_completion,
    "gate-missing": _without_gate,
    "gate-out-of-range": _without_gate,
    "timer-missing": _without_timer,
    "timer-out-of-range": _without_timer,
    "count-contradicts-labels": _count,
    "count-out-of-range": _count,
    "points-out-of-range": _usual_points,
    "diagram-needed": _with_diagram,
}
