"""What an interview found out: its knowledge graph at any turn, its report, and both as files."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from dramaturg.api.base.access import for_readers
from dramaturg.api.base.bodies import as_file
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.app.views.interview_report import InterviewReport, knowledge_of, report_of
from dramaturg.app.views.write_up import FileName, written_file
from dramaturg.engines.interviews.knowledge_view import KnowledgeShown

router = APIRouter(tags=["interviews"])

LATEST = 1_000_000
MEDIA_TYPES = {"md": "text/markdown; charset=utf-8", "svg": "image/svg+xml"}


@router.get("/sessions/{session}/knowledge", dependencies=[for_readers])
async def show_knowledge(
    info: TheSession, app: TheApp, at: Annotated[int | None, Query(ge=0, le=LATEST)] = None
) -> KnowledgeShown:
    """The knowledge graph of an interview as it is, or as it was after a turn."""
    return await knowledge_of(app.sessions, info.id, at)


@router.get("/sessions/{session}/report", dependencies=[for_readers])
async def show_report(info: TheSession, app: TheApp) -> InterviewReport:
    """The report of an interview."""
    return await report_of(app.sessions, info.id)


@router.get(
    "/sessions/{session}/report/{file}",
    dependencies=[for_readers],
    response_class=Response,
    responses={
        200: {
            "content": {
                kind.partition(";")[0]: {"schema": {"type": "string"}}
                for kind in MEDIA_TYPES.values()
            }
        }
    },
)
async def download_report(info: TheSession, file: FileName, app: TheApp) -> Response:
    """The report, the transcript or a picture of an interview, as a file."""
    text = await written_file(app.sessions, info.id, file)
    return as_file(file, text, MEDIA_TYPES[file.rpartition(".")[2]])
