"""Interviews held elsewhere, read as if they were held here: the questions are those that were
asked, the answers those that were given, and all that is made of them is made as ever.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from dramaturg.engines.interviews import perceive
from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.state import Asked, InterviewEvent, InterviewState
from dramaturg.engines.interviews.decide import state_computation
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.held_talk import HeldTalk, concept_asked_about, strategy_asked_by
from dramaturg.engines.interviews.perceive import AnswerTools
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import AskAnswer, Prompter
from dramaturg.turn.care import CareState, CareTaken
from dramaturg.turn.contract import Decision, Draft, Heard, Opening, Percept, Verdict
from dramaturg.turn.engine import fold
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.readings import Readings

ABOUT, BY = "asks_about", "asks_by"


class NobodyThere:
    """Cares for nobody: whoever spoke of danger said it to somebody else, and long ago."""

    async def heed(
        self,
        state: CareState,
        text: str,
        hearing: Hearing,
        prompter: Prompter,
        in_role: object = (),
    ) -> CareTaken | None:
        return None

    def alarmed(
        self, state: CareState, answer: AskAnswer[Readings], language: str = ""
    ) -> CareTaken | None:
        return None

    def check_in(self, state: CareState) -> CareTaken | None:
        return None


class HeldInterviewEngine(InterviewEngine):
    """One talk, read by one methodology."""

    def __init__(self, talk: HeldTalk, *held_with: Any) -> None:
        super().__init__(*held_with)
        self.talk = talk

    @cached_property
    def reading(self) -> AnswerTools:
        return replace(self.tools, care=NobodyThere())

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[InterviewEvent]:
        question = self.talk.questions[0]
        return Opening((Asked(question, "open"),), question)

    async def perceive(
        self, state: InterviewState, heard: Heard, prompter: Prompter
    ) -> Percept[InterviewEvent]:
        if state.ended or heard.text != self.talk.answers[state.turn]:
            raise BadInput("this interview was held elsewhere: nobody can answer in it")
        percept = await perceive.perceive(state, heard, self.reading, prompter)
        seen = fold(self.apply, percept.events, state)
        question, tools = self.talk.questions[seen.turn], self.tools
        by = strategy_asked_by(
            question,
            self.methodology.strategies,
            tools.embedder,
            tools.embedder.thresholds.same_concept,
        )
        facts = {ABOUT: concept_asked_about(seen, question), BY: by}
        return replace(percept, facts={**percept.facts, **facts})

    def decide(
        self, seen: InterviewState, percept: Percept[InterviewEvent]
    ) -> Decision[InterviewDirective]:
        figures = state_computation(seen, self.rules)
        about, by = str(percept.facts.get(ABOUT, "")), str(percept.facts.get(BY, ""))
        over = seen.turn >= len(self.talk.answers)
        directive = InterviewDirective(
            purpose="thank" if over else "ask",
            phase=figures.phase,
            graph=figures.graph,
            canonical=figures.canonical,
            comparison=figures.comparison,
            velocity=figures.velocity,
            strategy=by,
            focus=seen.key_of(about) if about else "",
            concept=about,
            termination="recording_over" if over else None,
        )
        return Decision(directive, "the recording ends here" if over else "it was asked so")

    async def express(
        self,
        seen: InterviewState,
        percept: Percept[InterviewEvent],
        decision: Decision[InterviewDirective],
        prompter: Prompter,
    ) -> Draft[QuestionReport]:
        return Draft(self.talk.questions[seen.turn], QuestionReport(), "offline")

    def check(
        self,
        seen: InterviewState,
        decision: Decision[InterviewDirective],
        draft: Draft[QuestionReport],
    ) -> Verdict:
        return Verdict(draft.line)
