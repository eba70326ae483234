"""What every mechanic has: content to be made, checked and played. Each mechanic is one module with
these names in it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.games.base.blueprint import Choice, Feedback, Item, Round, Told, is_empty
from dramaturg.engines.games.base.design import ContentBrief, label_key
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.base.knowledge import (
    DiagramSource,
    Knowledge,
    KnowledgeConcept,
    places_in,
)
from dramaturg.engines.games.base.plan import MechanicPlan

ASKED_AGAIN = 4_096  # names and texts: a designer tries the same few in many ways
CREDIT = (
    1.0,
    0.5,
    0.25,
)  # of an item's points, by attempt; after that it is shown and worth nothing


# ── what content is made from ─────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Task:
    """One mechanic's content to be made: from the plan, with the scene it stands in."""

    mechanic_id: str
    mechanic_type: str
    fingerprint: str
    instruction: str
    labels: tuple[str, ...]  # the zones it uses; the scene's when it names none
    count: int  # how many items must score
    brief: ContentBrief
    scene_title: str
    learning_goal: str
    scene_labels: tuple[str, ...]
    difficulty: str
    distractors: tuple[str, ...] = ()
    hierarchy: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seed: int = 0


class CannotFeed(Exception):
    """The knowledge lacks what this mechanic needs. The text names the field, and what to add."""


# ── content, as it is kept ────────────────────────────────────────────────────────────────────────


class Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ContentItem(Stored):
    """One thing that scores. `answer` is the key of what is right: a label for what lies on a
    picture, an id for the rest.
    """

    id: str
    text: str
    answer: str
    explanation: str = ""
    hint: str = ""
    source: str = ""  # the fact behind it: 'heart#aorta.function'
    concept: str = ""  # the concept it is about, where it came from knowledge
    about: Told = ""  # what that is, without naming it: told to whoever answers wrongly
    after: str = ""  # the item that opens this one


class Extra(Stored):
    """Something beside the items: a distractor, a category, a subject."""

    id: str
    text: str
    explanation: str = ""


class Mistake(Stored):
    """A wrong belief that shows when `item` is answered with the key `answer`."""

    id: str
    item: str
    answer: str
    belief: str
    correction: str


class Content(Stored):
    """What most mechanics need; some add to it."""

    items: tuple[ContentItem, ...]
    distractors: tuple[Extra, ...] = ()
    feedback: Feedback | None = None
    misconceptions: tuple[Mistake, ...] = ()
    meanings: Mapping[str, str] = Field(default_factory=dict, exclude_if=is_empty)
    """What an answer is in itself, by its key: told to whoever chose it wrongly."""


# ── a mechanic ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Offer:
    """A mechanic that some knowledge can feed: what a design would say of it, and why it is worth
    playing.
    """

    mechanic_type: str
    labels: tuple[str, ...]
    most_items: int
    least_items: int
    instruction: str
    goal: str
    key: (
        str  # what it is made from: 'sequence:blood_path'; the same key is not used twice in a game
    )
    diagram: str | None = None  # the diagram it is played on
    prompt_style: str = ""  # for the brief, where the mechanic can ask in several ways


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a round has come, as a view needs it: attempts by item, what is settled, what was
    seen.
    """

    attempts: Mapping[str, int]
    settled: Mapping[str, int]  # item to points
    at: str | None = None  # the item or moment that is up, where they come one at a time
    seen: frozenset[str] = frozenset()  # cards that were turned over
    hinted: frozenset[str] = frozenset()


class Mechanic(Protocol):
    """The names every module of this folder has."""

    TYPE: str
    NEEDS_DIAGRAM: bool
    CONTENT: type[Content]  # what its content is kept as
    SCORES: str  # what scores, in a word: 'labels', 'prompts'

    def check_brief(self, mechanic: MechanicPlan) -> Iterable[Issue]:
        """What its content brief lacks."""
        ...

    def offers(self, knowledge: Knowledge) -> Iterable[Offer]:
        """What the knowledge can feed, for the designer without a model."""
        ...

    @property
    def Form(self) -> type[BaseModel]:  # noqa: N802
        """What a model is asked to fill in: no ids, no scores."""
        ...

    def craft(self, task: Task) -> str:
        """What a model is told about writing for this mechanic."""
        ...

    def read(self, form: Any, task: Task) -> Content:
        """The filled-in form as content, with ids."""
        ...

    def generate(self, task: Task, knowledge: Knowledge) -> Content:
        """Content without a model, exactly `task.count` items. Raises CannotFeed."""
        ...

    def validate(self, content: Any, task: Task) -> tuple[Issue, ...]:
        """What is wrong with content, whoever made it."""
        ...

    def keys(self, content: Any, knowledge: Knowledge) -> Mapping[str, str]:
        """Concept to the key it stands for as an answer here, so that misconceptions find their
        place.
        """
        ...

    def play_form(self, content: Any, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
        """The parts of a Round that hold the content: items, choices and so on, shuffled. `zones`
        maps labels to zone ids.
        """
        ...

    def view(self, round: Round, progress: Progress) -> list[str]:
        """The round as lines in a terminal."""
        ...

    def typed(self, words: str, round: Round, progress: Progress) -> dict[str, Any]:
        """The move a player means by what they typed. Raises BadInput that says how to type it."""
        ...


# ── shared by several ─────────────────────────────────────────────────────────────────────────────


T = TypeVar("T", bound="Titled")
X = TypeVar("X")


def shuffled(things: Sequence[Any], seed: int, salt: str) -> list[Any]:
    """The same things in an order that only the seed knows, and not the order they came in where
    another is possible.
    """
    order = list(things)
    random.Random(f"{seed}:{salt}").shuffle(order)
    if len(order) > 1 and order == list(things):
        order = order[1:] + order[:1]
    return order


def slug(text: str, taken: Iterable[str] = ()) -> str:
    """A short id for a text, different from those taken."""
    stem = re.sub(r"[^a-z0-9]+", "_", text.casefold()).strip("_")[:32].strip("_") or "item"
    used = set(taken)
    name, number = stem, 2
    while name in used:
        name, number = f"{stem}_{number}", number + 1
    return name


def items_written(entries: Iterable[tuple[str, str, str, str, str]]) -> tuple[ContentItem, ...]:
    """What a model wrote, each with an id of its own: what it is named by, text, answer,
    explanation, hint.
    """
    items: list[ContentItem] = []
    for label, text, answer, explanation, hint in entries:
        told = {"text": text, "answer": answer, "explanation": explanation, "hint": hint}
        items.append(ContentItem(id=slug(label, (item.id for item in items)), **told))
    return tuple(items)


def concepts_for(labels: Iterable[str], knowledge: Knowledge) -> list[KnowledgeConcept]:
    """The concepts behind labels. Raises CannotFeed with every label that nobody knows."""
    wanted = list(labels)
    unknown = [label for label in wanted if label_key(label) not in knowledge.by_label]
    if unknown:
        raise CannotFeed(
            f"{knowledge.id}: no concept is called {', '.join(unknown)}; add it under concepts"
        )
    return [knowledge.by_label[label_key(label)] for label in wanted]


def labelled(labels: Iterable[str], knowledge: Knowledge) -> list[tuple[str, KnowledgeConcept]]:
    """Labels as the design spells them, each with its concept. Raises CannotFeed as `concepts_for`
    does.
    """
    spelled = tuple(labels)
    return list(zip(spelled, concepts_for(spelled, knowledge), strict=True))


class Titled(Protocol):
    """Something in knowledge that a brief can ask for by its id or its title."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...


