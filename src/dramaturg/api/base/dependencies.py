"""What the routes are handed: the application, the session or study a path names, and its
analyses.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from dramaturg.app.studies.analyses import Analyses
from dramaturg.app.studies.transcripts import TranscriptDesk
from dramaturg.app.wiring import App
from dramaturg.turn.ports import SessionInfo, StudyInfo


async def app_of(request: Request) -> App:
    app: App = request.app.state.app
    return app


TheApp = Annotated[App, Depends(app_of)]


async def session_of(session: Annotated[str, Path(max_length=100)], app: TheApp) -> SessionInfo:
    return await app.log.session(session)


TheSession = Annotated[SessionInfo, Depends(session_of)]


async def study_of(study: Annotated[str, Path(max_length=100)], app: TheApp) -> StudyInfo:
    return await app.log.study(study)


TheStudy = Annotated[StudyInfo, Depends(study_of)]


async def analyses_of(request: Request) -> Analyses:
    analyses: Analyses = request.app.state.analyses
    return analyses


TheAnalyses = Annotated[Analyses, Depends(analyses_of)]


async def transcripts_of(request: Request) -> TranscriptDesk:
    desk: TranscriptDesk = request.app.state.transcripts
    return desk


TheTranscripts = Annotated[TranscriptDesk, Depends(transcripts_of)]
