"""Drag and drop: labels are put where they belong on a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from dramaturg.engines.games.blueprint import Distractor, Round
from dramaturg.engines.games.issues import Issue
from dramaturg.engines.games.knowledge import Knowledge, fold_label
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.base import (
    Content,
    ContentItem,
    Extra,
    Offer,
    Progress,
    Task,
    concepts_for,
    diagrams_with_labels,
    shuffled,
    slug,
    source,
    zone_choices,
    zone_items,
)
from dramaturg.engines.games.plan import MechanicPlan

TYPE = "drag_drop"
NEEDS_DIAGRAM = True
SCORES = "labels"

MOST_DISTRACTORS = 3


class LabelForm(BaseModel):
    label: str
    explanation: str
    hint: str


class DistractorForm(BaseModel):
    text: str
    why_not: str


class Form(BaseModel):
    labels: list[LabelForm]
    distractors: list[DistractorForm] = []


def check_brief(mechanic: MechanicPlan) -> Iterable[Issue]:
    return checks.brief_issues(mechanic, needs_labels=True)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    for diagram, labels in diagrams_with_labels(knowledge):
        yield Offer(
            TYPE,
            labels,
            most_items=len(labels),
            least_items=4,
            instruction="Put every label where it belongs.",
            goal=f"Know where things lie: {diagram.title}",
            key=f"{TYPE}:{diagram.id}",
            diagram=diagram.id,
        )


def form() -> type[BaseModel]:
    return Form


def craft(task: Task) -> str:
    return (
        f"Players drag labels onto a picture. Write one entry for each of these labels, spelled exactly so: {', '.join(task.labels)}. "
        "`explanation` says in a sentence why it belongs where it does; `hint` helps without saying the label. "
        f"`distractors` are up to {MOST_DISTRACTORS} words that sound as if they belonged and do not, with `why_not`."
    )


def read(form: Form, task: Task) -> Content:
    items: list[ContentItem] = []
    for entry in form.labels:
        name = slug(entry.label, (item.id for item in items))
        items.append(ContentItem(id=name, text=entry.label, answer=entry.label, explanation=entry.explanation, hint=entry.hint))
    extras: list[Extra] = []
    for wrong in form.distractors[:MOST_DISTRACTORS]:
        name = slug(wrong.text, (each.id for each in (*items, *extras)))
        extras.append(Extra(id=name, text=wrong.text, explanation=wrong.why_not))
    return Content(items=tuple(items), distractors=tuple(extras))


def generate(task: Task, knowledge: Knowledge) -> Content:
    items = tuple(
        ContentItem(
            id=concept.id,
            text=concept.label,
            answer=concept.label,
            explanation=concept.why or concept.definition,
            hint=concept.hint or concept.definition,
            source=source(knowledge, concept.id, "definition"),
            concept=concept.id,
        )
        for concept in concepts_for(task.labels[: task.count], knowledge)
    )
    return Content(items=items, distractors=tuple(_distractors(task, knowledge)))


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.label_issues(content, task.scene_labels),
        *checks.leak_issues(content, ("hint",)),
        *_distractor_issues(content, task),
    )


def keys(content: Content, knowledge: Knowledge) -> Mapping[str, str]:
    return {concept.id: concept.label for concept in knowledge.concepts}


def play_form(content: Content, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    distractors = [Distractor(id=extra.id, text=extra.text, explanation=extra.explanation) for extra in content.distractors]
    return {"items": zone_items(content, task, zones), "choices": zone_choices(zones), "distractors": distractors}


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.placing(round, progress, "label")


def typed(words: str, round: Round, progress: Progress) -> dict[str, Any]:
    return terminal.placed(words, round, progress)


def _distractors(task: Task, knowledge: Knowledge) -> Iterator[Extra]:
    words = task.distractors or tuple(shuffled(knowledge.distractors, task.seed, "distractors")[:MOST_DISTRACTORS])
    for word in words:
        if fold_label(word) not in knowledge.by_label:
            yield Extra(id=slug(f"not {word}"), text=word, explanation=f"{word} does not belong on this picture.")


def _distractor_issues(content: Content, task: Task) -> Iterator[Issue]:
    known = {fold_label(label) for label in task.scene_labels}
    for index, extra in enumerate(content.distractors):
        if fold_label(extra.text) in known:
            yield Issue(
                "distractor-is-label",
                f"the distractor {extra.text!r} is a label of the scene",
                "Take a word that is not on the picture.",
                f"distractors[{index}].text",
            )
