"""Expressing (stage 8): one ask for the question, or a line that asks nothing new."""

from __future__ import annotations

from dramaturg.engines.interviews.asks.question_ask import QuestionAsk
from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.interviewer import Interviewer
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft
from dramaturg.turn.stopwatch import stage


@stage("QuestionGeneration")
async def express(
    seen: InterviewState,
    decision: Decision[InterviewDirective],
    interviewer: Interviewer,
    prompter: Prompter,
) -> Draft[QuestionReport]:
    directive = decision.directive
    if not directive.asks:
        return Draft(interviewer.unasking(seen, directive), QuestionReport(), "offline")
    answer = await prompter.ask(QuestionAsk(interviewer, seen, directive, prompter.language))
    question = answer.value
    report = QuestionReport(question.template, refused=question.refused, broken=question.broken)
    return Draft(question.line, report, answer.source)
