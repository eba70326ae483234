"""What researchers expect of each methodology, beside ladders and codes: chosen by the types that
its ontology has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method import biplot, grid, incidents, jobs, journey
from dramaturg.studies.by_method import five_whys as whys
from dramaturg.studies.by_method.common import Ground, Names, Tables


class AnalysisTally(Protocol):
    """An analysis as it grows, interview by interview."""

    def add(self, interview: CodedInterview) -> None: ...

    def result(self) -> Any:
        """A frozen value that the other functions of its analysis take."""
        ...


@dataclass(frozen=True, slots=True)
class MethodAnalysis:
    """`needs`: of each group of types the ontology has at least one. Not every analysis has a
    picture.
    """

    name: str
    title: str
    needs: tuple[tuple[str, ...], ...]
    tally: Callable[[Ground], AnalysisTally]
    as_markdown: Callable[[Any, Names], list[str]]
    as_rows: Callable[[Any, Names], Tables]
    as_svg: Callable[[Any, Names, str], str] | None = None


ANALYSES = (
    MethodAnalysis(
        "jobs",
        "Job map",
        (("job", "functional_job"), ("pain", "gain")),
        jobs.JobMapTally,
        jobs.as_markdown,
        jobs.as_rows,
        jobs.as_svg,
    ),
    MethodAnalysis(
        "incidents",
        "Critical incidents",
        (("incident",), ("outcome",)),
        incidents.IncidentTally,
        incidents.as_markdown,
        incidents.as_rows,
    ),
    MethodAnalysis(
        "grid",
        "Repertory grid",
        (("element",), ("construct",)),
        grid.GridTally,
        grid.as_markdown,
        grid.as_rows,
        biplot.as_svg,
    ),
    MethodAnalysis(
        "journey",
        "Journey map",
        (("stage", "step", "touchpoint"), ("friction", "peak", "emotion", "feeling")),
        journey.JourneyTally,
        journey.as_markdown,
        journey.as_rows,
        journey.as_svg,
    ),
    MethodAnalysis(
        "whys",
        "Cause trees",
        (("problem",), ("cause", "root_cause")),
        whys.CauseTally,
        whys.as_markdown,
        whys.as_rows,
    ),
)


def analysis_of(ontology: Ontology) -> MethodAnalysis | None:
    """The first analysis that the ontology has everything for, if there is one."""
    types = {each.type for each in ontology.concepts}
    return next((each for each in ANALYSES if all(types & {*group} for group in each.needs)), None)
