"""Asking for the first question: conversational, with few constraints (seed 002); without a model,
one of the methodology's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from dramaturg.engines.interviews.asks.question_ask import (
    MOST_TOKENS,
    GuardedQuestion,
    first_that_passes,
    guarded,
)
from dramaturg.engines.interviews.questions.guard import RULES_IN_WORDS, Talk
from dramaturg.engines.interviews.questions.interviewer import Interviewer
from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase
from dramaturg.engines.interviews.questions.templates import Candidate, fits, invitations, rendered
from dramaturg.english.rules.spoken_text import spoken
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.asks import Ask
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt

_SYSTEM = (
    "You are a research interviewer, and the interview begins. Warmly invite the respondent to"
    " share first thoughts: friendly, open. One short line with one question, in everyday words;"
    " nothing else, no label, no quotation marks."
)


@dataclass(frozen=True)
class OpeningAsk(Ask[GuardedQuestion]):
    """The first line of an interview."""

    name: ClassVar[str] = "interviews.opening"
    role: ClassVar[Role] = "speak"

    interviewer: Interviewer
    language: str = ENGLISH

    def prompt(self) -> Prompt:
        methodology, subject = self.interviewer.methodology, self.interviewer.subject
        rules = "\n".join(f"- {rule}" for rule in RULES_IN_WORDS)
        user = (
            f"Method: {methodology.id}, {methodology.method}\nGoal: {methodology.goal}\nSubject:"
            f" {subject.title}\nObjective: {subject.objective}\n\nRULES:\n{rules}\n\nWrite the"
            " opening question."
        )
        return Prompt(self.name, self.role, _SYSTEM, user, max_tokens=MOST_TOKENS)

    def read(self, text: str) -> GuardedQuestion:
        talk = replace(self._talk, language=self.language)
        return guarded(spoken(text, "respondent"), self.interviewer.guard, talk)

    def offline(self) -> GuardedQuestion:
        filled = {"subject": QuestionPhrase(self.interviewer.subject.title)}
        openings = self.interviewer.methodology.openings
        title = self.interviewer.subject.title
        fit = [opening for opening in openings if fits(opening, title)]
        own = [Candidate(rendered(opening, filled), opening) for opening in fit or openings]
        last = [Candidate(line, line, invitation=True) for line in invitations(0)]
        return first_that_passes((*own, *last), "", self.interviewer.guard, self._talk)

    @property
    def _talk(self) -> Talk:
        title = self.interviewer.subject.title
        return Talk(said=title, subject=title)
