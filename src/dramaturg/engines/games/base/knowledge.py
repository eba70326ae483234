"""Domain knowledge, as authored: what there is to know about a subject, so that games can be made
from it without a model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, get_args

from pydantic import Field

from dramaturg.engines.games.base.design import label_key
from dramaturg.turn.authored import Authored, Name

Line = Annotated[str, Field(min_length=2, max_length=400)]
Short = Annotated[str, Field(min_length=1, max_length=60)]
Point = tuple[float, float]

Form = Literal["svg", "picture", "cycle", "process", "nested", "layers", "rings", "timeline", "map"]
FORMS: tuple[Form, ...] = get_args(Form)
IN_ORDER: frozenset[Form] = frozenset({"process", "cycle", "timeline"})
Quality = Literal["best", "fair", "poor"]


class KnowledgeConcept(Authored):
    """One thing worth knowing. None of its texts may say its own label: they become questions about
    it.
    """

    id: Name
    label: Short = Field(description="What it is called, as a learner reads it.")
    also: tuple[Short, ...] = Field((), description="Other names for the same thing.")
    kind: Short = Field(
        description="What sort of thing it is, as the heading of a category: 'chamber', 'vessel'."
    )
    definition: str = Field("", max_length=400, description="What it is, without naming it.")
    function: Line | None = Field(
        None, description="What it does or brings about, without naming it."
    )
    clue: Short | None = Field(
        None,
        description="A few words that tell it from its neighbours on a drawing, without naming it.",
    )
    hint: Line | None = Field(None, description="A nudge for somebody stuck, without naming it.")
    why: Line | None = Field(None, description="Why it is so: told after an answer. May name it.")
    attributes: Mapping[Name, Short] = Field(
        default_factory=dict,
        description=(
            "Facts with a value: 'oxygen: high'. Values shared by several concepts make categories."
        ),
    )


class KnowledgeStep(Authored):
    concept: Name | None = Field(
        None, description="The concept this step happens in, where there is one."
    )
    text: Line = Field(
        description=(
            "What happens, in a sentence without ordinal words that does not name its concept."
        )
    )
    when: Short | None = Field(None, description="A date or a time, for a timeline.")
    why: Line | None = Field(None, description="Why it comes after the one before.")


class Sequence(Authored):
    """Things in an order that can be known."""

    id: Name
    title: Short
    question: Line = Field(description="What is to be put in order, as an instruction.")
    cyclic: bool = Field(False, description="The last step leads to the first again.")
    steps: tuple[KnowledgeStep, ...] = Field(min_length=3, max_length=12)


class Confusion(Authored):
    """Two concepts that learners mix up."""

    between: tuple[Name, Name]
    tell_apart: Line = Field(description="How to tell them apart.")


class KnowledgeMisconception(Authored):
    """A wrong belief that shows when one concept is taken for another."""

    id: Name
    concept: Name = Field(description="What was asked for.")
    taken_for: Name = Field(description="What somebody with this belief answers.")
    belief: Line = Field(description="What they believe.")
    correction: Line = Field(description="What to tell them.")


class Feature(Authored):
    text: Line = Field(
        description="Something that holds for one of the two, or for both, without naming either."
    )
    holds_for: Literal["first", "second", "both"]
    why: Line | None = None


class Comparison(Authored):
    id: Name
    title: Short
    first: Name
    second: Name
    features: tuple[Feature, ...] = Field(min_length=3)


class KnowledgeOption(Authored):
    id: Name
    text: Line
    quality: Quality
    consequence: Line = Field(description="What comes of it.")
    next: Name = Field(description="The moment or the ending it leads to.")


class KnowledgeMoment(Authored):
    """A place in a story where somebody must choose."""

    id: Name
    situation: Line
    hint: Line | None = None
    options: tuple[KnowledgeOption, ...] = Field(min_length=2, max_length=4)


class KnowledgeEnding(Authored):
    id: Name
    text: Line
    good: bool


class KnowledgeDecision(Authored):
    """A small branching story. The first moment is where it begins; along the best options it comes
    to a good ending.
    """

    id: Name
    title: Short
    moments: tuple[KnowledgeMoment, ...] = Field(min_length=2)
    endings: tuple[KnowledgeEnding, ...] = Field(min_length=1)


class Attribution(Authored):
    title: Short
    author: Short
    source: str = ""
    licence: Short


class DrawnZone(Authored):
    """Where a concept lies on a picture or a map, in percent of its width and height."""

    concept: Name
    points: tuple[Point, ...] = Field((), description="Corners of the area.")
    circle: tuple[float, float, float] | None = Field(
        None, description="Middle and radius instead of corners."
    )


class DiagramSource(Authored):
    """A picture of some concepts: a file whose parts are named, or a form that code can draw."""

    id: Name
    title: Short
    alt: Line = Field(
        description="What can be seen, for somebody who cannot see it; without naming any label."
    )
    form: Form
    concepts: tuple[Name, ...] = Field(
        (), description="The concepts in it, in their order where the form has one."
    )
    sequence: Name | None = Field(
        None, description="For cycle, process and timeline: the sequence whose concepts are drawn."
    )
    root: Name | None = Field(None, description="For nested: the concept whose hierarchy is drawn.")
    file: str | None = Field(None, description="For svg and picture: a file beside this one.")
    parts: Mapping[Name, str] = Field(
        default_factory=dict,
        description=(
            "For svg: which id or title a concept has in the file, where it is not its label."
        ),
    )
    zones: tuple[DrawnZone, ...] = Field((), description="For picture and map.")
    attribution: Attribution | None = None


class Knowledge(Authored):
    """What there is to know about a subject."""

    kind: Literal["knowledge"]
    id: Name
    version: str = Field(description="Changes whenever the meaning changes.")
    title: Short
    subject: Short
    audience: Short = "general"
    language: Short = "en"
    summary: Line = Field(description="What a learner will know in the end.")
    story: Line = Field(
        description="How a game about it may begin: a sentence or two that draws a learner in."
    )
    concepts: tuple[KnowledgeConcept, ...]
    distractors: tuple[Short, ...] = Field(
        (), description="Words that sound as if they belonged here, and do not."
    )
    hierarchy: Mapping[Name, tuple[Name, ...]] = Field(
        default_factory=dict, description="Concept to the concepts that are parts or kinds of it."
    )
    sequences: tuple[Sequence, ...] = ()
    confusions: tuple[Confusion, ...] = ()
    misconceptions: tuple[KnowledgeMisconception, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    decisions: tuple[KnowledgeDecision, ...] = ()
    diagrams: tuple[DiagramSource, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, KnowledgeConcept]:
        return {concept.id: concept for concept in self.concepts}

    @cached_property
    def by_label(self) -> Mapping[str, KnowledgeConcept]:
        """Concepts by every name they have, compared without case and spacing."""
        return {
            label_key(name): concept
            for concept in reversed(self.concepts)
            for name in (*concept.also, concept.label)
        }

    def parts_of(self, concept: str) -> Iterator[str]:
        """The concept's parts and the parts of those, each once and before its own parts."""
        waiting, met = list(self.hierarchy.get(concept, ())), {concept}
        while waiting:
            part = waiting.pop(0)
            if part not in met:
                met.add(part)
                yield part
                waiting = [*self.hierarchy.get(part, ()), *waiting]


def concepts_in(diagram: DiagramSource, knowledge: Knowledge) -> tuple[str, ...]:
    """The concepts a diagram shows, in order; a concept may come twice where a sequence visits it
    twice.
    """
    if diagram.form in ("picture", "map"):
        return tuple(zone.concept for zone in diagram.zones)
    if diagram.form == "nested" and diagram.root:
        return (diagram.root, *knowledge.parts_of(diagram.root))
    if diagram.concepts or diagram.form not in IN_ORDER:
        return diagram.concepts or tuple(diagram.parts)
    return tuple(step.concept for step in steps_of(diagram, knowledge) if step.concept)


def steps_of(diagram: DiagramSource, knowledge: Knowledge) -> tuple[KnowledgeStep, ...]:
    """The steps of the sequence that a diagram draws."""
    return next(
        (sequence.steps for sequence in knowledge.sequences if sequence.id == diagram.sequence), ()
    )


def places_in(diagram: DiagramSource, knowledge: Knowledge) -> tuple[str, ...]:
    """The concepts on a diagram that can be asked for, each once: all it shows but the whole that
    it is a picture of.
    """
    return tuple(
        concept
        for concept in dict.fromkeys(concepts_in(diagram, knowledge))
        if concept != diagram.root
    )
