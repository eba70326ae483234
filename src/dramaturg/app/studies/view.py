"""Studies as a page shows them: what can be opened, how far each is, and everybody who takes part
under their pseudonym.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from dramaturg.app.studies.read_study import context_of
from dramaturg.app.studies.studies import Studies
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
    """Somebody who takes part. `answers` are those to the screener, `source` is the file of an
    interview that was held elsewhere; of somebody who withdrew only the pseudonym is left.
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
    source: str
    updated_at: float | None


@dataclass(frozen=True, slots=True)
class StudyShown:
    """A study and how far it has come. `questions` are those of the screener that make groups,
    `kinds` of what codes can be.
    """

    head: StudyHead
    methodology: str
    subject: str
    minutes: int
    turns: int
    consent_version: str
    invited_only: bool
    questions: tuple[str, ...]
    kinds: Mapping[str, str]
    invitations: int
    used: int
    standings: tuple[StandingShown, ...]
    quotas: tuple[QuotaShown, ...]
    people: tuple[RespondentShown, ...]


def study_documents(library: Library) -> tuple[StudyDocument, ...]:
    """The studies of the library, by id."""

    def shown(id: str) -> StudyDocument:
        try:
            study = cast(Loaded[Study], library.get("study", id)).document
        except ContentError as error:
            return StudyDocument(id, id, faults=len(error.faults))
        return StudyDocument(id, study.title, study.methodology, study.subject, study.respondents)

    return tuple(shown(entry.id) for entry in library.entries("study"))


async def study_heads(studies: Studies) -> list[StudyHead]:
    """All that were opened, newest first."""
    return [
        _head(info, await studies.document(info.id), await studies.state(info.id))
        for info in await studies.all()
    ]


async def study_shown(studies: Studies, info: StudyInfo) -> StudyShown:
    """Interviews that have ended since somebody looked are noted first."""
    await studies.note_ends(info.id)
    document, state = await studies.document(info.id), await studies.state(info.id)
    methodology = context_of(await studies.content(info.id), state).methodology
    people = in_order(state.participants).values()
    found = Counter(each.standing for each in people)
    begun = (studies.log.session(each.session) for each in people if each.session)
    sessions = {session.id: session for session in await asyncio.gather(*begun)}
    taken = state.taken
    return StudyShown(
        head=_head(info, document, state),
        methodology=document.methodology,
        subject=document.subject,
        minutes=document.minutes,
        turns=document.turns,
        consent_version=document.consent.version,
        invited_only=document.invited_only,
        questions=tuple(each.id for each in document.screener if each.answer != "text"),
        kinds={each.type: each.title for each in methodology.ontology.concepts},
        invitations=len(state.invitations),
        used=sum(map(bool, state.invitations.values())),
        standings=tuple(
            StandingShown(name, told, found[name])
            for name, told in STANDINGS.items()
            if name in found
        ),
        quotas=tuple(
            QuotaShown(each.id, each.title, taken[each.id], each.target) for each in document.quotas
        ),
        people=tuple(_respondent(each, sessions.get(each.session)) for each in people),
    )


def _head(info: StudyInfo, document: Study, state: StudyState) -> StudyHead:
    return StudyHead(
        id=info.id,
        content_id=info.content_id,
        version=document.version,
        title=document.title,
        status=state.status,
        opened_at=info.opened_at,
        respondents=document.respondents,
        placed=len(state.placed),
        finished=sum(each.standing == "finished" for each in state.participants.values()),
    )


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
        source=each.source,
        updated_at=session.updated_at if session else None,
    )
