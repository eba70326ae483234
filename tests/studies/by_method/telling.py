"""Interviews put together by hand, a line for each idea and each link, and interviews that were
really held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from tests.engines.interviews.interview_setup import LIBRARY

from dramaturg.engines.interviews.base.graph import Concept
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea, IdeaLink, InterviewEvidence, QuotedWords
from dramaturg.studies.by_method.common import Ground
from dramaturg.turn.tables import in_order

PLEASANT, UNPLEASANT = ("glad", "best", "fine"), ("sad", "worst", "lost")


def told(respondent: str, ideas: Sequence[str], links: Sequence[str] = ()) -> CodedInterview:
    """Ideas as `3 pain: wait too long` (said in turn 3), links as `wait too long -holds_back> save
    time`.

    The label of an idea is its words, its id and its code, so that what two respondents call alike
    is one code.
    """
    return coded(
        InterviewEvidence(
            respondent, f"s-{respondent}", tuple(map(_idea, ideas)), tuple(map(_link, links))
        )
    )


def _idea(line: str) -> Idea:
    place, _, label = line.partition(": ")
    turn, type = place.split()
    return Idea(label, label, type, int(turn), (QuotedWords(int(turn), 0, len(label), label),))


def _link(line: str) -> IdeaLink:
    source, _, rest = line.partition(" -")
    type, _, target = rest.partition("> ")
    return IdeaLink(source, target, type, (QuotedWords(1, 0, len(line), f"{source}, {target}"),))


def coded(evidence: InterviewEvidence) -> CodedInterview:
    return CodedInterview(evidence, {idea.id: idea.label for idea in evidence.ideas})


def tone(texts: Sequence[str]) -> Sequence[float]:
    """Pleasant and unpleasant by a few words."""
    return [
        float(any(word in text for word in PLEASANT) - any(word in text for word in UNPLEASANT))
        for text in texts
    ]


def ground(methodology: str, interviews: Sequence[CodedInterview]) -> Ground:
    types = {idea.label: idea.type for each in interviews for idea in each.evidence.ideas}
    return Ground(ontology(methodology), types, tone)


def ontology(methodology: str) -> Ontology:
    return methodology_of(LIBRARY, methodology).document.ontology


# ── interviews that were held ─────────────────────────────────────────────────────────────────────


def as_testimony(state: InterviewState, respondent: str) -> InterviewEvidence:
    """Every concept as an idea of its own."""
    graph = state.graph
    ideas = (
        _concept(concept) for concept in in_order(graph.concepts).values() if not concept.revised
    )
    links = (
        IdeaLink(
            edge.source,
            edge.target,
            edge.type,
            (_words(edge.turn, edge.quote.text),),
            edge.chain,
            edge.mentions,
        )
        for edge in in_order(graph.edges).values()
    )
    kept = {
        id
        for id, concept in cast(Mapping[str, Concept], graph.concepts).items()
        if not concept.revised
    }
    return InterviewEvidence(
        respondent,
        respondent,
        tuple(ideas),
        tuple(each for each in links if {each.source, each.target} <= kept),
    )


def _concept(concept: Concept) -> Idea:
    words = tuple(_words(concept.turn, quote.text) for quote in concept.quotes)
    return Idea(
        concept.id, concept.label, concept.type, concept.turn, words, mentions=concept.mentions
    )


def _words(turn: int, text: str) -> QuotedWords:
    return QuotedWords(turn, 0, len(text), text)
