"""Checking a question before anyone hears it: the last line of defence, from what the guard has
read. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.guard import broken
from dramaturg.engines.interviews.questions.templates import Wording
from dramaturg.english.prose import plain
from dramaturg.turn.contract import Decision, Draft, Override, Verdict


def check(
    seen: InterviewState,
    decision: Decision[InterviewDirective],
    draft: Draft[QuestionReport],
    wording: Wording,
) -> Verdict:
    """The line that may be said; a question that breaks a rule gives way to a neutral one that was
    not asked before.
    """
    if decision.directive.purpose in ("thank", "care"):
        return Verdict(draft.line)
    faults = tuple(_faults(seen, draft))
    if not faults:
        return Verdict(draft.line)
    return Verdict(
        wording.invitation(seen), tuple(Override("question-guard", fault) for fault in faults)
    )


def _faults(seen: InterviewState, draft: Draft[QuestionReport]) -> Iterator[str]:
    yield from broken(draft.report.readings)
    if not draft.line.strip():
        yield "there is no question"
    elif plain(draft.line) in map(plain, seen.questions):
        yield "it was asked before in the same words"
