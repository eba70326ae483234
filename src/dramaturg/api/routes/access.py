"""Coming in: a key, or a respondent's link, is exchanged for a cookie; and going again."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, Field

from dramaturg.api.base.access import COOKIE, Anybody, Role, TheAccess, Who
from dramaturg.api.base.bodies import Sent

router = APIRouter(tags=["access"])


class Key(Sent):
    """A key, or the token of a respondent's link."""

    key: str = Field(min_length=1, max_length=2000)


class Admitted(BaseModel):
    """What somebody may do here; nothing, when nobody knows them."""

    role: Role | None
    study: str = ""
    invitation: str = ""
    session: str = ""


@router.get("/access")
async def who_am_i(who: Anybody) -> Admitted:
    """What the caller may do."""
    return _admitted(who)


@router.post("/access")
async def come_in(wanted: Key, access: TheAccess, request: Request, response: Response) -> Admitted:
    """Exchange a key or a link's token for a cookie."""
    who = access.by_key(wanted.key)
    if who is None:
        raise HTTPException(401, "That key or link is not known here, or it is too old.")
    access.admit(request, response, who, wanted.key)
    return _admitted(who)


@router.delete("/access", status_code=204)
async def leave(access: TheAccess, request: Request, response: Response) -> None:
    """Forget who the browser is; its cookie, and any copy of it, opens nothing any more."""
    access.end(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE)


def _admitted(who: Who | None) -> Admitted:
    return (
        Admitted(role=who.role, study=who.study, invitation=who.invitation, session=who.session)
        if who
        else Admitted(role=None)
    )
