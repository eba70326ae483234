"""Sorting: things are put into the categories they belong to."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Choice, Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Extra,
    Offer,
    Progress,
    Task,
    items_written,
    play_item,
    pools,
    shuffled,
    slug,
    source,
    tone,
)

TYPE = "sorting_categories"
NEEDS_DIAGRAM = False
SCORES = "items"

KIND = "kind"  # what every concept has; the other ways to sort are attributes
FEWEST_CATEGORIES, MOST_CATEGORIES = 2, 5
MOST_PER_CATEGORY = 6


class SortingContent(Content):
    """`answer` of an item is the id of a category."""

    categories: tuple[Extra, ...]


CONTENT: type[Content] = SortingContent


class SortedForm(BaseModel):
    text: str
    explanation: str
    hint: str


class CategoryForm(BaseModel):
    heading: str
    members: list[SortedForm]


class Form(BaseModel):
    categories: list[CategoryForm]


def check_brief(mechanic: MechanicPlan) -> Iterator[Issue]:
    return checks.brief_issues(mechanic, needs_labels=False, least=FEWEST_CATEGORIES)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    """One offer for each way to sort. One label more than a category holds always makes two
    categories.
    """
    for way in _ways(knowledge):
        groups = {
            value: group[:MOST_PER_CATEGORY]
            for value, group in _members(way, knowledge.concepts, knowledge).items()
        }
        if len(groups) >= FEWEST_CATEGORIES:
            yield Offer(
                TYPE,
                labels=tuple(concept.label for concept in _taking_turns(list(groups.values()))),
                most_items=sum(map(len, groups.values())),
                least_items=max(map(len, groups.values())) + 1,
                instruction="Put each of these under the heading it belongs to.",
                goal=f"Tell apart: {' / '.join(groups)}",
                key=f"{TYPE}:{way}",
                prompt_style=way,
            )


def craft(task: Task) -> str:
    return (
        f"Players sort things into categories. Write {FEWEST_CATEGORIES} to {MOST_CATEGORIES}"
        f" categories with exactly {task.count} members in all, as evenly as you can; no category"
        f" may be empty. {_subjects(task)}`heading` names a category in a few words; headings"
        " exclude one another, so that every member fits under exactly one. `text` is what the"
        " player sorts; it must not say its heading, not even in part. `explanation` says in a"
        f" sentence why it belongs there; `hint` helps without saying the heading. {tone(task)}"
    )


def read(form: Form, task: Task) -> SortingContent:
    categories: list[Extra] = []
    entries: list[tuple[str, str, str, str, str]] = []
    for category in form.categories:
        heading = slug(category.heading, (each.id for each in categories))
        categories.append(Extra(id=heading, text=category.heading))
        for member in category.members:
            entries.append((member.text, member.text, heading, member.explanation, member.hint))
    return SortingContent(items=items_written(entries), categories=tuple(categories))


def generate(task: Task, knowledge: Knowledge) -> SortingContent:
    way, members = _way(task, knowledge)
    chosen = _taking_turns([shuffled(group, task.seed, value) for value, group in members.items()])[
        : task.count
    ]
    categories: dict[str, Extra] = {}
    for value in sorted({_value(concept, way) for concept in chosen}):
        name = slug(value, (each.id for each in categories.values()))
        categories[value] = Extra(id=name, text=_heading(way, value))
    items = tuple(
        _item(concept, way, categories[_value(concept, way)].id, knowledge) for concept in chosen
    )
    return SortingContent(items=items, categories=tuple(categories.values()))


def validate(content: SortingContent, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.ambiguous_issues(content),
        *_category_issues(content),
        *_answer_issues(content),
    )


def keys(content: SortingContent, knowledge: Knowledge) -> Mapping[str, str]:
    return {item.concept: item.answer for item in content.items if item.concept}


def play_form(content: SortingContent, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    items = [play_item(item) for item in shuffled(content.items, task.seed, "items")]
    return {
        "items": items,
        "choices": [Choice(id=each.id, text=each.text) for each in content.categories],
    }


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.placing(round, progress, "thing")


typed = terminal.placed


# ── ways to sort ──────────────────────────────────────────────────────────────────────────────────


def _ways(knowledge: Knowledge) -> list[str]:
    return [
        KIND,
        *dict.fromkeys(name for concept in knowledge.concepts for name in concept.attributes),
    ]


def _value(concept: KnowledgeConcept, way: str) -> str:
    return concept.kind if way == KIND else concept.attributes.get(way, "")


def _members(
    way: str, concepts: Sequence[KnowledgeConcept], knowledge: Knowledge
) -> dict[str, list[KnowledgeConcept]]:
    """The concepts by what they have in common, the fullest categories of the whole knowledge.

    A value that only one concept has makes no category.
    """
    every = _by_value(way, knowledge.concepts)
    shared = sorted(
        (value for value in every if len(every[value]) > 1), key=lambda value: -len(every[value])
    )
    given = _by_value(way, concepts)
    return {value: given[value] for value in shared[:MOST_CATEGORIES] if value in given}


def _by_value(way: str, concepts: Sequence[KnowledgeConcept]) -> dict[str, list[KnowledgeConcept]]:
    groups: dict[str, list[KnowledgeConcept]] = {}
    for concept in concepts:
        value = _value(concept, way)
        if value and not _tells(concept.label, value):
            groups.setdefault(value, []).append(concept)
    return groups


def _way(task: Task, knowledge: Knowledge) -> tuple[str, dict[str, list[KnowledgeConcept]]]:
    """The way that the brief asks for, or one of those that give enough to sort; and what there is
    to sort that way.
    """
    ways = _ways(knowledge)
    asked = {
        label_key(word.replace("_", " "))
        for word in (task.brief.prompt_style, *task.brief.key_concepts)
    }
    named = [way for way in ways if label_key(way.replace("_", " ")) in asked]
    for pool in pools(task, knowledge):
        members = {way: _members(way, pool, knowledge) for way in named or ways}
        good = [way for way in members if _enough(members[way], task.count)]
        if good:
            way = random.Random(f"{task.seed}:way").choice(good)
            return way, members[way]
    raise CannotFeed(
        f"{knowledge.id}: {task.count} concepts cannot be sorted by {', '.join(named or ways)}; "
        "give concepts attributes whose values two or more of them share, in two categories or more"
    )


def _enough(members: Mapping[str, Sequence[KnowledgeConcept]], count: int) -> bool:
    return (
        len(members) >= FEWEST_CATEGORIES
        and sum(map(len, members.values())) >= count >= FEWEST_CATEGORIES
    )


def _taking_turns(groups: Sequence[Sequence[KnowledgeConcept]]) -> list[KnowledgeConcept]:
    """One of each group, then the next of each, until all are used up."""
    return [concept for concept in chain.from_iterable(zip_longest(*groups)) if concept is not None]


# ── words ─────────────────────────────────────────────────────────────────────────────────────────


def _heading(way: str, value: str) -> str:
    heading = value if way == KIND else f"{way.replace('_', ' ')}: {value}"
    return heading[:1].upper() + heading[1:]


def _item(concept: KnowledgeConcept, way: str, category: str, knowledge: Knowledge) -> ContentItem:
    value = _value(concept, way)
    return ContentItem(
        id=concept.id,
        text=concept.label,
        answer=category,
        explanation=f"{_heading(way, value)}. {concept.why or concept.definition}",
        hint=next(
            (
                text
                for text in (concept.hint, concept.definition)
                if text and not _tells(text, value)
            ),
            "",
        ),
        source=source(knowledge, concept.id, KIND if way == KIND else f"attributes.{way}"),
        concept=concept.id,
    )


def _subjects(task: Task) -> str:
    return f"Take them from these where they fit: {', '.join(task.labels)}. " if task.labels else ""


def _tells(text: str, value: str) -> bool:
    """Whether every word of the value is in the text, number aside: 'Tricuspid valve' tells
    'valves'.
    """
    words = set(_stems(text))
    stems = _stems(value)
    return bool(stems) and all(stem in words for stem in stems)


def _stems(text: str) -> list[str]:
    return [re.sub(r"(?:ies|y|es|s)$", "", word) for word in re.findall(r"\w+", text.casefold())]


# ── what can be wrong ─────────────────────────────────────────────────────────────────────────────


def _category_issues(content: SortingContent) -> Iterator[Issue]:
    filled = {item.answer for item in content.items}
    if len(content.categories) < FEWEST_CATEGORIES:
        remedy = "Write two categories at least."
        yield error("category-alone", "everything goes into one category", remedy, "categories")
    for index, category in enumerate(content.categories):
        path = ("categories", index)
        yield from checks.text_issues({"text": category.text}, path, required=("text",))
        if category.id not in filled:
            remedy = "Give it a member, or take it out."
            yield error("category-empty", f"nothing belongs under {category.text!r}", remedy, *path)
        if any(
            category.id == other.id or label_key(category.text) == label_key(other.text)
            for other in content.categories[:index]
        ):
            remedy = "Make one category of the two."
            yield error("category-double", f"{category.text!r} stands there twice", remedy, *path)


def _answer_issues(content: SortingContent) -> Iterator[Issue]:
    headings = {category.id: category.text for category in content.categories}
    for index, item in enumerate(content.items):
        path = ("items", index)
        if item.answer not in headings:
            fix = f"Use one of: {', '.join(headings)}."
            message = f"there is no category {item.answer!r}"
            yield error("answer-unknown", message, fix, *path, "answer")
            continue
        for name, text in (("text", item.text), ("hint", item.hint)):
            if _tells(text, headings[item.answer].rpartition(": ")[2]):
                fix = "Say it without the words of the category."
                message = f"its {name} says {headings[item.answer]!r}"
                yield error("answer-leaks", message, fix, *path, name)
