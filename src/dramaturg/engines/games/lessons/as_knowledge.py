"""A lesson as knowledge, so that games are made of it as they are of an authored file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.knowledge import (
    DiagramSource,
    Knowledge,
    KnowledgeConcept,
    KnowledgeStep,
    Sequence,
)
from dramaturg.engines.games.lessons.lesson import LONGEST_NAME, Lesson, LessonTerm
from dramaturg.engines.games.mechanics.mechanic import names_it, slug

THINGS = "term"
KIND = "kind"  # a column of this name says what every concept has anyway
STEPS = "step"
SEQUENCE = "in_order"
LONGEST_LINE = 400


def knowledge_from(lesson: Lesson, id: str, language: str = "en") -> Knowledge:
    """What the lesson says, and no more."""
    title = (lesson.title or "What belongs to what")[:LONGEST_NAME]
    concepts = tuple(_concepts(lesson))
    sequence = _sequence(lesson, title, concepts)
    return Knowledge(
        kind="knowledge",
        id=id,
        version="1",
        title=title,
        subject=title,
        language=language,
        summary=f"{title}.",
        story=f"{title}. Try what you know; what you miss comes again.",
        concepts=concepts,
        sequences=(sequence,) if sequence else (),
        diagrams=tuple(_diagrams(sequence)) if sequence else (),
    )


def _concepts(lesson: Lesson) -> Iterator[KnowledgeConcept]:
    taken: dict[str, str] = {}

    def id_of(name: str) -> str | None:
        if label_key(name) in taken:
            return None
        stem = slug(name)
        id = slug(stem if stem[0].isalpha() else f"the_{stem}", taken.values())
        taken[label_key(name)] = id
        return id

    for term in lesson.terms:
        if id := id_of(term.name):
            yield _of_term(id, term)
    for group in lesson.groups:
        for member in group.members:
            if id := id_of(member):
                why = f"{_capital(member)} goes under {group.heading}."
                yield KnowledgeConcept(
                    id=id, label=_capital(member), kind=group.heading[:60], why=why
                )
    for step in lesson.steps:
        if len(step.text) <= LONGEST_NAME and (id := id_of(step.text)):
            dated = f"{step.when}: {step.text}." if step.when else None
            yield KnowledgeConcept(id=id, label=step.text, kind=STEPS, why=dated)


def _of_term(id: str, term: LessonTerm) -> KnowledgeConcept:
    told = _without(term.name, term.meaning)
    marks = {_id(head): value for head, value in term.marks if len(value) <= LONGEST_NAME}
    return KnowledgeConcept(
        id=id,
        label=_capital(term.name),
        also=tuple(name for name in term.also if label_key(name) != label_key(term.name)),
        kind=marks.pop(KIND, THINGS),
        definition=_line(told),
        why=f"{_capital(term.name)}: {term.meaning.rstrip('.')}."[:LONGEST_LINE]
        if term.meaning
        else None,
        attributes=marks,
    )


def _without(name: str, meaning: str) -> str:
    """The meaning with its own name taken out: it becomes a question."""
    if not names_it(meaning, name):
        return meaning
    pattern = rf"(?<!\w){re.escape(name)}(?:e?s)?(?!\w)"
    return re.sub(pattern, "…", meaning, flags=re.IGNORECASE)


def _line(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    return f"{_capital(text).rstrip('.')}."[:LONGEST_LINE]


def _capital(text: str) -> str:
    """As a label begins; a name that has its own spelling keeps it."""
    return text if any(sign.isupper() for sign in text[1:2]) else text[:1].upper() + text[1:]


def _id(text: str) -> str:
    stem = slug(text)
    return stem if stem[0].isalpha() else f"the_{stem}"


def _sequence(lesson: Lesson, title: str, concepts: Iterable[KnowledgeConcept]) -> Sequence | None:
    if not lesson.steps:
        return None
    ids = {label_key(concept.label): concept.id for concept in concepts}
    steps = tuple(
        KnowledgeStep(
            concept=ids.get(label_key(step.text)),
            text=step.text[:LONGEST_LINE],
            when=step.when or None,
        )
        for step in lesson.steps
    )
    question = "Put these in their order."
    return Sequence(id=SEQUENCE, title=title, question=question, steps=steps)


def _diagrams(sequence: Sequence) -> Iterator[DiagramSource]:
    """The steps as boxes along an arrow, or as dates along a line."""
    if not all(step.concept for step in sequence.steps):
        return
    dated = all(step.when for step in sequence.steps)
    yield DiagramSource(
        id="along_the_line",
        title="Along the line",
        alt="An axis with dates, a card at each." if dated else "Boxes joined by arrows, in a row.",
        form="timeline" if dated else "process",
        sequence=sequence.id,
    )
