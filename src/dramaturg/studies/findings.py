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
from dramaturg.studies.base.codes import CodeBook, CodedInterview
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.evidence import Conduct
from dramaturg.studies.base.sentences import in_sentences
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.by_method import Tally, analysis_of
from dramaturg.studies.by_method.common import Count as Supporters
from dramaturg.studies.by_method.common import Evidence, Ground, Support, Tone
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.matrix import Count, Ladder, Relations, implication_matrix
from dramaturg.studies.figures.matrix_table import Tabulated, tabulated
from dramaturg.studies.figures.merged_graph import MergedGraph, MergedLink
from dramaturg.studies.figures.saturation import Saturation, saturation
from dramaturg.studies.qdpx.project import unlike_names


@dataclass(frozen=True, slots=True)
class Matter:
    """What a study is about, and how far it has come."""

    study: Study
    methodology: Methodology
    subject: Subject
    state: StudyState


@dataclass(frozen=True, slots=True)
class Held:
    """An interview that was held: with whom, and how."""

    respondent: str
    session: str
    variables: Mapping[str, Value]
    conduct: Conduct


@dataclass(frozen=True, slots=True)
class Findings:
    """`support` is by code; `particular` is what the methodology's own analysis found, for those
    that have one.
    """

    matter: Matter
    book: CodeBook
    held: tuple[Held, ...]
    support: Mapping[str, Support]
    links: tuple[MergedLink, ...]
    tabulated: Tabulated
    saturation: Saturation
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

    @property
    def has_ladders(self) -> bool:
        """Whether the methodology climbs and has no analysis of its own: then matrix and map are
        what it is after.
        """
        ontology = self.matter.methodology.ontology
        return ontology.deepest > 1 and analysis_of(ontology) is None

    def words_of(self, source: str, target: str) -> tuple[Evidence, ...]:
        """What was said of one code leading to another."""
        links = (link for link in self.links if (link.source, link.target) == (source, target))
        return tuple(
            Evidence(who, words.turn, words.text) for link in links for who, words in link.words
        )


class Gathering:
    """Findings as they grow, interview by interview."""

    def __init__(self, matter: Matter, book: CodeBook, tone: Tone) -> None:
        ontology = matter.methodology.ontology
        analysis = analysis_of(ontology)
        ground = Ground(ontology, {code.id: code.type for code in book.codes.values()}, tone)
        self._matter, self._book = matter, book
        self._particular: Tally | None = analysis.tally(ground) if analysis else None
        self._held: list[Held] = []
        self._ladders: list[Ladder] = []
        self._codes: list[tuple[str, frozenset[str]]] = []
        self._merged = MergedGraph()
        self._supporters: dict[str, Supporters] = {}

    def add(self, interview: CodedInterview) -> None:
        testimony = interview.testimony
        self._held.append(
            Held(testimony.respondent, testimony.session, testimony.variables, testimony.conduct)
        )
        self._ladders += ladders_of(interview)
        self._codes.append((testimony.respondent, frozenset(interview.code_of.values())))
        quotable = in_sentences(testimony)
        self._merged.add(CodedInterview(quotable, interview.code_of))
        for idea in quotable.ideas:
            supporters = self._supporters.setdefault(interview.code_of[idea.id], Supporters())
            supporters.add(testimony.respondent, idea.mentions, idea.words)
        if self._particular:
            self._particular.add(CodedInterview(quotable, interview.code_of))

    def result(
        self,
        cutoff: int | None = None,
        count: Count = "respondents",
        relations: Relations = "direct",
    ) -> Findings:
        """With the map at the cut-off, or at the one that is proposed."""
        return Findings(
            matter=self._matter,
            book=self._book,
            held=tuple(self._held),
            support={code: supporters.support for code, supporters in self._supporters.items()},
            links=self._merged.result(),
            tabulated=tabulated(implication_matrix(self._ladders, count), cutoff, relations),
            saturation=saturation(self._codes),
            particular=self._particular.result() if self._particular else None,
        )


def gathered(
    matter: Matter, book: CodeBook, tone: Tone, interviews: Iterable[CodedInterview]
) -> Gathering:
    gathering = Gathering(matter, book, tone)
    for interview in interviews:
        gathering.add(interview)
    return gathering
