"""Methodologies, as authored: what to look for in what people say, and how to go on asking (seeds
002 and 004).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, field_validator

from dramaturg.kernel.errors import did_you_mean
from dramaturg.turn.authored import Authored, Name
from dramaturg.turn.hearing import CONCEPT_KINDS
from dramaturg.turn.readings import RelationKind

Naming = Literal["noun_phrase", "verb_object", "event", "construct"]
PhaseName = Literal["early", "mid", "late"]
Weight = Annotated[float, Field(ge=-20, le=20)]
SignalKey = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$")]

REVISES = (  # the edge type by which what was said later takes the place of what was said before
    "revises"
)


# ── what to look for ──────────────────────────────────────────────────────────────────────────────


class ConceptType(Authored):
    type: Name
    title: str = Field(description="Its name for people, such as 'functional consequence'.")
    description: str = Field(description="What belongs here, in words for whoever extracts.")
    examples: tuple[str, ...] = Field(
        min_length=3, description="Labels as they should be, of many subjects."
    )
    level: int | None = Field(
        None,
        ge=1,
        le=9,
        description="Its rung, where the ontology is a ladder; 1 is the most concrete.",
    )
    terminal: bool = Field(False, description="Whether a chain that gets here is complete.")
    support: int | None = Field(
        None,
        ge=1,
        le=20,
        description="Concepts that make a slot of this type active, if not the usual 2.",
    )
    heard_as: str | None = Field(
        None,
        description="The kind of concept by which the ear knows it, such as means_end.attribute.",
    )

    @field_validator("heard_as")
    @classmethod
    def _is_a_kind(cls, kind: str | None) -> str | None:
        known = [f"{method}.{name}" for method, names in CONCEPT_KINDS.items() for name in names]
        if kind is not None and kind not in known:
            raise ValueError(f"the ear knows no kind {kind!r}. {did_you_mean(kind, known)}")
        return kind


class EdgeType(Authored):
    type: Name
    description: str = Field(
        description="What it says of its two ends, in words for whoever extracts."
    )
    permitted: tuple[tuple[Name, Name], ...] = Field(
        min_length=1,
        description="From which type to which it may lead; '*' is not known: name them.",
    )
    chain: bool = Field(False, description="Whether it is a step of a chain.")
    relations: tuple[RelationKind, ...] = Field(
        (),
        description=(
            "The relations between two stretches of an answer that make such an edge, source to"
            " target."
        ),
    )


class RelationshipExample(Authored):
    text: str
    source: str
    type: Name
    target: str


class Extractability(Authored):
    extract: tuple[str, ...] = Field(min_length=1, description="What is worth a concept.")
    skip: tuple[str, ...] = Field(min_length=1, description="What is not.")


class Ontology(Authored):
    concept_naming_convention: str = Field(
        description="How concepts are to be named, in words for whoever extracts."
    )
    naming: Naming = Field(description="The form a name takes when code makes it.")
    extraction_guidelines: tuple[str, ...] = Field(min_length=2)
    extractability_criteria: Extractability
    relationship_examples: tuple[RelationshipExample, ...] = Field(min_length=2)
    concepts: tuple[ConceptType, ...] = Field(min_length=2)
    edges: tuple[EdgeType, ...] = Field(min_length=1)

    @cached_property
    def by_type(self) -> Mapping[str, ConceptType]:
        return {each.type: each for each in self.concepts}

    @cached_property
    def edge_by_type(self) -> Mapping[str, EdgeType]:
        return {each.type: each for each in self.edges}

    @cached_property
    def deepest(self) -> int:
        """How many rungs the ladder has; 0 where there is none."""
        return max((each.level or 0 for each in self.concepts), default=0)

    def permits(self, edge: str, source: str, target: str) -> bool:
        """Whether such an edge may be drawn between these types. Anything may be revised by
        something of its own kind.
        """
        if edge == REVISES:
            return source == target
        return edge in self.edge_by_type and (source, target) in self.edge_by_type[edge].permitted

    def skips(self, source: str, target: str) -> bool:
        """Whether an edge between these types leaves out a rung."""
        low, high = self.by_type[source].level, self.by_type[target].level
        return low is not None and high is not None and abs(high - low) > 1


# ── how to go on ──────────────────────────────────────────────────────────────────────────────────


class Draws(Authored):
    """The edge that an answer draws between what was asked about and what is said: asked why, the
    focus leads to the answer.
    """

    edge: Name
    direction: Literal["focus_to_answer", "answer_to_focus"]


class Strategy(Authored):
    name: Name
    title: str
    description: str = Field(
        description="What it does and why, in words for whoever asks the question."
    )
    signal_weights: Mapping[SignalKey, Weight] = Field(min_length=1)
    valid_when: str = Field(
        "",
        description=(
            "A condition over signals; while it does not hold, the strategy is not considered."
        ),
    )
    about: Literal["focus", "subject"] = Field(
        "focus", description="Whether its question is about one concept or the subject."
    )
    draws: tuple[Draws, ...] = ()
    ends_interview: bool = Field(False, description="Its question is the last: late phase only.")
    most: int | None = Field(None, ge=1, description="At most so many times in one interview.")
    templates: tuple[str, ...] = Field(
        min_length=4,
        description=(
            "Its questions in plain words. Without a placeholder, about what was just said: it is"
            " asked by itself or after the respondent's own clause. With {said} the clause stands"
            " where you put it; with {earlier} one from before, with {summary} several."
        ),
    )


class Boundaries(Authored):
    early_max_nodes: int = Field(5, ge=1)
    mid_max_nodes: int = Field(15, ge=2)


class Phase(Authored):
    signal_weights: Mapping[Name, Annotated[float, Field(ge=0, le=10)]] = Field(
        default_factory=dict, description="By strategy: what its score is multiplied by."
    )
    phase_bonuses: Mapping[Name, Weight] = Field(
        default_factory=dict, description="By strategy: what is added after that."
    )
    phase_boundaries: Boundaries | None = Field(
        None, description="The older form: phases by the number of concepts."
    )


class CustomSignal(Authored):
    """How many of these words an answer has."""

    name: Annotated[str, Field(pattern=r"^custom\.[a-z][a-z0-9_]*$")]
    description: str
    words: tuple[str, ...] = Field(min_length=1)
    most: int = Field(
        1, ge=1, le=100, description="Counted up to this; above 1 it needs a signal_norm."
    )


class Limits(Authored):
    """When concepts are exhausted, when the interview is, and how what was said is compared."""

    max_turns: int = Field(20, ge=2, le=500)
    min_turns: int = Field(
        12, ge=1, description="Before this turn no saturation ends the interview."
    )
    most_in_a_row: int = Field(
        3,
        ge=1,
        description="So many questions in a row may use one strategy, or be about one concept.",
    )
    rest_turns: int = Field(
        5, ge=1, description="After so many turns an exhausted concept may be asked about again."
    )
    plateau_turns: int = Field(
        6, ge=2, description="So many turns without a longer chain are a plateau."
    )
    shallow_turns: int = Field(
        6, ge=2, description="So many shallow answers in a row that bring nothing end it."
    )
    dry_turns: int = Field(
        6, ge=2, description="So many turns without a new concept or edge: the graph is saturated."
    )
    saturation: float = Field(0.85, gt=0, le=1)
    alpha: float = Field(
        0.4, gt=0, le=1, description="Weight of the newest turn in the velocity of discovery."
    )
    compat: Literal["", "seed"] = Field(
        "", description="'seed' computes saturation as it was first written down."
    )
    min_support: int = Field(2, ge=1, le=20, description="Concepts that make a slot active.")
    read_characters: int = Field(
        2000, ge=200, description="So much of an answer goes to a model: head and tail."
    )


class Methodology(Authored):
    """One way of interviewing."""

    kind: Literal["methodology"]
    id: Name
    version: str = Field(description="Changes whenever the meaning changes; sessions remember it.")
    title: str
    goal: str = Field(description="What such an interview is after, in one sentence.")
    method: str = Field(
        description="Its way in a few words, such as 'attributes, then consequences, then values'."
    )
    jargon: tuple[str, ...] = Field(
        min_length=1, description="The method's own words, which respondents never hear."
    )
    ontology: Ontology
    signal_norms: Mapping[SignalKey, Annotated[float, Field(gt=0)]] = Field(default_factory=dict)
    custom_signals: tuple[CustomSignal, ...] = ()
    selection: Literal["joint", "two_stage"] = "joint"
    strategies: tuple[Strategy, ...] = Field(min_length=3)
    phases: Mapping[PhaseName, Phase] = Field(default_factory=dict)
    limits: Limits = Field(default_factory=Limits)
    openings: tuple[str, ...] = Field(
        min_length=3, description="The first question, with {subject} filled in."
    )
    acknowledgements: tuple[str, ...] = Field(
        min_length=6,
        description=(
            "A few plain words before a question, such as 'I see.'; never praise, never a"
            " judgement."
        ),
    )
    thanks: tuple[str, ...] = Field(min_length=2, description="The last words.")

    @cached_property
    def by_name(self) -> Mapping[str, Strategy]:
        return {each.name: each for each in self.strategies}


# ── what about ────────────────────────────────────────────────────────────────────────────────────


class Subject(Authored):
    """What an interview is to find out about."""

    kind: Literal["subject"]
    id: Name
    version: str = "1.0"
    title: str = Field(
        description="As it stands in a sentence: 'oat milk in coffee', 'your last hospital stay'."
    )
    objective: str = Field(description="What the researcher wants to understand.")
    context: str = Field(
        "", description="What whoever asks should know, and the respondent is not told."
    )


class GuidePoint(Authored):
    id: Name
    about: tuple[str, ...] = Field(
        min_length=1, description="Sentences or words by which it is recognised in an answer."
    )
    required: bool = False


class GuideTopic(Authored):
    id: Name
    title: str = Field(description="As it stands in a question: 'the first time you tried it'.")
    about: tuple[str, ...] = Field(
        min_length=1, description="Sentences or words by which it is recognised."
    )
    points: tuple[GuidePoint, ...] = ()
    turns: int = Field(4, ge=1, le=50, description="Its budget: after so many turns it is left.")
    questions: tuple[str, ...] = Field(min_length=1, description="How it is brought up.")


class Guide(Authored):
    """A discussion guide, to be laid over any methodology: topics, required points, budgets of
    turns.
    """

    kind: Literal["guide"]
    id: Name
    version: str = "1.0"
    title: str
    topics: tuple[GuideTopic, ...] = Field(min_length=1)
