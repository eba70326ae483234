"""Asking for the next question: the prompt (seed 002), how the answer is read and guarded, and the
question without a model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from dramaturg.engines.interviews.asks.question_prompt import system_prompt, user_prompt
from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.guard import Guard, Talk, told
from dramaturg.engines.interviews.questions.interviewer import Interviewer
from dramaturg.engines.interviews.questions.templates import Candidate
from dramaturg.english.prose import plain
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.sentence_gate import SentenceGate
from dramaturg.english.rules.spoken_text import spoken
from dramaturg.languages.detect import ENGLISH
from dramaturg.languages.sentences import QUESTION_MARKS
from dramaturg.turn.asks import Ask, Improvable, Listener, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt

MOST_TOKENS = 400  # a line has 45 words, in whatever language
AGAIN = "it was asked before in the same words"


@dataclass(frozen=True, slots=True)
class GuardedQuestion:
    """A line that may be said, the template it came from, what of style it breaks, and what earlier
    tries broke.
    """

    line: str
    template: str = ""
    broken: tuple[Breach, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class QuestionAsk(Ask[GuardedQuestion]):
    """One question of one turn."""

    name: ClassVar[str] = "interviews.question"
    role: ClassVar[Role] = "speak"

    interviewer: Interviewer
    seen: InterviewState
    directive: InterviewDirective
    language: str = ENGLISH

    def prompt(self) -> Prompt:
        user = user_prompt(self.interviewer, self.seen, self.directive)
        return Prompt(
            self.name, self.role, system_prompt(self.interviewer), user, max_tokens=MOST_TOKENS
        )

    def read(self, text: str) -> GuardedQuestion:
        line = spoken(text, "respondent", self._spoken.answer)
        return guarded(line, self.interviewer.guard, self._spoken)

    def gate(self, listener: Listener, aloud: str = "") -> SentenceGate:
        return SentenceGate(listener, self._may_be_heard, aloud=aloud)

    def rest(self, aloud: str) -> GuardedQuestion:
        """What was heard; with a question of ours after it, where it asks nothing yet."""
        if any(mark in aloud for mark in QUESTION_MARKS):
            return GuardedQuestion(aloud)
        question = self._authored("")
        return replace(question, line=f"{aloud} {question.line}")

    def offline(self) -> GuardedQuestion:
        return self._authored(self.interviewer.wording.acknowledgement(self.seen, self.directive))

    def _authored(self, acknowledgement: str) -> GuardedQuestion:
        candidates = self.interviewer.wording.candidates(self.seen, self.directive)
        return first_that_passes(candidates, acknowledgement, self.interviewer.guard, self._talk)

    def _may_be_heard(self, line: str) -> bool:
        return may_be_heard(line, self.interviewer.guard, self._spoken)

    @cached_property
    def _spoken(self) -> Talk:
        """What a model's words are judged against; authored ones are English."""
        return replace(self._talk, language=self.language)

    @cached_property
    def _talk(self) -> Talk:
        return self.interviewer.talk(self.seen, self.directive)


# ── a model's words ───────────────────────────────────────────────────────────────────────────────


def guarded(line: str, guard: Guard, talk: Talk) -> GuardedQuestion:
    """The line as a question that may be asked. Raises Unreadable with every rule it breaks, or
    Improvable where that is style alone.
    """
    if _was_asked(line, talk):
        raise Unreadable(f"{AGAIN}.")
    broken = guard.judge(line, talk)
    question = GuardedQuestion(line, broken=broken)
    if any(breach.hard for breach in broken):
        raise Unreadable("; ".join(map(told, broken)) + ".")
    if broken:
        raise Improvable("; ".join(map(told, broken)) + ".", question)
    return question


def may_be_heard(line: str, guard: Guard, talk: Talk) -> bool:
    """Whether so much of a line may be heard before the rest of it is there."""
    try:
        aloud = spoken(line, "respondent", talk.answer)
    except Unreadable:
        return False
    if aloud != line or _was_asked(line, talk):
        return False
    return not any(breach.hard for breach in guard.judge(line, talk))


def _was_asked(line: str, talk: Talk) -> bool:
    return plain(line) in map(plain, talk.earlier)


# ── without a model ───────────────────────────────────────────────────────────────────────────────


def first_that_passes(
    candidates: Iterable[Candidate], acknowledgement: str, guard: Guard, talk: Talk
) -> GuardedQuestion:
    """The first candidate that breaks no rule. Invitations are written to break none, so one always
    passes.
    """
    refused: list[str] = []
    for each in candidates:
        line = f"{acknowledgement} {each.question}".strip()
        compared = replace(talk, vouched=f"{acknowledgement} {each.template}")
        if each.invitation:
            compared = replace(compared, earlier=())
        broken = guard.judge(line, compared)
        if broken and each.invitation and acknowledgement:  # it was not the invitation
            line, broken = each.question, guard.judge(each.question, compared)
        if not broken:
            return GuardedQuestion(line, each.template, refused=tuple(refused))
        refused.append(f"{each.template}: {'; '.join(map(told, broken))}")
    raise LookupError("no question passes the guard, not even an invitation")
