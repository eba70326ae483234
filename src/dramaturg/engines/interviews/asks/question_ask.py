"""Asking for the next question: the prompt (seed 002), how the answer is read and guarded, and the
question without a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from typing import ClassVar

from dramaturg.engines.interviews.asks.question_prompt import system_prompt, user_prompt
from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.guard import Guard, Talk, broken
from dramaturg.engines.interviews.questions.interviewer import Interviewer
from dramaturg.engines.interviews.questions.templates import Candidate
from dramaturg.english.rules.spoken_text import spoken
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt

AT_ONCE = 4  # candidates read together once the first, which mostly passes, did not


@dataclass(frozen=True, slots=True)
class GuardedQuestion:
    """A line that passed, the template it came from, what the guard read, and what earlier tries
    broke.
    """

    line: str
    template: str = ""
    readings: Mapping[str, float] = field(default_factory=dict)
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class QuestionAsk(Ask[GuardedQuestion]):
    """One question of one turn."""

    name: ClassVar[str] = "interviews.question"
    role: ClassVar[Role] = "speak"

    interviewer: Interviewer
    seen: InterviewState
    directive: InterviewDirective

    def prompt(self) -> Prompt:
        user = user_prompt(self.interviewer, self.seen, self.directive)
        return Prompt(self.name, self.role, system_prompt(self.interviewer), user, max_tokens=200)

    def read(self, text: str) -> GuardedQuestion:
        return guarded(spoken(text, "respondent"), self.interviewer.guard, self._talk)

    def offline(self) -> GuardedQuestion:
        wording = self.interviewer.wording
        acknowledgement = wording.acknowledgement(self.seen, self.directive)
        candidates = wording.candidates(self.seen, self.directive)
        return first_that_passes(candidates, acknowledgement, self.interviewer.guard, self._talk)

    @property
    def _talk(self) -> Talk:
        return self.interviewer.talk(self.seen, self.directive)


# ── a model's words ───────────────────────────────────────────────────────────────────────────────


def guarded(line: str, guard: Guard, talk: Talk) -> GuardedQuestion:
    """The line as a question that passed. Raises Unreadable with every rule it breaks."""
    (readings,) = guard.read([line], talk)
    faults = broken(readings)
    if faults:
        raise Unreadable("; ".join(faults) + ".")
    return GuardedQuestion(line, readings=readings)


# ── without a model ───────────────────────────────────────────────────────────────────────────────


def first_that_passes(
    candidates: Iterable[Candidate], acknowledgement: str, guard: Guard, talk: Talk
) -> GuardedQuestion:
    """The first candidate that breaks no rule. Invitations are written to break none, so one always
    passes.
    """
    refused: list[str] = []
    for is_last, group in groupby(candidates, key=lambda each: each.invitation):
        compared = replace(talk, earlier=()) if is_last else talk
        while tried := list(islice(group, AT_ONCE if refused else 1)):
            for question in _read(tried, acknowledgement, guard, compared):
                faults = broken(question.readings)
                if not faults:
                    return replace(question, refused=tuple(refused))
                refused.append(f"{question.template}: {'; '.join(faults)}")
    raise LookupError("no question passes the guard, not even an invitation")


def _read(
    tried: Sequence[Candidate], acknowledgement: str, guard: Guard, talk: Talk
) -> Iterable[GuardedQuestion]:
    lines = [f"{acknowledgement} {each.question}".strip() for each in tried]
    return map(GuardedQuestion, lines, (each.template for each in tried), guard.read(lines, talk))
