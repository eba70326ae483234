"""Groups of respondents compared, by a question of the screener that there is."""

from __future__ import annotations

from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.studies.findings import StudyFindings
from dramaturg.studies.groups import Comparison, compare


def compared(findings: StudyFindings, question: str) -> Comparison:
    """Raises NotFound, or BadInput where its answers are words that make no groups."""
    asked = findings.context.study.by_question
    if question not in asked:
        known = did_you_mean(question, asked)
        raise NotFound(f"the screener asks no {question!r}. {known}".strip())
    if asked[question].answer == "text":
        raise BadInput(f"{question} is answered in words, which make no groups")
    return compare(findings, question)
