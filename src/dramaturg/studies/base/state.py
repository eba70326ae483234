"""The state of a study, the events that change it, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from dramaturg.kernel.conditions import Value
from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import (
    CodeRenamed,
    CodesImported,
    CodesMerged,
    CodeSplit,
    CodingDecision,
    MemoWritten,
    SpanCoded,
)
from dramaturg.turn.ports import StudyNote

Status = Literal["open", "paused", "closed"]
Standing = Literal[
    "consented", "accepted", "screened_out", "quota_full", "interviewing", "finished", "withdrawn"
]

# who takes up one of the study's places
PLACED: tuple[Standing, ...] = ("accepted", "interviewing", "finished")


@dataclass(frozen=True, slots=True)
class Participant:
    """A respondent under their pseudonym. `receipt` is the hash of what they withdraw with."""

    id: str
    standing: Standing
    consent_version: str = ""
    consent_hash: str = ""
    receipt: str = ""
    simulated: bool = False
    session: str = ""
    variables: Mapping[str, Value] = field(default_factory=dict)
    quotas: tuple[str, ...] = ()
    termination: str = ""
    source: str = ""
    """The file that the interview came from, where it was held elsewhere."""


@dataclass(frozen=True, slots=True)
class NumberedDecision:
    """A decision of the analyst under the number of its event; `undone` by a later one."""

    number: int
    decision: CodingDecision
    undone: bool = False


@dataclass(frozen=True, slots=True)
class StudyState:
    """Everything a study remembers but the interviews themselves. Invitations are hashes: `""`
    while unused, else who used it.
    """

    status: Status = "open"
    invitations: Mapping[str, str] = field(default_factory=dict)
    participants: Mapping[str, Participant] = field(default_factory=dict)
    decisions: tuple[NumberedDecision, ...] = ()
    number: int = 0
    """Of the newest event."""

    @property
    def placed(self) -> tuple[Participant, ...]:
        """Interviews that were held elsewhere take no place."""
        everybody = self.participants.values()
        return tuple(each for each in everybody if each.standing in PLACED and not each.source)

    @property
    def taken(self) -> Counter[str]:
        """By quota: how many are counted for it."""
        return Counter(quota for each in self.placed for quota in each.quotas)


# ── what happens ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Invited:
    invitations: tuple[str, ...]
    kind: Literal["invited"] = "invited"


@dataclass(frozen=True, slots=True)
class Consented:
    """Somebody agreed to this very text and becomes `respondent`."""

    respondent: str
    consent_version: str
    consent_hash: str
    receipt: str
    invitation: str = ""
    simulated: bool = False
    kind: Literal["consented"] = "consented"


@dataclass(frozen=True, slots=True)
class Screened:
    """The screener's answers and what came of them. `quotas` are those the respondent
    counts for.
    """

    respondent: str
    answers: Mapping[str, Value]
    outcome: Literal["accepted", "screened_out", "quota_full"]
    quotas: tuple[str, ...] = ()
    kind: Literal["screened"] = "screened"


@dataclass(frozen=True, slots=True)
class InterviewBegan:
    respondent: str
    session: str
    kind: Literal["began"] = "began"


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """An interview that was held elsewhere is to be read. `answers` are what the screener would
    have asked, as far as somebody knows.
    """

    respondent: str
    session: str
    source: str
    answers: Mapping[str, Value] = field(default_factory=dict)
    kind: Literal["brought_in"] = "brought_in"


@dataclass(frozen=True, slots=True)
class InterviewFinished:
    respondent: str
    termination: str
    kind: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True)
class Withdrew:
    """Somebody took back their consent. Nothing else of them is left."""

    respondent: str
    kind: Literal["withdrew"] = "withdrew"


@dataclass(frozen=True, slots=True)
class StatusChanged:
    status: Status
    kind: Literal["status_changed"] = "status_changed"


@dataclass(frozen=True, slots=True)
class DecisionUndone:
    """A decision of the analyst is taken back."""

    number: int
    kind: Literal["undone"] = "undone"


StudyEvent = Annotated[
    Invited
    | Consented
    | Screened
    | InterviewBegan
    | BroughtIn
    | InterviewFinished
    | Withdrew
    | StatusChanged
    | CodesMerged
    | CodeSplit
    | CodeRenamed
    | CodesImported
    | SpanCoded
    | MemoWritten
    | DecisionUndone,
    Field(discriminator="kind"),
]


_EVENT: TypeAdapter[StudyEvent] = TypeAdapter(StudyEvent)


def note_of(event: StudyEvent, number: int, at: float) -> StudyNote:
    """An event as it lies in the log."""
    return StudyNote(number, at, _EVENT.dump_json(event).decode(), getattr(event, "respondent", ""))


def event_of(note: StudyNote) -> StudyEvent:
    return _EVENT.validate_json(note.event)


def folded(notes: Iterable[StudyNote]) -> StudyState:
    """The state after these notes. Where somebody withdrew, numbers are missing: an event keeps the
    one it was noted under.
    """
    state = StudyState()
    for note in notes:
        state = apply(state, event_of(note), note.number)
    return state


def apply(state: StudyState, event: StudyEvent, number: int | None = None) -> StudyState:
    """Events are numbered from 1 on as they come, unless a number is given."""
    state = replace(state, number=state.number + 1 if number is None else number)
    match event:
        case Invited(invitations):
            return replace(
                state, invitations={**state.invitations, **dict.fromkeys(invitations, "")}
            )
        case StatusChanged(status):
            return replace(state, status=status)
        case (
            CodesMerged()
            | CodeSplit()
            | CodeRenamed()
            | CodesImported()
            | SpanCoded()
            | MemoWritten()
        ):
            return replace(
                state, decisions=(*state.decisions, NumberedDecision(state.number, event))
            )
        case DecisionUndone(number):
            undone = (
                replace(each, undone=each.undone or each.number == number)
                for each in state.decisions
            )
            return replace(state, decisions=tuple(undone))
        case _:
            return _participated(state, event)


Participation = Consented | Screened | InterviewBegan | BroughtIn | InterviewFinished | Withdrew


def _participated(state: StudyState, event: Participation) -> StudyState:
    known = state.participants.get(event.respondent, Participant(event.respondent, "consented"))
    if known.standing == "withdrawn":  # what was on its way when they withdrew brings nothing back
        return state
    match event:
        case Consented(_, version, hash, receipt, invitation, simulated):
            known = replace(
                known,
                consent_version=version,
                consent_hash=hash,
                receipt=receipt,
                simulated=simulated,
            )
            if invitation:
                state = replace(
                    state, invitations={**state.invitations, invitation: event.respondent}
                )
        case Screened(_, answers, outcome, quotas):
            known = replace(known, standing=outcome, variables=answers, quotas=quotas)
        case InterviewBegan(_, session):
            known = replace(known, standing="interviewing", session=session)
        case BroughtIn(_, session, source, answers):
            known = replace(
                known, standing="interviewing", session=session, source=source, variables=answers
            )
        case InterviewFinished(_, termination):
            known = replace(known, standing="finished", termination=termination)
        case Withdrew():
            known = Participant(event.respondent, "withdrawn")
    return replace(state, participants={**state.participants, event.respondent: known})
