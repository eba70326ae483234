"""An interview written up: transcript, report and pictures, from what lies in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from dramaturg.app.sessions import Sessions
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.telling.picture import draw
from dramaturg.engines.interviews.telling.report import Interview, report, transcript
from dramaturg.kernel.errors import BadInput


async def write_up(sessions: Sessions, session: str, folder: Path) -> list[Path]:
    """The files of an interview, in a folder that is made if need be."""
    return await asyncio.to_thread(_saved, await written_up(sessions, session), folder)


def _saved(texts: Mapping[str, str], folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


async def written_up(sessions: Sessions, session: str) -> dict[str, str]:
    """By name of the file."""
    live = await sessions.live(session)
    engine = live.engine
    if not isinstance(engine, InterviewEngine):
        raise BadInput(f"session {session} is not an interview; only interviews are written up")
    records = [record for _, record in await sessions.records(session)]
    interview = Interview(records, live.state, engine.methodology, engine.subject, engine.guide, session)
    title, graph, ontology = engine.subject.title, live.state.graph, engine.methodology.ontology
    return {
        "transcript.md": transcript(records, title, session),
        "report.md": report(interview),
        "graph.svg": draw(graph, ontology, title, respondent=session),
        "slots.svg": draw(graph, ontology, f"{title}: what belongs together", canonical=True, respondent=session),
    }
