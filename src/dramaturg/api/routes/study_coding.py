"""What a researcher adds to the codes of a study: words recoded, memos, a second coder, groups
compared.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NotBase64
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheAnalyses, TheApp, TheStudy
from dramaturg.app.studies.code_decisions import Words, memo_on, recoding, require_kind
from dramaturg.app.studies.comparing import compared
from dramaturg.app.studies.figures_view import CodesShown, codes_of
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.studies.second_coding import agreement_with
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.codes import CodingDecision
from dramaturg.studies.coding.agreement import Agreement
from dramaturg.studies.groups import Comparison

router = APIRouter(prefix="/studies/{study}", tags=["studies"])

CodeRef = Annotated[str, Field(min_length=1, max_length=500)]


class RecodedWords(Sent):
    """Words of an answer, and the code they get in place of whatever they had: by id or name, or
    with a kind a new one.
    """

    respondent: str = Field(max_length=20)
    turn: int = Field(ge=1, le=100_000)
    text: str = Field(min_length=1, max_length=5_000)
    code: CodeRef
    kind: str = Field("", max_length=100)


class Memo(Sent):
    """What the analyst thinks of a code; without text, no memo."""

    code: CodeRef
    text: str = Field(max_length=5_000)


class SecondCoderFile(Sent):
    """A CSV file (interview, turn, code) or a .qdpx, its bytes as base64; `coder` says whose of
    several is meant.
    """

    form: Literal["csv", "qdpx"]
    data: str
    coder: str = Field("", max_length=200)


@router.post("/codes/words", status_code=201, dependencies=[for_authors])
async def recode_words(
    study: TheStudy, sent: RecodedWords, app: TheApp, analyses: TheAnalyses
) -> CodesShown:
    """Give words of a transcript a code. It is a decision like others and can be taken back."""
    wanted = Words(sent.respondent, sent.turn, sent.text, sent.code, sent.kind)

    def decide(material: StudyMaterial) -> CodingDecision:
        if wanted.kind:
            require_kind(material, wanted.kind)
        return recoding(material.book(), material.read(), wanted)

    decision = await with_material(app.studies, study.id, decide)
    await app.studies.decide(study.id, decision)
    return codes_of(await analyses.findings(study.id))


@router.post("/codes/memos", status_code=201, dependencies=[for_authors])
async def write_memo(study: TheStudy, sent: Memo, app: TheApp, analyses: TheAnalyses) -> CodesShown:
    """Write a memo on a code, or take one away."""
    found = await analyses.findings(study.id)
    await app.studies.decide(study.id, memo_on(found.book, sent.code, sent.text))
    return codes_of(await analyses.findings(study.id))


@router.post("/agreement", dependencies=[for_authors])
async def agree_with_second_coder(study: TheStudy, sent: SecondCoderFile, app: TheApp) -> Agreement:
    """How far a second coder agrees: kappa and alpha by code. The file is not kept."""

    def work(material: StudyMaterial) -> Agreement:
        with TemporaryDirectory() as folder:
            file = Path(folder) / f"second coder.{sent.form}"
            try:
                file.write_bytes(b64decode(sent.data, validate=True))
            except (NotBase64, ValueError):
                raise BadInput("the file's data are not base64") from None
            try:
                return agreement_with(material, file, sent.coder)
            except BadInput as fault:
                raise BadInput(str(fault).replace(f"{folder}/", "")) from None

    return await with_material(app.studies, study.id, work)


@router.get("/groups", dependencies=[for_readers])
async def compare_groups(
    study: TheStudy, analyses: TheAnalyses, by: Annotated[str, Query(min_length=1, max_length=200)]
) -> Comparison:
    """Codes and steps by group of respondents, as they answered a question of the screener."""
    return compared(await analyses.findings(study.id), by)
