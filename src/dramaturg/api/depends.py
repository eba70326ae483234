"""What the routes are handed: the application, the session a path names, and who is asking."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from dramaturg.app.wiring import App
from dramaturg.turn.ports import SessionInfo


def app_of(request: Request) -> App:
    app: App = request.app.state.app
    return app


TheApp = Annotated[App, Depends(app_of)]


async def session_of(session: Annotated[str, Path(max_length=100)], app: TheApp) -> SessionInfo:
    return await app.log.session(session)


TheSession = Annotated[SessionInfo, Depends(session_of)]
