"""Ablation: what real people said, made into a graph with everything on, with one part off at a
time, and with all off.

`python -m bench.interview_ablation [METHODOLOGY]` prints the table; it needs the transcripts under
DATA_ROOT. The respondents' answers are taken as they are. What a question was about is not known,
so the concept nearest to its words counts as its focus.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import cast

from training.sources import DATA

from bench.report import Finding, at_least, at_most, rows_of, share, table
from dramaturg.app.config.providers import ear
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.base.extraction import AnswerSource, Hints, KnownConcept
from dramaturg.engines.interviews.base.graph import KnowledgeGraph
from dramaturg.engines.interviews.base.methodology import Methodology, Strategy, Subject
from dramaturg.engines.interviews.base.state import Answered, InterviewState, apply
from dramaturg.engines.interviews.extract.offline import Extractor, Switches
from dramaturg.engines.interviews.knowledge.graph_update import Dedupe, graph_update
from dramaturg.engines.interviews.knowledge.slots import discover_slots
from dramaturg.language.ear.ear import network
from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.engine import fold

TRANSCRIPTS = DATA / "07_interviews" / "data.jsonl"
TURNS = 25  # answers of each interview
FEWEST = 4  # words of an answer that says something
LABELS = 30
PROBING = {"means_end_chain": "ladder_up", "jobs_to_be_done": "uncover_job"}
SUBJECTS = {
    "hist-325": "growing up in the sixties",
    "MLSS quality study": "working with machine learning systems",
    "Founders Talk": "building a company",
}


@dataclass(frozen=True, slots=True)
class Setting:
    """What is on."""

    dedupe: bool = True
    cross_turn: bool = True
    srl: bool = True
    naming: bool = True


SETTINGS: Mapping[str, Setting] = {
    "everything on": Setting(),
    "dedupe off": Setting(dedupe=False),
    "cross-turn edges off": Setting(cross_turn=False),
    "SRL off": Setting(srl=False),
    "naming off": Setting(naming=False),
    "all off": Setting(False, False, False, False),
}


@dataclass(frozen=True, slots=True)
class Exchange:
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Of all interviews together."""

    concepts: int
    edges: int
    orphans: int
    slots: int
    mapped: int

    @property
    def per_concept(self) -> float:
        return self.edges / self.concepts

    @property
    def unmapped(self) -> float:
        return 1 - self.mapped / self.concepts

    @property
    def cells(self) -> tuple[str, ...]:
        counts = (
            self.concepts,
            self.edges,
            f"{self.per_concept:.2f}",
            share(self.orphans / self.concepts),
            self.slots,
        )
        return (
            *map(str, counts),
            f"{self.unmapped:.1%}",
            f"{self.mapped / max(1, self.slots):.2f}",
        )


HEADINGS = (
    "with",
    "concepts",
    "edges",
    "edges per concept",
    "orphans",
    "slots",
    "unmapped",
    "concepts per slot",
)


# ── playing ───────────────────────────────────────────────────────────────────────────────────────


