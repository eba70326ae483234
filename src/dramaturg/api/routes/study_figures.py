"""What comes of a study: codes and decisions about them, matrix, map, saturation, report and
exports; and figures from CSV.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import Sent, as_file
from dramaturg.api.base.dependencies import TheAnalyses, TheApp, TheStudy
from dramaturg.app.studies.code_decisions import merging, renaming, splitting
from dramaturg.app.studies.csv_figures import codes_in, ladders_in
from dramaturg.app.studies.downloads import MEDIA_TYPES, Download, Form, download
from dramaturg.app.studies.figures_view import (
    CodesShown,
    MatrixShown,
    WordsBehind,
    codes_of,
    matrix_of,
    matrix_of_study,
    saturation_of_study,
    words_behind,
)
from dramaturg.app.studies.read_study import with_material
from dramaturg.app.studies.report_view import ReportShown, report_of
from dramaturg.studies.base.codes import CodeBook, CodingDecision
from dramaturg.studies.figures.matrix import Count, Relations, implication_matrix
from dramaturg.studies.figures.matrix_table import matrix_figures
from dramaturg.studies.figures.saturation import StudySaturation, saturation

router = APIRouter(tags=["studies"])

LONGEST_CSV = 400_000  # characters: some thousands of ladders
HIGHEST = 1_000_000
FILE = {"schema": {"type": "string", "format": "binary"}}

CodeRef = Annotated[str, Field(min_length=1, max_length=500)]
AtCutoff = Annotated[int | None, Query(ge=1, le=HIGHEST)]


class Merge(Sent):
    """The second code becomes part of the first; codes go by id or name."""

    kind: Literal["merge"]
    into: CodeRef
    other: CodeRef


class Split(Sent):
    """These ideas, such as R003/s4, leave the code and are one of their own."""

    kind: Literal["split"]
    code: CodeRef
    ideas: list[Annotated[str, Field(max_length=100)]] = Field(min_length=1, max_length=1000)


class Rename(Sent):
    kind: Literal["rename"]
    code: CodeRef
    name: str = Field(min_length=1, max_length=200)


Decision = Annotated[Merge | Split | Rename, Field(discriminator="kind")]


class LaddersSent(Sent):
    """Ladders as CSV with the columns respondent, ladder, position, code."""

    csv: str = Field(max_length=LONGEST_CSV)
    count: Count = "respondents"
    cutoff: int | None = Field(None, ge=1, le=HIGHEST)
    relations: Relations = "direct"


class CodesSent(Sent):
    """Codes as CSV with the columns interview, code, in the order the interviews were held."""

    csv: str = Field(max_length=LONGEST_CSV)
    base: int = Field(4, ge=1, le=1000)
    run: int = Field(2, ge=1, le=1000)
    threshold: float = Field(0.05, ge=0, le=1)


# ── codes ─────────────────────────────────────────────────────────────────────────────────────────


@router.get("/studies/{study}/codes", dependencies=[for_readers])
async def list_codes(study: TheStudy, analyses: TheAnalyses) -> CodesShown:
    """The codes of all interviews, the ideas in each, and what was decided about them."""
    return codes_of(await analyses.findings(study.id))


@router.post("/studies/{study}/codes/decisions", status_code=201, dependencies=[for_authors])
async def decide_on_codes(
    study: TheStudy, wanted: Decision, app: TheApp, analyses: TheAnalyses
) -> CodesShown:
    """Merge, split or rename codes. Every decision has a number and can be taken back."""
    decide = _deciding(wanted)
    await app.studies.decide(
        study.id,
        await with_material(app.studies, study.id, lambda material: decide(material.book())),
    )
    return codes_of(await analyses.findings(study.id))


@router.delete("/studies/{study}/codes/decisions/{number}", dependencies=[for_authors])
async def undo_decision(
    study: TheStudy,
    number: Annotated[int, Path(ge=1, le=2**31)],
    app: TheApp,
    analyses: TheAnalyses,
) -> CodesShown:
    """Take back a decision about codes."""
    await app.studies.undo(study.id, number)
    return codes_of(await analyses.findings(study.id))


def _deciding(wanted: Merge | Split | Rename) -> Callable[[CodeBook], CodingDecision]:
    match wanted:
        case Merge():
            return lambda book: merging(book, wanted.into, wanted.other)
        case Split():
            return lambda book: splitting(book, wanted.code, wanted.ideas)
        case Rename():
            return lambda book: renaming(book, wanted.code, wanted.name)


# ── figures ───────────────────────────────────────────────────────────────────────────────────────


@router.get("/studies/{study}/matrix", dependencies=[for_readers])
async def study_matrix(
    study: TheStudy,
    analyses: TheAnalyses,
    count: Count = "respondents",
    cutoff: AtCutoff = None,
    relations: Relations = "direct",
) -> MatrixShown:
    """The implication matrix with its measures, cut-offs, and the value map at the cut-off, or at
    the one proposed.
    """
    return matrix_of_study(await analyses.findings(study.id, cutoff, count, relations))


@router.get("/studies/{study}/words", dependencies=[for_readers])
async def study_words(
    study: TheStudy,
    analyses: TheAnalyses,
    code: Annotated[str, Query(min_length=1, max_length=500)],
    leads_to: Annotated[str | None, Query(min_length=1, max_length=500)] = None,
) -> WordsBehind:
    """The words behind a code, or behind a step from one code to another."""
    return words_behind(await analyses.findings(study.id), code, leads_to)


@router.get("/studies/{study}/saturation", dependencies=[for_readers])
async def study_saturation(study: TheStudy, analyses: TheAnalyses) -> StudySaturation:
    """Whether there are enough interviews: what each brought that was new, Guest's runs, Chao2 and
    coverage.
    """
    return saturation_of_study(await analyses.findings(study.id))


@router.get("/studies/{study}/report", dependencies=[for_readers])
async def study_report(
    study: TheStudy, analyses: TheAnalyses, cutoff: AtCutoff = None
) -> ReportShown:
    """The report: every claim with the words behind it."""
    findings = await analyses.findings(study.id, cutoff)
    return await asyncio.to_thread(report_of, findings)


@router.get(
    "/studies/{study}/exports/{form}",
    dependencies=[for_readers],
    response_class=Response,
    responses={200: {"content": {kind.partition(";")[0]: FILE for kind in MEDIA_TYPES.values()}}},
)
async def export_study(
    study: TheStudy, form: Form, app: TheApp, cutoff: AtCutoff = None, redact: bool = False
) -> Response:
    """A study as a file to take elsewhere; several files come as one archive. `redact` takes out
    what says who somebody is.
    """
    made: Download = await with_material(
        app.studies, study.id, lambda material: download(material, form, cutoff, redact)
    )
    return as_file(made.name, made.data, made.media_type)


@router.post("/matrices", dependencies=[for_readers])
async def matrix_of_ladders(sent: LaddersSent) -> MatrixShown:
    """The implication matrix of ladders from anywhere, with measures, cut-offs and value map."""

    def made() -> MatrixShown:
        return matrix_of(
            matrix_figures(
                implication_matrix(ladders_in(sent.csv), sent.count), sent.cutoff, sent.relations
            )
        )

    return await asyncio.to_thread(made)


@router.post("/saturations", dependencies=[for_readers])
async def saturation_of_codes(sent: CodesSent) -> StudySaturation:
    """Whether there are enough interviews, from codes from anywhere."""
    return await asyncio.to_thread(
        lambda: saturation(codes_in(sent.csv), sent.base, sent.run, sent.threshold)
    )
