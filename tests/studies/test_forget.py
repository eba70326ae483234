"""Forgetting a respondent: what the notes of everybody else say afterwards."""

from __future__ import annotations

import pytest

from dramaturg.studies.base.codes import CodeRenamed, CodesImported, CodesMerged, CodeSplit, Ref
from dramaturg.studies.base.state import (
    DecisionUndone,
    StatusChanged,
    StudyEvent,
    Withdrew,
    event_of,
    note_of,
)
from dramaturg.studies.forget import decisions_lost, notes_without
from dramaturg.turn.ports import StudyNote

MINE, YOURS, THEIRS = Ref("R001", "s1"), Ref("R002", "s1"), Ref("R003", "s2")


def noted(*events: StudyEvent) -> list[StudyNote]:
    return [note_of(event, number, float(number)) for number, event in enumerate(events, start=1)]


def left_of(*events: StudyEvent) -> list[tuple[int, StudyEvent]]:
    """What takes the place of notes when R001 withdraws, but for the note that says so."""
    *others, last = notes_without(noted(*events), "R001", 99.0)
    assert (event_of(last), last.number, last.at) == (Withdrew("R001"), len(events) + 1, 99.0)
    return [(note.number, event_of(note)) for note in others]


@pytest.mark.parametrize(
    ("decision", "left"),
    [
        (CodesMerged(MINE, YOURS), DecisionUndone(1)),
        (CodesMerged(YOURS, MINE), DecisionUndone(1)),
        (CodeRenamed(MINE, "Calm"), DecisionUndone(1)),
        (CodeSplit((MINE,)), DecisionUndone(1)),
        (CodeSplit((YOURS, MINE, THEIRS)), CodeSplit((YOURS, THEIRS))),
    ],
    ids=str,
)
def test_a_decision_forgets_their_ideas_and_goes_when_nothing_is_left(
    decision: StudyEvent, left: StudyEvent
) -> None:
    assert left_of(decision) == [(1, left)]


@pytest.mark.parametrize(
    "event",
    [
        CodesMerged(YOURS, THEIRS),
        CodeRenamed(YOURS, "Calm"),
        CodeSplit((YOURS,)),
        CodesImported(()),
        StatusChanged("paused"),
        DecisionUndone(1),
    ],
    ids=str,
)
def test_what_does_not_speak_of_them_stays_as_it_is(event: StudyEvent) -> None:
    assert left_of(event) == []


def test_it_is_counted_how_many_decisions_went() -> None:
    notes = noted(
        CodesMerged(MINE, YOURS),
        CodeSplit((MINE, YOURS)),
        CodeRenamed(MINE, "Calm"),
        DecisionUndone(1),
    )
    assert decisions_lost(notes_without(notes, "R001", 0.0)) == 2
