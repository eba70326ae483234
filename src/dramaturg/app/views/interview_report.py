"""The report of an interview as a page shows it: what it was, what was found, how it was asked, and
how it was made.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.views.write_up import interview_of
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.knowledge_view import KnowledgeShown, knowledge
from dramaturg.engines.interviews.report.interview_report import (
    InterviewMoment,
    ReportedInterview,
    asked_how,
    facts,
    moments,
    reservations,
)


@dataclass(frozen=True, slots=True)
class FactShown:
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class UsedShown:
    """How often a strategy was used in a phase."""

    phase: str
    strategy: str
    times: int


@dataclass(frozen=True, slots=True)
class InterviewReport:
    """An interview written up; the words behind every concept and every step are in `knowledge`."""

    title: str
    objective: str
    facts: tuple[FactShown, ...]
    knowledge: KnowledgeShown
    asked: tuple[UsedShown, ...]
    moments: tuple[InterviewMoment, ...]
    made: tuple[str, ...]


async def knowledge_of(sessions: Sessions, session: str, at: int | None = None) -> KnowledgeShown:
    """The knowledge graph as it was after turn `at`, or as it is. Raises BadInput for a session
    that is not an interview.
    """
    engine, interview = await interview_of(sessions, session)
    return await asyncio.to_thread(knowledge, engine, interview.records, at)


async def report_of(sessions: Sessions, session: str) -> InterviewReport:
    """Raises BadInput for a session that is not an interview."""
    engine, interview = await interview_of(sessions, session)
    return await asyncio.to_thread(_report, engine, interview)


def _report(engine: InterviewEngine, interview: ReportedInterview) -> InterviewReport:
    return InterviewReport(
        title=interview.subject.title,
        objective=interview.subject.objective,
        facts=tuple(FactShown(name, words) for name, words in facts(interview).items()),
        knowledge=knowledge(engine, interview.records),
        asked=tuple(
            UsedShown(phase, strategy, times)
            for phase, counts in asked_how(interview).items()
            for strategy, times in counts.most_common()
        ),
        moments=tuple(moments(interview)),
        made=tuple(reservations(interview)),
    )
