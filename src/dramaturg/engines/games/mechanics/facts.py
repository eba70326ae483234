"""What knowledge says of a concept, in words that a question may use: none of the concept's own
names is in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.engines.games.mechanics.mechanic import (
    CannotFeed,
    ContentItem,
    Task,
    names_it,
    source,
)


@dataclass(frozen=True, slots=True)
class ConceptFact:
    """One thing said of a concept, and the field it is said in."""

    field: str
    text: str


def gives_away(text: str, concept: KnowledgeConcept) -> bool:
    """Whether a text says what the concept is called, by any of its names."""
    return any(names_it(text, name) for name in (concept.label, *concept.also))


def facts_of(concept: KnowledgeConcept, fields: Iterable[str]) -> list[ConceptFact]:
    """What these fields say of it, where they are filled in and do not name it."""
    told = ((field, getattr(concept, field)) for field in fields)
    return [
        ConceptFact(field, text) for field, text in told if text and not gives_away(text, concept)
    ]


def marks_of(concept: KnowledgeConcept) -> list[ConceptFact]:
    """Its attributes in words: 'wall: thin'; the value alone where that says it all: 'with DNA'."""
    marks = (
        ConceptFact(name, value if names_it(value, said) else f"{said}: {value}")
        for name, value in concept.attributes.items()
        for said in [name.replace("_", " ")]
    )
    return [mark for mark in marks if not gives_away(mark.text, concept)]


def telling_facts(
    concept: KnowledgeConcept, fields: Sequence[str], others: Iterable[KnowledgeConcept]
) -> list[ConceptFact]:
    """What these fields say of it alone: a question that fits two answers has none."""
    elsewhere = {
        label_key(fact.text)
        for other in others
        if other.id != concept.id
        for fact in facts_of(other, fields)
    }
    return [fact for fact in facts_of(concept, fields) if label_key(fact.text) not in elsewhere]


def hint_for(concept: KnowledgeConcept, asked: str = "") -> str:
    """A nudge that says more than was asked, or nothing."""
    nudges = facts_of(concept, ("hint", "definition", "function", "clue"))
    return next((fact.text for fact in nudges if fact.text not in asked), "")


def labelled_fact(concept: KnowledgeConcept) -> str:
    """What it is, with its name in front: 'Aorta: The largest artery.'"""
    return f"{concept.label}: {concept.definition or concept.function or concept.clue or ''}"


def explanation_of(concept: KnowledgeConcept, why: str | None = None) -> str:
    """Why it is so, with the name in it: it is told when the question is answered."""
    told = why or concept.why or concept.definition
    return told if gives_away(told, concept) else f"{concept.label}: {told}"


def on_the_picture(task: Task, knowledge: Knowledge) -> list[KnowledgeConcept]:
    """The concepts of the scene's labels, as far as they are known: what an answer must be told
    apart from.
    """
    keys = (label_key(label) for label in (*task.scene_labels, *task.labels))
    return [knowledge.by_label[key] for key in dict.fromkeys(keys) if key in knowledge.by_label]


def refuse_lacking(knowledge: Knowledge, field: str, lacking: Sequence[KnowledgeConcept]) -> None:
    """Raises CannotFeed with every concept that lacks what is asked of a field."""
    if lacking:
        names = ", ".join(concept.id for concept in lacking)
        raise CannotFeed(
            f"{knowledge.id}: {field} is missing, names the concept or is not its own; write it"
            f" under concepts for: {names}"
        )


def item_about(
    concept: KnowledgeConcept,
    label: str,
    knowledge: Knowledge,
    text: str = "",
    field: str = "definition",
) -> ContentItem:
    """An item that is answered with a label: the label itself, or what a field says of its
    concept.
    """
    return ContentItem(
        id=concept.id,
        text=text or label,
        answer=label,
        explanation=explanation_of(concept),
        hint=hint_for(concept, text),
        source=source(knowledge, concept.id, field),
        concept=concept.id,
    )
