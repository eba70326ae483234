"""Compare and contrast: features are given to one of two subjects, or to both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Choice, Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import Comparison, Feature, Knowledge, KnowledgeConcept
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.facts import gives_away
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Offer,
    Progress,
    Task,
    asked_for,
    by_lot,
    concepts_for,
    diagrams_with_labels,
    items_written,
    labelled,
    names_it,
    play_item,
    shuffled,
    slug,
    source,
    tone,
)

TYPE = "compare_contrast"
NEEDS_DIAGRAM = True
SCORES = "features"

Side = Literal["first", "both", "second"]
SIDES: tuple[Side, ...] = get_args(Side)
LEAST = len(SIDES)


class FeatureForm(BaseModel):
    text: str
    holds_for: Side
    explanation: str
    hint: str = ""


class Form(BaseModel):
    features: list[FeatureForm]


class ComparisonContent(Content):
    """Features, and the labels of the two they are about. An item's answer is a side."""

    first: str
    second: str


CONTENT: type[Content] = ComparisonContent


def check_brief(mechanic: MechanicPlan) -> Iterable[Issue]:
    yield from checks.brief_issues(mechanic, needs_labels=True, least=LEAST)
    if mechanic.zone_labels_used and len(mechanic.zone_labels_used) != 2:
        message = f"a comparison has two subjects, and {len(mechanic.zone_labels_used)} are named"
        remedy = "Name the two labels to compare in zone_labels_used."
        yield error("brief-needs-two", message, remedy, "zone_labels_used")


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    for diagram, labels in diagrams_with_labels(knowledge):
        for comparison in knowledge.comparisons:
            first, second = _subjects(comparison, knowledge)
            sides = _sides(comparison, knowledge)
            if {first.label, second.label} <= set(labels) and all(sides.values()):
                yield Offer(
                    TYPE,
                    (first.label, second.label),
                    most_items=sum(map(len, sides.values())),
                    least_items=LEAST,
                    instruction=(
                        f"What holds for {first.label}, what for {second.label}, and what for both?"
                    ),
                    goal=f"Tell two things apart, and see what they share: {comparison.title}",
                    key=f"{TYPE}:{comparison.id}",
                    diagram=diagram.id,
                )


def craft(task: Task) -> str:
    first, second = _two(task)
    return (
        f"Players compare two things on a picture: first = {first}, second = {second}. Write"
        f" exactly {task.count} features, spread evenly over what holds for the first only, for the"
        f" second only, and for both. `text` is a short statement that says neither {first!r} nor"
        f" {second!r}; `holds_for` is first, second or both. Leave out what is true only sometimes."
        " `explanation` says in a sentence why it is so and may name them; `hint` helps without"
        f" giving the side away. {tone(task)}"
    )


def read(form: Form, task: Task) -> ComparisonContent:
    first, second = _two(task)
    entries = (
        (each.text, each.text, each.holds_for, each.explanation, each.hint)
        for each in form.features
    )
    return ComparisonContent(items=items_written(entries), first=first, second=second)


def generate(task: Task, knowledge: Knowledge) -> ComparisonContent:
    comparison = _chosen(task, knowledge)
    label = {concept.id: label for label, concept in labelled(task.labels, knowledge)}
    items: list[ContentItem] = []
    # as many of each side as there can be: the sides give in turn until there are enough
    piles = [by_lot(pile, task.seed, side) for side, pile in _sides(comparison, knowledge).items()]
    sides = by_lot(piles, task.seed, "sides")
    dealt = [
        pile[turn] for turn in range(max(map(len, sides))) for pile in sides if turn < len(pile)
    ]
    for feature in dealt[: task.count]:
        name = slug(feature.text, (item.id for item in items))
        items.append(_item(name, feature, comparison, knowledge))
    return ComparisonContent(
        items=tuple(items), first=label[comparison.first], second=label[comparison.second]
    )


def validate(content: ComparisonContent, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.ambiguous_issues(content),
        *_subject_issues(content, task),
        *_side_issues(content),
        *_leaks(content),
    )


def keys(content: ComparisonContent, knowledge: Knowledge) -> Mapping[str, str]:
    sides = {label_key(content.first): "first", label_key(content.second): "second"}
    return {
        knowledge.by_label[label].id: side
        for label, side in sides.items()
        if label in knowledge.by_label
    }


