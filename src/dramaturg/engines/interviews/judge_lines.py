"""What becomes of a line that somebody would have an interviewer say, without an interview."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.interviews.base.methodology import Subject
from dramaturg.engines.interviews.questions.guard import Guard, Talk
from dramaturg.english.prose import words
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.line_verdict import JudgedLine, judged
from dramaturg.turn.hearing import Ear

EXAMPLE = (
    "write what was asked and answered, and the next line, such as"
    ' {"questions": ["..."], "answers": ["..."], "line": "..."}'
)


class AskedAndAnswered(BaseModel):
    """What was asked and answered so far, in order, and what an interviewer would say next."""

    model_config = ConfigDict(extra="forbid", strict=True)

    questions: list[str] = Field(default_factory=list, max_length=1_000)
    answers: list[str] = Field(default_factory=list, max_length=1_000)
    line: str = Field(max_length=100_000)


LINE = AskedAndAnswered


@dataclass(frozen=True)
class LinePlace:
    """What the interview is about, and what its lines are held to."""

    subject: Subject
    guard: Guard
    ear: Ear


def judged_line(place: LinePlace, asked: AskedAndAnswered) -> JudgedLine:
    """By the rules that a model's lines keep."""
    if not words(asked.line):
        return judged([Breach("model-talk", "there is no word in it")])
    title, answers = place.subject.title, asked.answers
    talk = Talk(
        earlier=tuple(asked.questions),
        said="\n".join((title, *answers)),
        answer=answers[-1] if answers else "",
        subject=title,
        refused=tuple(_refused(asked.questions, answers, place.ear)),
    )
    return judged(place.guard.judge(" ".join(asked.line.split()), talk))


def _refused(questions: Sequence[str], answers: Sequence[str], ear: Ear) -> Iterator[str]:
    """Their words for what they would rather not speak of."""
    for place, answer in enumerate(answers):
        question = questions[place] if place < len(questions) else ""
        if refused := ear.hear(answer, question).refused:
            yield refused.text