def asked_for(task: Task, things: Sequence[T]) -> list[T]:
    """Those of some things that the brief names among its key concepts; all of them when it names
    none.
    """
    named = {label_key(name) for name in task.brief.key_concepts}
    return [
        thing for thing in things if {label_key(thing.id), label_key(thing.title)} & named
    ] or list(things)


def pools(
    task: Task, knowledge: Knowledge
) -> tuple[Sequence[KnowledgeConcept], Sequence[KnowledgeConcept]]:
    """What a mechanic without a picture may draw from: the concepts of its labels, or all there are
    where those do not do.
    """
    return concepts_for(task.labels, knowledge), knowledge.concepts


def diagrams_with_labels(knowledge: Knowledge) -> Iterator[tuple[DiagramSource, tuple[str, ...]]]:
    """The pictures of some knowledge, each with the labels that lie on it."""
    for diagram in knowledge.diagrams:
        yield (
            diagram,
            tuple(knowledge.by_id[concept].label for concept in places_in(diagram, knowledge)),
        )


def labels_to_use(task: Task) -> tuple[str, ...]:
    """One label for each item. Raises CannotFeed when there are fewer."""
    if len(task.labels) < task.count:
        raise CannotFeed(
            f"{task.mechanic_id}: {task.count} items are asked for, and zone_labels_used has"
            f" {len(task.labels)} labels"
        )
    return task.labels[: task.count]


def by_lot(things: Sequence[X], seed: int, salt: str) -> list[X]:
    """The same things in an order that only the seed knows, which may be the one they came in."""
    return random.Random(f"{seed}:{salt}").sample(things, len(things))


def tone(task: Task) -> str:
    """How anything that players read is to be written."""
    return (
        f"Write for {task.difficulty} learners: plain, exact and friendly, a sentence or two each,"
        " no placeholders, no filler."
    )


@lru_cache(ASKED_AGAIN)
def names_it(text: str, label: str) -> bool:
    """Whether a text says the label, or several of it, as words of its own: the answer
    would leak.
    """
    return (
        re.search(rf"(?<!\w){re.escape(label.casefold())}(?:e?s)?(?!\w)", text.casefold())
        is not None
    )


def source(knowledge: Knowledge, concept: str, fact: str) -> str:
    return f"{knowledge.id}#{concept}.{fact}"


def play_item(item: ContentItem, answer: str = "") -> Item:
    """What scores, as it is played; `answer`, where that is another than in the content."""
    told = item.model_dump(include={"id", "text", "explanation", "hint", "source", "about"})
    return Item(**told, answer=answer or item.answer, after=item.after or None)


def zone_items(content: Content, zones: Mapping[str, str]) -> list[Item]:
    """Items whose answers lie on the picture, in the order of the content."""
    folded = {label_key(label): zone for label, zone in zones.items()}
    return [play_item(item, folded[label_key(item.answer)]) for item in content.items]


def zone_play_form(content: Content, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    """How most mechanics on a picture are played: items in any order, and the zones to choose
    from.
    """
    items = shuffled(zone_items(content, zones), task.seed, "items")
    return {"items": items, "choices": zone_choices(zones)}


def zone_keys(content: Content, knowledge: Knowledge) -> Mapping[str, str]:
    """Concepts with the label of their zone: how mistakes on a picture are spoken of."""
    here = {item.concept: item.answer for item in content.items if item.concept}
    return {concept.id: here.get(concept.id, concept.label) for concept in knowledge.concepts}


def zone_choices(zones: Mapping[str, str]) -> list[Choice]:
    """The zones of the scene as answers, by names that give nothing away."""
    ordered = sorted(zones.values(), key=lambda zone: (len(zone), zone))
    return [Choice(id=zone, text=zone_name(zone)) for zone in ordered]


def zone_name(zone: str) -> str:
    return f"Area {zone.removeprefix('z')}"
