"""Click to identify: something is asked, and the place it is about is clicked on a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from pydantic import BaseModel

from dramaturg.engines.games.base.blueprint import Round
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import checks, terminal
from dramaturg.engines.games.mechanics.facts import (
    ConceptFact,
    item_about,
    marks_of,
    on_the_picture,
    refuse_lacking,
    telling_facts,
)
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    Content,
    ContentItem,
    Offer,
    Progress,
    Task,
    by_lot,
    concepts_for,
    diagrams_with_labels,
    items_written,
    labelled,
    slug,
    tone,
    zone_keys,
    zone_play_form,
)

TYPE = "click_to_identify"
NEEDS_DIAGRAM = True
SCORES = "prompts"
CONTENT: type[Content] = Content

LEAST = 3
FACTS = ("function", "definition")
ATTRIBUTE = "attribute"
ASKS: Mapping[str, tuple[str, ...]] = {
    "function": ("Which one does this?", "Find what does this:", "Which one is it?"),
    "definition": ("Which one is meant?", "Find this:", "Where is it?"),
    ATTRIBUTE: ("Which one is this?", "Find what all of this fits:", "Whose marks are these?"),
}
OFFERED: Mapping[str, tuple[str, str]] = {
    "function": ("Click the one that does what you read.", "Know what does what"),
    "definition": ("Click the one that is described.", "Recognise things by what they are"),
    ATTRIBUTE: ("Click the only one that all the marks fit.", "Tell things apart by their marks"),
}


class PromptForm(BaseModel):
    label: str
    prompt: str
    explanation: str
    hint: str


class Form(BaseModel):
    prompts: list[PromptForm]


def check_brief(mechanic: MechanicPlan) -> Iterable[Issue]:
    return checks.brief_issues(mechanic, needs_labels=True)


def offers(knowledge: Knowledge) -> Iterator[Offer]:
    for diagram, there in diagrams_with_labels(knowledge):
        around = concepts_for(there, knowledge)
        for style, (instruction, goal) in OFFERED.items():
            labels = tuple(concept.label for concept in around if _ways(concept, style, around))
            if len(labels) >= LEAST:
                yield Offer(
                    TYPE,
                    labels,
                    most_items=len(labels),
                    least_items=LEAST,
                    instruction=instruction,
                    goal=f"{goal}: {diagram.title}",
                    key=f"{TYPE}:{diagram.id}:{style}",
                    diagram=diagram.id,
                    prompt_style=style,
                )


def craft(task: Task) -> str:
    style = f"Ask in this style: {task.brief.prompt_style}. " if task.brief.prompt_style else ""
    return (
        f"Players read a prompt and click the place it is about. Write exactly {task.count}"
        f" prompts, each about one of these labels, spelled exactly so: {', '.join(task.labels)}."
        f" Ask about every label before you ask about one again. {style}`prompt` fits its label and"
        " no other, and never says it, nor a part or another form of its name. `explanation` is"
        " told after the answer and may name it; `hint` says something more, again without the"
        f" name. {tone(task)}"
    )


def read(form: Form, task: Task) -> Content:
    entries = (
        (entry.label, entry.prompt, entry.label, entry.explanation, entry.hint)
        for entry in form.prompts
    )
    return Content(items=items_written(entries))


def generate(task: Task, knowledge: Knowledge) -> Content:
    style, around = _style(task, knowledge), on_the_picture(task, knowledge)
    wanted = labelled(task.labels[: task.count], knowledge)
    ways = {
        label: by_lot(_ways(concept, style, around), task.seed, concept.id)
        for label, concept in wanted
    }
    refuse_lacking(
        knowledge,
        style or " or ".join(FACTS),
        [concept for label, concept in wanted if not ways[label]],
    )
    items: list[ContentItem] = []
    for label, fact in _in_turn(ways, task):
        concept = knowledge.by_label[label_key(label)]
        name = slug(concept.id, (item.id for item in items))
        items.append(_item(name, label, concept, fact, task, knowledge))
    return Content(items=tuple(items))


def validate(content: Content, task: Task) -> tuple[Issue, ...]:
    return (
        *checks.common_issues(content, task),
        *checks.label_issues(content, task.labels),
        *checks.leak_issues(content),
        *checks.ambiguous_issues(content),
    )


play_form = zone_play_form


def view(round: Round, progress: Progress) -> list[str]:
    return terminal.asking(round, progress, "prompt")


keys, typed = zone_keys, terminal.answered


# ── from knowledge ────────────────────────────────────────────────────────────────────────────────


def _style(task: Task, knowledge: Knowledge) -> str:
    """What the brief wants asked: a fact, any attribute, one attribute by name; nothing when it
    says no such thing.
    """
    wanted = task.brief.prompt_style.strip().casefold()
    attributes = {name for concept in knowledge.concepts for name in concept.attributes}
    if (named := wanted.replace(" ", "_")) in attributes:
        return named
    return next((style for style in ASKS if style in wanted), "")


def _ways(
    concept: KnowledgeConcept, style: str, around: Sequence[KnowledgeConcept]
) -> list[ConceptFact]:
    """All the ways to ask for a concept so that only it is meant."""
    if not style:
        return telling_facts(concept, FACTS, around)
    return (
        telling_facts(concept, (style,), around)
        if style in FACTS
        else _telling_marks(concept, style, around)
    )


def _telling_marks(
    concept: KnowledgeConcept, style: str, around: Sequence[KnowledgeConcept]
) -> list[ConceptFact]:
    """The smallest sets of attributes that no other concept has all of; with the attribute the
    style names, if it names one.
    """
    marks = marks_of(concept)
    others = [set(marks_of(other)) for other in around if other.id != concept.id]
    for size in range(1, len(marks) + 1):
        sets = [
            each
            for each in combinations(marks, size)
            if style == ATTRIBUTE or style in {mark.field for mark in each}
        ]
        telling = [each for each in sets if not any(theirs.issuperset(each) for theirs in others)]
        if telling:
            return [
                ConceptFact("attributes", " ".join(_sentence(mark.text) for mark in each))
                for each in telling
            ]
    return []


def _sentence(mark: str) -> str:
    return f"{mark[0].upper()}{mark[1:]}."


def _in_turn(ways: Mapping[str, list[ConceptFact]], task: Task) -> list[tuple[str, ConceptFact]]:
    """Every label once before any is asked for again."""
    most = max(map(len, ways.values()), default=0)
    dealt = [
        (label, facts[turn])
        for turn in range(most)
        for label, facts in ways.items()
        if turn < len(facts)
    ]
    if len(dealt) < task.count:
        raise CannotFeed(
            f"{task.mechanic_id}: {task.count} prompts are asked for, and these labels give"
            f" {len(dealt)}"
        )
    return dealt[: task.count]


def _item(
    name: str,
    label: str,
    concept: KnowledgeConcept,
    fact: ConceptFact,
    task: Task,
    knowledge: Knowledge,
) -> ContentItem:
    asks = by_lot(ASKS[fact.field if fact.field in FACTS else ATTRIBUTE], task.seed, f"ask:{name}")
    item = item_about(concept, label, knowledge, fact.text, fact.field)
    text = f"{asks[0]} {fact.text[0].upper()}{fact.text[1:]}"
    return item.model_copy(update={"id": name, "text": text})
