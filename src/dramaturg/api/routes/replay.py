"""Stored sessions played again, and decided anew with other content: replay and what-if."""

from __future__ import annotations

import asyncio
from typing import Annotated, Self

from fastapi import APIRouter, Query
from pydantic import Field, model_validator

from dramaturg.api.base.access import for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheApp, TheSession
from dramaturg.app.content.swap import Another, version_in
from dramaturg.app.games.game_store import kept_version, shelf_of
from dramaturg.app.replay.replay import AgainShown, play_again, shown_again
from dramaturg.app.replay.what_if_view import (
    MOST_SESSIONS,
    CanBe,
    ManyShown,
    WhatIfShown,
    can_be,
    shown_if,
    shown_if_many,
)
from dramaturg.app.wiring import App
from dramaturg.kernel.text import storable

router = APIRouter(tags=["replay"])

Name = Annotated[str, Field(min_length=1, max_length=200)]


class PlayAgain(Sent):
    """How to play a session again: reading the words anew, or on the readings in the log."""

    recorded_readings: bool = False


class OtherDocument(Sent):
    """Another version of something authored: a document of the library by kind and id, or the text
    of one.
    """

    kind: Name | None = None
    id: Name | None = None
    text: str | None = Field(None, min_length=1, max_length=500_000)

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.text is None) == (self.id is None) or (self.id is None) != (self.kind is None):
            raise ValueError("give a kind and an id, or the text of a document")
        return self


class Otherwise(Sent):
    """What sessions are decided anew with: another document, other values, each as `path=value`, or
    both.
    """

    other: OtherDocument | None = Field(None, alias="with")
    settings: list[Annotated[str, Field(min_length=1, max_length=1000)]] = Field(
        default_factory=list, alias="set", max_length=50
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.other is None and not self.settings:
            raise ValueError(
                "say what is otherwise: `with` another document, `set` other values, or both"
            )
        return self


class OtherwiseMany(Otherwise):
    """The same for many sessions: those named, those of a study, or all, the newest first."""

    sessions: list[Name] = Field(default_factory=list, max_length=MOST_SESSIONS)
    study: Name | None = None
    all: bool = False

    @model_validator(mode="after")
    def _which(self) -> Self:
        if sum((bool(self.sessions), self.study is not None, self.all)) != 1:
            raise ValueError("say which sessions: `sessions`, `study` or `all`")
        return self


@router.post("/sessions/{session}/replay", dependencies=[for_readers])
async def replay_session(info: TheSession, wanted: PlayAgain, app: TheApp) -> AgainShown:
    """Play every turn again from what was heard, without a model, and hold it against the
    record.
    """
    return shown_again(await play_again(app.sessions, info.id, wanted.recorded_readings))


@router.get("/sessions/{session}/other-values", dependencies=[for_readers])
async def list_other_values(
    info: TheSession, app: TheApp, words: Annotated[str, Query(max_length=200)] = ""
) -> CanBe:
    """What of a session's content can be otherwise: documents of the library, and values with
    `words` in their paths.
    """
    return await can_be(await app.log.content(info.content_hash), shelf_of(app.settings), words)


@router.post("/sessions/{session}/what-if", dependencies=[for_readers])
async def what_if_session(info: TheSession, wanted: Otherwise, app: TheApp) -> WhatIfShown:
    """Decide every turn of a session anew with other content, from what had really been said by
    then.
    """
    return await shown_if(app.log, info.id, await asyncio.to_thread(_another, wanted, app))


@router.post("/what-if", dependencies=[for_readers])
async def what_if_many(wanted: OtherwiseMany, app: TheApp) -> ManyShown:
    """Decide many sessions anew with other content, and sum up what would change."""
    return await shown_if_many(
        app.log, await _meant(wanted, app), await asyncio.to_thread(_another, wanted, app)
    )


def _another(wanted: Otherwise, app: App) -> Another:
    version = None
    if wanted.other is not None and wanted.other.text is not None:
        version = version_in(app.library, storable(wanted.other.text))
    elif wanted.other is not None:
        version = kept_version(shelf_of(app.settings), str(wanted.other.kind), str(wanted.other.id))
    return Another(version, tuple(map(storable, wanted.settings)))


async def _meant(wanted: OtherwiseMany, app: App) -> list[str]:
    if wanted.sessions:
        return [
            (await app.log.session(storable(session))).id
            for session in dict.fromkeys(wanted.sessions)
        ]
    if wanted.study is not None:
        return sorted(await app.studies.sessions((await app.log.study(storable(wanted.study))).id))
    return [info.id for info in await app.log.sessions()]
