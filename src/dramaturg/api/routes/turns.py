"""Turns: played, resumed, read, looked on at while they happen; and why each went as it did."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field, TypeAdapter

from dramaturg.api.base.access import for_parties, for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.app.live.session_events import (
    Begun,
    Behind,
    Changed,
    Failed,
    Gone,
    Happening,
    Place,
    Ready,
    Sentence,
)
from dramaturg.app.sessions.sessions import LONGEST_TURN
from dramaturg.app.views.views import TurnShown, Why
from dramaturg.turn.contract import Heard

MOST_TURNS = 10**9
PLACE = r"^(-1|[0-9]{1,9})(\.[0-9a-f-]{1,36}\.[0-9]{1,6})?$"
RECONNECT_AFTER = 1000
"""Milliseconds that a browser waits before it takes up a stream again."""

EVENTS: dict[type[Happening], str] = {
    TurnShown: "turn",
    Begun: "heard",
    Sentence: "sentence",
    Failed: "failed",
    Ready: "ready",
    Changed: "changed",
    Gone: "gone",
    Behind: "behind",
}

HAPPENING: TypeAdapter[Happening] = TypeAdapter(Happening)

TurnNumber = Annotated[int, Path(ge=0, le=MOST_TURNS)]
After = Annotated[int, Query(ge=-1, le=MOST_TURNS)]
EventPlace = Annotated[str, Query(pattern=PLACE, max_length=60)]
LastEvent = Annotated[str | None, Header(alias="Last-Event-ID", pattern=PLACE, max_length=60)]

router = APIRouter(tags=["turns"])


class Said(Sent):
    """One turn of the person: words, or a choice among offered options, perhaps turned to
    somebody.
    """

    text: str = Field("", max_length=LONGEST_TURN)
    choice: str | None = Field(None, max_length=1000)
    to: str | None = Field(None, max_length=200)


@router.post("/sessions/{session}/turns", dependencies=[for_parties])
async def take_turn(
    info: TheSession,
    said: Said,
    app: TheApp,
    idempotency_key: Annotated[str, Header(min_length=1, max_length=200)],
) -> TurnShown:
    """Play one turn. Send it again with the same Idempotency-Key, and it is answered the same and
    played once.
    """
    return await app.hub.turn(
        info, Heard(said.text, said.choice, said.to, at=time.time()), idempotency_key
    )


@router.post("/sessions/{session}/resume", dependencies=[for_parties])
async def resume_turn(info: TheSession, app: TheApp) -> TurnShown | None:
    """Play the turn that a failure left pending; nothing when there is none, or when somebody else
    is at it.
    """
    return await app.hub.resume(info)


@router.get("/sessions/{session}/turns", dependencies=[for_parties])
async def list_turns(info: TheSession, app: TheApp, after: After = -1) -> list[TurnShown]:
    """The turns with a number greater than `after`."""
    return list(await app.views.turns(info, after))


@router.get("/sessions/{session}/turns/{turn}/why", dependencies=[for_readers])
async def why(info: TheSession, turn: TurnNumber, app: TheApp) -> Why:
    """Why a turn went as it did."""
    return await app.views.why(info, turn)


@router.get(
    "/sessions/{session}/events", response_class=EventSourceResponse, dependencies=[for_parties]
)
async def session_events(
    info: TheSession,
    app: TheApp,
    after: EventPlace = "-1",
    last_event_id: LastEvent = None,
    follow: bool = True,
) -> AsyncIterator[Happening]:
    """What happens in a session, as server-sent events; from the last event id, or `after` it,
    nothing is lost or doubled.

    `turn` has a played turn, `heard` one that is being played (`pending` when it was begun before),
    `sentence` a checked sentence of the line that is coming, `failed` why a turn was not played;
    after `ready` it is live. `changed` asks to read the session again, `gone` says that it was
    deleted, `behind` to connect again. Without `follow` it ends after `ready`. Reading plays
    nothing: what a crash left pending waits until it is sent again with its key, or resumed.
    """
    async with aclosing(
        app.hub.watch(info, Place.read(last_event_id or after), follow)
    ) as happenings:
        async for place, happening in happenings:
            yield _event(place, happening)  # type: ignore[misc]  # the frame of what the annotation says is in it


def _event(place: Place, happening: Happening) -> ServerSentEvent:
    name = (
        "pending" if isinstance(happening, Begun) and happening.earlier else EVENTS[type(happening)]
    )
    moved = isinstance(happening, TurnShown | Begun | Sentence | Changed)
    retry = RECONNECT_AFTER if isinstance(happening, Ready) else None
    # written by pydantic: what FastAPI does with `data` costs twenty times as much, for each
    # onlooker
    written = HAPPENING.dump_json(happening).decode()
    return ServerSentEvent(
        raw_data=written, event=name, id=str(place) if moved else None, retry=retry
    )
