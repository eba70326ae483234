"""Drag and drop: labels are put where they belong on a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Distractor, Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.facts import item_about
from dramaturg.engines.games.mechanics.mechanic import (
    Content,
    Extra,
    Offer,
    Progress,
    Task,
    by_lot,
    diagrams_with_labels,
    items_written,
    labelled,
    labels_to_use,
    shuffled,
    slug,
    tone,
    zone_choices,
    zone_items,
    zone_keys,
)

TYPE = "drag_drop"
NEEDS_DIAGRAM = True
SCORES = "labels"
CONTENT: type[Content] = Content

LEAST = 4
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
        if len(labels) >= LEAST:
            yield Offer(
                TYPE,
                labels,
                most_items=len(labels),
                least_items=LEAST,
                instruction="Put every label where it belongs.",
                goal=f"Know where things lie: {diagram.title}",
                key=f"{TYPE}:{diagram.id}",
                diagram=diagram.id,
            )


def craft(task: Task) -> str:
    return (
        f"Players drag labels onto a picture. Write exactly {task.count} entries, one for each of"
        f" these labels, spelled exactly so: {', '.join(task.labels)}. `explanation` says in a"
        " sentence why it belongs where it does; `hint` helps without saying the label."
        f" `distractors` are up to {MOST_DISTRACTORS} words that sound as if they belonged and do"
        f" not, with `why_not`; none of them may be one of: {', '.join(task.scene_labels)}."
        f" {tone(task)}"
    )


def read(form: Form, task: Task) -> Content:
    items = items_written(
        (entry.label, entry.label, entry.label, entry.explanation, entry.hint)
        for entry in form.labels
    )
    extras: list[Extra] = []
    for wrong in form.distractors[:MOST_DISTRACTORS]:
        name = slug(wrong.text, (*(item.id for item in items), *(extra.id for extra in extras)))
        extras.append(Extra(id=name, text=wrong.text, explanation=wrong.why_not))
    return Content(items=items, distractors=tuple(extras))


def generate(task: Task, knowledge: Knowledge) -> Content:
    items = tuple(
        item_about(concept, label, knowledge)
        for label, concept in labelled(labels_to_use(task), knowledge)
    )
    return Content(items=items, distractors=_distractors(task, knowledge))


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.label_issues(content, task.labels),
        *checks.leak_issues(content, ("hint",)),
        *checks.repeat_issues(content),
        *_distractor_issues(content, task),
    )


def play_form(content: Content, task: Task, zones: Mapping[str, str]) -> dict[str, Any]:
    distractors = [
        Distractor(id=extra.id, text=extra.text, explanation=extra.explanation)
        for extra in content.distractors
    ]
    items = shuffled(zone_items(content, zones), task.seed, "items")
    return {"items": items, "choices": zone_choices(zones), "distractors": distractors}


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.placing(round, progress, "label")


keys, typed = zone_keys, terminal.placed


def _distractors(task: Task, knowledge: Knowledge) -> tuple[Extra, ...]:
    """The design's own words or else some of the knowledge's; never one that is the name of
    something.
    """
    words = {label_key(word): word for word in task.distractors or knowledge.distractors}
    outside = [word for key, word in words.items() if key not in knowledge.by_label]
    extras: list[Extra] = []
    for word in by_lot(outside, task.seed, "distractors")[:MOST_DISTRACTORS]:
        name = slug(word, (*knowledge.by_id, *(extra.id for extra in extras)))
        extras.append(
            Extra(id=name, text=word, explanation=f"{word} does not belong on this picture.")
        )
    return tuple(extras)


def _distractor_issues(content: Content, task: Task) -> Iterator[Issue]:
    known = {label_key(label) for label in task.scene_labels}
    for index, extra in enumerate(content.distractors):
        if label_key(extra.text) in known:
            message = f"the distractor {extra.text!r} is a label of the scene"
            remedy = "Take a word that is not on the picture."
            yield error("distractor-is-label", message, remedy, "distractors", index, "text")