class Replay:
    """Answers through extraction, graph update and slot discovery."""

    def __init__(self, methodology: Methodology) -> None:
        self._methodology = methodology
        self._embedder, self._syntax = best_embedder(), best_syntax()
        self._readers = LocalReaders(network(), self._embedder, self._syntax)
        self._hints = cache(
            lambda text: Hints(self._readers.relations(text), self._readers.frames(text))
        )

    @cached_property
    def _probing(self) -> Strategy:
        return self._methodology.by_name[PROBING[self._methodology.id]]

    def figures(
        self, setting: Setting, interviews: Iterable[tuple[Subject, Sequence[Exchange]]]
    ) -> Figures:
        graphs = [self.graph(setting, subject, exchanges) for subject, exchanges in interviews]
        return Figures(
            concepts=sum(len(graph.concepts) for graph in graphs),
            edges=sum(len(graph.edges) for graph in graphs),
            orphans=sum(graph.orphans for graph in graphs),
            slots=sum(len(graph.slots) for graph in graphs),
            mapped=sum(graph.mapped for graph in graphs),
        )

    def graph(
        self, setting: Setting, subject: Subject, exchanges: Sequence[Exchange]
    ) -> KnowledgeGraph:
        ontology = self._methodology.ontology
        extractor = Extractor(
            ontology,
            self._embedder,
            self._syntax,
            ear(),
            Switches(srl=setting.srl, naming=setting.naming, cross_turn=setting.cross_turn),
        )
        switches = Dedupe(similar=setting.dedupe, across_turns=setting.cross_turn)
        state = InterviewState()
        for turn, exchange in enumerate(exchanges, start=1):
            state = apply(state, Answered(turn, f"u{turn}", exchange.answer))
            extraction = extractor.extract(self._source(state, subject, exchange))
            state = fold(
                apply,
                graph_update(state, extraction, ontology, self._embedder, self._syntax, switches),
                state,
            )
            state = fold(
                apply, discover_slots(state, ontology, self._embedder, self._syntax, 2), state
            )
        return state.graph

    def _source(self, state: InterviewState, subject: Subject, exchange: Exchange) -> AnswerSource:
        focus = self._nearest(state.graph, exchange.question)
        return AnswerSource(
            utterance=f"u{state.turn}",
            text=exchange.answer,
            question=exchange.question,
            subject=subject,
            ontology=self._methodology.ontology,
            focus=_known(state.graph, focus) if focus else None,
            strategy=self._probing if focus else None,
            known=tuple(_known(state.graph, id) for id in _around(state.graph, focus)),
            hints=self._hints(exchange.answer),
        )

    def _nearest(self, graph: KnowledgeGraph, question: str) -> str:
        (vector,) = self._embedder.embed([question])
        nearest = [rows.nearest(vector, 1)[0] for _, rows in sorted(graph.concept_vectors.items())]
        return max(nearest, key=lambda found: found[1], default=("", 0.0))[0]


def _around(graph: KnowledgeGraph, focus: str) -> Iterator[str]:
    near = [focus, *list(graph.neighbours(focus))[:LABELS]] if focus else []
    return iter(dict.fromkeys((*near, *(concept.id for concept in graph.newest(LABELS)))))


def _known(graph: KnowledgeGraph, id: str) -> KnownConcept:
    return KnownConcept(graph.concepts[id].label, graph.concepts[id].type)


def interviews() -> Iterator[tuple[Subject, Sequence[Exchange]]]:
    for line in TRANSCRIPTS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        title = SUBJECTS[row["source"]]
        yield (
            Subject(kind="subject", id="subject", title=title, objective=title),
            list(_exchanges(row["turns"]))[:TURNS],
        )


def _exchanges(turns: Sequence[Mapping[str, str]]) -> Iterator[Exchange]:
    question = ""
    for turn in turns:
        if turn["who"] == "interviewer":
            question = turn["text"]
        elif len(turn["text"].split()) >= FEWEST:
            yield Exchange(question, turn["text"])


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def findings(found: Mapping[str, Figures]) -> Iterator[Finding]:
    """Seed 004 went from .54 edges per concept to 1.18, and from 49 % unmapped to 1.4 %."""
    on, off = found["everything on"], found["all off"]
    gained, left = on.per_concept - off.per_concept, on.unmapped / max(off.unmapped, 1e-6)
    yield Finding(
        "edges per concept gained by all, beside the seed's",
        gained,
        1.18 - 0.54,
        _two_places,
        at_least(1),
    )
    yield Finding(
        "part of the unmapped that stays, beside the seed's",
        left,
        0.014 / 0.49,
        _percent,
        at_most(1),
    )
    yield Finding(
        "edges per concept with everything on, beside the seed's", on.per_concept, 1.18, _two_places
    )
    yield Finding("unmapped with everything on, beside the seed's", on.unmapped, 0.014, _percent)


def _two_places(figure: float) -> str:
    return f"{figure:.2f}"


def _percent(figure: float) -> str:
    return f"{figure:.1%}"


def main(methodology: str = "means_end_chain") -> None:
    document = (
        Library({"methodology": Methodology}, (packaged(),))
        .get("methodology", methodology)
        .document
    )
    replay = Replay(cast(Methodology, document))
    played = list(interviews())
    found = {name: replay.figures(setting, played) for name, setting in SETTINGS.items()}
    answers = sum(len(exchanges) for _, exchanges in played)
    print(f"{methodology}: {len(played)} interviews, {answers} answers\n")
    print(rows_of(HEADINGS, [(name, *figures.cells) for name, figures in found.items()]))
    print(f"\n{table(list(findings(found)))}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
