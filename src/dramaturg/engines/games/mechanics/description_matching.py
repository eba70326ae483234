"""Description matching: a handful of descriptions, and for each the one place on the picture that
it describes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Round
from dramaturg.engines.games.base.issues import Issue, warning
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.facts import (
    item_about,
    marks_of,
    on_the_picture,
    refuse_lacking,
    telling_facts,
)
from dramaturg.engines.games.mechanics.mechanic import (
    Content,
    Offer,
    Progress,
    Task,
    by_lot,
    concepts_for,
    diagrams_with_labels,
    items_written,
    labelled,
    labels_to_use,
    tone,
    zone_keys,
    zone_play_form,
)

TYPE = "description_matching"
NEEDS_DIAGRAM = True
SCORES = "items"
CONTENT: type[Content] = Content

LEAST = 3
MOST_MARKS = 2
FEWEST_WORDS = 6


class DescriptionForm(BaseModel):
    label: str
    description: str
    explanation: str
    hint: str


class Form(BaseModel):
    descriptions: list[DescriptionForm]


def check_brief(mechanic: MechanicPlan) -> Iterable[Issue]:
    return checks.brief_issues(mechanic, needs_labels=True)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    for diagram, there in diagrams_with_labels(knowledge):
        around = concepts_for(there, knowledge)
        described = [
            concept
            for concept in around
            if telling_facts(concept, ("definition",), around) and marks_of(concept)
        ]
        if len(described) >= LEAST:
            yield Offer(
                TYPE,
                tuple(concept.label for concept in described),
                most_items=len(described),
                least_items=LEAST,
                instruction="Match every description with the place it describes.",
                goal=f"Recognise things by all that is known of them: {diagram.title}",
                key=f"{TYPE}:{diagram.id}",
                diagram=diagram.id,
            )


def craft(task: Task) -> str:
    return (
        f"Players match descriptions with places on a picture. Write exactly {task.count}"
        " descriptions, one for each of these labels, spelled exactly so:"
        f" {', '.join(task.labels)}. `description` takes two sentences: what the thing is, and a"
        " mark that sets it apart from the others. All lie side by side, so each must fit one"
        " label only, be about as long as the others, and never say the label, nor a part or"
        " another form of its name. `explanation` is told after the answer and may name it; `hint`"
        f" says something more, again without the name. {tone(task)}"
    )


def read(form: Form, task: Task) -> Content:
    entries = (
        (entry.label, entry.description, entry.label, entry.explanation, entry.hint)
        for entry in form.descriptions
    )
    return Content(items=items_written(entries))


def generate(task: Task, knowledge: Knowledge) -> Content:
    wanted, around = labelled(labels_to_use(task), knowledge), on_the_picture(task, knowledge)
    refuse_lacking(
        knowledge,
        "definition",
        [each for _, each in wanted if not telling_facts(each, ("definition",), around)],
    )
    refuse_lacking(knowledge, "attributes", [each for _, each in wanted if not marks_of(each)])
    texts = {label: _description(concept, task.seed) for label, concept in wanted}
    return Content(
        items=tuple(item_about(each, label, knowledge, texts[label]) for label, each in wanted)
    )


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.label_issues(content, task.labels),
        *checks.leak_issues(content),
        *checks.repeat_issues(content),
        *checks.ambiguous_issues(content),
        *_short_issues(content),
    )


play_form = zone_play_form


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.placing(round, progress, "description")


keys, typed = zone_keys, terminal.placed


def _description(concept: KnowledgeConcept, seed: int) -> str:
    """What it is, and one or two of its marks."""
    marks = "; ".join(
        mark.text for mark in by_lot(marks_of(concept), seed, concept.id)[:MOST_MARKS]
    )
    return f"{concept.definition.rstrip('.')}. {marks[0].upper()}{marks[1:]}."


def _short_issues(content: Content) -> Iterator[Issue]:
    for index, item in enumerate(content.items):
        if len(item.text.split()) < FEWEST_WORDS:
            message = f"{item.text!r} is no more than a word or two"
            remedy = "Say what it is, and a mark that sets it apart."
            yield warning("description-short", message, remedy, "items", index, "text")
