"""Lint: what a design says that cannot be meant, each issue with its place and its fix.

An error sends the design back to its designer. A warning tells what will be passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice

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
    MechanicDesign,
    Placed,
    SceneDesign,
    Walk,
    label_key,
    label_keys,
    place_of,
    walked,
)
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.checks.quick import looks_sound

MAX_ISSUES = 200


def lint(design: GameDesignDocument) -> tuple[Issue, ...]:
    """All issues of a design, in its order; at most MAX_ISSUES of them."""
    return lint_walked(design, walked(design))


def lint_walked(design: GameDesignDocument, walk: Walk) -> tuple[Issue, ...]:
    """The same, for whoever has walked through the design already."""
    return () if looks_sound(design, walk) else capped(_issues(design, walk))


def _issues(design: GameDesignDocument, walk: Walk) -> Iterator[Issue]:
    yield from _size(design, sum(map(len, walk)))
    if not design.title.strip():
        yield _warning(
            "empty-text",
            "title",
            "The game has no title.",
            "Give it one that a player would choose.",
        )
    yield from _labels(design)
    if design.label_hierarchy:
        known, parents = _known(design.all_zone_labels), dict[str, str]()
        for parent, children in design.label_hierarchy.items():
            path = f"label_hierarchy[{parent!r}]"
            yield from _under(path, _unknown_in_hierarchy(parent, known))
            for index, child in enumerate(children):
                place = f"{path}[{index}]"
                yield from _under(place, _unknown_in_hierarchy(child, known))
                yield from _under(place, _second_parent(parent, child, parents))
    last = len(walk) - 1
    for number, (scene, placed) in enumerate(zip(design.scenes, walk, strict=True)):
        for issue in _scene(scene, placed, is_last=number == last):
            yield issue.under(f"scenes[{number}]")


def capped(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """The first issues, and a last one that says so when there are more: nobody mends thousands in
    one go.
    """
    rest = iter(issues)
    first = tuple(islice(rest, MAX_ISSUES))
    if next(rest, None) is None:
        return first
    fix = "Mend these first; the others are shown then."
    return (*first, Issue("too-many-issues", f"There are more than {MAX_ISSUES} issues.", fix))


def _under(prefix: str, issues: Iterable[Issue]) -> Iterator[Issue]:
    return (issue.under(prefix) for issue in issues)


def _warning(code: str, path: str, message: str, fix: str) -> Issue:
    return Issue(code, message, fix, path, severity="warning")


# ── the whole design ──────────────────────────────────────────────────────────────────────────────


def _size(design: GameDesignDocument, mechanics: int) -> Iterator[Issue]:
    if mechanics > MAX_MECHANICS:
        fix = f"Keep to {MAX_MECHANICS}; make several games of it."
        yield Issue("too-many-mechanics", f"The game has {mechanics} mechanics.", fix, "scenes")
    for path, labels in (
        ("all_zone_labels", design.all_zone_labels),
        ("distractor_labels", design.distractor_labels),
    ):
        if len(labels) > MAX_LABELS:
            yield Issue(
                "too-many-labels",
                f"There are {len(labels)} labels.",
                f"Keep to {MAX_LABELS}.",
                path,
            )


def _labels(design: GameDesignDocument) -> Iterator[Issue]:
    known = _known(design.all_zone_labels)
    shown = _known([label for scene in design.scenes for label in scene.zone_labels])
    yield from _under("all_zone_labels", _repeated(design.all_zone_labels))
    yield from _under("all_zone_labels", _unused(design.all_zone_labels, shown))
    yield from _under("distractor_labels", _repeated(design.distractor_labels))
    yield from _under("distractor_labels", _distractors(design.distractor_labels, known))
    for number, scene in enumerate(design.scenes):
        yield from _under(f"scenes[{number}].zone_labels", _repeated(scene.zone_labels))
        yield from _under(f"scenes[{number}].zone_labels", _unlisted(scene.zone_labels, known))


def _known(labels: Sequence[str]) -> Mapping[str, str]:
    """Labels by what they are compared by."""
    return dict(zip(label_keys(labels), labels, strict=True))


def _repeated(labels: Sequence[str]) -> Iterator[Issue]:
    """Labels that are empty, or the same as one before when case and spacing are left aside."""
    first: dict[str, str] = {}
    for index, (key, label) in enumerate(zip(label_keys(labels), labels, strict=True)):
        if not key:
            yield Issue("label-empty", "The label is empty.", "Take it out.", f"[{index}]")
        elif key in first:
            yield Issue(
                "label-twice",
                f"{label!r} is {first[key]!r} once more.",
                "Take it out.",
                f"[{index}]",
            )
        first.setdefault(key, label)


def _distractors(distractors: Sequence[str], known: Mapping[str, str]) -> Iterator[Issue]:
    for index, label in enumerate(distractors):
        if label_key(label) in known:
            fix = "Take it out, or write one that is wrong everywhere."
            yield Issue(
                "distractor-is-label",
                f"{label!r} is to distract, but is a label.",
                fix,
                f"[{index}]",
            )


def _unlisted(labels: Sequence[str], known: Mapping[str, str]) -> Iterator[Issue]:
    for index, label in enumerate(labels):
        if label_key(label) not in known:
            fix = _nearest(label, known.values(), "Add it to all_zone_labels, or take it out here.")
            yield Issue(
                "label-not-listed", f"{label!r} is not among all_zone_labels.", fix, f"[{index}]"
            )


def _unused(labels: Sequence[str], shown: Mapping[str, str]) -> Iterator[Issue]:
    for index, label in enumerate(labels):
        if label_key(label) not in {"", *shown}:
            yield _warning(
                "label-unused",
                f"[{index}]",
                f"No scene has the label {label!r}.",
                "Give it to one, or take it out.",
            )


def _nearest(word: str, known: Iterable[str], otherwise: str) -> str:
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"Did you mean {near[0]!r}?" if near else otherwise


def _unknown_in_hierarchy(label: str, known: Mapping[str, str]) -> Iterator[Issue]:
    if label_key(label) not in known:
        fix = _nearest(label, known.values(), "Add it to all_zone_labels, or take it out here.")
        yield Issue(
            "hierarchy-unknown-label", f"The hierarchy has an unknown label {label!r}.", fix
        )


def _second_parent(parent: str, child: str, parents: dict[str, str]) -> Iterator[Issue]:
    """Whether `parent` may be the parent of `child`, beside those known so far; if so, it is one of
    them from now on.
    """
    key = label_key(child)
    if key in parents:
        fix = f"Leave it under {parents[key]!r} alone, or move it."
        yield Issue("hierarchy-two-parents", f"{child!r} lies in {parents[key]!r} already.", fix)
    elif key in _line(parent, parents):
        fix = f"Take {child!r} out of {parent!r}."
        yield Issue(
            "hierarchy-cycle", f"{child!r} would lie inside itself, by way of {parent!r}.", fix
        )
    else:
        parents[key] = parent


def _line(label: str, parents: Mapping[str, str]) -> set[str]:
    """A label and all above it, as keys."""
    line, key = set[str](), label_key(label)
    while key not in line:
        line.add(key)
        key = label_key(parents.get(key, label))
    return line


# ── a scene ───────────────────────────────────────────────────────────────────────────────────────


def _scene(scene: SceneDesign, placed: Sequence[Placed], is_last: bool) -> Iterator[Issue]:
    if not scene.title.strip():
        yield _warning(
            "empty-text",
            "title",
            "The scene has no title.",
            "Say what it is about, in a few words.",
        )
    yield from _diagram(scene, placed)
    if scene.transition_to_next != "auto" or scene.transition_min_score_pct is not None:
        yield from _transition(scene, is_last)
    known = _known(scene.zone_labels)
    for index, each in enumerate(placed):
        yield from _under(place_of(placed, index), _mechanic(each, known))


def _diagram(scene: SceneDesign, placed: Sequence[Placed]) -> Iterator[Issue]:
    wanting = DIAGRAM_MECHANICS.intersection([mechanic.mechanic_type for mechanic, *_ in placed])
    if wanting and not scene.needs_diagram:
        message = f"The scene has no diagram, but {', '.join(sorted(wanting))} needs one."
        yield Issue(
            "diagram-needed",
            message,
            "Set needs_diagram to true, or take another mechanic.",
            "needs_diagram",
        )
    if scene.needs_diagram and not wanting:
        fix = "Set needs_diagram to false."
        yield _warning(
            "diagram-unused", "needs_diagram", "No mechanic of this scene uses the diagram.", fix
        )


def _transition(scene: SceneDesign, is_last: bool) -> Iterator[Issue]:
    value, path = scene.transition_min_score_pct, "transition_min_score_pct"
    if is_last:
        fix = "Leave transition_to_next and transition_min_score_pct out of the last scene."
        yield _warning(
            "transition-unused", "transition_to_next", "No scene comes after this one.", fix
        )
    elif scene.transition_to_next != "score_gate" and value is not None:
        fix = "Say transition_to_next: score_gate, or take the value out."
        yield _warning(
            "gate-unused",
            path,
            f"A {scene.transition_to_next} transition has no use for a score.",
            fix,
        )
    elif scene.transition_to_next == "score_gate" and value is None:
        yield Issue(
            "gate-missing",
            "A score_gate needs a score.",
            "Say which share of the score opens it, such as 0.6.",
            path,
        )
    elif value is not None:
        yield from _share("gate", value, path)


def _share(what: str, value: float, path: str) -> Iterator[Issue]:
    """A share of the score lies above 0 and is 1 at most; 75 is surely meant as 0.75, but it is not
    for us to say.
    """
    if 0 < value <= 1:
        return
    if 1 < value <= 100:
        message = f"{value:g} is no share of the score: shares are above 0 and at most 1."
        yield Issue(f"{what}-in-percent", message, f"Write {value / 100:g}.", path)
    else:
        yield Issue(
            f"{what}-out-of-range",
            f"{value:g} is no share of the score.",
            "Write one in (0, 1], such as 0.75.",
            path,
        )


# ── a mechanic ────────────────────────────────────────────────────────────────────────────────────


def _mechanic(placed: Placed, known: Mapping[str, str]) -> Iterator[Issue]:
    mechanic = placed.mechanic
    if placed.depth > MAX_DEPTH:
        fix = f"Nest {MAX_DEPTH} levels at most: let it follow its parent instead."
        yield Issue("too-deep", f"This mechanic is nested {placed.depth} levels deep.", fix)
    if not mechanic.instruction_text.strip():
        fix = "Tell the player what to do."
        yield _warning("empty-text", "instruction_text", "The mechanic has no instruction.", fix)
    yield from _labels_used(mechanic, known)
    yield from _amounts(mechanic)
    yield from _timer(mechanic)
    yield from _never_judged(mechanic) if placed.is_last else _trigger(mechanic)


def _labels_used(mechanic: MechanicDesign, known: Mapping[str, str]) -> Iterator[Issue]:
    used = mechanic.zone_labels_used
    if not used and mechanic.mechanic_type in DIAGRAM_MECHANICS:
        fix = "Name those of the scene's labels that it asks for."
        yield _warning(
            "no-labels", "zone_labels_used", f"{mechanic.mechanic_type} names no labels.", fix
        )
    yield from _under("zone_labels_used", _repeated(used))
    for index, label in enumerate(used):
        if label_key(label) not in known:
            fix = _nearest(
                label, known.values(), "Add it to the scene's zone_labels, or take it out here."
            )
            yield Issue(
                "unknown-label",
                f"The scene has no label {label!r}.",
                fix,
                f"zone_labels_used[{index}]",
            )


def _amounts(mechanic: MechanicDesign) -> Iterator[Issue]:
    count, used = mechanic.expected_item_count, len(mechanic.zone_labels_used)
    if not 0 < count <= MAX_ITEMS:
        fix = f"Say how many things the player does, from 1 to {MAX_ITEMS}."
        yield Issue(
            "count-out-of-range", f"{count} items are not possible.", fix, "expected_item_count"
        )
    elif used and count != used and mechanic.mechanic_type in ITEM_PER_LABEL:
        message = (
            f"{mechanic.mechanic_type} has one item for each label, but {count} items and {used}"
            " labels."
        )
        yield Issue(
            "count-contradicts-labels",
            message,
            f"Write {used}, or change zone_labels_used.",
            "expected_item_count",
        )
    if not 0 < mechanic.points_per_item <= MAX_POINTS:
        fix = f"Write a number from 1 to {MAX_POINTS}; 10 is usual."
        yield Issue(
            "points-out-of-range",
            f"An item cannot give {mechanic.points_per_item} points.",
            fix,
            "points_per_item",
        )


def _timer(mechanic: MechanicDesign) -> Iterator[Issue]:
    limit, path = mechanic.time_limit_seconds, "time_limit_seconds"
    if mechanic.is_timed and limit is None:
        fix = "Give time_limit_seconds, or set is_timed to false."
        yield Issue("timer-missing", "The mechanic is timed, but has no time limit.", fix, path)
    elif limit is not None and not 0 < limit <= MAX_SECONDS:
        fix = f"Write seconds, from 1 to {MAX_SECONDS}."
        yield Issue("timer-out-of-range", f"{limit} seconds are no time limit.", fix, path)
    elif limit is not None and not mechanic.is_timed and mechanic.advance_trigger != "time_elapsed":
        fix = "Set is_timed to true, or take the limit out."
        yield _warning(
            "timer-unused", path, "There is a time limit, but the mechanic is not timed.", fix
        )


def _never_judged(mechanic: MechanicDesign) -> Iterator[Issue]:
    if mechanic.advance_trigger != "completion" or mechanic.advance_trigger_value is not None:
        message = (
            f"{mechanic.advance_trigger} is never judged: no sibling comes after this mechanic."
        )
        fix = (
            "Leave advance_trigger out here; put it on the parent to judge all that is nested"
            " in it."
        )
        yield _warning("trigger-never-judged", "advance_trigger", message, fix)


def _trigger(mechanic: MechanicDesign) -> Iterator[Issue]:
    yield from TRIGGER_CHECKS[mechanic.advance_trigger](mechanic.advance_trigger_value, mechanic)


def _no_value(value: float | None, mechanic: MechanicDesign) -> Iterator[Issue]:
    if value is not None:
        message = f"{mechanic.advance_trigger} has no use for a value."
        fix = "Say advance_trigger: score_threshold, or take the value out."
        yield _warning("value-unused", "advance_trigger_value", message, fix)


def _threshold(value: float | None, mechanic: MechanicDesign) -> Iterator[Issue]:
    if value is None:
        fix = "Say which share of the score is enough, such as 0.75."
        yield Issue(
            "threshold-missing", "A score_threshold needs a value.", fix, "advance_trigger_value"
        )
    else:
        yield from _share("threshold", value, "advance_trigger_value")


def _elapsed(value: float | None, mechanic: MechanicDesign) -> Iterator[Issue]:
    limit = mechanic.time_limit_seconds
    if value is None and limit is None:
        fix = "Give advance_trigger_value or time_limit_seconds, in seconds."
        yield Issue(
            "time-missing",
            "time_elapsed does not say after how long.",
            fix,
            "advance_trigger_value",
        )
    elif value is not None and not 0 < value <= MAX_SECONDS:
        fix = f"Write seconds, above 0 and at most {MAX_SECONDS}."
        yield Issue(
            "time-out-of-range",
            f"time_elapsed cannot wait {value:g} seconds.",
            fix,
            "advance_trigger_value",
        )
    elif (
        value is not None
        and limit is not None
        and mechanic.is_timed
        and not mechanic.children
        and value > limit
    ):
        message = f"The mechanic is over after {limit} seconds, but {value:g} are waited for."
        yield _warning(
            "time-after-timer", "advance_trigger_value", message, f"Write {limit} at most."
        )


TRIGGER_CHECKS: Mapping[str, Callable[[float | None, MechanicDesign], Iterator[Issue]]] = {
    "completion": _no_value,
    "user_choice": _no_value,
    "score_threshold": _threshold,
    "time_elapsed": _elapsed,
}
