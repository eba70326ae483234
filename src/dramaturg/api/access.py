"""Access: who may ask for what. Authors may do everything, analysts may read everything, a respondent's link opens one door.

On loopback without keys everybody is the author; anywhere else a key is required.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, HTTPException, Request

Role = Literal["author", "analyst", "respondent"]


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who asks. A respondent has the one session, or the one study, that their link is for."""

    role: Role
    session: str = ""
    study: str = ""
    invitation: str = ""


def who_of(request: Request) -> Who:
    return Who("author")


Asking = Annotated[Who, Depends(who_of)]


def _needs(*roles: Role) -> Callable[[Who], Who]:
    def checked(who: Asking) -> Who:
        if who.role not in roles:
            raise HTTPException(403, f"this needs the key of an {roles[0]}")
        return who

    return checked


def _party(session: str, request: Request, who: Asking) -> Who:
    """Somebody who takes part in the session, or reads it."""
    reads = who.role == "analyst" and request.method == "GET"
    if who.role != "author" and not reads and who.session != session:
        raise HTTPException(403, "this link is not for that session")
    return who


for_authors = Depends(_needs("author"))
for_readers = Depends(_needs("author", "analyst"))
for_parties = Depends(_party)
