"""Joining a study: for respondents, who need no key but their link. Their receipt says who they
are, and is in no address.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from dramaturg.api.base.access import TheAccess, TheGuest, Who, for_guests
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheAnalyses, TheApp, TheStudy
from dramaturg.app.studies.respondent import Door, Visit, door, visit
from dramaturg.app.studies.studies import Admission
from dramaturg.kernel.errors import BadInput

router = APIRouter(prefix="/join/{study}", tags=["joining"], dependencies=[for_guests])

Code = Annotated[str, Field(max_length=100)]
Number = Annotated[float, Field(ge=-1e15, le=1e15, allow_inf_nan=False)]
Answer = (
    bool
    | Annotated[int, Field(ge=-(10**15), le=10**15)]
    | Number
    | Annotated[str, Field(max_length=500)]
)


class ConsentGiven(Sent):
    """Somebody agrees to the consent text of this version."""

    agrees: Literal[True]
    consent_version: str = Field(max_length=200)
    code: Code = ""


class Receipt(Sent):
    """What a respondent was given when they agreed."""

    receipt: Code = Field(min_length=1)


class ScreenerAnswers(Receipt):
    """The answers to the questions before the interview, by question."""

    answers: dict[Annotated[str, Field(max_length=100)], Answer] = Field(
        default_factory=dict, max_length=100
    )


@router.get("")
async def show_door(
    study: TheStudy, app: TheApp, who: TheGuest, code: Annotated[str, Query(max_length=100)] = ""
) -> Door:
    """What somebody reads before they take part, and whether they can."""
    return await door(app.studies, app.settings, study.id, code or who.invitation)


@router.post("/consent", status_code=201)
async def agree(study: TheStudy, agreement: ConsentGiven, app: TheApp, who: TheGuest) -> Admission:
    """Agree to take part. The receipt is shown this once: with it one goes on after a break, and
    withdraws.
    """
    consent = (await app.studies.document(study.id)).consent
    if agreement.consent_version != consent.version:
        raise BadInput(
            "The consent text has changed since you read it; please load the page again."
        )
    return await app.studies.consent(study.id, agreement.code or who.invitation)


@router.post("/visit")
async def come_back(study: TheStudy, known: Receipt, app: TheApp) -> Visit:
    """How far the holder of a receipt has come."""
    return await visit(
        app.studies, study.id, await app.studies.respondent_of(study.id, known.receipt)
    )


@router.post("/screening")
async def answer_screener(study: TheStudy, given: ScreenerAnswers, app: TheApp) -> Visit:
    """Answer the questions before the interview, and learn whether there is one."""
    respondent = await app.studies.respondent_of(study.id, given.receipt)
    await app.studies.screen(study.id, respondent, given.answers)
    return await visit(app.studies, study.id, respondent)


@router.post("/begin")
async def begin_interview(
    study: TheStudy,
    known: Receipt,
    app: TheApp,
    who: TheGuest,
    access: TheAccess,
    request: Request,
    response: Response,
) -> Visit:
    """Begin the interview, or go on with it after a break. From here on the link opens that one
    session.
    """
    respondent = await app.studies.respondent_of(study.id, known.receipt)
    begun = await app.studies.begin(study.id, respondent)
    if who.role == "respondent":
        access.admit(
            request,
            response,
            Who("respondent", study=study.id, invitation=who.invitation, session=begun.session),
        )
    return await visit(app.studies, study.id, respondent)


@router.post("/stop")
async def stop_interview(study: TheStudy, known: Receipt, app: TheApp) -> Visit:
    """End the interview here; what was said is kept."""
    respondent = await app.studies.respondent_of(study.id, known.receipt)
    await app.studies.note_end(study.id, respondent, left=True)
    return await visit(app.studies, study.id, respondent)


@router.post("/withdraw", status_code=204)
async def withdraw(study: TheStudy, known: Receipt, app: TheApp, analyses: TheAnalyses) -> None:
    """Take everything back: all that was said is erased, the bytes on disk included."""
    await app.studies.withdraw(study.id, await app.studies.respondent_of(study.id, known.receipt))
    analyses.forget(study.id)
