"""The state of a study: what its events make of it, noted and read back."""

from __future__ import annotations

import pytest

from dramaturg.studies.base.codes import (
    CodeRenamed,
    CodesImported,
    CodesMerged,
    CodeSplit,
    ImportedCode,
    Ref,
)
from dramaturg.studies.base.state import (
    Consented,
    DecisionUndone,
    InterviewBegan,
    InterviewFinished,
    Invited,
    NumberedDecision,
    Participant,
    Screened,
    StatusChanged,
    StudyEvent,
    StudyState,
    Withdrew,
    apply,
    event_of,
    folded,
    note_of,
)
from dramaturg.turn.engine import fold

JOINED: tuple[StudyEvent, ...] = (
    Invited(("i1", "i2")),
    Consented("R001", "1", "hash", "receipt", "i1"),
    Screened("R001", {"age": 34, "height": 1.7, "tea": "black"}, "accepted", ("black",)),
    InterviewBegan("R001", "session"),
)
MERGED = CodesMerged(Ref("R001", "s1"), Ref("R002", "s4"))
EVERY: tuple[StudyEvent, ...] = (
    *JOINED,
    InterviewFinished("R001", "user_stop"),
    Withdrew("R001"),
    StatusChanged("paused"),
    MERGED,
    CodeSplit((Ref("R001", "s1"), Ref("R002", "s1"))),
    CodeRenamed(Ref("R001", "s1"), "Calm"),
    CodesImported((ImportedCode("i1", "Calm", "value"),)),
    DecisionUndone(8),
)


@pytest.mark.parametrize("event", EVERY, ids=lambda event: str(event.kind))
def test_an_event_is_noted_and_read_back_the_same(event: StudyEvent) -> None:
    note = note_of(event, 3, 5.0)
    assert event_of(note) == event
    assert (note.number, note.at, note.respondent) == (3, 5.0, getattr(event, "respondent", ""))


def test_a_respondent_goes_from_consent_to_the_end() -> None:
    states = [fold(apply, JOINED[:upto], StudyState()) for upto in range(2, 5)]
    states.append(apply(states[-1], InterviewFinished("R001", "user_stop")))
    assert [state.participants["R001"].standing for state in states] == [
        "consented",
        "accepted",
        "interviewing",
        "finished",
    ]
    assert states[-1].invitations == {"i1": "R001", "i2": ""}
    assert states[-1].taken == {"black": 1}


def test_of_whoever_withdraws_only_the_pseudonym_is_left_and_nothing_brings_them_back() -> None:
    state = fold(
        apply, (*JOINED, Withdrew("R001"), InterviewFinished("R001", "user_stop")), StudyState()
    )
    assert state.participants == {"R001": Participant("R001", "withdrawn")}
    assert state.taken == {}


def test_events_keep_the_numbers_they_were_noted_under_where_others_are_gone() -> None:
    notes = [
        note_of(StatusChanged("paused"), 2, 0.0),
        note_of(MERGED, 7, 0.0),
        note_of(StatusChanged("open"), 9, 0.0),
    ]
    assert folded(notes).decisions == (NumberedDecision(7, MERGED),)
    assert folded(notes).number == 9
    assert folded([*notes, note_of(DecisionUndone(7), 10, 0.0)]).decisions == (
        NumberedDecision(7, MERGED, undone=True),
    )
