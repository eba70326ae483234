"""Forgetting: what becomes of a study's notes when a respondent withdraws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import CodeRenamed, CodesMerged, CodeSplit, MemoWritten, SpanCoded
from dramaturg.studies.base.state import DecisionUndone, StudyEvent, Withdrew, event_of, note_of
from dramaturg.turn.ports import StudyNote


def notes_without(notes: Sequence[StudyNote], respondent: str, at: float) -> tuple[StudyNote, ...]:
    """Notes to be put in the place of those with the same numbers, and last that the respondent
    withdrew.

    The notes about the respondent themselves are the log's to remove. So an invitation they came
    with is as good as new: nothing says any longer who has used it.
    """
    others = [(note, event_of(note)) for note in notes if not note.respondent]
    cleared = ((note, event, _without(note.number, event, respondent)) for note, event in others)
    changed = (note_of(new, note.number, note.at) for note, event, new in cleared if new != event)
    return (*changed, note_of(Withdrew(respondent), notes[-1].number + 1, at))


def decisions_lost(notes: Iterable[StudyNote]) -> int:
    """Of the notes that take the place of others: how many decisions of the analyst are left
    without sense.
    """
    return sum(isinstance(event_of(note), DecisionUndone) for note in notes)


def _without(number: int, event: StudyEvent, respondent: str) -> StudyEvent:
    """The event without the respondent. A decision that is left without sense is taken back in its
    own place.
    """
    match event:
        case CodesMerged(into, other) if respondent in (into.respondent, other.respondent):
            return DecisionUndone(number)
        case SpanCoded(span, _, into) if respondent in (span.respondent, into and into.respondent):
            return DecisionUndone(number)
        case CodeRenamed(idea) | MemoWritten(idea) if idea.respondent == respondent:
            return DecisionUndone(number)
        case CodeSplit(ideas):
            left = tuple(idea for idea in ideas if idea.respondent != respondent)
            return replace(event, ideas=left) if left else DecisionUndone(number)
        case _:
            return event
