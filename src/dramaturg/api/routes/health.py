"""Whether the server is well, and what it runs with."""

from __future__ import annotations

from importlib.metadata import version
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from dramaturg.api.base.access import Anybody, Role
from dramaturg.api.base.dependencies import TheApp

VERSION = version("dramaturg")

router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: Literal["ok"] = "ok"
    version: str
    model: str
    role: Role | None


@router.get("/health")
async def health(app: TheApp, who: Anybody) -> Health:
    """Whether the server is well; which model speaks; and what the caller may do."""
    return Health(version=VERSION, model=app.settings.model, role=who.role if who else None)