def play_form(content: ComparisonContent, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    texts = {"first": content.first, "both": "Both", "second": content.second}
    items = [play_item(item) for item in shuffled(content.items, task.seed, "items")]
    return {"items": items, "choices": [Choice(id=side, text=texts[side]) for side in SIDES]}


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.placing(round, progress, "feature", "side")


typed = terminal.placed


# ── from knowledge ────────────────────────────────────────────────────────────────────────────────


def _two(task: Task) -> tuple[str, str]:
    if len(task.labels) < 2:
        raise CannotFeed(f"{task.mechanic_id}: a comparison needs two labels in zone_labels_used")
    return task.labels[0], task.labels[1]


def _subjects(
    comparison: Comparison, knowledge: Knowledge
) -> tuple[KnowledgeConcept, KnowledgeConcept]:
    return knowledge.by_id[comparison.first], knowledge.by_id[comparison.second]


def _sides(comparison: Comparison, knowledge: Knowledge) -> dict[Side, list[Feature]]:
    """The features by side, without those that name a subject."""
    subjects = _subjects(comparison, knowledge)
    usable = [
        feature
        for feature in comparison.features
        if not any(gives_away(feature.text, subject) for subject in subjects)
    ]
    return {side: [feature for feature in usable if feature.holds_for == side] for side in SIDES}


def _chosen(task: Task, knowledge: Knowledge) -> Comparison:
    """A comparison of two of the labels, with enough to say on every side."""
    there = {concept.id for concept in concepts_for(task.labels, knowledge)}
    fitting = [
        each
        for each in asked_for(task, knowledge.comparisons)
        if {each.first, each.second} <= there
    ]
    if not fitting:
        raise CannotFeed(
            f"{knowledge.id}: comparisons has none of {' and '.join(task.labels)}; add it under"
            " comparisons"
        )
    feeding = [each for each in fitting if _lacks(each, task.count, knowledge) is None]
    if not feeding:
        lacking = "; ".join(f"{each.id} {_lacks(each, task.count, knowledge)}" for each in fitting)
        raise CannotFeed(
            f"{knowledge.id}: comparisons: {lacking}; add features that name neither subject"
        )
    return by_lot(feeding, task.seed, "comparison")[0]


def _lacks(comparison: Comparison, count: int, knowledge: Knowledge) -> str | None:
    sides = _sides(comparison, knowledge)
    empty = [side for side in SIDES if not sides[side]]
    if empty:
        return f"has no features for {', '.join(empty)}"
    there = sum(map(len, sides.values()))
    return f"has {there} features, and {count} are asked for" if there < count else None


def _item(name: str, feature: Feature, comparison: Comparison, knowledge: Knowledge) -> ContentItem:
    first, second = _subjects(comparison, knowledge)
    only = {"first": first, "second": second}.get(feature.holds_for)
    told = (
        f"This holds for {only.label} only."
        if only
        else f"This holds for both, {first.label} and {second.label}."
    )
    return ContentItem(
        id=name,
        text=feature.text,
        answer=feature.holds_for,
        explanation=f"{told} {feature.why or ''}".rstrip(),
        hint=_tell_apart(comparison, knowledge),
        source=source(knowledge, comparison.id, f"features[{comparison.features.index(feature)}]"),
        concept=only.id if only else "",
    )


def _tell_apart(comparison: Comparison, knowledge: Knowledge) -> str:
    """How the two are known from each other; or else what each of them is."""
    pair = {comparison.first, comparison.second}
    known = (
        confusion.tell_apart for confusion in knowledge.confusions if set(confusion.between) == pair
    )
    return next(
        known,
        " ".join(f"{each.label}: {each.definition}" for each in _subjects(comparison, knowledge)),
    )


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def _subject_issues(content: ComparisonContent, task: Task) -> Iterator[Issue]:
    known = {label_key(label) for label in task.labels}
    for name, label in (("first", content.first), ("second", content.second)):
        if label_key(label) not in known:
            fix = f"Compare two of: {', '.join(task.labels)}."
            message = f"{label!r} is not among the labels to compare"
            yield error("answer-unknown", message, fix, name)
    if label_key(content.first) == label_key(content.second):
        message = f"{content.first!r} is compared with itself"
        yield error("content-double", message, "Name two different subjects.", "second")


def _side_issues(content: ComparisonContent) -> Iterator[Issue]:
    texts = {
        "first": f"for {content.first} only",
        "second": f"for {content.second} only",
        "both": "for both",
    }
    for index, item in enumerate(content.items):
        if item.answer not in texts:
            fix = "Say first, second or both."
            message = f"{item.answer!r} is none of the sides"
            yield error("answer-unknown", message, fix, "items", index, "answer")
    used = {item.answer for item in content.items}
    for side, text in texts.items():
        if side not in used and len(content.items) >= LEAST:
            remedy = "Write at least one feature that does."
            yield error("side-empty", f"nothing holds {text}", remedy, "items")


def _leaks(content: ComparisonContent) -> Iterator[Issue]:
    for index, item in enumerate(content.items):
        for label in (content.first, content.second):
            if names_it(item.text, label):
                fix = "Say it without naming either subject."
                yield error("answer-leaks", f"its text says {label!r}", fix, "items", index, "text")
