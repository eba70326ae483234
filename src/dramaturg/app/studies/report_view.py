"""The report of a study as a page shows it: what was found in short, each claim with its words,
then everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.app.studies.figures_view import WordsShown, words_behind
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
    told = report(findings)
    sessions = {each.respondent: each.session for each in findings.held}
    found = list(blocks(told.markdown, told.pictures, sessions))
    # Claims stand in place of the section that tells them in a line each; the title stands over
    # the page.
    start = found.index(IN_SHORT)
    sections = (isinstance(block, HeadingBlock) and block.level == 2 for block in found)
    end = next(at for at, is_section in enumerate(sections) if at > start and is_section)
    return ReportShown(
        title=told.title,
        interviews=len(findings.held),
        claims=tuple(_claims(findings)),
        enough=findings.saturation.enough.sentence,
        blocks=(*found[1:start], *found[end:]),
    )


def _claims(findings: StudyFindings) -> Iterator[ClaimShown]:
    """What more than one respondent spoke of, by kind."""
    of = len(findings.held)
    for kind in findings.context.methodology.ontology.concepts:
        for code in findings.shared(kind.type)[:MOST_CLAIMS]:
            share, behind = interval(code.support, of), words_behind(findings, code.id)
            yield ClaimShown(
                kind.title, code.id, behind.title, code.support, of, *share, behind.words
            )
