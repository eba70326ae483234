"""An interview written up: transcript, report and pictures, from what lies in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.report.graph_picture import draw
from dramaturg.engines.interviews.report.interview_report import (
    ReportedInterview,
    report,
    transcript,
)
from dramaturg.kernel.errors import BadInput


async def write_up(sessions: Sessions, session: str, folder: Path) -> list[Path]:
    """The files of an interview, in a folder that is made if need be."""
    texts = await written_up(sessions, session)

    def saved() -> list[Path]:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        return [folder / name for name in texts]

    return await asyncio.to_thread(saved)


async def interview_of(
    sessions: Sessions, session: str
) -> tuple[InterviewEngine, ReportedInterview]:
    """The interview as it stands. Raises BadInput for a session that is not one."""
    live = await sessions.live(session)
    engine = live.engine
    if not isinstance(engine, InterviewEngine):
        raise BadInput(f"session {session} is not an interview; only interviews are written up")
    records = [record for _, record in await sessions.records(session)]
    return engine, ReportedInterview(
        records, live.state, engine.methodology, engine.subject, engine.guide, session
    )


async def written_up(sessions: Sessions, session: str) -> dict[str, str]:
    """By name of the file."""
    _, interview = await interview_of(sessions, session)
    return await asyncio.to_thread(
        lambda: {name: write(interview) for name, write in FILES.items()}
    )


async def written_file(sessions: Sessions, session: str, name: FileName) -> str:
    """One of the files."""
    _, interview = await interview_of(sessions, session)
    return await asyncio.to_thread(FILES[name], interview)


def _picture(interview: ReportedInterview, canonical: bool = False) -> str:
    title = interview.subject.title + (": what belongs together" if canonical else "")
    graph, ontology = interview.state.graph, interview.methodology.ontology
    return draw(graph, ontology, title, canonical, interview.respondent)


FileName = Literal["transcript.md", "report.md", "graph.svg", "slots.svg"]
FILES: Mapping[FileName, Callable[[ReportedInterview], str]] = {
    "transcript.md": lambda each: transcript(each.records, each.subject.title, each.respondent),
    "report.md": report,
    "graph.svg": _picture,
    "slots.svg": lambda each: _picture(each, canonical=True),
}
