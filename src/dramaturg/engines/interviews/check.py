"""Checking a question before anyone hears it: the last line of defence, from what the guard has
found. Pure.
"""

from __future__ import annotations

from dramaturg.engines.interviews.asks.question_ask import AGAIN
from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.guard import told
from dramaturg.engines.interviews.questions.templates import QuestionWording
from dramaturg.english.prose import plain
from dramaturg.english.rules.any_language import unjudged
from dramaturg.turn.contract import Decision, Draft, Override, Verdict


def check(
    seen: InterviewState,
    decision: Decision[InterviewDirective],
    draft: Draft[QuestionReport],
    wording: QuestionWording,
) -> Verdict:
    """The line that may be said; a question that breaks a rule gives way to a neutral one that was
    not asked before.
    """
    if not decision.directive.asks:
        return Verdict(draft.line)
    faults = [told(breach) for breach in draft.report.broken if breach.hard]
    if not draft.line.strip():
        faults.append("there is no question")
    elif plain(draft.line) in map(plain, seen.questions):
        faults.append(AGAIN)
    if not faults:
        return Verdict(draft.line, unjudged=unjudged(draft))
    overrides = tuple(Override("question-guard", fault) for fault in faults)
    return Verdict(wording.invitation(seen), overrides)
