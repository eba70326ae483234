"""People on duty: who may be in danger, in which words, and who looks after it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import Sent, as_file
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.app.live.duty import DutyFlag, DutyForm, DutyState

router = APIRouter(tags=["care"], dependencies=[for_readers])

MEDIA = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file", "content": {each: {} for each in MEDIA.values()}}
}


class OnDuty(Sent):
    """What somebody on duty has done about a flag, and who they are."""

    did: Literal["seen", "handled"]
    who: str = Field(min_length=1, max_length=120)


@router.get("/care/flags")
async def list_care_flags(app: TheApp, state: DutyState | None = None) -> tuple[DutyFlag, ...]:
    """Everything that was raised, newest first, or what is in one state."""
    return await app.duty.flags(state)


@router.get("/care/flags/export", response_class=Response, responses=EXPORTED)
async def export_care_flags(
    app: TheApp, form: Annotated[DutyForm, Query(alias="as")] = "json"
) -> Response:
    """Everything that was raised, as a file."""
    return as_file(f"care-flags.{form}", await app.duty.export(form), MEDIA[form])


@router.put("/care/flags/{session}/{turn}", status_code=204, dependencies=[for_authors])
async def note_care_flag(info: TheSession, turn: int, done: OnDuty, app: TheApp) -> None:
    """Note, for everybody and for good, that a flag was seen or handled; who was first stays."""
    await app.duty.note(info.id, turn, done.did, done.who)
