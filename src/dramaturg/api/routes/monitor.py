"""The monitor: what runs now, and what somebody should look after, without a word that was said."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.app.live.monitor import MonitorChanges

router = APIRouter(tags=["monitor"], dependencies=[for_readers])

LARGEST_MARK = 2**53 - 1


class Seen(Sent):
    """Up to which turn the flags of a session were seen."""

    turn: int = Field(ge=0, le=999_999_999)


@router.get("/wall", include_in_schema=False)  # as it was called before
@router.get("/monitor")
async def look_at_monitor(
    app: TheApp, since: Annotated[int, Query(ge=0, le=LARGEST_MARK)] = 0
) -> MonitorChanges:
    """The running sessions with their flags: all of them, or what has changed since a mark."""
    return await app.monitor.look(since)


@router.put(
    "/wall/{session}/seen", status_code=204, dependencies=[for_authors], include_in_schema=False
)
@router.put("/monitor/{session}/seen", status_code=204, dependencies=[for_authors])
async def acknowledge_flags(info: TheSession, seen: Seen, app: TheApp) -> None:
    """Note, for everybody who looks, that the flags of a session were seen. Of danger it is kept
    for good, of the rest until the server ends.
    """
    await app.monitor.acknowledge(info.id, seen.turn)
