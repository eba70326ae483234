"""The state of a sim, the events that change it, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field, PlainSerializer

from dramaturg.kernel.walker import Pointer
from dramaturg.turn.care import CALM, CareState, CareTaken
from dramaturg.turn.migration import Moved

# A conversation is bounded by its proof, so this bounds what a prompt carries, not what is
# remembered: the log has it all.
LINES_KEPT = 32

NamedPointer = Annotated[
    Pointer, PlainSerializer(lambda pointer: pointer._asdict(), return_type=dict)
]


# What people do in words besides telling what they know, such as a promise; every time counts. Left
# out where there is none, as in what was stored before there were any.
Moves = Annotated[tuple[str, ...], Field(exclude_if=lambda moves: not moves)]


@dataclass(frozen=True, slots=True)
class SimLine:
    """What somebody said."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """Where one person and the learner stand."""

    pointer: NamedPointer
    score: int = 0
    said: tuple[str, ...] = ()
    lines: tuple[SimLine, ...] = ()
    moves: Moves = ()

    @property
    def heard(self) -> str:
        """What the learner has just said, while it is unanswered."""
        return self.lines[-1].text if self.lines and self.lines[-1].speaker == "learner" else ""


@dataclass(frozen=True, slots=True)
class SimState:
    """Everything a sim remembers. `person` is whom the learner is talking to."""

    person: str = ""
    conversations: Mapping[str, Conversation] = field(default_factory=dict)
    objectives: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    decision: str | None = None
    care: Annotated[CareState, Field(exclude_if=lambda care: care == CALM)] = CALM

    @property
    def conversation(self) -> Conversation:
        return self.conversations[self.person]


# ── events ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class TurnedTo:
    """The learner turned to a person; `pointer` is where that conversation begins, if it is the
    first time.
    """

    person: str
    pointer: NamedPointer
    kind: Literal["turned_to"] = "turned_to"


@dataclass(frozen=True, slots=True)
class Reopened:
    """The learner came back to a guide who had said goodbye: a guide can be asked any time."""

    pointer: NamedPointer
    kind: Literal["reopened"] = "reopened"


@dataclass(frozen=True, slots=True)
class DecisionTaken:
    """The learner has decided, and the case is closed."""

    option: str
    kind: Literal["decision_taken"] = "decision_taken"


@dataclass(frozen=True, slots=True)
class PivotAnswered:
    """The pointed question was answered: by an option, or by words that match none of them."""

    pivot: str
    option: str | None
    mood: int
    pointer: NamedPointer
    by: Literal["choice", "text"] = "choice"
    kind: Literal["pivot_answered"] = "pivot_answered"


@dataclass(frozen=True, slots=True)
class LearnerSaid:
    """The learner's words in this turn."""

    text: str
    kind: Literal["learner_said"] = "learner_said"


@dataclass(frozen=True, slots=True)
class Spoke:
    """The person said a line. `said` names the material in it, `moves` what was done besides."""

    person: str
    line: str
    said: tuple[str, ...] = ()
    moves: Moves = ()
    kind: Literal["spoke"] = "spoke"


@dataclass(frozen=True, slots=True)
class Walked:
    """An exchange was counted, and the walker decided."""

    node: str
    decision: Literal["stay", "goto", "arm", "close"]
    pointer: NamedPointer
    engagement: int
    kind: Literal["walked"] = "walked"


@dataclass(frozen=True, slots=True)
class ObjectiveCompleted:
    """The learner has found out what they came for."""

    objective: str
    kind: Literal["objective_completed"] = "objective_completed"


@dataclass(frozen=True, slots=True)
class DocumentHandedOver:
    """The learner has the person's document from now on."""

    document: str
    kind: Literal["document_handed_over"] = "document_handed_over"


Happened = (
    TurnedTo
    | Reopened
    | PivotAnswered
    | LearnerSaid
    | Spoke
    | Walked
    | ObjectiveCompleted
    | DocumentHandedOver
    | DecisionTaken
)
SimEvent = Annotated[Happened | CareTaken | Moved, Field(discriminator="kind")]


def apply(state: SimState, event: Happened) -> SimState:
    """The state after an event. Nothing else changes it."""
    match event:
        case TurnedTo(person, pointer):
            known = {person: Conversation(pointer), **state.conversations}
            return replace(state, person=person, conversations=known)
        case Reopened(pointer):
            return _with(state, pointer=pointer, said=(), moves=())
        case DecisionTaken(option):
            return replace(state, decision=option)
        case PivotAnswered(mood=mood, pointer=pointer):
            return _with(state, pointer=pointer, score=state.conversation.score + mood)
        case LearnerSaid(text):
            return _with(state, lines=_lines(state, "learner", text))
        case Spoke(person, line, said, moves):
            return _with(
                state,
                said=_joined(state.conversation.said, said),
                moves=(*state.conversation.moves, *moves),
                lines=_lines(state, person, line),
            )
        case Walked(pointer=pointer, engagement=engagement):
            return _with(state, pointer=pointer, score=state.conversation.score + engagement)
        case ObjectiveCompleted(objective):
            return replace(state, objectives=_joined(state.objectives, (objective,)))
        case DocumentHandedOver(document):
            return replace(state, documents=_joined(state.documents, (document,)))


def _with(state: SimState, **changes: object) -> SimState:
    conversation = replace(state.conversation, **changes)  # type: ignore[arg-type]  # the names are checked by replace itself
    return replace(state, conversations={**state.conversations, state.person: conversation})


def _lines(state: SimState, speaker: str, text: str) -> tuple[SimLine, ...]:
    return (*state.conversation.lines, SimLine(speaker, text))[-LINES_KEPT:]


def _joined(known: tuple[str, ...], fresh: tuple[str, ...]) -> tuple[str, ...]:
    return (*known, *(item for item in fresh if item not in known))
