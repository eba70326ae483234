"""Findings: what a study's interviews say together.

Interviews are taken in one at a time, and only counts and a few words of each are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dramaturg.engines.interviews.base.methodology import Methodology, Subject
from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.kernel.conditions import Value
from dramaturg.studies.base.codes import Code, CodeBook, CodedInterview
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.evidence import Conduct
from dramaturg.studies.base.sentences import in_sentences
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.by_method import AnalysisTally, analysis_of
from dramaturg.studies.by_method.common import Ground, SourcedQuote, Support, SupportCount, Tone
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.matrix import Count, Ladder, Relations, implication_matrix
from dramaturg.studies.figures.matrix_table import MatrixFigures, matrix_figures
from dramaturg.studies.figures.merged_graph import MergedGraph, MergedLink
from dramaturg.studies.figures.saturation import StudySaturation, saturation
from dramaturg.studies.qdpx.project import unlike_names


@dataclass(frozen=True, slots=True)
class StudyContext:
    """What a study is about, and how far it has come."""

    study: Study
    methodology: Methodology
    subject: Subject
    state: StudyState


@dataclass(frozen=True, slots=True)
class HeldInterview:
    """An interview that was held: with whom, and how."""

    respondent: str
    session: str
    variables: Mapping[str, Value]
    conduct: Conduct


@dataclass(frozen=True, slots=True)
class StudyFindings:
    """`support` is by code; `particular` is what the methodology's own analysis found, for those
    that have one.
    """

    context: StudyContext
    book: CodeBook
    held: tuple[HeldInterview, ...]
    support: Mapping[str, Support]
    links: tuple[MergedLink, ...]
    figures: MatrixFigures
    saturation: StudySaturation
    particular: Any = None
    removed: Mapping[str, int] = field(default_factory=dict)
    """By kind: how often something personal was taken out beforehand."""

    @property
    def names(self) -> dict[str, str]:
        """What codes are called, no two of them the same."""
        return unlike_names(self.book)

    def told(self, code: str) -> str:
        """What a code is called, as it stands in a report."""
        return plain(self.book.codes[code].name)

    def shared(self, type: str) -> list[Code]:
        """The codes of this type that more than one respondent spoke of, the most usual first."""
        return [code for code in self.book.ranked if code.type == type and code.support > 1]

    @property
    def has_ladders(self) -> bool:
        """Whether the methodology climbs and has no analysis of its own: then matrix and map are
        what it is after.
        """
        ontology = self.context.methodology.ontology
        return ontology.deepest > 1 and analysis_of(ontology) is None

    def words_of(self, source: str, target: str) -> tuple[SourcedQuote, ...]:
        """What was said of one code leading to another."""
        links = (link for link in self.links if (link.source, link.target) == (source, target))
        return tuple(
            SourcedQuote(who, words.turn, words.text) for link in links for who, words in link.words
        )


class Gathering:
    """Findings as they grow, interview by interview."""

    def __init__(self, context: StudyContext, book: CodeBook, tone: Tone) -> None:
        ontology = context.methodology.ontology
        analysis = analysis_of(ontology)
        ground = Ground(ontology, {code.id: code.type for code in book.codes.values()}, tone)
        self._context, self._book = context, book
        self._particular: AnalysisTally | None = analysis.tally(ground) if analysis else None
        self._held: list[HeldInterview] = []
        self._ladders: list[Ladder] = []
        self._codes: list[tuple[str, frozenset[str]]] = []
        self._merged = MergedGraph()
        self._supporters: dict[str, SupportCount] = {}

    def add(self, interview: CodedInterview) -> None:
        evidence = interview.evidence
        self._held.append(
            HeldInterview(
                evidence.respondent, evidence.session, evidence.variables, evidence.conduct
            )
        )
        self._ladders += ladders_of(interview)
        self._codes.append((evidence.respondent, frozenset(interview.code_of.values())))
        quotable = in_sentences(evidence)
        self._merged.add(CodedInterview(quotable, interview.code_of))
        for idea in quotable.ideas:
            supporters = self._supporters.setdefault(interview.code_of[idea.id], SupportCount())
            supporters.add(evidence.respondent, idea.mentions, idea.words)
        if self._particular:
            self._particular.add(CodedInterview(quotable, interview.code_of))

    def result(
        self,
        cutoff: int | None = None,
        count: Count = "respondents",
        relations: Relations = "direct",
    ) -> StudyFindings:
        """With the map at the cut-off, or at the one that is proposed."""
        return StudyFindings(
            context=self._context,
            book=self._book,
            held=tuple(self._held),
            support={code: supporters.support for code, supporters in self._supporters.items()},
            links=self._merged.result(),
            figures=matrix_figures(implication_matrix(self._ladders, count), cutoff, relations),
            saturation=saturation(self._codes),
            particular=self._particular.result() if self._particular else None,
        )


def gather(
    context: StudyContext, book: CodeBook, tone: Tone, interviews: Iterable[CodedInterview]
) -> Gathering:
    gathering = Gathering(context, book, tone)
    for interview in interviews:
        gathering.add(interview)
    return gathering
