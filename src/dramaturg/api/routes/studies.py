"""Studies: opened, shown, invited to, paused, closed, erased. Taking part is another door."""

from __future__ import annotations

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from dramaturg.api.base.access import Access, TheAccess, Who, for_authors, for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheAnalyses, TheApp, TheStudy
from dramaturg.app.studies.studies import Withdrawal
from dramaturg.app.studies.view import (
    StudyDocument,
    StudyHead,
    StudyShown,
    study_documents,
    study_heads,
    study_shown,
)
from dramaturg.content.library import Id
from dramaturg.studies.base.state import Status
from dramaturg.studies.content import study_content

router = APIRouter(prefix="/studies", tags=["studies"])

MOST_AT_ONCE = 500  # invitations that fit a page
LASTS = 365  # days that a respondent's link opens the door


class OpenStudy(Sent):
    """A study of the library, by its id."""

    document: Id


class WantedInvitations(Sent):
    number: int = Field(1, ge=1, le=MOST_AT_ONCE)


class WantedStatus(Sent):
    """`paused` takes nobody new for now, `closed` for good."""

    status: Status


class InvitationShown(BaseModel):
    """One respondent's way in: a code that is shown this once, and the address that has it."""

    code: str
    address: str


class OpenLink(BaseModel):
    """The way in for everybody; none where one needs an invitation."""

    address: str | None


@router.get("/documents", dependencies=[for_readers])
async def list_study_documents(app: TheApp) -> list[StudyDocument]:
    """The studies that can be opened."""
    return list(await asyncio.to_thread(study_documents, app.library))


@router.get("", dependencies=[for_readers])
async def list_studies(app: TheApp) -> list[StudyHead]:
    """All studies that were opened, newest first."""
    return await study_heads(app.studies)


@router.post("", status_code=201, dependencies=[for_authors])
async def open_study(wanted: OpenStudy, app: TheApp) -> StudyShown:
    """Open a study: from now on people can take part."""
    study = await app.studies.open(
        await asyncio.to_thread(study_content, app.library, wanted.document)
    )
    return await study_shown(app.studies, await app.log.study(study))


@router.get("/{study}", dependencies=[for_readers])
async def show_study(study: TheStudy, app: TheApp) -> StudyShown:
    """How far a study is: places, quotas, invitations, and everybody who takes part."""
    return await study_shown(app.studies, study)


@router.delete("/{study}", status_code=204, dependencies=[for_authors])
async def delete_study(study: TheStudy, app: TheApp, analyses: TheAnalyses) -> None:
    """Erase a study with all its interviews, the bytes on disk included."""
    await app.studies.delete(study.id)
    analyses.forget(study.id)


@router.put("/{study}/status", dependencies=[for_authors])
async def set_study_status(study: TheStudy, wanted: WantedStatus, app: TheApp) -> StudyShown:
    """Pause a study, take people again, or close it for good."""
    await app.studies.set_status(study.id, wanted.status)
    return await study_shown(app.studies, study)


@router.post("/{study}/invitations", status_code=201, dependencies=[for_authors])
async def invite(
    study: TheStudy, wanted: WantedInvitations, app: TheApp, access: TheAccess
) -> list[InvitationShown]:
    """Invitations, each for one respondent. Their codes are shown this once; only hashes
    are kept.
    """
    codes = await app.studies.invite(study.id, wanted.number)
    return [InvitationShown(code=code, address=_address(study.id, access, code)) for code in codes]


@router.get("/{study}/link", dependencies=[for_authors])
async def open_link(study: TheStudy, app: TheApp, access: TheAccess) -> OpenLink:
    """The link that anybody can take part with, where the study needs no invitation."""
    invited_only = (await app.studies.document(study.id)).invited_only
    return OpenLink(address=None if invited_only else _address(study.id, access))


@router.delete("/{study}/respondents/{respondent}", dependencies=[for_authors])
async def erase_respondent(
    study: TheStudy,
    respondent: Annotated[str, Path(max_length=20)],
    app: TheApp,
    analyses: TheAnalyses,
) -> Withdrawal:
    """Erase everything of a respondent, the bytes on disk included; only the pseudonym is left."""
    withdrawal = await app.studies.withdraw(study.id, respondent)
    analyses.forget(study.id)
    return withdrawal


def _address(study: str, access: Access, code: str = "") -> str:
    """On this server. Where keys are needed, the link has a token that opens this study's door and
    no other.
    """
    given = {"code": code} if code else {}
    if not access.open:
        given["key"] = access.sign(Who("respondent", study=study, invitation=code), days=LASTS)
    return f"/join/{study}{f'?{urlencode(given)}' if given else ''}"
