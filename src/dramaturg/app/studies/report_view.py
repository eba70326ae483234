"""The report of a study as a page shows it: what was found in short, each claim with its words,
then everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.app.studies.figures_view import WordsShown, words_behind
from dramaturg.studies.base.codes import Code
from dramaturg.studies.findings import StudyFindings
from dramaturg.studies.report.blocks import Block, HeadingBlock, blocks
from dramaturg.studies.report.study_report import interval, report

MOST_CLAIMS = 3  # of each kind
IN_SHORT = HeadingBlock(2, "In short")


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """What most people spoke of: so many `of` so many, and between which shares of all such people
    that may lie.
    """

    kind: str
    code: str
    name: str
    respondents: int
    of: int
    low: float
    high: float
    words: tuple[WordsShown, ...]


@dataclass(frozen=True, slots=True)
class ReportShown:
    title: str
    interviews: int
    claims: tuple[ClaimShown, ...]
    enough: str
    blocks: tuple[Block, ...]


def report_of(findings: StudyFindings) -> ReportShown:
    told, kinds = report(findings), findings.context.methodology.ontology.concepts
    sessions = {each.respondent: each.session for each in findings.held}
    # claims stand in place of the section that tells them in a line each; the title stands over
    # the page
    found = list(blocks(told.markdown, told.pictures, sessions))
    start = found.index(IN_SHORT)
    end = next(
        at
        for at, block in enumerate(found)
        if at > start and isinstance(block, HeadingBlock) and block.level == 2
    )
    return ReportShown(
        title=told.title,
        interviews=len(findings.held),
        claims=tuple(
            _claim(findings, kind.title, code)
            for kind in kinds
            for code in _best(findings, kind.type)
        ),
        enough=findings.saturation.enough.sentence,
        blocks=(*found[1:start], *found[end:]),
    )


def _best(findings: StudyFindings, kind: str) -> list[Code]:
    """What more than one respondent spoke of."""
    shared = [
        code for code in findings.book.codes.values() if code.type == kind and code.support > 1
    ]
    return sorted(shared, key=lambda code: (-code.support, -code.mentions))[:MOST_CLAIMS]


def _claim(findings: StudyFindings, kind: str, code: Code) -> ClaimShown:
    of = len(findings.held)
    low, high = interval(code.support, of)
    behind = words_behind(findings, code.id)
    return ClaimShown(kind, code.id, behind.title, code.support, of, low, high, behind.words)
