"""The designer without a model: it looks at what some knowledge can feed and makes a game of it, by
rules and by lot.

Recognising comes before relating, relating before deciding. The same wish gives the same design.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from dramaturg.engines.games.base.design import (
    DIFFICULTIES,
    MAX_MINUTES,
    MAX_SCENES,
    Difficulty,
    GameDesignDocument,
)
from dramaturg.engines.games.base.knowledge import Form, Knowledge
from dramaturg.engines.games.make.scenes import PLAYS, SceneScript, staged
from dramaturg.engines.games.mechanics.mechanic import Offer
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.english.prose import content_words
from dramaturg.kernel.errors import BadInput, did_you_mean

MINUTES = 10  # when nobody says how long
MINUTES_A_ROUND = 2.5
CUED = 4.0  # what it is worth that the question's own words ask for a mechanic
DRAWING = 2.5  # what a drawing of the thing itself is worth, beside boxes
MOSTLY = 0.7  # of the steps of a sequence, for it to be about what was asked for
NAMED_WHOLE = frozenset({"sequencing", "trace_path", "compare_contrast", "branching_scenario"})
MOST_ROUNDS = 3  # in a scene, unless fewer scenes are wished for
MOST_PICTURES = (
    3  # a game that changes its picture more often than that gives nobody time to learn one
)

LIKENESSES: frozenset[Form] = frozenset(
    {"svg", "picture", "map", "rings", "layers"}
)  # they show what a thing looks like

FED_BY: Mapping[str, str] = {
    "drag_drop": "a diagram with four concepts under diagrams",
    "click_to_identify": "a diagram whose concepts have a definition or a function of their own",
    "trace_path": "a sequence whose steps name concepts that lie on one diagram",
    "description_matching": "a diagram whose concepts have a definition and attributes",
    "hierarchical": "a hierarchy whose concepts lie on one diagram",
    "compare_contrast": "a comparison of two concepts that lie on one diagram",
    "sequencing": "a sequence under sequences",
    "sorting_categories": "an attribute under concepts, with values that several of them share",
    "memory_match": "concepts with a clue, a function or a definition that fits on a card",
    "branching_scenario": "a story under decisions",
}


@dataclass(frozen=True, slots=True)
class DesignWish:
    """What somebody wants. Mechanics that are named are used, each as often as it is named, and no
    others.
    """

    question: str = ""
    difficulty: Difficulty = "intermediate"
    minutes: int | None = None
    seed: int = 0
    mechanics: tuple[str, ...] = ()
    scenes: int | None = None
    asked: tuple[str, ...] = ()
    """The concepts that were asked for by name: then the game is about these."""


def design_from(knowledge: Knowledge, wish: DesignWish) -> GameDesignDocument:
    """A design that the knowledge can feed. Raises BadInput that names everything in the wish that
    it cannot.
    """
    _refuse_nonsense(wish)
    every = offers_of(knowledge)
    offers = asked_offers(every, wish, knowledge) or every
    _refuse_unfed(wish, offers, knowledge)
    chosen = _chosen(offers, wish, knowledge)
    asked = tuple(knowledge.by_id[concept].label for concept in wish.asked)
    script = SceneScript(
        knowledge,
        wish.difficulty,
        60 * (wish.minutes or MINUTES) / len(chosen),
        wish.seed,
        offers,
        asked,
    )
    return staged(_in_scenes(chosen, wish, knowledge), script)


def offers_of(knowledge: Knowledge) -> tuple[Offer, ...]:
    """Everything that can be made of some knowledge."""
    return tuple(offer for mechanic in MECHANICS.values() for offer in mechanic.offers(knowledge))


def asked_offers(
    offers: Sequence[Offer], wish: DesignWish, knowledge: Knowledge
) -> tuple[Offer, ...]:
    """What can be made of the parts that were asked for; and for a mechanic that was wished for and
    that these cannot feed, all that can be made of it.
    """
    if not wish.asked:
        return tuple(offers)
    about = tuple(_about_asked(offers, wish, knowledge))
    fed = {offer.mechanic_type for offer in about}
    others = {*wish.mechanics} - fed
    return (*about, *(offer for offer in offers if offer.mechanic_type in others))


def _about_asked(
    offers: Sequence[Offer], wish: DesignWish, knowledge: Knowledge
) -> Iterator[Offer]:
    asked = {knowledge.by_id[concept].label for concept in wish.asked}
    for offer in offers:
        labels = tuple(label for label in offer.labels if label in asked)
        if offer.mechanic_type in NAMED_WHOLE:
            if _is_about(offer, wish, knowledge):
                yield offer
        elif len(labels) >= offer.least_items:
            yield replace(offer, labels=labels, most_items=min(offer.most_items, len(labels)))


def _is_about(offer: Offer, wish: DesignWish, knowledge: Knowledge) -> bool:
    """Whether most of what comes in it was asked for; a story, whether one was."""
    if offer.mechanic_type == "branching_scenario":
        return bool(PLAYS[offer.mechanic_type].cue.search(wish.question))
    if offer.mechanic_type == "compare_contrast":
        return {each.id for each in knowledge.concepts if each.label in offer.labels} <= {
            *wish.asked
        }
    name = offer.key.split(":")[1]
    steps = next(each.steps for each in knowledge.sequences if each.id == name)
    named = [step.concept for step in steps if step.concept]
    return len(named) == len(steps) and sum(each in wish.asked for each in named) > MOSTLY * len(
        steps
    )


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────


def _refuse_nonsense(wish: DesignWish) -> None:
    faults = [
        f"there is no mechanic {name!r}. {did_you_mean(name, PLAYS)}"
        for name in wish.mechanics
        if name not in PLAYS
    ]
    if wish.difficulty not in DIFFICULTIES:
        faults.append(
            f"there is no difficulty {wish.difficulty!r}."
            f" {did_you_mean(wish.difficulty, DIFFICULTIES)}"
        )
    if wish.minutes is not None and not 1 <= wish.minutes <= MAX_MINUTES:
        faults.append(f"{wish.minutes} minutes are not possible: say 1 to {MAX_MINUTES}")
    if wish.scenes is not None and not 1 <= wish.scenes <= MAX_SCENES:
        faults.append(f"{wish.scenes} scenes are not possible: say 1 to {MAX_SCENES}")
    _refuse(faults)


def _refuse_unfed(wish: DesignWish, offers: Sequence[Offer], knowledge: Knowledge) -> None:
    if not offers:
        _refuse(
            [
                f"{knowledge.id}: nothing can be made of it; give it a diagram, sequences,"
                " attributes or decisions"
            ]
        )
    keys = {name: {offer.key for offer in offers if offer.mechanic_type == name} for name in PLAYS}
    faults = []
    for name in dict.fromkeys(wish.mechanics):
        asked, fed = wish.mechanics.count(name), len(keys[name])
        if fed < asked:
            often = f" {asked} times, only {fed}" if fed else ""
            faults.append(f"{knowledge.id}: it cannot feed {name}{often}; add {FED_BY[name]}")
    _refuse(faults)


def _refuse(faults: Sequence[str]) -> None:
    if faults:
        raise BadInput("\n".join(faults))


# ── what is played ────────────────────────────────────────────────────────────────────────────────


def _chosen(offers: Sequence[Offer], wish: DesignWish, knowledge: Knowledge) -> list[Offer]:
    """The offers that are taken, in the order in which they teach best."""
    merits = _merits(offers, wish, knowledge)
    slots = _slots(wish)
    most = wish.scenes or (
        MAX_SCENES if wish.mechanics else min(MOST_PICTURES, max(1, len(slots) // 2))
    )
    pictures = _pictures(offers, slots, merits, most, _likenesses(knowledge, wish))
    within_reach = [offer for offer in offers if offer.diagram is None or offer.diagram in pictures]
    taken: list[Offer] = []
    for slot in slots:
        pick = _best(within_reach, slot, merits, taken)
        if pick is not None:
            taken.append(pick)
        elif wish.mechanics:
            _refuse(
                [
                    f"{knowledge.id}: {', '.join(slot)} needs one picture more than {most}; ask for"
                    " more scenes or leave it out"
                ]
            )
    return sorted(taken, key=_teaching_order)


def _teaching_order(offer: Offer) -> int:
    return list(PLAYS).index(offer.mechanic_type)


def _slots(wish: DesignWish) -> list[tuple[str, ...]]:
    """One slot for each round: the mechanics that may fill it."""
    if wish.mechanics:
        return [(name,) for name in sorted(wish.mechanics, key=list(PLAYS).index)]
    rounds = max(1, round((wish.minutes or MINUTES) / MINUTES_A_ROUND), wish.scenes or 1)
    deciding = 1 if rounds >= 3 and not wish.asked else 0
    recognising = (rounds - deciding + 1) // 2
    stages = (
        ["recognise"] * recognising
        + ["relate"] * (rounds - deciding - recognising)
        + ["decide"] * deciding
    )
    return [tuple(name for name, play in PLAYS.items() if play.stage == stage) for stage in stages]


def _merits(
    offers: Sequence[Offer], wish: DesignWish, knowledge: Knowledge
) -> Mapping[Offer, float]:
    """How well each offer answers the question; among equals the lot decides, for mechanics and
    then for what feeds them.
    """
    lot = random.Random(f"{wish.seed}:{knowledge.id}:{wish.difficulty}")
    of_type = {name: 2 * lot.random() for name in PLAYS}
    asked, drawn = _words(wish.question), _likenesses(knowledge, wish)
    return {
        offer: (
            of_type[offer.mechanic_type]
            + lot.random() / 2
            + _relevance(offer, wish.question, asked)
            + (DRAWING if offer.diagram in drawn else 0.0)
        )
        for offer in offers
    }


def _relevance(offer: Offer, question: str, asked: frozenset[str]) -> float:
    about = _words(" ".join((offer.goal, offer.instruction, *offer.labels)))
    cue = CUED if PLAYS[offer.mechanic_type].cue.search(question) else 0.0
    return cue + min(2.0, 0.5 * len(asked & about))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in re.findall(r"\w{4,}", text.casefold()))


def _likenesses(knowledge: Knowledge, wish: DesignWish) -> Mapping[str, float]:
    """The pictures that show what the thing looks like, and how much the question is about each."""
    asked = content_words(wish.question)
    return {
        diagram.id: 1.0 + len(asked & content_words(f"{diagram.title}. {diagram.alt}"))
        for diagram in knowledge.diagrams
        if diagram.form in LIKENESSES
    }


def _pictures(
    offers: Sequence[Offer],
    slots: Sequence[tuple[str, ...]],
    merits: Mapping[Offer, float],
    most: int,
    likenesses: Mapping[str, float],
) -> list[str]:
    """The few pictures that the game is played on: a likeness of the thing wherever it fills what
    is still open, then what fills most, by merit among equals.
    """
    on: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.diagram:
            on.setdefault(offer.diagram, []).append(offer)
    taken: list[str] = []
    still_open = set(slots)
    while on and len(taken) < most:
        fills = {
            name: {slot for slot in still_open for offer in there if offer.mechanic_type in slot}
            for name, there in on.items()
        }
        name = max(
            on,
            key=lambda name: (
                likenesses.get(name, 0.0) if fills[name] else 0.0,
                len(fills[name]),
                max(merits[offer] for offer in on[name]),
            ),
        )
        taken.append(name)
        still_open -= fills[name]
        del on[name]
    return taken


def _best(
    offers: Sequence[Offer],
    slot: tuple[str, ...],
    merits: Mapping[Offer, float],
    taken: Sequence[Offer],
) -> Offer | None:
    """The best offer for a slot, or for any if it has none: nothing is made twice from the same,
    and new mechanics come first.
    """
    keys, types = {offer.key for offer in taken}, {offer.mechanic_type for offer in taken}
    pictures = {offer.diagram for offer in taken if offer.diagram}
    free = [
        offer
        for offer in offers
        if offer.key not in keys and (offer.mechanic_type in slot or len(slot) > 1)
    ]

    def worth(offer: Offer) -> tuple[bool, bool, float]:
        another_picture = (
            2.0 if pictures and offer.diagram and offer.diagram not in pictures else 0.0
        )
        return (
            offer.mechanic_type in slot,
            offer.mechanic_type not in types,
            merits[offer] - another_picture,
        )

    return max(free, key=worth, default=None)


# ── in which scenes ───────────────────────────────────────────────────────────────────────────────


def _in_scenes(
    chosen: Sequence[Offer], wish: DesignWish, knowledge: Knowledge
) -> list[list[Offer]]:
    """One scene for each picture, one for what needs none, one for each story; then as many as were
    wished for.
    """
    scenes: dict[str, list[Offer]] = {}
    for offer in chosen:
        scenes.setdefault(_place(offer), []).append(offer)
    wanted = wish.scenes or min(
        MAX_SCENES, sum(ceil(len(scene) / MOST_ROUNDS) for scene in scenes.values())
    )
    if wanted > len(chosen):
        _refuse(
            [
                f"{knowledge.id}: {wanted} scenes need as many rounds, and there are {len(chosen)};"
                " ask for fewer scenes"
            ]
        )
    return _divided(_joined(list(scenes.values()), wanted), wanted)


def _place(offer: Offer) -> str:
    if offer.diagram:
        return f"picture {offer.diagram}"
    return offer.key if PLAYS[offer.mechanic_type].stage == "decide" else "no picture"


def _joined(scenes: list[list[Offer]], wanted: int) -> list[list[Offer]]:
    """Fewer scenes: one without a picture joins the scene before it, from the end. No two pictures
    come together.
    """
    while len(scenes) > wanted:
        at = max(
            number
            for number, scene in enumerate(scenes)
            if not any(offer.diagram for offer in scene)
        )
        before = at - 1 if at else 1
        joined = sorted((*scenes[before], *scenes[at]), key=_teaching_order)
        scenes = [
            joined if number == before else scene
            for number, scene in enumerate(scenes)
            if number != at
        ]
    return scenes


def _divided(scenes: list[list[Offer]], wanted: int) -> list[list[Offer]]:
    """More scenes: the longest becomes two."""
    while len(scenes) < wanted:
        longest = max(scenes, key=len)
        half = (len(longest) + 1) // 2
        scenes = [
            part
            for scene in scenes
            for part in ((scene[:half], scene[half:]) if scene is longest else (scene,))
        ]
    return scenes
