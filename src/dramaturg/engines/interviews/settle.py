"""Settling: what was measured, exhausted, asked and ended, as events. Pure."""

from __future__ import annotations

from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.state import (
    Asked,
    Ended,
    Exhausted,
    InterviewEvent,
    InterviewState,
    Measured,
    Rested,
)
from dramaturg.turn.contract import Cue, Decision, Settlement, Verdict
from dramaturg.turn.stopwatch import stage


def settle(
    seen: InterviewState, decision: Decision[InterviewDirective], verdict: Verdict
) -> Settlement[InterviewEvent]:
    directive = decision.directive
    events = [*scoring_persistence(seen, directive), response_saving(directive, verdict)]
    if directive.termination and not directive.continues:
        events.append(Ended(directive.termination))
    ended = Cue("InterviewEnded", {"reason": directive.termination})
    return Settlement(tuple(events), () if directive.continues else (ended,), decision.reason)


@stage("ResponseSaving")
def response_saving(directive: InterviewDirective, verdict: Verdict) -> Asked:
    return Asked(
        line=verdict.line,
        purpose=directive.purpose,
        strategy=directive.strategy,
        focus=directive.focus,
        concept=directive.concept,
        topic=directive.topic,
        because=directive.termination,
    )


@stage("ScoringPersistence")
def scoring_persistence(
    seen: InterviewState, directive: InterviewDirective
) -> tuple[InterviewEvent, ...]:
    if seen.heard and directive.purpose == seen.heard.staying:
        return ()  # no answer, nothing to measure
    rested = (Rested(key) for key in directive.rested)
    exhausted = (Exhausted(key) for key in directive.exhausted)
    return (Measured(directive.velocity, seen.graph.longest), *rested, *exhausted)
