"""What others asked the teller, and what was answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind
from dramaturg.engines.memoir.base.state import MemoirSignalsRead, PassageTold
from dramaturg.engines.memoir.base.story import LeftQuestion
from dramaturg.engines.memoir.base.story_events import QuestionLeft, TakenUp
from dramaturg.engines.memoir.book.passages import BookSource
from dramaturg.engines.memoir.book.selection import select

Standing = Literal["waiting", "put", "answered", "private"]
WORDS: dict[Standing, str] = {
    "waiting": "waits until it fits",
    "put": "was put, and nothing was answered",
    "private": "was answered, and the answer is not for the book",
    "answered": "was answered",
}


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """A question that somebody left. `turn` is the passage in which it was answered, and `answer`
    its words, where they may stand in the book.
    """

    by: str
    question: str
    standing: Standing
    turn: int | None = None
    answer: str = ""


def questions_shown(
    records: Sequence[MemoirRecord], memoir: BookSource
) -> tuple[QuestionShown, ...]:
    """In the order in which they were left. What was removed is none."""
    readable = {passage.turn: passage.text for passage in select(memoir).passages}
    left = [
        event.question
        for record in records
        for event in of_kind(record, QuestionLeft)
        if event.question.text
    ]
    return tuple(_shown(question, records, readable) for question in left)


def questions_lines(shown: Sequence[QuestionShown]) -> list[str]:
    """As the shell prints them."""
    if not shown:
        return ['Nobody has left a question. `memoir ask "..." --from NAME` leaves one.']
    return [line for each in shown for line in _lines(each)]


def _lines(shown: QuestionShown) -> list[str]:
    where = f" in turn {shown.turn}" if shown.turn else ""
    told = [f"  {shown.answer}"] if shown.answer else []
    return [f"{shown.by}: {shown.question}", f"  It {WORDS[shown.standing]}{where}.", *told]


def _shown(
    question: LeftQuestion, records: Sequence[MemoirRecord], readable: dict[int, str]
) -> QuestionShown:
    put = (
        place
        for place, record in enumerate(records)
        if any(event.what == question.id for event in of_kind(record, TakenUp))
    )
    at = next(put, None)
    if at is None:
        return QuestionShown(question.by, question.text, "waiting")
    told = next((each for record in records[at + 1 :] for each in _answers(record)), None)
    if told is None:
        return QuestionShown(question.by, question.text, "put")
    if told.turn not in readable:
        return QuestionShown(question.by, question.text, "private", told.turn)
    return QuestionShown(question.by, question.text, "answered", told.turn, readable[told.turn])


def _answers(record: MemoirRecord) -> list[PassageTold]:
    """What was told, where it was neither refused nor said of the talk itself."""
    refused = any(each.signals.refusal_or_discomfort for each in of_kind(record, MemoirSignalsRead))
    told = of_kind(record, PassageTold)
    return [each for each in told if each.text and not each.aside and not refused]
