"""Taking part in a study, as a respondent sees it: the door with its notice and consent, and how
far they have come.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.needs import StudyApp
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.document import ScreenerQuestion, Study
from dramaturg.studies.base.screening import ENOUGH, as_told
from dramaturg.studies.base.state import Standing

THANKS = "Thank you for taking part. What you said is kept under a pseudonym, as you agreed."


@dataclass(frozen=True, slots=True)
class Door:
    """What somebody reads before they take part. `message` says why the door is shut, where it is
    not `open`.
    """

    study: str
    title: str
    open: bool
    message: str
    notice: str
    minutes: int
    turns: int
    consent: str
    consent_version: str
    consent_hash: str
    questions: tuple[ScreenerQuestion, ...]


@dataclass(frozen=True, slots=True)
class Visit:
    """How far somebody has come, what they are told, and the interview they have begun, if any."""

    respondent: str
    standing: Standing
    message: str = ""
    session: str = ""


async def door(app: StudyApp, study: str, invitation: str = "") -> Door:
    """The study, for somebody who comes to it with this invitation."""
    document = await app.studies.document(study)
    message = await _shut(app, study, document, invitation)
    return Door(
        study=study,
        title=document.title,
        open=not message,
        message=message,
        notice=notice(app.settings),
        minutes=document.minutes,
        turns=document.turns,
        consent=document.consent.text,
        consent_version=document.consent.version,
        consent_hash=document.consent.hash,
        questions=document.screener,
    )


async def _shut(app: StudyApp, study: str, document: Study, invitation: str) -> str:
    """Why nobody new is taken, in words for whoever came; empty when they are welcome."""
    try:
        await app.studies.welcome(study, invitation)
    except BadInput as reason:
        return str(reason)
    return ENOUGH if len((await app.studies.state(study)).placed) >= document.respondents else ""


async def visit(app: StudyApp, study: str, respondent: str) -> Visit:
    """Where they are; an interview that is over is noted as such."""
    await app.studies.note_end(study, respondent)
    state = await app.studies.state(study)
    known = state.participants[respondent]
    message = THANKS if known.standing == "finished" else ""
    if known.standing in ("accepted", "screened_out", "quota_full"):
        message = as_told(await app.studies.document(study), known, state).message
    return Visit(respondent, known.standing, message, known.session)


def notice(settings: Settings) -> str:
    """That a machine asks, and which model reads along if there is one."""
    chosen = (settings.model, settings.model_extract, settings.model_read, settings.model_speak)
    models = sorted({model for model in chosen if model and model != "offline"})
    by_whom = (
        f" Your answers are read by the language model {' and '.join(models)}." if models else ""
    )
    return (
        "You will be interviewed by a machine: a computer program asks the questions, not a"
        f" person.{by_whom}"
    )
