"""What a design says that cannot be meant, each issue with its place and its remedy.

An error sends the design back to its designer. A warning tells what will be passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain, islice

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
from dramaturg.engines.games.base.issues import EntryKey, Issue, error, warning

MAX_ISSUES = 200


def design_issues(design: GameDesignDocument, walk: Walk | None = None) -> tuple[Issue, ...]:
    """All issues of a design, in its order; at most MAX_ISSUES of them. `walk`, for whoever has
    walked through it already.
    """
    walk = walk or walked(design)
    return () if looks_sound(design, walk) else capped(_issues(design, walk))


def capped(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """The first issues, and a last one that says so when there are more: nobody mends thousands in
    one go.
    """
    rest = iter(issues)
    first = tuple(islice(rest, MAX_ISSUES))
    if next(rest, None) is None:
        return first
    remedy = "Mend these first; the others are shown then."
    return (*first, error("too-many-issues", f"There are more than {MAX_ISSUES} issues.", remedy))


def _issues(design: GameDesignDocument, walk: Walk) -> Iterator[Issue]:
    yield from _size(design, sum(map(len, walk)))
    if not design.title.strip():
        remedy = "Give it one that a player would choose."
        yield warning("empty-text", "The game has no title.", remedy, "title")
    yield from _labels(design)
    yield from _hierarchy(design.label_hierarchy or {}, _known(design.all_zone_labels))
    last = len(walk) - 1
    for number, (scene, placed) in enumerate(zip(design.scenes, walk, strict=True)):
        for issue in _scene(scene, placed, is_last=number == last):
            yield issue.under("scenes", number)


# ── the whole design ──────────────────────────────────────────────────────────────────────────────


def _size(design: GameDesignDocument, mechanics: int) -> Iterator[Issue]:
    if mechanics > MAX_MECHANICS:
        remedy = f"Keep to {MAX_MECHANICS}; make several games of it."
        yield error("too-many-mechanics", f"The game has {mechanics} mechanics.", remedy, "scenes")
    for name in ("all_zone_labels", "distractor_labels"):
        count = len(getattr(design, name))
        if count > MAX_LABELS:
            remedy = f"Keep to {MAX_LABELS}."
            yield error("too-many-labels", f"There are {count} labels.", remedy, name)


def _labels(design: GameDesignDocument) -> Iterator[Issue]:
    known, listed = _known(design.all_zone_labels), "all_zone_labels"
    shown = _known([label for scene in design.scenes for label in scene.zone_labels])
    yield from _repeated(design.all_zone_labels, listed)
    for index, label in enumerate(design.all_zone_labels):
        if label_key(label) not in {"", *shown}:
            message, remedy = (
                f"No scene has the label {label!r}.",
                "Give it to one, or take it out.",
            )
            yield warning("label-unused", message, remedy, listed, index)
    yield from _repeated(design.distractor_labels, "distractor_labels")
    for index, label in enumerate(design.distractor_labels):
        if label_key(label) in known:
            message = f"{label!r} is to distract, but is a label."
            remedy = "Take it out, or write one that is wrong everywhere."
            yield error("distractor-is-label", message, remedy, "distractor_labels", index)
    for number, scene in enumerate(design.scenes):
        path = ("scenes", number, "zone_labels")
        yield from _repeated(scene.zone_labels, *path)
        for index, label in enumerate(scene.zone_labels):
            if label_key(label) not in known:
                message = f"{label!r} is not among all_zone_labels."
                yield error("label-not-listed", message, _nearest(label, known), *path, index)


def _known(labels: Sequence[str]) -> Mapping[str, str]:
    """Labels by what they are compared by."""
    return dict(zip(label_keys(labels), labels, strict=True))


def _repeated(labels: Sequence[str], *path: str | int) -> Iterator[Issue]:
    """Labels that are empty, or the same as one before when case and spacing are left aside."""
    first: dict[str, str] = {}
    for index, (key, label) in enumerate(zip(label_keys(labels), labels, strict=True)):
        if not key:
            yield error("label-empty", "The label is empty.", "Take it out.", *path, index)
        elif key in first:
            message = f"{label!r} is {first[key]!r} once more."
            yield error("label-twice", message, "Take it out.", *path, index)
        first.setdefault(key, label)


def _nearest(word: str, known: Mapping[str, str], where: str = "all_zone_labels") -> str:
    near = get_close_matches(word, known.values(), n=1, cutoff=0.6)
    return f"Did you mean {near[0]!r}?" if near else f"Add it to {where}, or take it out here."


def _hierarchy(hierarchy: Mapping[str, Sequence[str]], known: Mapping[str, str]) -> Iterator[Issue]:
    parents: dict[str, str] = {}
    for parent, children in hierarchy.items():
        path = ("label_hierarchy", EntryKey(parent))
        for label, steps in (
            (parent, path),
            *((child, (*path, n)) for n, child in enumerate(children)),
        ):
            if label_key(label) not in known:
                message = f"The hierarchy has an unknown label {label!r}."
                yield error("hierarchy-unknown-label", message, _nearest(label, known), *steps)
            if steps is not path:
                yield from (each.under(*steps) for each in _second_parent(parent, label, parents))


def _second_parent(parent: str, child: str, parents: dict[str, str]) -> Iterator[Issue]:
    """Whether `parent` may be the parent of `child`, beside those known so far; if so, it is one of
    them from now on.
    """
    key, line, above = label_key(child), set[str](), label_key(parent)
    while above not in line:  # the parent and all above it, as keys
        line.add(above)
        above = label_key(parents.get(above, parent))
    if key in parents:
        message = f"{child!r} lies in {parents[key]!r} already."
        remedy = f"Leave it under {parents[key]!r} alone, or move it."
        yield error("hierarchy-two-parents", message, remedy)
    elif key in line:
        message = f"{child!r} would lie inside itself, by way of {parent!r}."
        yield error("hierarchy-cycle", message, f"Take {child!r} out of {parent!r}.")
    else:
        parents[key] = parent


# ── a scene ───────────────────────────────────────────────────────────────────────────────────────


def _scene(scene: SceneDesign, placed: Sequence[Placed], is_last: bool) -> Iterator[Issue]:
    if not scene.title.strip():
        remedy = "Say what it is about, in a few words."
        yield warning("empty-text", "The scene has no title.", remedy, "title")
    wanting = DIAGRAM_MECHANICS.intersection([mechanic.mechanic_type for mechanic, *_ in placed])
    if wanting and not scene.needs_diagram:
        message = f"The scene has no diagram, but {', '.join(sorted(wanting))} needs one."
        remedy = "Set needs_diagram to true, or take another mechanic."
        yield error("diagram-needed", message, remedy, "needs_diagram")
    if scene.needs_diagram and not wanting:
        message, remedy = (
            "No mechanic of this scene uses the diagram.",
            "Set needs_diagram to false.",
        )
        yield warning("diagram-unused", message, remedy, "needs_diagram")
    if scene.transition_to_next != "auto" or scene.transition_min_score_pct is not None:
        yield from _transition(scene, is_last)
    known = _known(scene.zone_labels)
    for index, each in enumerate(placed):
        place = place_of(placed, index)
        yield from (issue.under(*place) for issue in _mechanic(each, known))


def _transition(scene: SceneDesign, is_last: bool) -> Iterator[Issue]:
    kind, value, path = (
        scene.transition_to_next,
        scene.transition_min_score_pct,
        "transition_min_score_pct",
    )
    if is_last:
        remedy = "Leave transition_to_next and transition_min_score_pct out of the last scene."
        message = "No scene comes after this one."
        yield warning("transition-unused", message, remedy, "transition_to_next")
    elif kind != "score_gate" and value is not None:
        message = f"A {kind} transition has no use for a score."
        remedy = "Say transition_to_next: score_gate, or take the value out."
        yield warning("gate-unused", message, remedy, path)
    elif kind == "score_gate" and value is None:
        remedy = "Say which share of the score opens it, such as 0.6."
        yield error("gate-missing", "A score_gate needs a score.", remedy, path)
    elif value is not None:
        yield from _share("gate", value, path)


def _share(what: str, value: float, path: str) -> Iterator[Issue]:
    """A share of the score lies above 0 and is 1 at most; 75 is surely meant as 0.75, but it is not
    for us to say.
    """
    if 1 < value <= 100:
        message = f"{value:g} is no share of the score: shares are above 0 and at most 1."
        yield error(f"{what}-in-percent", message, f"Write {value / 100:g}.", path)
    elif not 0 < value <= 1:
        message = f"{value:g} is no share of the score."
        yield error(f"{what}-out-of-range", message, "Write one in (0, 1], such as 0.75.", path)


# ── a mechanic ────────────────────────────────────────────────────────────────────────────────────


def _mechanic(placed: Placed, known: Mapping[str, str]) -> Iterator[Issue]:
    mechanic = placed.mechanic
    if placed.depth > MAX_DEPTH:
        remedy = f"Nest {MAX_DEPTH} levels at most: let it follow its parent instead."
        yield error("too-deep", f"This mechanic is nested {placed.depth} levels deep.", remedy)
    if not mechanic.instruction_text.strip():
        message, remedy = "The mechanic has no instruction.", "Tell the player what to do."
        yield warning("empty-text", message, remedy, "instruction_text")
    yield from _labels_used(mechanic, known)
    yield from _amounts(mechanic)
    yield from _timer(mechanic)
    yield from _never_judged(mechanic) if placed.is_last else _trigger(mechanic)


def _labels_used(mechanic: MechanicDesign, known: Mapping[str, str]) -> Iterator[Issue]:
    used, path = mechanic.zone_labels_used, "zone_labels_used"
    if not used and mechanic.mechanic_type in DIAGRAM_MECHANICS:
        remedy = "Name those of the scene's labels that it asks for."
        yield warning("no-labels", f"{mechanic.mechanic_type} names no labels.", remedy, path)
    yield from _repeated(used, path)
    for index, label in enumerate(used):
        if label_key(label) not in known:
            remedy = _nearest(label, known, "the scene's zone_labels")
            message = f"The scene has no label {label!r}."
            yield error("unknown-label", message, remedy, path, index)


def _amounts(mechanic: MechanicDesign) -> Iterator[Issue]:
    kind, count, path = mechanic.mechanic_type, mechanic.expected_item_count, "expected_item_count"
    used = len(mechanic.zone_labels_used)
    if not 0 < count <= MAX_ITEMS:
        remedy = f"Say how many things the player does, from 1 to {MAX_ITEMS}."
        yield error("count-out-of-range", f"{count} items are not possible.", remedy, path)
    elif used and count != used and kind in ITEM_PER_LABEL:
        message = f"{kind} has one item for each label, but {count} items and {used} labels."
        remedy = f"Write {used}, or change zone_labels_used."
        yield error("count-contradicts-labels", message, remedy, path)
    if not 0 < mechanic.points_per_item <= MAX_POINTS:
        message = f"An item cannot give {mechanic.points_per_item} points."
        remedy = f"Write a number from 1 to {MAX_POINTS}; 10 is usual."
        yield error("points-out-of-range", message, remedy, "points_per_item")


def _timer(mechanic: MechanicDesign) -> Iterator[Issue]:
    limit, path = mechanic.time_limit_seconds, "time_limit_seconds"
    if mechanic.is_timed and limit is None:
        remedy = "Give time_limit_seconds, or set is_timed to false."
        yield error("timer-missing", "The mechanic is timed, but has no time limit.", remedy, path)
    elif limit is not None and not 0 < limit <= MAX_SECONDS:
        remedy = f"Write seconds, from 1 to {MAX_SECONDS}."
        yield error("timer-out-of-range", f"{limit} seconds are no time limit.", remedy, path)
    elif limit is not None and not mechanic.is_timed and mechanic.advance_trigger != "time_elapsed":
        message = "There is a time limit, but the mechanic is not timed."
        remedy = "Set is_timed to true, or take the limit out."
        yield warning("timer-unused", message, remedy, path)


def _never_judged(mechanic: MechanicDesign) -> Iterator[Issue]:
    trigger = mechanic.advance_trigger
    if trigger != "completion" or mechanic.advance_trigger_value is not None:
        message = f"{trigger} is never judged: no sibling comes after this mechanic."
        remedy = (
            "Leave advance_trigger out here; put it on the parent to judge all that is nested"
            " in it."
        )
        yield warning("trigger-never-judged", message, remedy, "advance_trigger")


def _trigger(mechanic: MechanicDesign) -> Iterator[Issue]:
    trigger, value = mechanic.advance_trigger, mechanic.advance_trigger_value
    path = "advance_trigger_value"
    if trigger == "time_elapsed":
        yield from _elapsed(mechanic, value, path)
    elif trigger != "score_threshold" and value is not None:
        remedy = "Say advance_trigger: score_threshold, or take the value out."
        yield warning("value-unused", f"{trigger} has no use for a value.", remedy, path)
    elif trigger == "score_threshold" and value is None:
        remedy = "Say which share of the score is enough, such as 0.75."
        yield error("threshold-missing", "A score_threshold needs a value.", remedy, path)
    elif value is not None:
        yield from _share("threshold", value, path)


def _elapsed(mechanic: MechanicDesign, value: float | None, path: str) -> Iterator[Issue]:
    limit = mechanic.time_limit_seconds
    if value is None and limit is None:
        remedy = "Give advance_trigger_value or time_limit_seconds, in seconds."
        yield error("time-missing", "time_elapsed does not say after how long.", remedy, path)
    elif value is not None and not 0 < value <= MAX_SECONDS:
        message = f"time_elapsed cannot wait {value:g} seconds."
        remedy = f"Write seconds, above 0 and at most {MAX_SECONDS}."
        yield error("time-out-of-range", message, remedy, path)
    elif mechanic.is_timed and not mechanic.children and value and limit and value > limit:
        message = f"The mechanic is over after {limit} seconds, but {value:g} are waited for."
        yield warning("time-after-timer", message, f"Write {limit} at most.", path)


# ── a quick look ──────────────────────────────────────────────────────────────────────────────────
# Most designs are sound, and are built again at every edit, so this comes first: without it a build
# takes seven times as long as pydantic alone, with it two and a half. What passes here has no issue
# at all; test_random_designs holds it to that.


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
    distinct = len(set(others)) == len(others) <= MAX_LABELS
    return keys.isdisjoint(others) and distinct and "" not in others


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
    used, count = mechanic.zone_labels_used, mechanic.expected_item_count
    text, limit = mechanic.instruction_text, mechanic.time_limit_seconds
    trigger, value = mechanic.advance_trigger, mechanic.advance_trigger_value
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
        and mechanic.is_timed == (limit is not None)
        and (limit is None or 0 < limit <= MAX_SECONDS)
    )
