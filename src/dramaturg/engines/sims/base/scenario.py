"""Scenarios, as authored: the situation, the decision, and the people with what they know, want and
will say.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, field_validator

from dramaturg.engines.sims.base.relationship import DEFAULT_THRESHOLDS
from dramaturg.turn.authored import Authored, Name
from dramaturg.turn.hearing import Danger

Mood = Annotated[int, Field(ge=-30, le=30)]
Steering = Literal["graph", "counted"]


class SimFact(Authored):
    """One thing a person knows, and how they say it aloud."""

    id: Name
    fact: str = Field(description="The fact as it stands on record, figures exact.")
    say: str = Field(
        description="The same in the person's own spoken words: full sentences, no new figures."
    )
    asked: tuple[str, ...] = Field((), description="Questions it answers, in a learner's words.")
    understood: tuple[str, ...] = Field(
        (),
        description="Not read any more: whether it was registered is heard from the fact itself.",
        deprecated=True,
    )
    again: tuple[str, ...] = Field(
        (), description="Plainer ways to say it when it has not been heard."
    )
    heard: str = Field("", description="What the person says when it has been acknowledged.")
    point: str = Field(
        "", description="A few words for it, as a reminder of what was said already."
    )
    while_open: Name | None = Field(
        None, description="Said only while this objective is open: how a guide knows what is left."
    )


class PivotOption(Authored):
    """An answer to a pointed question, and what it does to the relationship."""

    id: Literal["a", "b", "c", "d"]
    text: str = Field(description="What the learner can answer.")
    mood: Mood = Field(description="What it does to the relationship.")
    reply: str = Field(description="What the person says to it.")


class Pivot(Authored):
    """A pointed question with a few answers."""

    id: Name
    question: str = Field(description="The pointed question, in the person's own words.")
    options: tuple[PivotOption, ...] = Field(min_length=2, max_length=4)


class Opinion(Authored):
    """Which option the person speaks for, and why."""

    option: Name = Field(description="The option of the decision this person is for.")
    argument: str


class Beat(Authored):
    """Something the person says at a set moment."""

    say: str = Field(description="What the person says here, in full sentences.")


class Goal(Authored):
    """What the conversation is for: the objective it completes, and when."""

    objective: Name = Field(description="The objective that this conversation completes.")
    end_condition: str = Field(description="When the learner has got what they came for.")
    say: str = Field(description="How the person winds the conversation down.")


class Redirect(Authored):
    """Whom to see next, and the sentence that says so."""

    to: Name = Field(description="The person to talk to next.")
    say: str


class Elsewhere(Authored):
    """A question that belongs to somebody else, and how this person says so."""

    about: tuple[str, ...] = Field(
        min_length=1, description="Questions of that kind, in a learner's words."
    )
    to: Name | None = Field(
        None, description="Whose question it is; empty when nobody here can answer it."
    )
    say: str = Field(description="One line that acknowledges it and says whose it is.")


class ScenarioPerson(Authored):
    """Somebody to talk to: what they know, what they say, whom they trust with what."""

    id: Name
    name: str
    role: str
    backbone: Name | None = Field(
        None, description="Another backbone than the scenario's, for this person."
    )
    greeting: str = Field(
        description="Who they are, why the learner is here, what is at stake. No facts yet."
    )
    what_they_know: tuple[SimFact, ...] = Field(min_length=1)
    decision_facts: tuple[SimFact, ...] = ()
    concerns: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    opinion: Opinion | None = None
    document: Name | None = Field(
        None, description="The document that is theirs, and that they hand over at the end."
    )
    beat1: Beat | None = Field(None, description="The core problem and one specific fact.")
    beat6: Beat | None = Field(None, description="What they would accept.")
    pivots: tuple[Pivot, ...] = ()
    key_reveal: SimFact | None = Field(
        None, description="What they tell only somebody they have come to trust."
    )
    challenge: SimFact | None = Field(
        None, description="A counter-fact against which the learner has to defend their view."
    )
    tradeoff: SimFact | None = Field(
        None,
        description="What every choice gives up; the learner has to name it. `say` asks for it.",
    )
    goal: Goal
    redirect: Redirect | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    unknown: tuple[str, ...] = Field(
        (), description="How they say that they have nothing on a question."
    )
    invites: tuple[str, ...] = Field(
        (), description="Short questions they end a line with, to hand the turn over."
    )

    @property
    def is_guide(self) -> bool:
        """Knows what is still open, and can be asked any time."""
        return any(fact.while_open for fact in self.what_they_know)


class Document(Authored):
    """A source of record, handed over at the end of a conversation."""

    id: Name
    title: str
    lines: tuple[str, ...] = Field(
        min_length=1, description="Exactly what it says, one statement a line."
    )


class DecisionOption(Authored):
    """A way to decide, and what follows from it."""

    id: Name
    text: str
    consequence: str = Field(description="What follows when the learner decides for it.")


class DecisionToMake(Authored):
    """What the learner decides in the end, and which way the facts speak for."""

    question: str
    options: tuple[DecisionOption, ...] = Field(min_length=2)
    best: Name = Field(description="The option that the decisive facts speak for.")
    because: str


class Objective(Authored):
    """What the learner should find out."""

    id: Name
    text: str


class SimSituation(Authored):
    """Where it is, what is happening, and who the learner is."""

    where: str
    happening: str
    learner: str = Field(description="Who the learner is in this scene.")


class Scenario(Authored):
    """A scene with people in it, a decision to make, and what each of them knows about it."""

    kind: Literal["scenario"]
    id: Name
    version: str = Field(description="Changes whenever the meaning changes; sessions remember it.")
    title: str
    backbone: Name = Field(
        "technical", description="The tier: the backbone that conversations walk."
    )
    steering: Steering = Field(
        "graph",
        description="'graph' walks the backbone; 'counted' counts exchanges, for comparison only.",
    )
    danger: tuple[Danger, ...] = Field(
        (), description="Kinds of danger that belong to the scene: talk of them is talk in role."
    )
    situation: SimSituation
    decision: DecisionToMake
    objectives: tuple[Objective, ...] = Field(min_length=1)
    documents: tuple[Document, ...] = ()
    thresholds: tuple[int, int, int, int] = Field(
        DEFAULT_THRESHOLDS,
        description="Scores at which a person becomes hostile, guarded, cooperative, trusting.",
    )
    people: tuple[ScenarioPerson, ...] = Field(min_length=1)

    @field_validator("thresholds")
    @classmethod
    def _rising(cls, thresholds: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        if not all(lower < higher for lower, higher in pairwise(thresholds)):
            raise ValueError("each threshold has to be higher than the one before it")
        return thresholds

    def person(self, person_id: str) -> ScenarioPerson:
        return next(person for person in self.people if person.id == person_id)

    def document(self, document_id: str) -> Document:
        return next(document for document in self.documents if document.id == document_id)
