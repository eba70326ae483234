"""A tiny study about bicycles: interviews written as answers such as `light so joy`, coded by the
words they are made of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tests.engines.interviews.short_ladder import methodology
from tests.studies.qdpx.projects import STUDY

from dramaturg.engines.interviews.base.methodology import Subject
from dramaturg.studies.base.codes import Code, CodeBook, CodedInterview, Joined, Ref
from dramaturg.studies.base.evidence import (
    Idea,
    IdeaLink,
    InterviewEvidence,
    QuotedWords,
    TranscriptLine,
)
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.findings import StudyContext, StudyFindings, gather

SUBJECT = Subject(
    kind="subject",
    id="bicycles",
    version="1",
    title="bicycles",
    objective="What bicycles are to people.",
)
REASONS = ("joy", "pride", "rest")  # everything else is a feature


def interview(respondent: str, *answers: str, **about: Any) -> CodedInterview:
    """Each answer names ideas; those with `so` between them lead to one another, and the answer is
    the link's words.
    """
    words: dict[str, list[QuotedWords]] = {}
    links: dict[tuple[str, str], list[QuotedWords]] = {}
    for turn, answer in enumerate(answers, start=1):
        for name in answer.split(" so "):
            start = answer.index(name)
            words.setdefault(name, []).append(QuotedWords(turn, start, start + len(name), name))
        for step in pairwise(answer.split(" so ")):
            links.setdefault(step, []).append(QuotedWords(turn, 0, len(answer), answer))
    evidence = InterviewEvidence(
        respondent,
        f"session-{respondent}",
        ideas=tuple(
            Idea(name, name, kind(name), said[0].turn, tuple(said), mentions=len(said))
            for name, said in words.items()
        ),
        links=tuple(
            IdeaLink(*step, "leads_to", tuple(said), mentions=len(said))
            for step, said in links.items()
        ),
        lines=tuple(
            TranscriptLine(turn, "respondent", answer)
            for turn, answer in enumerate(answers, start=1)
        ),
        **about,
    )
    return CodedInterview(evidence, {name: f"code {name}" for name in words})


def kind(name: str) -> str:
    return "reason" if name in REASONS else "feature"


def book_of(interviews: Sequence[CodedInterview], **renamed: str) -> CodeBook:
    """A code for each name; `renamed` says what codes are called that are not called by
    their name.
    """
    told = [
        (Ref(each.evidence.respondent, idea.id), idea)
        for each in interviews
        for idea in each.evidence.ideas
    ]
    names = dict.fromkeys(idea.label for _, idea in told)
    mentions: Counter[str] = Counter()
    for _, idea in told:
        mentions[idea.label] += idea.mentions
    refs = {name: tuple(ref for ref, idea in told if idea.label == name) for name in names}
    codes = [
        Code(
            f"code {name}",
            renamed.get(name, name),
            kind(name),
            refs[name],
            len(refs[name]),
            mentions[name],
        )
        for name in names
    ]
    joined = {ref: Joined(ref, idea.label, f"code {idea.label}", "exact") for ref, idea in told}
    return CodeBook({code.id: code for code in codes}, joined)


def context(state: StudyState | None = None) -> StudyContext:
    return StudyContext(STUDY, methodology(), SUBJECT, state or StudyState())


def found_in(
    *interviews: CodedInterview,
    state: StudyState | None = None,
    cutoff: int | None = None,
    **renamed: str,
) -> StudyFindings:
    return gather(
        context(state), book_of(interviews, **renamed), lambda texts: [0.0] * len(texts), interviews
    ).result(cutoff)
