"""Transcripts of a study: files read to see who speaks in them, then brought in and read on."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Sequence
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheApp, TheStudy, TheTranscripts
from dramaturg.app.studies.transcripts import (
    Confirmed,
    Reading,
    bring_in,
    readings,
    with_said_roles,
)
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.text import storable
from dramaturg.studies.transcripts.files import read_files
from dramaturg.studies.transcripts.recording import Recording, Role, talk_of
from dramaturg.studies.transcripts.speakers import Speaker, speakers_of

router = APIRouter(prefix="/studies/{study}/transcripts", tags=["studies"])

FileName = Annotated[str, Field(min_length=1, max_length=200)]
SpeakerName = Annotated[str, Field(max_length=200)]


class SentFile(Sent):
    """A file with its bytes as base64: .txt, .docx, .vtt, .srt, .csv or .qdpx."""

    name: FileName
    data: str


class SentFiles(Sent):
    files: list[SentFile] = Field(min_length=1, max_length=200)


class SentTranscripts(SentFiles):
    """With what each speaker is, by recording and name; what is not said is as it was guessed."""

    roles: dict[str, dict[SpeakerName, Role]] = Field(default_factory=dict)


class TranscriptShown(BaseModel):
    """A recording that was found in the files: who speaks in it, and how many answers it has."""

    name: str
    speakers: tuple[Speaker, ...]
    answers: int


@router.post("/speakers", dependencies=[for_authors])
async def find_speakers(study: TheStudy, sent: SentFiles) -> list[TranscriptShown]:
    """Who speaks in these files, and who of them is taken to ask and to answer. Nothing is kept."""
    recordings = await asyncio.to_thread(_read, sent.files)
    return [_shown(each) for each in recordings]


@router.post("", status_code=202, dependencies=[for_authors])
async def bring_in_transcripts(
    study: TheStudy, sent: SentTranscripts, app: TheApp, desk: TheTranscripts
) -> list[Reading]:
    """Bring in these interviews, all or none, and begin to read them."""
    recordings = await asyncio.to_thread(_read, sent.files)
    found: Sequence[Confirmed] = with_said_roles(recordings, sent.roles)
    await bring_in(app.studies, study.id, found)
    await desk.go_on(study.id)
    return await readings(app.studies, app.sessions, study.id)


@router.get("", dependencies=[for_readers])
async def list_transcripts(study: TheStudy, app: TheApp, desk: TheTranscripts) -> list[Reading]:
    """How far each transcript is read. What was left unread is read on."""
    await desk.go_on(study.id)
    return await readings(app.studies, app.sessions, study.id)


def _shown(recording: Recording) -> TranscriptShown:
    speakers = speakers_of(recording)
    talk = talk_of(recording, {each.name: each.role for each in speakers})
    return TranscriptShown(name=recording.name, speakers=speakers, answers=len(talk.answers))


def _read(files: Sequence[SentFile]) -> list[Recording]:
    """They lie on the disk for as long as they are read."""
    with TemporaryDirectory() as folder:
        paths = [_written(Path(folder), each) for each in files]
        try:
            return read_files(paths)
        except BadInput as faults:
            raise BadInput(str(faults).replace(f"{folder}/", "")) from None


def _written(folder: Path, file: SentFile) -> Path:
    name = storable(PurePath(file.name.replace("\\", "/")).name).strip(". ") or "transcript"
    path = folder / name
    if path.exists():
        raise BadInput(f"{name} is there twice: give each file a name of its own")
    try:
        path.write_bytes(b64decode(file.data, validate=True))
    except (NotBase64, ValueError):
        raise BadInput(f"{name}: its data are not base64") from None
    return path
