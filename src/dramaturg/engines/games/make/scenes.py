"""Staging: what the designer has chosen becomes scenes and mechanics, with counts, labels, clocks,
gates and words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from dramaturg.engines.games.base.design import (
    MAX_MINUTES,
    ContentBrief,
    Difficulty,
    GameDesignDocument,
    ImageSpec,
    MechanicDesign,
    SceneDesign,
    TransitionType,
    Trigger,
    in_play_order,
    label_key,
)
from dramaturg.engines.games.base.knowledge import DiagramSource, Form, Knowledge
from dramaturg.engines.games.mechanics.mechanic import Offer, by_lot, diagrams_with_labels

Stage = Literal["recognise", "relate", "decide"]

READING_SECONDS = 30  # for the opening of a scene
CLOCK_STEP = 15  # time limits are whole quarters of a minute
CLOCK_SLACK = 1.5  # a limit leaves half as much again as the work takes


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """What a mechanic is good for: its stage, the seconds and points an item takes, and the words
    of a question it answers.
    """

    stage: Stage
    seconds: int
    points: int
    cue: re.Pattern[str]


def _way(stage: Stage, seconds: int, points: int, cue: str) -> PlayedFor:
    return PlayedFor(stage, seconds, points, re.compile(rf"\b(?:{cue})", re.IGNORECASE))


PLAYS: Mapping[str, PlayedFor] = {  # in the order in which they teach best
    "drag_drop": _way("recognise", 10, 10, r"label|parts?\b|where|names?\b|structure|anatomy"),
    "hierarchical": _way(
        "recognise", 12, 10, r"part of|belong|hierarch|level|inside|contain|organi[sz]"
    ),
    "click_to_identify": _way("recognise", 15, 10, r"identif|recogni[sz]|find|which|function|does"),
    "description_matching": _way("recognise", 20, 10, r"descri|defin|mean|what (?:is|are)"),
    "memory_match": _way("recognise", 20, 10, r"remember|memor|terms?\b|vocabular|words"),
    "sorting_categories": _way("relate", 12, 15, r"sort|classif|kinds?\b|types?\b|categor|group"),
    "compare_contrast": _way(
        "relate", 15, 15, r"compar|contrast|differ|versus|vs\b|similar|between"
    ),
    "trace_path": _way("relate", 15, 15, r"path|way\b|flow|travel|route|trace|journey|through"),
    "sequencing": _way(
        "relate", 15, 15, r"order|steps?\b|sequence|process|stage|how (?:does|do|is|did)|happen"
    ),
    "branching_scenario": _way(
        "decide", 40, 20, r"decid|decision|should|choos|what if|case|scenario|would"
    ),
}

ITEMS: Mapping[Difficulty, tuple[int, int]] = {
    "beginner": (4, 5),
    "intermediate": (5, 7),
    "advanced": (6, 9),
}
DISTRACTORS: Mapping[Difficulty, int] = {"beginner": 1, "intermediate": 2, "advanced": 3}
FEWEST_GROUPS, MOST_OPENED = 3, 2
NESTED_SHARE = 0.7  # of the pictures on which groups and their parts can be seen
TIMED_SHARE = 0.4  # of the rounds of an advanced game, beside the one that always is

# How a player comes to the next round, and to the next scene: each line is as likely as it is
# written often.
ONWARD: Mapping[Difficulty, tuple[tuple[Trigger, float | None], ...]] = {
    "beginner": (("completion", None), ("completion", None), ("user_choice", None)),
    "intermediate": (("completion", None), ("completion", None), ("score_threshold", 0.6)),
    "advanced": (("completion", None), ("score_threshold", 0.7), ("score_threshold", 0.75)),
}
BETWEEN: Mapping[Difficulty, tuple[tuple[TransitionType, float | None], ...]] = {
    "beginner": (("auto", None), ("button", None)),
    "intermediate": (("button", None), ("score_gate", 0.5)),
    "advanced": (("score_gate", 0.6), ("score_gate", 0.7)),
}

OPENINGS: Mapping[Stage, tuple[str, ...]] = {
    "recognise": (
        "Look closely before you touch anything.",
        "Get your bearings: what is where, and what is it for?",
        "Every part has a name, a place and a task. Find them.",
    ),
    "relate": (
        "You know the pieces. How do they hang together?",
        "Names alone explain nothing. See what leads to what, and what goes with what.",
        "Now put what you know in relation.",
    ),
    "decide": (
        "Now it counts. What would you do?",
        "Nobody tells you what is right here. You know enough to decide.",
        "Knowing is one thing, acting on it another.",
    ),
}
BARE_TITLES: Mapping[str, str] = {
    "memory_match": "What belongs together",
    "sorting_categories": "Putting things in their place",
    "sequencing": "One thing after another",
}
DRAWN_IN_PART: frozenset[Form] = frozenset(
    {"svg", "picture", "map"}
)  # the others are only right with all their parts
FED_BY_NAME = frozenset(
    {"trace_path", "compare_contrast", "sequencing", "branching_scenario"}
)  # from a thing with a title


@dataclass(frozen=True, slots=True)
class SceneScript:
    """What every scene is staged with. `seconds` is the time for a round."""

    knowledge: Knowledge
    difficulty: Difficulty
    seconds: float
    seed: int
    offers: tuple[Offer, ...]
    asked: tuple[str, ...] = ()  # labels that were asked for by name

    def lot(self, salt: str) -> random.Random:
        return random.Random(f"{self.seed}:{salt}")


def staged(scenes: Sequence[Sequence[Offer]], script: SceneScript) -> GameDesignDocument:
    """The whole design."""
    knowledge = script.knowledge
    against_the_clock = _timed([offer for scene in scenes for offer in scene], script)
    drawn = [
        _scene(number, offers, scenes, against_the_clock, script)
        for number, offers in enumerate(scenes)
    ]
    labels = tuple(dict.fromkeys(label for scene in drawn for label in scene.zone_labels))
    return GameDesignDocument(
        title=knowledge.title,
        subject=knowledge.subject,
        difficulty=script.difficulty,
        estimated_duration_minutes=_minutes(drawn),
        narrative_intro=knowledge.story,
        completion_message=f"You have come to the end. What you take with you: {knowledge.summary}",
        all_zone_labels=labels,
        distractor_labels=_distractors(labels, script),
        label_hierarchy=_hierarchy(labels, knowledge) or None,
        scenes=tuple(drawn),
    )


# ── a scene ───────────────────────────────────────────────────────────────────────────────────────


def _scene(
    number: int,
    offers: Sequence[Offer],
    scenes: Sequence[Sequence[Offer]],
    timed: frozenset[str],
    script: SceneScript,
) -> SceneDesign:
    diagram, on_it = _picture(offers, script.knowledge)
    mechanics = [
        _mechanic(offer, on_it, offer.key in timed, offer is offers[-1], script) for offer in offers
    ]
    mechanics = [
        _nested(mechanic, offer, offers, script)
        for mechanic, offer in zip(mechanics, offers, strict=True)
    ]
    used = dict.fromkeys(
        label for placed in in_play_order(mechanics) for label in placed.mechanic.zone_labels_used
    )
    labels = (
        tuple(label for label in on_it if label in used)
        if _in_part(diagram, script)
        else on_it or tuple(used)
    )
    transition, gate = _onward(number, scenes, script)
    return SceneDesign(
        title=_title(number, scenes, diagram),
        learning_goal=" ".join(dict.fromkeys(_goal(offer, diagram) for offer in offers)),
        narrative_intro=script.lot(f"opening {number}").choice(
            OPENINGS[PLAYS[offers[0].mechanic_type].stage]
        ),
        zone_labels=labels,
        needs_diagram=diagram is not None,
        image_spec=_image(diagram, labels) if diagram else None,
        mechanics=tuple(mechanics),
        transition_to_next=transition,
        transition_min_score_pct=gate,
    )


def _picture(
    offers: Sequence[Offer], knowledge: Knowledge
) -> tuple[DiagramSource | None, tuple[str, ...]]:
    """The picture that a scene is played on, with all labels that lie on it."""
    name = next((offer.diagram for offer in offers if offer.diagram), None)
    return next(
        (
            (diagram, labels)
            for diagram, labels in diagrams_with_labels(knowledge)
            if diagram.id == name
        ),
        (None, ()),
    )


def _in_part(diagram: DiagramSource | None, script: SceneScript) -> bool:
    """Beginners choose among the places that are asked for, where the picture is whole without the
    others; and so does everybody where parts were asked for by name.
    """
    few = script.difficulty == "beginner" or bool(script.asked)
    return diagram is not None and few and diagram.form in DRAWN_IN_PART


def _image(diagram: DiagramSource, labels: tuple[str, ...]) -> ImageSpec:
    return ImageSpec(
        description=f"{diagram.title}. {diagram.alt}",
        must_include_structures=labels,
        form=diagram.form,
    )


def _goal(offer: Offer, diagram: DiagramSource | None) -> str:
    """What a round is for; the title of the picture is the title of the scene already."""
    goal = offer.goal.removesuffix(f": {diagram.title}") if diagram else offer.goal
    return f"{goal.rstrip('.')}."


def _title(number: int, scenes: Sequence[Sequence[Offer]], diagram: DiagramSource | None) -> str:
    if diagram is not None:
        before = [_pictured(scene) for scene in scenes[:number]].count(diagram.id)
        return f"{diagram.title}: another look" if before else diagram.title
    first = scenes[number][0]
    return BARE_TITLES.get(first.mechanic_type) or first.goal.partition(": ")[2]


def _pictured(scene: Sequence[Offer]) -> str | None:
    return next((offer.diagram for offer in scene if offer.diagram), None)


def _onward(
    number: int, scenes: Sequence[Sequence[Offer]], script: SceneScript
) -> tuple[TransitionType, float | None]:
    if number + 1 == len(scenes):
        return "auto", None
    return script.lot(f"onward {number}").choice(BETWEEN[script.difficulty])


# ── a mechanic ────────────────────────────────────────────────────────────────────────────────────


def _mechanic(
    offer: Offer, on_picture: Sequence[str], timed: bool, is_last: bool, script: SceneScript
) -> MechanicDesign:
    way = PLAYS[offer.mechanic_type]
    count = _count(offer, script)
    limit = ceil(count * way.seconds * CLOCK_SLACK / CLOCK_STEP) * CLOCK_STEP if timed else None
    trigger, value = (
        ("completion", None)
        if is_last
        else script.lot(f"trigger {offer.key}").choice(ONWARD[script.difficulty])
    )
    if timed and not is_last and script.lot(f"elapsed {offer.key}").random() < 0.5:
        trigger, value = "time_elapsed", None
    return MechanicDesign.model_validate(
        {
            "mechanic_type": offer.mechanic_type,
            "instruction_text": (
                f"{offer.instruction} You have {limit} seconds." if limit else offer.instruction
            ),
            "zone_labels_used": _labels(offer, count, on_picture, script),
            "content_brief": brief_of(offer),
            "expected_item_count": count,
            "points_per_item": way.points,
            "advance_trigger": trigger,
            "advance_trigger_value": value,
            "is_timed": timed,
            "time_limit_seconds": limit,
        }
    )


def brief_of(offer: Offer) -> ContentBrief:
    """`key_concepts` names the sequence, comparison or story that the offer was made from."""
    named = (offer.key.split(":")[1],) if offer.mechanic_type in FED_BY_NAME else ()
    return ContentBrief(
        generation_goal=offer.goal, key_concepts=named, prompt_style=offer.prompt_style
    )


def _count(offer: Offer, script: SceneScript) -> int:
    """As many items as the difficulty suggests, if there is time for them, and as the offer can
    feed; all, where they were asked for by name.
    """
    if script.asked:
        return offer.most_items
    wanted = script.lot(f"count {offer.key}").randint(*ITEMS[script.difficulty])
    in_time = int(script.seconds / PLAYS[offer.mechanic_type].seconds)
    return max(offer.least_items, min(wanted, in_time, offer.most_items))


def _labels(
    offer: Offer, count: int, on_picture: Sequence[str], script: SceneScript
) -> tuple[str, ...]:
    """Labels for the items. What is not played on the picture of its scene takes what lies there,
    or names none.
    """
    if offer.diagram or not on_picture:
        return PICKS.get(offer.mechanic_type, _some)(
            offer.labels, count, script.lot(f"labels {offer.key}")
        )
    there = [label for label in offer.labels if label in on_picture]
    return _some(there, count, script.lot(f"labels {offer.key}")) if len(there) >= count else ()


def _some(labels: Sequence[str], count: int, lot: random.Random) -> tuple[str, ...]:
    """Any of them, in their order."""
    return tuple(
        labels[at] for at in sorted(lot.sample(range(len(labels)), min(count, len(labels))))
    )


def _in_a_row(labels: Sequence[str], count: int, lot: random.Random) -> tuple[str, ...]:
    """A piece of the way without a gap."""
    start = lot.randint(0, max(0, len(labels) - count))
    return tuple(labels[start : start + count])


def _from_the_top(labels: Sequence[str], count: int, lot: random.Random) -> tuple[str, ...]:
    """Wholes come before their parts, so these hold together."""
    return tuple(labels[:count])


def _all(labels: Sequence[str], count: int, lot: random.Random) -> tuple[str, ...]:
    return tuple(labels)


PICKS: Mapping[str, Callable[[Sequence[str], int, random.Random], tuple[str, ...]]] = {
    "trace_path": _in_a_row,
    "hierarchical": _from_the_top,
    "compare_contrast": _all,
}


def _timed(offers: Sequence[Offer], script: SceneScript) -> frozenset[str]:
    """The rounds that run against a clock: only for the advanced, always one of them, never a
    decision.
    """
    able = [offer.key for offer in offers if PLAYS[offer.mechanic_type].stage != "decide"]
    if script.difficulty != "advanced" or not able:
        return frozenset()
    lot = script.lot("clock")
    return frozenset({lot.choice(able), *(key for key in able if lot.random() < TIMED_SHARE)})


# ── one inside another ────────────────────────────────────────────────────────────────────────────


def _nested(
    mechanic: MechanicDesign, offer: Offer, around: Sequence[Offer], script: SceneScript
) -> MechanicDesign:
    """Where the picture shows groups and their parts: the groups are labelled, and inside some of
    them their parts are found.
    """
    inner = None if mechanic.is_timed else _inner_offer(offer, around, script)
    groups = _groups(inner, script.knowledge) if inner else {}
    if (
        inner is None
        or len(groups) < FEWEST_GROUPS
        or script.lot(f"nest {offer.key}").random() > NESTED_SHARE
    ):
        return mechanic
    opened = by_lot(list(groups), script.seed, f"open {offer.key}")[:MOST_OPENED]
    children = tuple(_child(inner, group, groups[group]) for group in opened)
    return mechanic.model_copy(
        update={
            "zone_labels_used": tuple(groups),
            "expected_item_count": len(groups),
            "children": children,
        }
    )


def _inner_offer(offer: Offer, around: Sequence[Offer], script: SceneScript) -> Offer | None:
    if offer.mechanic_type != "drag_drop":
        return None
    inner = [
        each
        for each in script.offers
        if (each.mechanic_type, each.diagram) == ("click_to_identify", offer.diagram)
    ]
    inner = [each for each in inner if each not in around]
    return script.lot(f"inner {offer.key}").choice(inner) if inner else None


def _groups(inner: Offer, knowledge: Knowledge) -> dict[str, tuple[str, ...]]:
    """Groups on the picture with the parts of each that can be asked for; only those that hold no
    other group.
    """
    on_picture = next(
        labels for diagram, labels in diagrams_with_labels(knowledge) if diagram.id == inner.diagram
    )
    groups: dict[str, tuple[str, ...]] = {}
    for whole, parts in knowledge.hierarchy.items():
        group = knowledge.by_id[whole].label
        askable = tuple(
            label for part in parts if (label := knowledge.by_id[part].label) in inner.labels
        )
        if (
            group in on_picture
            and len(askable) > 1
            and not any(part in knowledge.hierarchy for part in parts)
        ):
            groups[group] = askable
    return groups


def _child(inner: Offer, group: str, parts: tuple[str, ...]) -> MechanicDesign:
    return MechanicDesign(
        mechanic_type="click_to_identify",
        instruction_text=f"Look inside: {group}. {inner.instruction}",
        zone_labels_used=parts,
        content_brief=brief_of(inner),
        expected_item_count=len(parts),
        points_per_item=PLAYS[inner.mechanic_type].points,
    )


# ── the whole ─────────────────────────────────────────────────────────────────────────────────────


def _minutes(scenes: Iterable[SceneDesign]) -> int:
    seconds = 0
    for scene in scenes:
        mechanics = (placed.mechanic for placed in in_play_order(scene.mechanics))
        seconds += READING_SECONDS + sum(
            each.expected_item_count * PLAYS[each.mechanic_type].seconds for each in mechanics
        )
    return min(MAX_MINUTES, ceil(seconds / 60))


def _distractors(labels: Iterable[str], script: SceneScript) -> tuple[str, ...]:
    taken = {label_key(label) for label in labels}
    free = [word for word in script.knowledge.distractors if label_key(word) not in taken]
    return tuple(by_lot(free, script.seed, "distractors")[: DISTRACTORS[script.difficulty]])


def _hierarchy(labels: Sequence[str], knowledge: Knowledge) -> dict[str, tuple[str, ...]]:
    """What is part of what, as far as it is in the game; each label has one whole only."""
    placed: set[str] = set()
    tree: dict[str, tuple[str, ...]] = {}
    for whole, parts in knowledge.hierarchy.items():
        inside = tuple(_parts_left(parts, labels, placed, knowledge))
        if inside and knowledge.by_id[whole].label in labels:
            tree[knowledge.by_id[whole].label] = inside
            placed |= set(inside)
    return tree


def _parts_left(
    parts: Iterable[str], labels: Sequence[str], placed: set[str], knowledge: Knowledge
) -> Iterator[str]:
    for part in parts:
        label = knowledge.by_id[part].label
        if label in labels and label not in placed:
            yield label
