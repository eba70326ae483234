"""Studies as a page shows them: what can be opened, how far each is, and everybody who takes part
under their pseudonym.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from dramaturg.app.studies.needs import StudyApp
from dramaturg.content.documents import Loaded
from dramaturg.content.library import Library
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import ContentError
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.state import Participant, Standing, Status, StudyState
from dramaturg.studies.report.method_sections import STANDINGS, ending
from dramaturg.turn.ports import SessionInfo, StudyInfo
from dramaturg.turn.tables import in_order


@dataclass(frozen=True, slots=True)
class StudyDocument:
    """A study that can be opened; one with faults cannot, until they are mended."""

    id: str
    title: str
    methodology: str = ""
    subject: str = ""
    respondents: int = 0
    faults: int = 0


@dataclass(frozen=True, slots=True)
class StudyHead:
    """A study in a list. `placed` have one of its places, `finished` have been interviewed."""

    id: str
    content_id: str
    version: str
    title: str
    status: Status
    opened_at: float
    respondents: int
    placed: int
    finished: int


@dataclass(frozen=True, slots=True)
class QuotaShown:
    id: str
    title: str
    taken: int
    target: int


@dataclass(frozen=True, slots=True)
class StandingShown:
    """How many are at one point of the way, in words."""

    standing: Standing
    told: str
    count: int


@dataclass(frozen=True, slots=True)
class RespondentShown:
    """Somebody who takes part. `answers` are those to the screener; of somebody who withdrew only
    the pseudonym is left.
    """

    id: str
    standing: Standing
    told: str
    turns: int
    session: str
    ended: str
    answers: Mapping[str, Value]
    quotas: tuple[str, ...]
    simulated: bool
    updated_at: float | None


@dataclass(frozen=True, slots=True)
class StudyShown:
    """A study and how far it has come."""

    head: StudyHead
    methodology: str
    subject: str
    minutes: int
    turns: int
    consent_version: str
    invited_only: bool
    invitations: int
    used: int
    standings: tuple[StandingShown, ...]
    quotas: tuple[QuotaShown, ...]
    people: tuple[RespondentShown, ...]


def study_documents(library: Library) -> tuple[StudyDocument, ...]:
    """The studies of the library, by id."""
    return tuple(_document(library, entry.id) for entry in library.entries("study"))


def _document(library: Library, id: str) -> StudyDocument:
    try:
        study = cast(Loaded[Study], library.get("study", id)).document
    except ContentError as error:
        return StudyDocument(id, id, faults=len(error.faults))
    return StudyDocument(id, study.title, study.methodology, study.subject, study.respondents)


async def study_heads(app: StudyApp) -> list[StudyHead]:
    """All that were opened, newest first."""
    return [
        _head(info, await app.studies.document(info.id), await app.studies.state(info.id))
        for info in await app.studies.all()
    ]


async def study_shown(app: StudyApp, info: StudyInfo) -> StudyShown:
    """Interviews that have ended since somebody looked are noted first."""
    await note_ends(app, info.id)
    document, state = await app.studies.document(info.id), await app.studies.state(info.id)
    people = in_order(state.participants).values()
    sessions = await asyncio.gather(*(_session(app, each) for each in people))
    taken = state.taken
    return StudyShown(
        head=_head(info, document, state),
        methodology=document.methodology,
        subject=document.subject,
        minutes=document.minutes,
        turns=document.turns,
        consent_version=document.consent.version,
        invited_only=document.invited_only,
        invitations=len(state.invitations),
        used=sum(1 for respondent in state.invitations.values() if respondent),
        standings=_standings(state),
        quotas=tuple(
            QuotaShown(quota.id, quota.title, taken[quota.id], quota.target)
            for quota in document.quotas
        ),
        people=tuple(
            _respondent(each, session) for each, session in zip(people, sessions, strict=True)
        ),
    )


async def note_ends(app: StudyApp, study: str) -> None:
    """Note every interview that is over: whoever closes the window after the last question says no
    goodbye.
    """
    for each in (await app.studies.state(study)).participants.values():
        if each.standing == "interviewing" and (await app.sessions.live(each.session)).state.ended:
            await app.studies.note_end(study, each.id)


def _head(info: StudyInfo, document: Study, state: StudyState) -> StudyHead:
    finished = sum(each.standing == "finished" for each in state.participants.values())
    return StudyHead(
        info.id,
        info.content_id,
        document.version,
        document.title,
        state.status,
        info.opened_at,
        document.respondents,
        len(state.placed),
        finished,
    )


def _standings(state: StudyState) -> tuple[StandingShown, ...]:
    found = [each.standing for each in state.participants.values()]
    return tuple(
        StandingShown(name, told, found.count(name))
        for name, told in STANDINGS.items()
        if name in found
    )


async def _session(app: StudyApp, participant: Participant) -> SessionInfo | None:
    return await app.log.session(participant.session) if participant.session else None


def _respondent(each: Participant, session: SessionInfo | None) -> RespondentShown:
    return RespondentShown(
        id=each.id,
        standing=each.standing,
        told=STANDINGS[each.standing],
        turns=max(session.turns - 1, 0) if session else 0,  # without the opening
        session=each.session,
        ended=ending(each.termination) if each.termination else "",
        answers=dict(each.variables),
        quotas=each.quotas,
        simulated=each.simulated,
        updated_at=session.updated_at if session else None,
    )
