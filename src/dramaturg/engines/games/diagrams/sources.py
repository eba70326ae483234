"""Sources: which diagrams the knowledge can feed, those it names and those its sequences and
hierarchies make possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import Issue, error
from dramaturg.engines.games.base.knowledge import (
    DiagramSource,
    Form,
    Knowledge,
    KnowledgeConcept,
    KnowledgeStep,
    concepts_in,
    steps_of,
)
from dramaturg.engines.games.diagrams.check import ChainRefused
from dramaturg.engines.games.diagrams.items import DrawnItem

ALTS: Mapping[str, str] = {
    "process": "Boxes joined by arrows, from a first to a last.",
    "cycle": "Boxes in a ring, joined by arrows that lead round it.",
    "timeline": "An upright axis with dates, and a card at each of them.",
    "nested": "Boxes inside boxes, the largest around all others.",
}


@dataclass(frozen=True, slots=True)
class AskedLabels:
    """The labels that are asked for, by concept; and those that no concept has."""

    by_concept: Mapping[str, str]
    unknown: tuple[str, ...]

    @classmethod
    def of(cls, labels: Sequence[str], knowledge: Knowledge) -> AskedLabels:
        known = {label: knowledge.by_label.get(label_key(label)) for label in labels}
        by_concept = {concept.id: label for label, concept in known.items() if concept}
        return cls(by_concept, tuple(label for label, concept in known.items() if concept is None))


def all_sources(knowledge: Knowledge) -> tuple[DiagramSource, ...]:
    """The diagrams that the knowledge names, then those that can be drawn from it besides. Ids are
    unique.
    """
    named = knowledge.diagrams
    taken = {source.id for source in named}
    return (*named, *(source for source in derived_sources(knowledge) if source.id not in taken))


def derived_sources(knowledge: Knowledge) -> Iterator[DiagramSource]:
    """The diagrams that can be drawn of how things belong together, whatever they look like."""
    for sequence in knowledge.sequences:
        steps = [step.concept for step in sequence.steps if step.concept]
        if len(steps) > 2 and len(set(steps)) == len(steps):
            form = _form(sequence.cyclic, sequence.steps)
            yield DiagramSource(
                id=f"{sequence.id}_{form}",
                title=sequence.title,
                alt=ALTS[form],
                form=form,
                sequence=sequence.id,
            )
    parts = {part for parts in knowledge.hierarchy.values() for part in parts}
    for root in knowledge.hierarchy:
        if root not in parts and root in knowledge.by_id:
            title = knowledge.by_id[root].kind
            yield DiagramSource(
                id=f"{root}_nested", title=title, alt=ALTS["nested"], form="nested", root=root
            )


def _form(cyclic: bool, steps: Sequence[KnowledgeStep]) -> Form:
    if cyclic:
        return "cycle"
    return "timeline" if all(step.when for step in steps) else "process"


def items_of(
    source: DiagramSource, knowledge: Knowledge, asked: AskedLabels
) -> tuple[DrawnItem, ...]:
    """What a drawn form draws. Raises ChainRefused where the knowledge lacks something or the
    drawing would be unclear.
    """
    concepts = concepts_in(source, knowledge)
    faults = [*_faults(source, knowledge, concepts)]
    if faults:
        raise ChainRefused(*faults)
    items = (
        _tree(source, knowledge, asked)
        if source.form == "nested"
        else _row(source, knowledge, asked)
    )
    unclear = [*_unclear(source.form, items)]
    if unclear:
        raise ChainRefused(*unclear)
    return items


def _faults(
    source: DiagramSource, knowledge: Knowledge, concepts: Sequence[str]
) -> Iterator[Issue]:
    if not concepts:
        fix = "Name its concepts, or the sequence or the root that has them."
        message = f"The diagram {source.id!r} shows nothing."
        yield error("diagram-incomplete", message, fix, "diagrams", source.id)
    for concept in dict.fromkeys(concepts):
        if concept not in knowledge.by_id:
            message = f"The diagram {source.id!r} shows {concept!r}, which is no concept."
            remedy = "Write the concept, or leave it out."
            yield error("diagram-incomplete", message, remedy, "diagrams", source.id)
        elif concepts.count(concept) > 1:
            label = knowledge.by_id[concept].label
            message = (
                f"The diagram {source.id!r} shows {label!r} twice, so that it would have two zones."
            )
            remedy = "Name each concept once under its concepts."
            yield error("label-twice", message, remedy, "diagrams", source.id)


def _row(source: DiagramSource, knowledge: Knowledge, asked: AskedLabels) -> tuple[DrawnItem, ...]:
    dates = {step.concept: step.when or "" for step in steps_of(source, knowledge) if step.concept}
    shown = dates if source.form == "timeline" else {}
    return tuple(
        _item(knowledge.by_id[concept], asked, shown.get(concept, ""))
        for concept in concepts_in(source, knowledge)
    )


def _tree(source: DiagramSource, knowledge: Knowledge, asked: AskedLabels) -> tuple[DrawnItem, ...]:
    shown = frozenset(concepts_in(source, knowledge))
    below = {part for concept in shown for part in knowledge.hierarchy.get(concept, ())}
    tops = [concept for concept in concepts_in(source, knowledge) if concept not in below]

    def item(concept: str) -> DrawnItem:
        inside = tuple(item(part) for part in knowledge.hierarchy.get(concept, ()) if part in shown)
        return _item(knowledge.by_id[concept], asked, inside=inside)

    return tuple(item(concept) for concept in tops)


def _item(
    concept: KnowledgeConcept,
    asked: AskedLabels,
    when: str = "",
    inside: tuple[DrawnItem, ...] = (),
) -> DrawnItem:
    label = asked.by_concept.get(concept.id)
    return DrawnItem(label or concept.label, concept.clue or "", when, label is not None, inside)


def _unclear(form: Form, items: Sequence[DrawnItem]) -> Iterator[Issue]:
    """Zones that look the same: neighbours in a nesting without clues of their own, or a ring
    without any clue.
    """
    if form == "cycle" and not any(item.caption or not item.asked for item in items):
        yield _without_clue(
            items[0], "the ring has no clue at all, so that it could be read from any box"
        )
    if form != "nested":
        return
    blank = [
        item
        for item in items
        if item.asked and [other.caption for other in items].count(item.caption) > 1
    ]
    for item in blank:
        yield _without_clue(item, "a box beside it looks the same")
    for item in items:
        yield from _unclear(form, item.inside)


def _without_clue(item: DrawnItem, why: str) -> Issue:
    remedy = "Write a clue for the concept."
    return error("diagram-unclear", f"Nobody could tell where {item.label!r} is: {why}.", remedy)
