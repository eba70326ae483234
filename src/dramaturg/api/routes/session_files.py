"""What lies in the log of a session, as records and as files to take along."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import JsonValue

from dramaturg.api.base.access import for_parties, for_readers
from dramaturg.api.base.bodies import as_file
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.api.routes.turns import After
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.live.exports import FILES, Form, SessionExports

router = APIRouter(tags=["sessions"])

EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file",
        "content": {media_type: {} for _, media_type in FILES.values()},
    }
}


@dataclass(frozen=True, slots=True)
class RecordShown:
    """A turn as it lies in the log, in the form of its engine."""

    turn: int
    key: str
    at: float
    record: JsonValue
    timings: dict[str, float]


@router.get("/sessions/{session}/records", dependencies=[for_readers])
async def list_records(info: TheSession, app: TheApp, after: After = -1) -> list[RecordShown]:
    """The records of the turns with a number greater than `after`, as the log has them."""
    return [
        RecordShown(turn.turn, turn.key, turn.at, json.loads(turn.record), json.loads(turn.timings))
        for turn in await app.log.turns(info.id, after)
    ]


@router.get(
    "/sessions/{session}/export",
    response_class=Response,
    responses=EXPORTED,
    dependencies=[for_parties],
)
async def export_session(
    info: TheSession, app: TheApp, form: Annotated[Form, Query(alias="as")] = "json"
) -> Response:
    """The session as a file: everything recorded, the conversation as text, or a walkthrough that
    plays it again.
    """
    made = await SessionExports(app.log, app.views, app.library, LOCAL_MODELS).exported(info, form)
    return as_file(made.name, made.text, made.media_type)
